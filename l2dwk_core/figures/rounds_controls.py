"""A slider and a play button inside a figure, for wherever no page brings its own."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

from l2dwk_core.figures.palette import FAINT, L2DWK
from l2dwk_core.figures.rounds import CURSOR

HEIGHT = 90
"""What they need beneath the figure, in pixels."""


def add_controls(figure: go.Figure) -> None:
    """Let a figure with frames be moved by itself, from the round it shows on."""
    names = [frame.name for frame in figure.frames]
    if len(names) < 2:
        return
    shown = next(str(trace.meta[CURSOR]) for trace in figure.data if CURSOR in (trace.meta or {}))
    now = {"mode": "immediate", "transition": {"duration": 0}}
    jump = {**now, "frame": {"duration": 0, "redraw": False}}
    play = {**now, "fromcurrent": True, "frame": {"duration": 350, "redraw": False}}
    height, margin = figure.layout.height, figure.layout.margin
    below = (margin.b + 10) / (height - margin.t - margin.b)
    slider: dict[str, Any] = {
        "active": names.index(shown),
        "x": 0.2,
        "len": 0.8,
        "y": -below,
        "yanchor": "top",
        "pad": {"t": 0, "b": 0},
        "currentvalue": {"prefix": "round ", "xanchor": "left"},
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
