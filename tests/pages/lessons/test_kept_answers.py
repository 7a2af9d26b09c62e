"""The answers that a browser kept are taken over, in bounds: each run sends all of them."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import pytest

from pages.widgets import lesson_progress

MOST = lesson_progress._MOST_ANSWERS


@pytest.fixture
def state(monkeypatch) -> dict[str, Any]:
    found: dict[str, Any] = {}
    monkeypatch.setattr(lesson_progress.st, "session_state", found)
    return found


def _receive(state: dict[str, Any], kept: Any) -> dict[str, Any]:
    state["lesson_answers"] = SimpleNamespace(kept=kept)
    lesson_progress._received()
    return state.get("lesson answers", {})


def test_answers_are_taken_over_once(state):
    kept = {"few..1": 2, "few..4": 0.5, "few..5": [1.0, 2.0]}
    assert _receive(state, kept) == {"few..1": 2, "few..4": 0.5, "few..5": (1.0, 2.0)}
    assert _receive(state, {"few..1": 3})["few..1"] == 2


@pytest.mark.parametrize(
    "given", [10**400, -(10**400), math.inf, math.nan, "7", None, True, [1.0], [1, 2, 3], [1, "2"]]
)
def test_what_is_no_answer_is_left_out(state, given):
    assert _receive(state, {"few..1": given}) == {}


def test_of_many_messages_the_newest_answers_are_kept(state):
    for message in range(50):
        _receive(state, {f"few.{message}.{n}": n for n in range(MOST)})
    assert list(state["lesson answers"]) == [f"few.49.{n}" for n in range(MOST)]
    assert len(_receive(state, {f"x{n}": n for n in range(MOST + 1)})) == MOST
