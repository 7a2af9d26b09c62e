"""A question that is answered with a place in a figure: a point to drag, and two sliders."""

from __future__ import annotations

import math
import re
from pathlib import Path

import streamlit as st

from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.predicted_place import (
    PREDICTION,
    KnownPlace,
    PlaceAxis,
    predicted_place_figure,
)
from l2dwk_core.lessons.place import MOST_STEPS, Mark, Place, PlaceQuestion
from l2dwk_core.lessons.quantities import number_shown
from l2dwk_core.lessons.question import Question
from pages.charts import layout
from pages.state import session
from pages.widgets import lesson_progress, point_editor
from pages.widgets.lesson_question import FORMATS, slider_label

Marks = list[tuple[Mark, Place]]
_LETTER = "p"
_WORD = re.compile(rf"{_LETTER}([0-9][0-9])([0-9][0-9])")
_JUST_ANSWERED = "place just predicted"
_TO_COMPARISON = st.components.v2.component(
    "l2dwk_lesson_place", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)
_UNITS = {"share": "%"}
_ASKED = "place question"


def ask(question: PlaceQuestion) -> None:
    """Show the question and how it is answered."""
    with st.container(border=True, key="lesson-question"):
        st.markdown(
            f"**{question.ask}**  \nDrag the ring in the figure, click a place in it, or move the "
            "two sliders."
        )


def draw(question: PlaceQuestion, marks: Marks) -> None:
    """Show the figure with the reader's point, the sliders, and the button that answers."""
    keys = _keys()
    for key, axis in zip(keys, question.axes, strict=True):
        now = st.session_state.get(key)
        if not isinstance(now, float) or not axis.low <= now <= axis.high:
            # Only then: a value that is set anew in every run would undo keys pressed meanwhile.
            st.session_state[key] = axis.start
    layout.show(_chart(question, marks, _now(keys)))
    row = st.container(horizontal=True, vertical_alignment="bottom", key="lesson-place")
    for key, axis, way in zip(keys, question.axes, ("Across", "Up"), strict=True):
        row.slider(
            slider_label(axis, f"{way}: {axis.name}"), axis.low, axis.high, step=axis.step, key=key,
            format=_format(axis),
        )  # fmt: skip
    row.button(
        "This is my prediction", icon=":material/check:", type="primary", key="predict",
        on_click=_predict, args=(keys,),
    )  # fmt: skip
    point_editor.show(
        "predicted_place", "", [_word(question, _now(keys))], letter=_LETTER,
        side=(_steps(question.across), _steps(question.up)),
        ends=(_ends(question.across), _ends(question.up)),
        most=1, trace=PREDICTION, on_change=_moved,
    )  # fmt: skip
    st.session_state[_ASKED] = question


def compare(question: PlaceQuestion, given: Place, value: Place) -> None:
    """Show the question again, and for each axis the prediction, the answer and the distance."""
    with st.container(border=True, key="lesson-compared"):
        st.markdown(f"**{question.ask}**")
        if any(map(math.isnan, value)):
            st.info("Here the place asked for has no value.", icon=":material/info:")
            return
        words = "  \n".join(question.distances(given, value))
        if question.is_near(given, value):
            st.success(words, icon=":material/check_circle:")
        else:
            st.info(words, icon=":material/straighten:")


def reveal(question: PlaceQuestion, marks: Marks, given: Place, value: Place) -> None:
    """Show the figure with the answer beside the prediction."""
    if not any(map(math.isnan, value)):
        layout.show(_chart(question, marks, given, value))
    if st.session_state.pop(_JUST_ANSWERED, False):
        _TO_COMPARISON(key="lesson_place")


def _chart(
    question: PlaceQuestion, marks: Marks, point: Place, answer: Place | None = None
) -> Chart:
    across, up = map(_axis, question.axes)
    known = [KnownPlace(m.words, place, m.up.startswith("uniform")) for m, place in marks]
    return predicted_place_figure(across, up, point, known, answer)


def _axis(question: Question) -> PlaceAxis:
    return PlaceAxis(
        question.name, question.low, question.high, lambda v: number_shown(question.kind, v),
        _UNITS.get(question.kind, ""),
    )  # fmt: skip


def _format(axis: Question) -> str | None:
    return "%d" if axis.kind == "count" else FORMATS.get(axis.kind)


def _keys() -> tuple[str, str]:
    view = session.view()
    start = f"prediction.{view.lesson}.{view.step}"
    return f"{start}.across", f"{start}.up"


def _now(keys: tuple[str, str]) -> Place:
    across, up = (float(st.session_state[key]) for key in keys)
    return across, up


def _predict(keys: tuple[str, str]) -> None:
    lesson_progress.put_answer(_now(keys))
    st.session_state[_JUST_ANSWERED] = True


def _steps(axis: Question) -> int:
    return min(MOST_STEPS, int((axis.high - axis.low) / axis.step + 1e-6))


def _ends(axis: Question) -> tuple[float, float]:
    return axis.low, axis.low + _steps(axis) * axis.step


def _word(question: PlaceQuestion, place: Place) -> str:
    steps = (round((v - a.low) / a.step) for a, v in zip(question.axes, place, strict=True))
    return _LETTER + "".join(f"{step:02d}" for step in steps)


def _moved() -> None:
    """Move the sliders to where the point was put."""
    question: PlaceQuestion = st.session_state[_ASKED]
    edited = point_editor.edited()
    words = () if edited is None else edited[0]
    found = _WORD.fullmatch(words[0]) if len(words) == 1 else None
    if found is None:  # no hand can send it
        return
    for key, axis, steps in zip(_keys(), question.axes, found.groups(), strict=True):
        st.session_state[key] = min(axis.low + int(steps) * axis.step, axis.high)
