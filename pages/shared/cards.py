"""Cards that lead into the lessons."""

from __future__ import annotations

import streamlit as st

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
                st.page_link(
                    "views/lab.py" if lesson.page == LAB else "views/lessons.py",
                    label=f"Start · {len(lesson.steps)} steps",
                    icon=":material/school:",
                    query_params=lesson_link(lesson),
                )
