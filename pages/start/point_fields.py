"""The points of the Start page's trees: buttons and fields that change them without dragging."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from l2dwk_core.demos.drawn_trees import MAX_POINTS, MIN_POINTS
from pages.models import drawn_points, start_charts
from pages.models.start_charts import START, StartChoice
from pages.state import page_record
from pages.widgets import point_editor


def buttons(choice: StartChoice) -> None:
    """Show the buttons that add a point, remove one, and bring the first points back."""
    words = start_charts.words_of(choice)
    n = len(words)
    row = st.container(horizontal=True, gap="small")
    row.button("Add a point", icon=":material/add:", key="start-add", on_click=_add_point,
               disabled=n >= MAX_POINTS)  # fmt: skip
    row.button(
        f"Remove point {_number(choice, words)}", icon=":material/delete:", key="start-remove",
        on_click=_remove_point, disabled=n <= MIN_POINTS,
        help="The point with the ring: the one that was moved, added or clicked last; without a "
        "ring, the one that was drawn last.",
    )  # fmt: skip
    row.button("Start again", icon=":material/restart_alt:", key="start-again", on_click=_again)


def numbers(choice: StartChoice) -> None:
    """Show fields for the number and the place of the chosen point."""
    words = start_charts.words_of(choice)
    number = _number(choice, words)
    x, y = drawn_points.place_of(words[number - 1])
    left, middle, right = st.columns(3)
    fields_of = {"start-point": number, "start-x": x, "start-y": y}
    st.session_state.update(fields_of)
    left.number_input("Point", 1, len(words), key="start-point", on_change=_point_chosen)
    for place, name, key in ((middle, "x, 0 to 99", "start-x"), (right, "y, 0 to 99", "start-y")):
        place.number_input(name, 0, drawn_points.SIDE, key=key, on_change=_point_typed)


def take_edited() -> None:
    """Store the points that were dragged or added in the figure."""
    edited = point_editor.edited()
    found = None if edited is None else start_charts.edited_points(*edited)
    if found is not None:
        _put_points(*found)


def _put_points(words: tuple[str, ...], point: int) -> None:
    page_record.put(START, points=words, point=point)


def _words_now() -> list[str]:
    return list(start_charts.words_of(page_record.current(START)))


def _add_point() -> None:
    words = [*_words_now(), drawn_points.new_point(page_record.current(START).new_class)]
    _put_points(tuple(words), len(words))


def _remove_point() -> None:
    words = _words_now()
    words.pop(_number(page_record.current(START), words) - 1)
    _put_points(tuple(words), 0)


def _number(choice: StartChoice, words: Sequence[str]) -> int:
    """Return the number of the chosen point, from 1; that of the last while none is chosen."""
    return min(choice.point or len(words), len(words))


def _again() -> None:
    _put_points((), 0)


def _point_chosen() -> None:
    page_record.put(START, point=st.session_state["start-point"])


def _point_typed() -> None:
    words = _words_now()
    number = _number(page_record.current(START), words)
    x, y = (st.session_state[key] for key in ("start-x", "start-y"))
    words[number - 1] = drawn_points.moved(words[number - 1], x, y)
    _put_points(tuple(words), number)
