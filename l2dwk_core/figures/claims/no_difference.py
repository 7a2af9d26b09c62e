"""The place of no difference in a figure of differences."""

from __future__ import annotations

from typing import Any

from l2dwk_core.figures.palette import FAINT, GRID
from l2dwk_core.statistics.bayes_signed_rank import ROPE


def no_difference(centre: float, x: str, *, band: bool) -> list[dict[str, Any]]:
    """Return the line of no difference, and the band of differences that are practically none."""
    area = {
        "type": "rect", "xref": x, "yref": "paper", "y0": 0, "y1": 1, "layer": "below",
        "x0": centre - 100 * ROPE, "x1": centre + 100 * ROPE,
        "fillcolor": GRID, "line": {"width": 0},
    }  # fmt: skip
    line = {
        "type": "line", "xref": x, "yref": "paper", "y0": 0, "y1": 1, "layer": "below",
        "x0": centre, "x1": centre, "line": {"color": FAINT, "width": 2},
    }  # fmt: skip
    return [area, line] if band else [line]
