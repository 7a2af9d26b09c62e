"""The colours, the colour bar and the hover text of the heatmap of kernel weights."""

from __future__ import annotations

from typing import Any

import numpy as np

from l2dwk_core.common.types import Floats

EXACT_CELLS = 5_000
"""More cells than this are sent as whole numbers of two bytes instead of numbers of four."""


def heatmap_cells(alphas: Floats) -> dict[str, Any]:
    """Return the colours, the colour bar and the hover text of the cells.

    *alphas*: (rounds, rows) kernel weights. Many cells are sent as bytes, whole multiples of
    ``meta.unit``: at least 102 steps to the largest weight. Each slider move sends them again; the
    table holds the exact weights.
    """
    top = _top(alphas)
    alphas = alphas.T
    bar = {
        "title": {"text": "α", "side": "top"},
        "thickness": 8,
        "xpad": 4,
        "nticks": 4,
        "outlinewidth": 0,
    }
    if alphas.size <= EXACT_CELLS:
        return {
            "z": alphas.astype(np.float32),
            "zmin": 0.0,
            "zmax": top,
            "colorbar": bar | {"tickformat": ".2~g"},
            "hovertemplate": "%{y}<br>round %{x}, α = %{z:.5f}<extra></extra>",
            "meta": {"unit": 1.0},
        }
    unit, words = _unit(max(top, float(alphas.max())) / 255)
    ticks = _nice_ticks(top)
    return {
        "z": np.rint(alphas / unit).astype(np.uint8),
        "zmin": 0.0,
        "zmax": top / unit,
        "colorbar": bar
        | {"tickvals": (ticks / unit).tolist(), "ticktext": [f"{t:g}" for t in ticks]},
        "hovertemplate": f"%{{y}}<br>round %{{x}}, α ≈ %{{z}} · {words}<extra></extra>",
        "meta": {"unit": unit},
    }


def _top(alphas: Floats) -> float:
    """Return the top of the colour scale. Equal weights must not get the colour of the largest
    weight."""
    top, equal = float(alphas.max()), float(alphas[0].max())
    return top if top > 1.5 * equal else 4.0 * equal


def _unit(least: float) -> tuple[float, str]:
    """Return the smallest of 1, 2, 5, 10, … times a power of ten that is at least ``least``, and
    how it is written."""
    power = int(np.floor(np.log10(least)))
    step = next(s for s in (1, 2, 5, 10) if s * 10.0**power >= least * (1 - 1e-12))
    return step * 10.0**power, f"{step}·10<sup>{power}</sup>".replace("-", "−")


def _nice_ticks(top: float) -> Floats:
    """Return 0 and up to five more round values up to the top."""
    rough = top / 5
    unit = float(10.0 ** np.floor(np.log10(rough)))
    step = next(s for s in (1.0, 2.0, 5.0, 10.0) if s * unit >= rough * (1 - 1e-12)) * unit
    return np.arange(0.0, top + 1e-9 * top, step, dtype=np.float64).round(12)
