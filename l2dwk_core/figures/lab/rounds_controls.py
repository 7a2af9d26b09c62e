"""A slider and a play button inside a figure, for wherever no page brings its own."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

from l2dwk_core.figures.lab.rounds import CURSOR
from l2dwk_core.figures.palette import FAINT, L2DWK

HEIGHT = 90
"""What they need beneath the figure, in pixels."""


def add_controls(figure: go.Figure, shown: int | None = None, *, redraw: bool = False) -> None:
    """Let a figure with frames be moved by itself, from the round it shows on.

    ``shown`` is that round, where no trace tells it; ``redraw`` is needed by pictures and contours.
    A figure that has controls keeps them.
    """
    names = [frame.name for frame in figure.frames]
    if len(names) < 2 or figure.layout.sliders:
        return
    if shown is None:
        shown = next(trace.meta[CURSOR] for trace in figure.data if CURSOR in (trace.meta or {}))
    now = {"mode": "immediate", "transition": {"duration": 0}}
    jump = {**now, "frame": {"duration": 0, "redraw": redraw}}
    play = {**now, "fromcurrent": True, "frame": {"duration": 350, "redraw": redraw}}
    height, margin = figure.layout.height, figure.layout.margin
    below = (margin.b + 10) / (height - margin.t - margin.b)
    slider: dict[str, Any] = {
        "active": names.index(str(shown)),
        "x": 0.3,
        "len": 0.7,
        "y": -below,
        "yanchor": "top",
        "pad": {"t": 0, "b": 0},
        "currentvalue": {"prefix": "round ", "xanchor": "right"},
        "bgcolor": FAINT,
        "activebgcolor": L2DWK,
        "bordercolor": FAINT,
        "steps": [
            {"label": name, "value": name, "method": "animate", "args": [[name], jump]}
            for name in names
        ],
    }
    buttons = {
        "type": "buttons",
        "direction": "right",
        "x": 0.0,
        "xanchor": "left",
        "y": -below,
        "yanchor": "top",
        "pad": {"t": 10},
        "showactive": False,
        "buttons": [
            {"label": "▶", "method": "animate", "args": [None, play]},
            {"label": "❚❚", "method": "animate", "args": [[None], jump]},
        ],
    }
    figure.update_layout(
        sliders=[slider], updatemenus=[buttons], height=height + HEIGHT, margin_b=margin.b + HEIGHT
    )
