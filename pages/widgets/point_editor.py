"""Dragging the points of a figure, and adding one with a click."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

_KEY = "point_editor"
_EDITOR = st.components.v2.component(
    "l2dwk_point_editor", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)


def show(
    figure: str,
    name: str,
    words: Sequence[str],
    *,
    letter: str,
    side: tuple[int, int],
    most: int,
    on_change: Callable[[], None],
    ends: tuple[tuple[float, float], tuple[float, float]] = ((0, 1), (0, 1)),
    trace: str = "",
) -> None:
    """Let the reader edit the points of a figure.

    ``figure``: its key. ``name``: the choice that holds the points, as in the address, where the
    figure follows the page's choices; "" where it does not. ``words``: the points, each a letter
    and two numbers of two digits, the steps across and up from 0 to ``side``. ``letter``: that of a
    new point. At ``most`` points no more are added; a click moves the only one where ``most`` is 1.
    ``ends``: what the axes show at step 0 and at the last step, across and up. ``trace``: the name
    of the trace with the only point, which the browser moves by itself where ``name`` is "".
    ``on_change`` is called when a point was moved, added or clicked; ``edited`` then tells the
    points.
    """
    data = {
        "figure": figure, "name": name, "words": list(words), "letter": letter, "side": list(side),
        "most": most, "ends": [list(pair) for pair in ends], "trace": trace,
    }  # fmt: skip
    _EDITOR(key=_KEY, data=data, on_points_change=on_change)


def edited() -> tuple[tuple[str, ...], int] | None:
    """Return the points after the reader's change, and the number, from 1, of the one that was
    moved, added or clicked; None for what no editor sends.

    The client may not be a browser. The words are texts, but need not be points, and there need not
    be a point of this number.
    """
    found: Any = st.session_state[_KEY].points
    if not isinstance(found, Mapping):
        return None
    words, point = found.get("words"), found.get("point")
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        return None
    # The browser's numbers may arrive as floats; True is an int in Python.
    if isinstance(point, bool) or not isinstance(point, int | float) or point not in range(1, 100):
        return None
    return tuple(words), int(point)
