"""The question of a step: a slider or buttons, and afterwards how the answer compares."""

from __future__ import annotations

import math
from typing import Any

import streamlit as st

from l2dwk_core.lessons.quantities import number_shown
from l2dwk_core.lessons.question import Question
from pages.state import session
from pages.widgets import lesson_progress

FORMATS = {"share": "%d%%", "points": "%+.1f points"}


def ask(question: Question) -> None:
    """Show the question with its slider, or with a button for each option."""
    with st.container(border=True, key="lesson-question"):
        st.markdown(f"**{question.ask}**")
        if not question.options:
            _slider(question)
            return
        for place, words in enumerate(question.options):
            st.button(
                words, key=f"option_{place}", width="stretch",
                on_click=lesson_progress.put_answer, args=(place,),
            )  # fmt: skip


def slider_numbers(question: Question) -> tuple[Any, Any, Any, Any]:
    """Return low, high, start and step of a slider: all whole numbers, or none."""
    numbers: list[Any] = [question.low, question.high, question.start, question.step]
    if all(number == int(number) for number in numbers):
        numbers = [int(number) for number in numbers]
    low, high, start, step = numbers
    return low, high, start, step


def _slider(question: Question) -> None:
    view = session.view()
    key = f"prediction.{view.lesson}.{view.step}"
    low, high, start, step = slider_numbers(question)
    st.slider(
        slider_label(question), low, high, start, step, key=key, format=FORMATS.get(question.kind)
    )
    st.button(
        "This is my prediction", icon=":material/check:", type="primary", key="predict",
        on_click=_predict, args=(key,),
    )  # fmt: skip


def slider_label(question: Question, what: str = "Your prediction") -> str:
    """Return the slider's label with its range, which the slider itself does not show."""
    kind = "number" if question.kind == "points" else question.kind
    return f"{what}, from {number_shown(kind, question.low)} to {number_shown(kind, question.high)}"


def _predict(key: str) -> None:
    lesson_progress.put_answer(st.session_state[key])


def compare(question: Question, given: float, value: float | str) -> None:
    """Show the question again, the answer given, the right one, and how far they are apart."""
    with st.container(border=True, key="lesson-compared"):
        st.markdown(f"**{question.ask}**")
        if question.options:
            _compare_option(question, int(given), value)
        elif isinstance(value, str) or math.isnan(value):
            st.info(
                f"You said {question.predicted(given)}. Here the number asked for has no value.",
                icon=":material/info:",
            )
        elif question.is_near(given, value):
            st.success(question.distance(given, value), icon=":material/check_circle:")
        else:
            st.info(question.distance(given, value), icon=":material/straighten:")


def _compare_option(question: Question, given: int, value: float | str) -> None:
    said, right = question.options[given], question.right_option(value)
    if given == right:
        st.success(f"You said: **{said}**. That is right.", icon=":material/check_circle:")
        return
    found = f"Right is: **{question.options[right]}**" if right >= 0 else "No option is right here."
    st.info(f"You said: {said}.  \n{found}", icon=":material/compare_arrows:")
