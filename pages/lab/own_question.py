"""A question of one's own about a run: the page that asks it shows nothing of the run before."""

from __future__ import annotations

import math
from dataclasses import fields
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from l2dwk_core.common.errors import InputError
from l2dwk_core.lessons.quantities import QUANTITIES, values_of
from l2dwk_core.lessons.question import Question
from l2dwk_core.lessons.reader import read_lesson
from l2dwk_core.lessons.writer import one_question
from pages.charts import layout
from pages.choices.choice import VERSION, Choice
from pages.choices.dataset_key import OWN as OWN_TABLE
from pages.jobs import caches
from pages.lessons.own_lesson import OWN, packed
from pages.lessons.rules import CONTROLS, FIGURES, RULES
from pages.widgets.choice_widgets import control_label

_ASKED = {key: item for key, item in QUANTITIES.items() if item.of == "run"}
_LIMITS = {
    "count": (0.0, 100.0, 1.0), "share": (0.0, 100.0, 1.0), "points": (-20.0, 20.0, 0.5),
    "number": (-1.0, 1.0, 0.05),
}  # fmt: skip
_NO_CONTROL = ""


def show(choice: Choice) -> str | None:
    """Show the fields of the question, and the link and the file that ask it.

    Return the lesson file that asks it; an empty text while there is none, None when it has faults.
    """
    st.markdown(
        "**A question** about this run. The page that asks it shows nothing of the run before the "
        "answer; then it shows the figure and how far off the answer was. The other pages stay "
        "open: a student who goes to the Lab first sees the run before the question is answered."
    )
    ask = st.text_input(
        "Question", key="question_ask", max_chars=300,
        placeholder=f"How many of the {choice.n_members} members keep weight?",
    )  # fmt: skip
    left, right = st.columns(2)
    answer = left.selectbox(
        "Its answer is", list(_ASKED), format_func=lambda key: _ASKED[key].meaning,
        key="question_answer", index=list(_ASKED).index("members_kept"),
    )  # fmt: skip
    figure = right.selectbox(
        "Figure after the answer", list(FIGURES), format_func=FIGURES.__getitem__,
        key="question_figure", index=list(FIGURES).index("sparsity"),
    )  # fmt: skip
    control = left.selectbox(
        "Control after the answer", [_NO_CONTROL, *CONTROLS], key="question_control",
        format_func=lambda name: control_label(name) if name else "None",
    )  # fmt: skip
    limits = _limits(choice, answer, right)
    if ask.strip():
        return _link(choice, ask, answer, figure, control, limits)
    st.caption("The link appears once the question is written.")
    return ""


def _limits(choice: Choice, answer: str, place: Any) -> tuple[float, float, float] | None:
    """Show the fields of the slider and the answer of this run; return low, high and step.

    None for a word, which is answered with buttons.
    """
    quantity, value = _ASKED[answer], _value(choice, answer)
    if quantity.kind == "word":
        place.caption("The answer is given with buttons, one for each word.")
    else:
        low, high, step = _LIMITS[quantity.kind]
        if quantity.kind == "count":
            high = float(choice.n_members)
        if value is not None:
            offered = Question("", answer, low=low, high=high, step=step).holding(value)
            low, high, step = offered.low, offered.high, offered.step
        row = place.container(horizontal=True)
        # Another quantity has other limits at first, so it has widgets of its own.
        ends: dict[str, Any] = {"step": step, "format": "%g"}
        low = row.number_input("Slider from", value=low, key=f"from {answer}", **ends)
        high = row.number_input("to", value=high, key=f"to {answer}", **ends)
    if value is not None:
        # The screen may be a projector's.
        with place.popover("Show the answer", icon=":material/visibility:", type="tertiary"):
            st.markdown(f"In this run: **{quantity.shown(value)}**")
    if quantity.kind == "word":
        return None
    if isinstance(value, int | float) and not math.isnan(value) and not low <= value <= high:
        place.warning(
            f"The slider from {low:g} to {high:g} cannot reach the answer. Change its ends; if you "
            "do not, the page that asks makes the slider longer.",
            icon=":material/info:",
        )
    return low, high, step


def _value(choice: Choice, answer: str) -> float | str | None:
    """Return the answer for the run on the page; None when it is not trained."""
    prepared = caches.lesson_run(choice.recipe())
    if prepared is None:
        return None
    try:
        return values_of("run", caches.solve(prepared, choice))(answer)
    except InputError:  # the page says so above
        return None


def _link(
    choice: Choice,
    ask: str,
    answer: str,
    figure: str,
    control: str,
    limits: tuple[float, float, float] | None,
) -> str | None:
    text = one_question(
        ask, answer, choice_fields(choice), [figure], title=_title(choice), limits=limits,
        control=control,
    )  # fmt: skip
    try:
        read_lesson(text, OWN, RULES)
        short = packed(text)
    except InputError as problem:
        layout.error(problem)
        return None
    if OWN_TABLE.fullmatch(choice.dataset):
        st.caption(
            "The question goes into the file for the class, below, which holds your table too."
        )
        return text
    query = {"v": VERSION, "lesson": OWN, "file": short}
    page = (st.context.url or "/lab").removesuffix("lab") + "lessons"
    st.code(f"{page}?{urlencode(query)}", language=None, wrap_lines=True)
    st.download_button(
        "The same as a lesson file, to go on writing", text, file_name="lesson.md",
        mime="text/markdown", icon=":material/download:", key="question_file", on_click="ignore",
    )  # fmt: skip
    return text


def _title(choice: Choice) -> str:
    """Return what the students see above the question. A file's name stays out: it may hold signs
    that a lesson does not."""
    own = OWN_TABLE.fullmatch(choice.dataset)
    return "A question about your data" if own else f"A question about the {choice.dataset} data"


def choice_fields(choice: Choice) -> dict[str, Any]:
    """Return the fields with which a lesson file gives this choice."""
    found: dict[str, Any] = {}
    base = Choice()
    if choice.preset != base.preset:
        found["preset"], base = choice.preset, base.with_preset(choice.preset)
    if choice.pool != base.pool:
        found["pool"], base = choice.pool, base.with_pool(choice.pool)
    return found | {
        f.name: getattr(choice, f.name)
        for f in fields(choice)
        if f.name not in ("preset", "pool") and getattr(choice, f.name) != getattr(base, f.name)
    }
