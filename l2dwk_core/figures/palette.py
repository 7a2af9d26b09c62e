"""One palette for every page: a colour means the same thing wherever it appears.

The hues are those of Okabe & Ito (2008), told apart with every common kind of colour blindness.
Backgrounds are transparent and text takes the page's colour, so each figure suits a light and a
dark page.
"""

from __future__ import annotations

from typing import Any

L2DWK = "#0072B2"
"""The weighted ensemble: its path, its weights, its accuracy."""
UNIFORM = "#E69F00"
"""Uniform vote of the same members."""
UNIFORM_ALL = "#CC79A7"
"""Uniform vote of members trained on all training rows."""
SINGLE = "#009E73"
"""The best single member."""
WRONG = "#D55E00"
"""Rows the vote gets wrong, margins that are not positive."""
RIGHT = "#56B4E9"
"""Rows the vote gets right, positive margins."""
MEMBERS = "#8A97A3"
"""Single members and pairs of members; equal shares; anything in the background."""
GRID = "rgba(138, 151, 163, 0.25)"
"""Grid lines and frames: visible on white and on near-black."""
FAINT = "rgba(138, 151, 163, 0.55)"

ALPHA_SCALE = [
    [0.0, "rgba(138, 151, 163, 0.10)"],
    [0.15, "rgba(240, 196, 90, 0.75)"],
    [0.45, "#E8833A"],
    [0.75, "#B8385A"],
    [1.0, "#5B1A6B"],
]
"""Kernel weight α, from an empty cell to the heaviest: lightness falls steadily, so that it reads
in grey too, and the lowest end lets the page shine through."""

COLOUR_MEANINGS = {
    "L2DWK, the weighted vote": L2DWK,
    "uniform vote, same members": UNIFORM,
    "uniform vote, members trained on all training rows": UNIFORM_ALL,
    "best single member": SINGLE,
    "right / positive margin": RIGHT,
    "wrong / margin not positive": WRONG,
    "members and pairs of members": MEMBERS,
}
"""The legend of the whole application."""


def layout(title: str, *, height: int, **more: Any) -> dict[str, Any]:
    """The common layout as a plain dictionary.

    Plain, because a figure made in one go from dictionaries takes a fraction of the time that
    ``update_layout`` and ``add_trace`` do, and every slider move waits for it.
    """
    common: dict[str, Any] = {
        "height": height,
        "margin": {"l": 56, "r": 16, "t": 48, "b": 48},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": {"size": 13},
        "hoverlabel": {"font": {"size": 13}},
        "showlegend": False,
        # Plotly's own template would add 7 kB to every figure sent; the page brings its theme.
        "template": {"layout": {"hovermode": "closest"}},
    }
    if title:
        common["title"] = {
            "text": title,
            "x": 0,
            "xanchor": "left",
            "y": 0.98,
            "yanchor": "top",
            "font": {"size": 16},
        }
    return common | more


def axis(title: str | None = None, **more: Any) -> dict[str, Any]:
    """An axis in the common style."""
    return {
        "title": {"text": title or "", "standoff": 8},
        "gridcolor": GRID,
        "zeroline": False,
        "showline": True,
        "linecolor": GRID,
        "ticks": "outside",
        "tickcolor": GRID,
        "automargin": True,
        **more,
    }
