"""Cards that start the lessons."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from l2dwk_core.common.text import as_sentence
from l2dwk_core.lessons.lesson import Lesson
from pages.charts.markdown import escaped
from pages.choices.choice import VERSION
from pages.lessons.lessons import LESSONS, View
from pages.state import session
from pages.widgets import lesson_progress

PAGE = "lessons"


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
                st.markdown(f"**{lesson.title}**  \n{lesson.about}")
                _start(lesson)


def finished_card() -> None:
    """Show what the lesson that was finished last has taught, and the next lesson; or the
    questions that were left open."""
    if (view := lesson_progress.left_open()) is not None and view.chosen is not None:
        _open_questions(view.chosen, view)
        return
    if (own := lesson_progress.own_finished()) is not None:
        with st.container(border=True, key="lesson-finished"):
            st.markdown(
                f":material/check_circle: **Finished: {as_sentence(own.title)}** {own.learnt}"
            )
        return
    done = lesson_progress.finished()
    if not done:
        return
    last, after = done[-1], lesson_progress.following(done[-1])
    with st.container(border=True, key="lesson-finished"):
        st.markdown(
            f":material/check_circle: **Finished: {as_sentence(last.title)}** {last.learnt}  \n"
            + (
                f"Next: **{as_sentence(after.title)}** {after.about}"
                if after
                else f"These were all {len(LESSONS)} lessons. In the Lab every control is yours."
            )
        )
        if after:
            _start(after, "next")


def _open_questions(lesson: Lesson, view: View) -> None:
    """Show which questions of a lesson have no answer yet, each with a button that leads there."""
    steps = lesson_progress.open_steps(lesson, view)
    with st.container(border=True, key="lesson-open"):
        st.markdown(
            f":material/help: **Not finished yet: {escaped(as_sentence(lesson.title))}** "
            f"{'One question is' if len(steps) == 1 else f'{len(steps)} questions are'} not "
            "answered. Go back to:"
        )
        for number in steps:
            st.button(
                f"Step {number}: {escaped(lesson.steps[number - 1].title)}",
                key=f"open_{number}", icon=":material/arrow_back:", type="tertiary",
                on_click=lesson_progress.go_to, args=(replace(view, step=number),),
            )  # fmt: skip
        st.button(
            "Finish without answering",
            key="lesson_end", icon=":material/check:", type="tertiary",
            on_click=lesson_progress.finish_anyway, args=(lesson,),
        )  # fmt: skip


def _start(lesson: Lesson, place: str = "start") -> None:
    again = lesson in lesson_progress.finished()
    label = f"{'Once more' if again else 'Start'} · {len(lesson.steps)} steps"
    icon = ":material/check:" if again else ":material/school:"
    if session.page() == PAGE:
        # A link to this very page would look like a late address; see ``session_address.py``.
        st.button(
            label, icon=icon, key=f"{place}-{lesson.key}", type="tertiary",
            on_click=lesson_progress.start, args=(lesson.key,),
        )  # fmt: skip
        return
    st.page_link("views/lessons.py", label=label, icon=icon, query_params=lesson_link(lesson))
