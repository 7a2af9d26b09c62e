"""The way back to a lesson, on the other pages."""

from __future__ import annotations

import streamlit as st

from pages.charts.markdown import escaped
from pages.state import session, session_address
from pages.widgets import lesson_progress


def show() -> None:
    """Show where the session is in its lesson, with a button that leads there."""
    view = session.view()
    lesson = view.chosen
    if lesson is None:
        return
    with st.container(border=True, key="lesson-elsewhere"):
        row = st.container(horizontal=True, key="lesson-buttons", vertical_alignment="center")
        row.subheader(
            f":gray[Lesson: {escaped(lesson.title)} ·] you are at step {view.step} of "
            f"{len(lesson.steps)}",
            anchor=False,
        )
        if row.button(
            "Continue", icon=":material/arrow_forward:", key="lesson_continue", type="primary"
        ):
            session_address.switch_page("views/lessons.py")
        row.button(
            "Leave", icon=":material/close:", key="lesson_leave", type="tertiary",
            on_click=lesson_progress.leave,
        )  # fmt: skip
