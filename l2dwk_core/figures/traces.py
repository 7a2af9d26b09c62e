"""Traces as plain dictionaries: lines, points, bars and bands, each with its hover text.

A hover text may hold Plotly's ``%{x}`` and the like; "" means that nothing is shown. ``aside`` is
what Plotly writes beside the box, mostly the name of the trace.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from l2dwk_core.common.types import Floats
from l2dwk_core.figures.palette import faded

Trace = dict[str, Any]


def scatter_trace(
    x: Any, y: Any, mode: str, name: str, *, hover: str = "", aside: str = "", **more: Any
) -> Trace:
    """Return a scatter trace. ``line_trace`` and ``marker_trace`` make the common ones."""
    return {
        "type": "scatter",
        "x": x,
        "y": y,
        "mode": mode,
        "name": name,
        **_hover(hover, aside),
        **more,
    }


def line_trace(
    x: Any, y: Any, name: str, colour: str, *, width: float = 2, dash: str = "", shape: str = "",
    **more: Any,
) -> Trace:  # fmt: skip
    """Return a line. With a ``marker`` there is also a mark at each of its points."""
    stroke = {"color": colour, "width": width}
    stroke |= {key: value for key, value in (("dash", dash), ("shape", shape)) if value}
    mode = "lines+markers" if "marker" in more else "lines"
    return scatter_trace(x, y, mode, name, line=stroke, **more)


def marker_trace(x: Any, y: Any, name: str, marker: dict[str, Any], **more: Any) -> Trace:
    """Return separate points. A ``text`` with a ``textposition`` is written beside each."""
    mode = "markers+text" if "textposition" in more else "markers"
    return scatter_trace(x, y, mode, name, marker=marker, **more)


def bar_trace(
    x: Any, y: Any, name: str, marker: dict[str, Any], *, hover: str = "", aside: str = "",
    **more: Any,
) -> Trace:  # fmt: skip
    """Return bars, which are upright unless ``orientation`` is "h"."""
    return {
        "type": "bar",
        "x": x,
        "y": y,
        "name": name,
        "marker": marker,
        **_hover(hover, aside),
        **more,
    }


def error_bars(
    above: Any, below: Any, colour: str, *, thickness: float = 2, width: float = 5, **more: Any
) -> dict[str, Any]:
    """Return bars of the lengths ``above`` and ``below`` a value, for ``error_x``."""
    return {
        "type": "data",
        "symmetric": False,
        "array": above,
        "arrayminus": below,
        "color": colour,
        "thickness": thickness,
        "width": width,
        **more,
    }


def band(x: Floats, values: Floats, name: str, colour: str, **more: Any) -> Trace:
    """Return a band from the lowest to the highest of (repeats, points) values. NaN are left
    out."""
    seen = ~np.isnan(values).all(axis=0)
    low, high = np.nanmin(values[:, seen], axis=0), np.nanmax(values[:, seen], axis=0)
    return line_trace(
        np.concatenate([x[seen], x[seen][::-1]]),
        np.concatenate([high, low[::-1]]),
        name,
        colour,
        width=0,
        fill="toself",
        fillcolor=faded(colour),
        showlegend=False,
        **more,
    )


def mean_known(values: Floats) -> Floats:
    """Return (points,) the mean over repeats of what is known, NaN where nothing is."""
    known = ~np.isnan(values)
    sums, count = np.where(known, values, 0.0).sum(axis=0), known.sum(axis=0)
    return np.asarray(np.where(count > 0, sums / np.maximum(count, 1), np.nan))


def _hover(text: str, aside: str) -> dict[str, Any]:
    if not text:
        return {"hoverinfo": "skip"}
    return {"hovertemplate": f"{text}<extra>{aside}</extra>"}
