"""Cards that lead into the lessons."""

from __future__ import annotations

import streamlit as st

from pages.shared import lesson_banner, state
from pages.shared.choice import VERSION
from pages.shared.lessons import LAB, LESSONS, Lesson


def lesson_link(lesson: Lesson) -> dict[str, str]:
    """The query of a link to the first step."""
    return {"v": VERSION, "lesson": lesson.key}


def lesson_cards(columns: int = 3) -> None:
    """All lessons, a few in a row."""
    lessons = list(LESSONS.values())
    for start in range(0, len(lessons), columns):
        row = st.columns(columns)
        for place, lesson in zip(row, lessons[start : start + columns], strict=False):
            with place.container(border=True, height="stretch", key=f"card-{lesson.key}"):
                st.markdown(f"**{lesson.title}**  \n{lesson.question}")
                _start(lesson)


def _start(lesson: Lesson) -> None:
    label, icon = f"Start · {len(lesson.steps)} steps", ":material/school:"
    if lesson.page == state.page():
        # A link to the page one is on is not told from a late address; see ``state``.
        st.button(
            label, icon=icon, key=f"start-{lesson.key}", type="tertiary",
            on_click=lesson_banner.go, args=(lesson, 1),
        )  # fmt: skip
        return
    st.page_link(
        "views/lab.py" if lesson.page == LAB else "views/lessons.py",
        label=label,
        icon=icon,
        query_params=lesson_link(lesson),
    )
