"""Where a session is in a lesson: its step, its answers, and the lessons it has finished."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import uuid4

import streamlit as st

from l2dwk_core.lessons.lesson import Lesson, Step
from l2dwk_core.lessons.place import Place, PlaceQuestion
from pages.choices.choice import fitted
from pages.choices.pair_choice import PAIR, PairChoice
from pages.lessons.lessons import LESSONS, View
from pages.lessons.own_lesson import OWN
from pages.state import page_record, session

Given = float | Place
"""An answer: a number, the number of an option, or a place."""
_FINISHED = "lessons finished"
_LEFT_OPEN = "lesson left open"
_OWN_FINISHED = "own lesson finished"
_ANSWERS = "lesson answers"
_RECEIVED = "lesson answers received"
_MOST_ANSWERS, _LARGEST = 200, 1e15
"""Answers that a session keeps, and the largest number in one."""
_KEY = "lesson_answers"
_STORE = st.components.v2.component(
    "l2dwk_lesson_answers", js=Path(__file__).with_name("lesson_answers.js").read_text("utf-8")
)


def start(key: str, file: str = "") -> None:
    """Begin a lesson. ``file``: the packed file of a lesson of one's own."""
    go_to(View(key, file=file))


def go(step: int) -> None:
    """Go to a step of the lesson."""
    session.put_view(replace(session.view(), step=step))
    reset()


def go_to(view: View) -> None:
    """Go to the step of another view. What a link hides or locks stays."""
    now = session.view()
    session.put_view(replace(view, hide=now.hide, lock=now.lock))
    st.session_state.pop(_LEFT_OPEN, None)
    st.session_state.pop(_OWN_FINISHED, None)
    reset()


def reset() -> None:
    """Set the controls of the step anew."""
    view = session.view()
    session.put(session.present(view.base()))
    page_record.put(PAIR, **asdict(view.pair()))


def leave() -> None:
    """End the lesson. Its settings were for the lesson only: the choice is again that of before it.
    What a link hides or locks stays."""
    view, now, own = session.view(), session.choice(), session.own_choice()
    session.put_view(view.without_lesson())
    fixed = {name: getattr(now, name) for name in (*view.hide, *view.lock)}
    session.put(session.present(fitted(replace(own, **fixed))))
    if f"record of {PAIR}" in st.session_state:
        page_record.put(PAIR, **asdict(PairChoice()))


def finish(lesson: Lesson) -> None:
    """End the lesson, and note that it is finished, or else which questions are open."""
    st.session_state.pop(_LEFT_OPEN, None)
    if open_steps(lesson):
        st.session_state[_LEFT_OPEN] = session.view()
    else:
        _note_finished(lesson)
    leave()


def left_open() -> View | None:
    """Return the view in which Finish was pressed while questions were open; None when there is
    none, or when another lesson was begun since."""
    found: View | None = st.session_state.get(_LEFT_OPEN)
    return found


def open_steps(lesson: Lesson, view: View | None = None) -> list[int]:
    """Return the numbers of the steps whose question the session has not answered.

    ``view``: one that shows the lesson; that of the page unless given.
    """
    view, answers = view or session.view(), _answers()
    return [
        number
        for number, step in enumerate(lesson.steps, 1)
        if step.question is not None and _step(replace(view, step=number)) not in answers
    ]


def finish_anyway(lesson: Lesson) -> None:
    """Note that a lesson is finished although questions are open."""
    st.session_state.pop(_LEFT_OPEN, None)
    _note_finished(lesson)


def _note_finished(lesson: Lesson) -> None:
    st.session_state.pop(_OWN_FINISHED, None)
    if lesson.key == OWN:
        st.session_state[_OWN_FINISHED] = lesson
    else:
        done = st.session_state.setdefault(_FINISHED, {})
        done.pop(lesson.key, None)
        done[lesson.key] = True


def finished() -> list[Lesson]:
    """Return the shipped lessons that this session has finished, the latest last."""
    return [LESSONS[key] for key in st.session_state.get(_FINISHED, {})]


def own_finished() -> Lesson | None:
    """Return the lesson from a file or a link that was finished last, if nothing was begun since;
    None otherwise."""
    found: Lesson | None = st.session_state.get(_OWN_FINISHED)
    return found


def following(lesson: Lesson) -> Lesson | None:
    """Return the next lesson that is not finished. After the last lesson comes the first."""
    keys = list(LESSONS)
    place = keys.index(lesson.key) + 1
    done = st.session_state.get(_FINISHED, {})
    return next((LESSONS[k] for k in [*keys[place:], *keys[:place]] if k not in done), None)


def answer() -> Given | None:
    """Return what the session has answered to the question of this step: the prediction, or the
    number of the option; None while it has not answered."""
    found, step = _answers().get(_step(session.view())), session.view().now
    return found if found is not None and step is not None and _fits(found, step) else None


def put_answer(given: Given) -> None:
    """Note the answer to the question of this step. Buttons call it."""
    _put(_step(session.view()), given)


def _put(step: str, given: Given) -> None:
    """Note an answer as the newest. Each run sends all of them, so the oldest go."""
    answers = _answers()
    answers.pop(step, None)
    answers[step] = given
    while len(answers) > _MOST_ANSWERS:
        del answers[next(iter(answers))]


def forget_answer() -> None:
    """Ask the question of this step again."""
    _answers().pop(_step(session.view()), None)
    reset()


def _fits(given: Given, step: Step) -> bool:
    """Return whether an answer is one to the question of a step; a browser may send others."""
    question = step.question
    if question is None or isinstance(question, PlaceQuestion):
        return isinstance(given, tuple)
    if isinstance(given, tuple):
        return False
    return not question.options or given in range(len(question.options))


def _answers() -> dict[str, Given]:
    answers: dict[str, Given] = st.session_state.setdefault(_ANSWERS, {})
    return answers


def _step(view: View) -> str:
    # The packed file of a lesson is long, and the browser keeps this text for every answer.
    file = sha256(view.file.encode()).hexdigest()[:16] if view.file else ""
    return f"{view.lesson}.{file}.{view.step}"


def keep() -> None:
    """Let the browser keep the answers until its tab is closed, and give them back after the page
    was reloaded, which begins a new session. Call it once a run."""
    # Not in the address: a copied link would hand on the answers.
    data = {
        "session": st.session_state.setdefault("lesson answers of", uuid4().hex),
        "received": st.session_state.get(_RECEIVED, False),
        "answers": _answers(),
    }
    _STORE(key=_KEY, data=data, on_kept_change=_received)


def _received() -> None:
    """Take over the answers that the browser has kept. The client may not be a browser."""
    st.session_state[_RECEIVED] = True
    found: Any = st.session_state[_KEY].kept
    if not isinstance(found, Mapping) or len(found) > _MOST_ANSWERS:
        return
    for step, given in found.items():
        value = tuple(given) if isinstance(given, list) and len(given) == 2 else given
        numbers = value if isinstance(value, tuple) else (value,)
        name = str(step)
        if name not in _answers() and len(name) <= 100 and all(map(_is_number, numbers)):
            _put(name, value)


def _is_number(value: object) -> bool:
    # A whole number may be too large for isfinite.
    return type(value) in (int, float) and abs(value) <= _LARGEST  # type: ignore[arg-type]
