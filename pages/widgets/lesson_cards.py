"""Cards that start the lessons."""

from __future__ import annotations

import streamlit as st

from pages.choices.choice import VERSION
from pages.lessons.lessons import LAB, LESSONS, Lesson
from pages.state import session
from pages.widgets import lesson_banner


def lesson_link(lesson: Lesson) -> dict[str, str]:
    """Return the query of a link to the first step."""
    return {"v": VERSION, "lesson": lesson.key}


def lesson_cards(columns: int = 3) -> None:
    """Show all lessons, ``columns`` in a row."""
    lessons = list(LESSONS.values())
    for start in range(0, len(lessons), columns):
        row = st.columns(columns)
        for place, lesson in zip(row, lessons[start : start + columns], strict=False):
            with place.container(border=True, height="stretch", key=f"card-{lesson.key}"):
                st.markdown(f"**{lesson.title}**  \n{lesson.question}")
                _start(lesson)


def finished_card() -> None:
    """Show what the lesson that was finished last has taught, and the next lesson."""
    done = lesson_banner.finished()
    if not done:
        return
    last, after = done[-1], lesson_banner.following(done[-1])
    with st.container(border=True, key="lesson-finished"):
        st.markdown(
            f":material/check_circle: **Finished: {last.title}.** {last.learnt}  \n"
            + (
                f"Next: **{after.title}**. {after.question}"
                if after
                else f"These were all {len(LESSONS)} lessons. In the Lab every control is yours."
            )
        )
        if after:
            _start(after, "next")


def _start(lesson: Lesson, place: str = "start") -> None:
    again = lesson in lesson_banner.finished()
    label = f"{'Once more' if again else 'Start'} · {len(lesson.steps)} steps"
    icon = ":material/check:" if again else ":material/school:"
    if lesson.page == session.page():
        # A link to this very page would look like a late address; see ``session.read_address``.
        st.button(
            label, icon=icon, key=f"{place}-{lesson.key}", type="tertiary",
            on_click=lesson_banner.go, args=(lesson, 1),
        )  # fmt: skip
        return
    st.page_link(
        "views/lab.py" if lesson.page == LAB else "views/lessons.py",
        label=label,
        icon=icon,
        query_params=lesson_link(lesson),
    )
