"""Differences to a uniform vote with their intervals, one line for each method."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.layout_parts import label, name_axis, upright_line
from l2dwk_core.figures.palette import UNIFORM, axis, keyed, layout
from l2dwk_core.figures.traces import error_bars, marker_trace
from l2dwk_core.statistics.significance import Claim


@dataclass(frozen=True)
class IntervalRow:
    """One line: a method's ``difference`` in shares, a filled dot where it is claimed. Lines of one
    ``group`` stand together, under its name, which says of whom the vote is."""

    title: str
    difference: Claim
    colour: str
    group: str = ""

    @property
    def points(self) -> tuple[float, float, float]:
        """Return mean, low and high in percentage points."""
        d = self.difference
        return 100 * d.mean, 100 * d.low, 100 * d.high

    @property
    def sentence(self) -> str:
        """Return the line in words."""
        mean, low, high = self.points
        interval = "" if np.isnan(low) else f" ({low:+.1f} to {high:+.1f})"
        group = f" against the vote {self.group.replace('<br>', ' ')}" if self.group else ""
        return f"{self.title} {mean:+.1f} points{interval}{group}"


def intervals_figure(
    rows: list[IntervalRow], reference: str = "uniform vote", colour: str = UNIFORM
) -> go.Figure:
    """Draw the lines from the bottom to the top, around a vertical line of this colour for the
    method they are compared with."""
    places, headings = _places(rows)
    ends = np.array([row.points for row in rows] or [(0.0, 0.0, 0.0)])
    known = np.abs(ends[~np.isnan(ends)])
    # From few splits intervals may span everything; dots must stay apart, so such bars are cut.
    most = max(5 * float(np.abs(ends[:, 0]).max()), 20.0)
    reach = 1.08 * max(min(float(known.max()), most), 1.0)
    top = max([*places, *headings.values()], default=0.0) + 0.7
    return Drawing(
        [_trace(row, place) for row, place in zip(rows, places, strict=True)],
        layout(
            height=max(190, round(30 * top) + 99),
            margin={"l": 16, "r": 16, "t": 30, "b": 48},
            shapes=[upright_line(0, colour)],
            annotations=[
                label(
                    keyed(f"<b>{reference}</b>", colour),
                    0,
                    1,
                    size=13,
                    xref="x",
                    yref="paper",
                    yanchor="bottom",
                ),
                *(
                    label(
                        f"<i>{group}</i>",
                        0,
                        place,
                        xref="x",
                        xanchor="left",
                        xshift=6,
                        align="left",
                    )
                    for group, place in headings.items()
                ),
            ],
            xaxis=axis("difference, percentage points", range=[-reach, reach]),
            yaxis=name_axis(
                [two_lines(row.title) for row in rows], places, range=[-0.7, max(top, 0.7)]
            ),
        ),
    )


def _places(rows: list[IntervalRow]) -> tuple[list[float], dict[str, float]]:
    """Return the heights of the lines, and of each group's name above its lines."""
    places: list[float] = []
    headings: dict[str, float] = {}
    height = 0.0
    for place, row in enumerate(rows):
        places.append(height)
        height += 1.0
        last = place + 1 == len(rows) or rows[place + 1].group != row.group
        if row.group and last:
            more = max(row.group.count("<br>") - 1, 0) / 2  # two lines of words fit into a row
            headings[row.group] = height + more / 2
            height += 1.0 + more
    return places, headings


def _trace(row: IntervalRow, place: float) -> dict[str, Any]:
    mean, low, high = row.points
    known = not np.isnan(low)
    bar = f"<br>interval {low:+.1f} to {high:+.1f}" if known else ""
    bar += f"<br>p after Holm {row.difference.adjusted_p:.2g}" if known else ""
    return marker_trace(
        [mean],
        [place],
        row.title,
        {
            "color": row.colour,
            "size": 11,
            "symbol": "circle" if row.difference.claimed else "circle-open",
        },
        hover=f"{row.title}: {mean:+.1f} points{bar}",
        # Without an interval no bar: NaN would be drawn as one without an end.
        error_x=error_bars([high - mean], [mean - low], row.colour, visible=known),
    )


def two_lines(title: str, width: int = 26) -> str:
    """Return a title on two lines when it is longer than ``width``, broken near its middle."""
    if len(title) <= width:
        return title
    blanks = [i for i, sign in enumerate(title) if sign == " "]
    middle = min(blanks, key=lambda i: abs(i - len(title) // 2), default=-1)
    return title if middle < 0 else f"{title[:middle]}<br>{title[middle + 1 :]}"
