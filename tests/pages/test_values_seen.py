"""A slider offers the values that came with links; the last fifty, as each run sends them."""

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
