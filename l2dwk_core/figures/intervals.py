"""Differences to the uniform vote with their intervals, one line a method."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from l2dwk_core.figures.curves import upright_zero
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.palette import UNIFORM, axis, keyed, layout
from l2dwk_core.statistics import PairedInterval


@dataclass(frozen=True)
class IntervalRow:
    """One line: a method's ``difference`` in shares, its adjusted p-value, and whether the
    difference is ``claimed``: a filled dot."""

    title: str
    difference: PairedInterval
    adjusted_p: float
    claimed: bool
    colour: str

    @property
    def points(self) -> tuple[float, float, float]:
        """Mean, low and high in percentage points."""
        d = self.difference
        return 100 * d.mean, 100 * d.low, 100 * d.high

    @property
    def sentence(self) -> str:
        """The line in words."""
        mean, low, high = self.points
        return f"{self.title} {mean:+.1f} points ({low:+.1f} to {high:+.1f})"


def intervals_figure(rows: list[IntervalRow], reference: str = "uniform vote") -> go.Figure:
    """The lines from below to above, around a line for the method they are compared with."""
    places = np.arange(len(rows))
    ends = np.array([row.points for row in rows] or [(0.0, 0.0, 0.0)])
    known = np.abs(ends[~np.isnan(ends)])
    reach = 1.08 * max(float(known.max()), 1.0)
    return Drawing(
        [_trace(row, int(place)) for row, place in zip(rows, places, strict=True)],
        layout(
            height=max(190, 30 * len(rows) + 90),
            margin={"l": 16, "r": 16, "t": 30, "b": 48},
            shapes=[upright_zero(UNIFORM)],
            annotations=[
                {
                    "x": 0,
                    "y": 1,
                    "xref": "x",
                    "yref": "paper",
                    "yanchor": "bottom",
                    "text": keyed(f"<b>{reference}</b>", UNIFORM),
                    "showarrow": False,
                    "font": {"size": 13},
                }
            ],
            xaxis=axis("difference, percentage points", range=[-reach, reach]),
            yaxis=axis(
                None,
                tickmode="array",
                tickvals=places.tolist(),
                ticktext=[_wrapped(row.title) for row in rows],
                range=[-0.7, max(len(rows), 1) - 0.3],
                ticks="",
                showline=False,
            ),
        ),
    )


def _trace(row: IntervalRow, place: int) -> dict[str, Any]:
    mean, low, high = row.points
    return {
        "type": "scatter",
        "x": [mean],
        "y": [place],
        "mode": "markers",
        "marker": {
            "color": row.colour,
            "size": 11,
            "symbol": "circle" if row.claimed else "circle-open",
        },
        "error_x": {
            "type": "data",
            "symmetric": False,
            "array": [high - mean],
            "arrayminus": [mean - low],
            "color": row.colour,
            "thickness": 2,
            "width": 5,
        },
        "name": row.title,
        "hovertemplate": (
            f"{row.title}: {mean:+.1f} points<br>95% interval {low:+.1f} to {high:+.1f}<br>"
            f"p after Holm {row.adjusted_p:.2g}<extra></extra>"
        ),
    }


def _wrapped(title: str, width: int = 26) -> str:
    """On two lines where it is long, broken at a blank near the middle."""
    if len(title) <= width:
        return title
    blanks = [i for i, sign in enumerate(title) if sign == " "]
    middle = min(blanks, key=lambda i: abs(i - len(title) // 2), default=-1)
    return title if middle < 0 else f"{title[:middle]}<br>{title[middle + 1 :]}"
