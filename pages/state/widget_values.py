"""Values that the program gives to widgets: they reach the browser although Streamlit sends a value
that was set only in the very next run."""

from __future__ import annotations

from typing import Any

import streamlit as st

_UNSENT = "widget values not sent yet"


def set_widget(key: str, value: Any) -> None:
    """Set the value of a widget that may be on the screen; it shows it when it is drawn next."""
    state = st.session_state
    if key in state:
        state[key] = value
        state.setdefault(_UNSENT, set()).add(key)


def give_value(key: str, value: Any) -> str:
    """Return the key of a widget that is drawn now, and give it this value where the browser does
    not have it."""
    state = st.session_state
    # Streamlit sends a value that was set only in the very next run. If the widget is not drawn in
    # it, the widget later comes back with its first option, while the session has the value.
    unsent: set[str] = state.setdefault(_UNSENT, set())
    if key not in state or key in unsent:
        state[key] = value
    unsent.discard(key)
    return key
