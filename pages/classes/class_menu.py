"""The class that is open, at the top of every page: back to its run, its lesson, or leave it."""

from __future__ import annotations

import streamlit as st

from pages.charts.markdown import escaped
from pages.classes import open_class
from pages.state import opened_class, session_address, session_tables

_ROOM = "<style>:root { --beside-menu: 15.5rem; }</style>"
"""The pages' menu ends where this button begins; see ``layout.css``."""


def show() -> None:
    """Show the menu, when a class is open. Call it before the page is drawn."""
    found = opened_class.current()
    if found is None:
        return
    st.html(_ROOM)
    with st.popover("Class", icon=":material/school:"):
        st.markdown(f"**Class: {escaped(found.name)}**")
        if found.own is not None:
            st.caption(f"With the table {escaped(session_tables.short_title(found.own.word))}.")
        if found.has_run and st.button(
            "The run of the class", key="class_run", icon=":material/science:", width="stretch"
        ):
            open_class.go(found, "lab")
        if found.lesson and st.button(
            "Its questions, from the first", key="class_lesson", icon=":material/quiz:",
            width="stretch",
        ):  # fmt: skip
            open_class.go(found, "lessons")
        st.button(
            "Leave the class", key="class_leave", icon=":material/close:", type="tertiary",
            on_click=open_class.leave,
        )  # fmt: skip
        if not session_address.class_name():
            st.caption("After reloading the page (F5) the file has to be given again.")
