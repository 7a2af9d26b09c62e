"""The widgets that change an uploaded table: they begin anew with another file or reading."""

from __future__ import annotations

import streamlit as st


def editor_key(name: str) -> str:
    """Return the key of a widget. Another file or another reading gets new widgets."""
    return f"own.{st.session_state.get('own_editors', 0)}.{name}"


def start_editors() -> None:
    """Give the table's widgets new keys, so that they show the table as it is now."""
    st.session_state["own_editors"] = st.session_state.get("own_editors", 0) + 1
    st.session_state.pop("own_roles_from", None)
