"""Two threads of one session: while one goes through its values, the other waits."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from streamlit.runtime.state import SafeSessionState
from streamlit.runtime.state.common import WidgetMetadata
from streamlit.runtime.state.session_state import SessionState

from pages.runtime import session_lock


@pytest.fixture(autouse=True)
def _installed(monkeypatch):
    monkeypatch.setattr(SafeSessionState, "__init__", SafeSessionState.__init__)
    session_lock.install.cache_clear()
    session_lock.install()
    yield
    session_lock.install.cache_clear()


def _guards(state: SessionState) -> tuple[SafeSessionState, SafeSessionState]:
    return SafeSessionState(state, lambda: None), SafeSessionState(state, lambda: None)


def _add_meanwhile(going_through: SafeSessionState, adding: SafeSessionState) -> bool:
    """Return whether a value is added while another thread goes through the values of controls."""
    thread = threading.Thread(target=adding.__setitem__, args=("a", 1))
    was_added = []

    def serializer(value: Any) -> Any:
        thread.start()
        thread.join(0.5)
        was_added.append(not thread.is_alive())
        return value

    widgets = going_through._state._new_widget_state
    widgets.set_widget_metadata(
        WidgetMetadata(id="w", deserializer=int, serializer=serializer, value_type="int_value")
    )
    widgets.set_from_value("w", 3)
    assert [widget.int_value for widget in going_through.get_widget_states()] == [3]
    thread.join()
    assert adding["a"] == 1
    return was_added == [True]


def test_a_thread_of_the_same_session_waits():
    assert not _add_meanwhile(*_guards(SessionState()))


def test_another_session_does_not_wait():
    assert _add_meanwhile(_guards(SessionState())[0], _guards(SessionState())[1])


def test_a_callback_may_use_the_values_it_is_called_for():
    first, second = _guards(SessionState())
    first["a"] = 1
    with first.query_params():
        assert first["a"] == second["a"] == 1
