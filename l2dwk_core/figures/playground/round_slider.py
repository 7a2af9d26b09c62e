"""A slider and a play button inside a figure."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

from l2dwk_core.figures.palette import FAINT, L2DWK

HEIGHT = 90
"""The height they need below the figure, in pixels."""


def add_round_slider(figure: go.Figure, shown: int) -> None:
    """Add a slider with which a figure with several frames moves by itself, from the round
    ``shown`` on."""
    names = [frame.name for frame in figure.frames]
    if len(names) < 2:
        return
    now = {"mode": "immediate", "transition": {"duration": 0}}
    # Regions are images, which are redrawn only on request.
    jump = {**now, "frame": {"duration": 0, "redraw": True}}
    play = {**now, "fromcurrent": True, "frame": {"duration": 350, "redraw": True}}
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
