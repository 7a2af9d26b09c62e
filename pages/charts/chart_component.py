"""Figures on a page: sent packed, and worked into the figure that is there.

Streamlit's own chart element takes a figure down and builds it anew whenever its data change; with
the eight figures of the Lab that took two seconds for every move of a slider.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st

from l2dwk_core.figures.chart import Chart
from pages.charts.packing import PackedChart, sent

# A component's script travels with every one of its messages: the figures' own is one line, which
# hands over to the library. Figures that come before it wait in a list.
_LIBRARY = st.components.v2.component(
    "l2dwk_figures", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)
NAME = "l2dwk_figure"
_FIGURE = st.components.v2.component(
    NAME,
    html="""<div class="l2dwk-card"><h3></h3>
<div class="l2dwk-frame"><div class="l2dwk-figure" role="img" data-waiting></div></div>
<div class="l2dwk-words"><p><b>How to read this.</b> <span></span></p>
<button type="button">Data</button>
<button type="button" class="l2dwk-touch" data-do="picture">Picture</button>
<button type="button" class="l2dwk-touch" data-do="full">Full screen</button></div></div>""",
    js="""export default (figure) => {
    (window.l2dwkFigures ??= []).push(figure);
    return () => window.l2dwkFigures.drop?.(figure.parentElement);
}
""",
    isolate_styles=False,  # Plotly looks for its style sheet in the page
)


def library() -> None:
    """What draws the figures; once a run, before the first of them."""
    _LIBRARY(key="figures_library")


def show(
    figure: Chart | PackedChart,
    *,
    key: str,
    wide: bool = False,
    on_data: Callable[[], None],
    on_pick: Callable[[], None] | None = None,
) -> None:
    """One figure under its title, with how to read it.

    ``wide``: several panels side by side, which on a phone scroll in a frame of their own.
    ``on_data`` is called when its data are asked for, ``on_pick`` when a point is clicked;
    ``picked`` then tells which.
    """
    callbacks: dict[str, Any] = {"on_data_change": on_data}
    if on_pick is not None:
        callbacks["on_picked_change"] = on_pick
    _FIGURE(key=key, data=sent(figure, wide=wide), **callbacks)


def picked(key: str) -> Any:
    """What the clicked point of a figure carries as ``customdata``."""
    return st.session_state[key].picked
