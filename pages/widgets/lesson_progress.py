"""Where a session is in a lesson: its step, its answers, and the lessons it has finished."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

import streamlit as st

from l2dwk_core.lessons.lesson import Lesson
from pages.choices.choice import Choice
from pages.choices.pair_choice import PAIR, PairChoice
from pages.lessons.lessons import LESSONS
from pages.lessons.own_lesson import OWN
from pages.state import page_record, session

_FINISHED = "lessons finished"
_ANSWERS = "lesson answers"


def start(key: str, file: str = "") -> None:
    """Begin a lesson. ``file``: the packed file of a lesson of one's own."""
    session.put_view(replace(session.view(), lesson=key, step=1, file=file))
    reset()


def go(step: int) -> None:
    """Go to a step of the lesson."""
    session.put_view(replace(session.view(), step=step))
    reset()


def reset() -> None:
    """Set the controls of the step anew."""
    view = session.view()
    session.put(session.present(view.base()))
    page_record.put(PAIR, **asdict(view.pair()))


def leave() -> None:
    """End the lesson. Its settings were for the lesson only; what a link hides or locks stays."""
    view, now = session.view(), session.choice()
    session.put_view(view.without_lesson())
    session.put(replace(Choice(), **{n: getattr(now, n) for n in (*view.hide, *view.lock)}))
    if f"record of {PAIR}" in st.session_state:
        page_record.put(PAIR, **asdict(PairChoice()))


def finish(lesson: Lesson) -> None:
    """Note that the lesson is finished, and end it."""
    if lesson.key != OWN:
        done = st.session_state.setdefault(_FINISHED, {})
        done.pop(lesson.key, None)
        done[lesson.key] = True
    leave()


def finished() -> list[Lesson]:
    """Return the shipped lessons that this session has finished, the latest last."""
    return [LESSONS[key] for key in st.session_state.get(_FINISHED, {})]


def following(lesson: Lesson) -> Lesson | None:
    """Return the next lesson that is not finished. After the last lesson comes the first."""
    keys = list(LESSONS)
    place = keys.index(lesson.key) + 1
    done = st.session_state.get(_FINISHED, {})
    return next((LESSONS[k] for k in [*keys[place:], *keys[:place]] if k not in done), None)


def answer() -> float | None:
    """Return what the session has answered to the question of this step: the prediction, or the
    place of the option; None while it has not answered."""
    found: float | None = _answers().get(_step())
    return found


def put_answer(given: float) -> None:
    """Note the answer to the question of this step. Buttons call it."""
    _answers()[_step()] = given


def forget_answer() -> None:
    """Ask the question of this step again."""
    _answers().pop(_step(), None)
    reset()


def _answers() -> dict[Any, float]:
    answers: dict[Any, float] = st.session_state.setdefault(_ANSWERS, {})
    return answers


def _step() -> tuple[str, str, int]:
    view = session.view()
    return view.lesson, view.file, view.step
