"""Parts of a layout as plain dictionaries: labels, straight lines, legends, axes of names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from l2dwk_core.figures.palette import NO_TICKS, UNIFORM, axis


def label(text: str, x: Any, y: Any, *, size: float = 12, **more: Any) -> dict[str, Any]:
    """Return words at a place of the figure, without an arrow."""
    return {"text": text, "x": x, "y": y, "showarrow": False, "font": {"size": size}, **more}


def level_line(
    y: float, colour: str, *, width: float = 2, dash: str = "", **more: Any
) -> dict[str, Any]:
    """Return a horizontal line at a height, from the left end of the figure to the right."""
    ends = {"xref": "paper", "yref": "y", "x0": 0, "x1": 1, "y0": y, "y1": y}
    return {"type": "line", **ends, "line": _stroke(colour, width, dash), **more}


def upright_line(
    x: float, colour: str, *, width: float = 2, dash: str = "", **more: Any
) -> dict[str, Any]:
    """Return a vertical line at a place of the x axis, from the bottom of the figure to the top."""
    ends = {"xref": "x", "yref": "paper", "x0": x, "x1": x, "y0": 0, "y1": 1}
    return {"type": "line", **ends, "line": _stroke(colour, width, dash), **more}


def uniform_line(width: float = 2) -> dict[str, Any]:
    """Return the line at 0 that stands for the uniform vote among differences to it."""
    return level_line(0, UNIFORM, width=width, layer="below")


def legend_above(y: float = 1.02) -> dict[str, Any]:
    """Return a legend in one row from the left, above the figure."""
    return {"orientation": "h", "x": 0, "y": y, "yanchor": "bottom"}


def legend_below(y: float) -> dict[str, Any]:
    """Return a legend in one row from the left, ``y`` (negative) heights of the plot below it."""
    return {"orientation": "h", "x": 0, "y": y, "yanchor": "top"}


def name_axis(
    names: Sequence[str], places: Any = None, *, title: str | None = None, **more: Any
) -> dict[str, Any]:
    """Return an axis with names at ``places`` (0, 1, … unless given) instead of numbers."""
    return axis(
        title,
        tickmode="array",
        tickvals=list(range(len(names))) if places is None else places,
        ticktext=names,
        **NO_TICKS,
        showline=False,
        **more,
    )


def _stroke(colour: str, width: float, dash: str) -> dict[str, Any]:
    return {"color": colour, "width": width} | ({"dash": dash} if dash else {})
