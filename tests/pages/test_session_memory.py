"""What a session remembers has bounds: a slider offers the last fifty values of links."""

from __future__ import annotations

from typing import Any

import pytest

from pages.state import session


@pytest.fixture
def _state(monkeypatch) -> dict[str, Any]:
    found: dict[str, Any] = {}
    monkeypatch.setattr(session.st, "session_state", found)
    return found


@pytest.mark.usefixtures("_state")
def test_the_last_values_are_offered_each_once():
    for lam in (2.0, 3.0, 2.0):
        session.values_seen("lam", lam)
    assert session.values_seen("lam", 2.0) == [2.0, 3.0]
    assert session.values_seen("n_members", 7) == [7]
    for n in range(1000):
        session.values_seen("lam", float(n))
    assert session.values_seen("lam", 999.0) == [float(n) for n in range(950, 1000)]


@pytest.mark.usefixtures("_state")
def test_what_was_asked_before_is_known_for_a_while():
    assert [session.first_time(n) for n in (1, 2, 1)] == [True, True, False]
    assert all(session.first_time(n) for n in range(3, 203))
    assert not session.first_time(202)
    assert session.first_time(1)
