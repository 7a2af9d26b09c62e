"""The line above a lesson: where the reader is, and the buttons that lead on."""

from __future__ import annotations

from typing import Literal

import streamlit as st

from l2dwk_core.lessons.lesson import Lesson
from pages.lessons.own_lesson import OWN
from pages.state import session
from pages.widgets import lesson_progress


def show(lesson: Lesson, *, answered: bool) -> None:
    """Show the title of the step and its buttons. Next is the main one once the question is
    answered."""
    step = session.view().step
    with st.container(key="lesson-head"):
        st.markdown(
            f":gray[{lesson.title} · step {step} of {len(lesson.steps)}]"
            + (" · :gray[a lesson from a file or a link]" if lesson.key == OWN else "")
        )
        row = st.container(horizontal=True, key="lesson-buttons", vertical_alignment="center")
        row.title(lesson.steps[step - 1].title, anchor=False)
        row.button(
            "Back", icon=":material/arrow_back:", key="lesson_back", disabled=step == 1,
            on_click=lesson_progress.go, args=(step - 1,),
        )  # fmt: skip
        kind: Literal["primary", "secondary"] = "primary" if answered else "secondary"
        if step < len(lesson.steps):
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
