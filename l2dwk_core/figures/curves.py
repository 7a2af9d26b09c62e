"""Parts that curves over repeats or splits share."""

from __future__ import annotations

from typing import Any

import numpy as np

from l2dwk_core.common.types import Floats
from l2dwk_core.figures.palette import UNIFORM, faded


def band(x: Floats, values: Floats, name: str, colour: str, **more: Any) -> dict[str, Any]:
    """From the lowest to the highest of (repeats, points) values; NaN are left out."""
    seen = ~np.isnan(values).all(axis=0)
    low, high = np.nanmin(values[:, seen], axis=0), np.nanmax(values[:, seen], axis=0)
    return {
        "type": "scatter",
        "x": np.concatenate([x[seen], x[seen][::-1]]),
        "y": np.concatenate([high, low[::-1]]),
        "fill": "toself",
        "mode": "lines",
        "line": {"width": 0, "color": colour},
        "fillcolor": faded(colour),
        "hoverinfo": "skip",
        "name": name,
        "showlegend": False,
        **more,
    }


def mean_known(values: Floats) -> Floats:
    """(points,) mean over repeats of what is known; NaN where nothing is."""
    known = ~np.isnan(values)
    sums, count = np.where(known, values, 0.0).sum(axis=0), known.sum(axis=0)
    return np.asarray(np.where(count > 0, sums / np.maximum(count, 1), np.nan))


def uniform_line(width: float = 2) -> dict[str, Any]:
    """The uniform vote as the zero of differences to it."""
    return {
        "type": "line",
        "xref": "paper",
        "yref": "y",
        "x0": 0,
        "x1": 1,
        "y0": 0,
        "y1": 0,
        "line": {"color": UNIFORM, "width": width},
        "layer": "below",
    }


def upright_zero(colour: str, **more: Any) -> dict[str, Any]:
    """Zero on a horizontal scale of differences or correlations."""
    return {
        "type": "line",
        "xref": "x",
        "yref": "paper",
        "x0": 0,
        "x1": 0,
        "y0": 0,
        "y1": 1,
        "line": {"color": colour, "width": 2},
        **more,
    }
