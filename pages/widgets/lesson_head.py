"""The line above a lesson: where the reader is, and the buttons that lead on."""

from __future__ import annotations

from typing import Literal

import streamlit as st

from l2dwk_core.lessons.lesson import Lesson
from pages.charts.markdown import escaped
from pages.lessons.own_lesson import OWN
from pages.state import opened_class, session
from pages.widgets import lesson_progress


def show(lesson: Lesson, *, answered: bool) -> None:
    """Show the title of the step and its buttons. Next is the main one once the question is
    answered."""
    step, last = session.view().step, len(lesson.steps)
    where = f" · step {step} of {last}" if last > 1 else ""
    with st.container(key="lesson-head"):
        st.markdown(f":gray[{lesson.title}{where}{_source(lesson)}]")
        row = st.container(horizontal=True, key="lesson-buttons", vertical_alignment="center")
        row.title(lesson.steps[step - 1].title, anchor=False)
        row.button(
            "Back", icon=":material/arrow_back:", key="lesson_back", disabled=step == 1,
            on_click=lesson_progress.go, args=(step - 1,),
        )  # fmt: skip
        kind: Literal["primary", "secondary"] = "primary" if answered else "secondary"
        if step < last:
            row.button(
                "Next", icon=":material/arrow_forward:", key="lesson_next", type=kind,
                on_click=lesson_progress.go, args=(step + 1,),
            )  # fmt: skip
        else:
            row.button(
                "Finish", icon=":material/check:", key="lesson_finish", type=kind,
                on_click=lesson_progress.finish, args=(lesson,),
            )  # fmt: skip
        row.button(
            "Leave", icon=":material/close:", key="lesson_leave", type="tertiary",
            on_click=lesson_progress.leave,
        )  # fmt: skip


def _source(lesson: Lesson) -> str:
    """Return where a lesson of somebody's own is from."""
    if lesson.key != OWN:
        return ""
    found = opened_class.current()
    if found is not None and found.lesson == session.view().file:
        return f" · class: {escaped(found.name)}"
    return " · from a file or a link"
