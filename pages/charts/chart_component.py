"""Figures on a page: sent packed, and worked into the figure that is there.

Streamlit's own chart element removes a figure and builds it again whenever its data change. For the
eight figures of the Lab that took two seconds at every move of a slider.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st

from l2dwk_core.figures.chart import Chart
from pages.charts.packing import PackedChart, sent

# Streamlit sends a component's script with every message. So the script of a figure is one line
# that passes the figure to the library. Figures that come before the library wait in a list.
_LIBRARY = st.components.v2.component(
    "l2dwk_figures", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)
NAME = "l2dwk_figure"
_FIGURE = st.components.v2.component(
    NAME,
    html="""<div class="l2dwk-card"><h3></h3>
<div class="l2dwk-frame"><div class="l2dwk-figure" role="figure" data-waiting></div></div>
<div class="l2dwk-words" role="toolbar"
aria-label="The figure: how to read it, its data and its tools">
<details open><summary>How to read this</summary><p></p></details>
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
    """Send the script that draws the figures. Call it once a run, before the first figure."""
    _LIBRARY(key="figures_library")


def show(
    figure: Chart | PackedChart,
    *,
    key: str,
    wide: bool = False,
    on_data: Callable[[], None],
    on_pick: Callable[[], None] | None = None,
) -> None:
    """Show one figure under its title, with how to read it.

    ``wide``: the figure has several panels side by side; on a phone they scroll in a frame.
    ``on_data`` is called when the reader asks for the data, ``on_pick`` when the reader clicks a
    point; ``picked`` then tells which.
    """
    callbacks: dict[str, Any] = {"on_data_change": on_data}
    if on_pick is not None:
        callbacks["on_picked_change"] = on_pick
    _FIGURE(key=key, data=sent(figure, wide=wide), **callbacks)


def picked(key: str) -> Any:
    """Return the ``customdata`` of the point that was clicked."""
    return st.session_state[key].picked
