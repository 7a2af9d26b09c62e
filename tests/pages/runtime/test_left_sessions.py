"""Which sessions are kept whose connection broke."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from streamlit.runtime.session_manager import SessionInfo

from pages.runtime import left_sessions
from pages.runtime.left_sessions import LeftSessions


@pytest.fixture
def clock(monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(left_sessions.time, "monotonic", lambda: now[0])
    # The letter before the number: a1 and a2 come from one address.
    monkeypatch.setattr(left_sessions, "address_of", lambda session: session[0])
    return now


def info(name, runs=1):
    return SessionInfo(client=None, session=SimpleNamespace(id=name), script_run_count=runs)


def names(kept):
    return [one.session.id for one in kept.list()]


def test_many_sessions_of_one_address_push_out_no_other(clock):
    kept = LeftSessions(most=10)
    for name in ("b0", "c0", *(f"a{number}" for number in range(100))):
        kept.save(info(name))
    assert names(kept) == ["b0", "c0", *(f"a{number}" for number in range(92, 100))]
    assert kept.get("b0").session.id == "b0"
    assert kept.get("a0") is None


def test_a_session_whose_page_never_ran_is_not_kept(clock):
    kept = LeftSessions()
    kept.save(info("a0", runs=0))
    assert names(kept) == []


def test_each_is_kept_for_a_while_after_it_was_left_last(clock):
    kept = LeftSessions(seconds=120)
    kept.save(info("a0"))
    kept.save(info("a1"))
    clock[0] += 100
    kept.save(info("a0"))
    clock[0] += 30
    assert names(kept) == ["a0"]
    assert kept.get("a1") is None
    clock[0] += 100
    assert kept.get("a0") is None


def test_what_comes_back_is_kept_no_longer(clock):
    kept = LeftSessions()
    kept.save(info("a0"))
    kept.delete("a0")
    kept.delete("a0")  # nothing happens
    assert kept.get("a0") is None
