"""The parts of the address that could not be used, named at the top of every page."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from pages.charts.markdown import escaped
from pages.state import session_address

_BOXES = 5
"""More notes than these are shown in a drawer."""
_LINES = 40
"""Most notes, or lines of one, that are shown. Nobody has typed an address with more."""


def show() -> None:
    """Show a line for each part until a control moves. They take one place on the page, also
    when there are none, so that the control keeps the keyboard."""
    with st.container(key="address-notes"):
        _show(session_address.notes_to_show())


def _show(notes: Sequence[str]) -> None:
    if len(notes) <= _BOXES:
        for note in notes:
            _box(note)
        return
    lines = [f"- {escaped(line)}" for line in notes[:_LINES]]
    if len(notes) > _LINES:
        lines.append(f"- {len(notes) - _LINES} more parts of the address could not be used.")
    with st.expander(
        f"{len(notes)} parts of the address could not be used", icon=":material/info:"
    ):
        st.warning("\n".join(lines))


def _box(note: str) -> None:
    """Show one note; what follows its first line is a list below it."""
    first, *items = note.split("\n")
    lines = [f"- {escaped(item)}" for item in items[:_LINES]]
    if len(items) > _LINES:
        lines.append(f"- … and {len(items) - _LINES} more.")
    st.warning("\n".join([escaped(first), *lines]), icon=":material/info:")
