"""Mean accuracy of the methods of a study against the members that they keep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from l2dwk_core.common.text import counted
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.compare.comparison import colour_of
from l2dwk_core.figures.compare.method_titles import method_titles
from l2dwk_core.figures.compare.point_names import NamedPoint, free_places, pixels
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.layout_parts import label, level_line
from l2dwk_core.figures.palette import MEMBERS, UNIFORM, axis, keyed, layout
from l2dwk_core.figures.traces import marker_trace
from l2dwk_core.figures.words import plain, points, some_of
from l2dwk_core.study.kept_and_gain import UNIFORM_VOTE, MethodMeans, kept_and_gain
from l2dwk_core.study.ranked_methods import RankedMethods

_WIDE, _HIGH = 1000, 340
"""Pixels of the plot on a projector, about: names are placed for this size."""
_TICKS = [1, 2, 5, 10, 20, 50, 100, 200, 300]


def kept_and_gain_figure(ranked: RankedMethods) -> Chart:
    """Draw a point for each method: members kept, and points of accuracy over the uniform vote."""
    rows = kept_and_gain(ranked)
    titles = method_titles(row.method for row in rows) if rows else {}
    compared = any(row.method == UNIFORM_VOTE for row in rows)
    heights = {row.method: 100 * (row.difference if compared else row.accuracy) for row in rows}
    traces = [
        marker_trace(
            [row.kept],
            [heights[row.method]],
            titles[row.method],
            {"color": _colour(row.method), "size": 11, "opacity": 0.85},
            hover=f"{plain(titles[row.method], 80)}<br>accuracy {row.accuracy:.1%}"
            + (f", {points(row.difference)}" if compared else "")
            + f"<br>keeps {row.kept:.1f} members",
        )
        for row in rows
    ]
    what = "accuracy over the uniform vote, points" if compared else "mean accuracy, %"
    figure = Drawing(
        traces,
        layout(
            height=420,
            meta={"least_width": _WIDE},
            shapes=[level_line(0, UNIFORM, dash="dot")] if compared else [],
            annotations=_names(rows, heights, titles),
            xaxis=axis(
                "members kept (logarithmic)",
                type="log",
                tickmode="array",
                tickvals=_TICKS,
                range=_range(rows),
            ),
            yaxis=axis(what),
        ),
    )
    n = 0 if ranked.across is None else len(ranked.across.cases)
    return Chart(
        "kept_and_gain",
        _title(rows, titles, n, compared=compared),
        figure,
        "Up is more accurate, left is a smaller and faster ensemble. Accuracy and members kept are "
        "means over datasets (a family of related ones counts as one). The dotted line is the "
        "uniform vote of all members. A mean over datasets is a description; what may be claimed "
        "of two methods, the figure head to head says.",
        "; ".join(
            f"{titles[row.method]}: {row.accuracy:.1%} with {row.kept:.1f} members" for row in rows
        ),
        {"means": lambda: pd.DataFrame([vars(row) for row in rows])},
    )


def _title(
    rows: Sequence[MethodMeans], titles: Mapping[str, str], n: int, *, compared: bool
) -> str:
    over = f"Mean of {counted(n, 'case')}, untested"
    if not compared:
        return f"{over}: accuracy and members kept"
    best = max(rows, key=lambda row: row.accuracy)
    lead = points(best.difference)
    tied = [row for row in rows if points(row.difference) == lead]
    # A method whose lead is 0.0 as it is shown is not said to be ahead.
    ahead = f", {lead} over the uniform vote"
    if any(row.method == UNIFORM_VOTE for row in tied):
        ahead = ""
    if len(tied) == 1:
        return (
            f"{over}: {titles[best.method]} is the most accurate{ahead}, with {best.kept:.1f} "
            "members kept"
        )
    which = some_of([titles[row.method] for row in tied], len(rows))
    return f"{over}: {which} are equally accurate, to a tenth of a point{ahead}; none is more so"


def _names(
    rows: Sequence[MethodMeans], heights: Mapping[str, float], titles: Mapping[str, str]
) -> list[dict[str, object]]:
    """Return the names beside the points, as far as there is room: those with a colour of their
    own first. Hover texts hold the others."""
    first = sorted(rows, key=lambda row: (_colour(row.method) == MEMBERS, -row.accuracy))
    places = np.log10([max(row.kept, 1e-9) for row in first])
    x, y = pixels(places, np.array([heights[row.method] for row in first]), _WIDE, _HIGH)
    spots = [
        NamedPoint(x[at], y[at], [titles[row.method]], marked=_colour(row.method) != MEMBERS)
        for at, row in enumerate(first)
    ]
    # No name lies on the line of the uniform vote.
    line = [
        (-20.0, _WIDE + 20.0, y[at] - 3, y[at] + 3)
        for at, row in enumerate(first)
        if row.method == UNIFORM_VOTE
    ]
    return [
        label(
            _named(plain(titles[first[at].method], 60), _colour(first[at].method)),
            float(places[at]),
            heights[first[at].method],
            **beside,
        )
        for at, beside in free_places(spots, _WIDE, line).items()
    ]


def _named(text: str, colour: str) -> str:
    return text if colour == MEMBERS else keyed(text, colour)


def _range(rows: Sequence[MethodMeans]) -> list[float]:
    """Return the ends of the logarithmic axis."""
    kept = [max(row.kept, 0.5) for row in rows] or [1.0]
    room = max(0.05 * float(np.log10(max(kept) / min(kept))), 0.05)
    return [float(np.log10(min(kept))) - room, float(np.log10(max(kept))) + room]


def _colour(method: str) -> str:
    return colour_of(method.partition("(")[0])
