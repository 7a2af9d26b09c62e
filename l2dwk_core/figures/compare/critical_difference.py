"""The critical-difference diagram: mean ranks on an axis, bars over methods not told apart."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import Any

import pandas as pd

from l2dwk_core.common.text import agreeing, counted
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.compare.comparison import colour_of
from l2dwk_core.figures.compare.method_titles import method_titles
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.layout_parts import label
from l2dwk_core.figures.palette import FAINT, MEMBERS, axis, keyed, layout
from l2dwk_core.figures.traces import marker_trace, scatter_trace
from l2dwk_core.figures.words import plain, some_of
from l2dwk_core.statistics.across_datasets import AcrossDatasets

_NAME_GAP, _LINE, _BAR = 5, 15, 9
"""Pixels between names, of a line of a name, and of a bar."""
_NAME, _LINES = 44, 3
"""Characters of a line of a name, and its lines at most."""


def critical_difference_figure(across: AcrossDatasets) -> Chart:
    """Draw the mean ranks, the best on the left, and a bar for each group of methods of which no
    two are told apart. The names of the better half stand on the left, the others on the right."""
    titles = method_titles(across.methods)
    rank = dict(zip(across.methods, across.mean_ranks.tolist(), strict=True))
    order = sorted(across.methods, key=rank.__getitem__)
    k, half = len(order), (len(order) + 1) // 2
    bars = _levels([(rank[group[0]], rank[group[-1]]) for group in across.groups])
    depth = _BAR * (max((level for _, _, level in bars), default=-1) + 1) + 8
    shapes: list[dict[str, Any]] = []
    names: list[dict[str, Any]] = []
    lines = {m: _lines(f"{titles[m]}  {rank[m]:.2f}") for m in order}
    heights, lowest = _heights(lines, order[:half], order[: half - 1 : -1], depth)
    for i, method in enumerate(order):
        left = i < half
        y = -heights[method]
        end = 0.7 if left else k + 0.3
        path = f"M {rank[method]:.4f},0 L {rank[method]:.4f},{y} L {end},{y}"
        shapes.append(
            {"type": "path", "path": path, "line": {"color": FAINT, "width": 1}, "layer": "below"}
        )
        side = "right" if left else "left"
        text = keyed("<br>".join(plain(line, _NAME) for line in lines[method]), _colour(method))
        names.append(
            label(text, end, y, xref="x", yref="y", xanchor=side, align=side,
                  xshift=-3 if left else 3)
        )  # fmt: skip
    traces = [
        scatter_trace(
            [low - 0.04, high + 0.04],
            [-_BAR * (level + 1)] * 2,
            "lines",
            "not told apart",
            line={"color": MEMBERS, "width": 5},
        )
        for low, high, level in bars
    ]
    traces += [
        marker_trace(
            [rank[method]],
            [0],
            titles[method],
            {"color": _colour(method), "size": 9},
            hover=f"{plain(titles[method], 80)}: mean rank {rank[method]:.2f}",
        )
        for method in order
    ]
    widest = [
        max((len(line) for m in part for line in lines[m]), default=0)
        for part in (order[:half], order[half:])
    ]
    figure = Drawing(
        traces,
        layout(
            height=round(lowest + 84),
            meta={"least_width": round(380 + 5.9 * sum(widest))},
            margin={"l": 40 + 5.9 * widest[0], "r": 40 + 5.9 * widest[1],
                    "t": 56, "b": 8},
            shapes=shapes,
            annotations=names,
            xaxis=axis("mean rank (1 is the best)", side="top", range=[0.7, k + 0.3],
                       automargin=False, tickvals=_ticks(k), showgrid=False),
            yaxis=axis(visible=False, range=[-lowest - 6, 14]),
        ),
    )  # fmt: skip
    return Chart(
        "critical_difference",
        _title(across, order, rank, titles),
        figure,
        "Left is better. A bar joins methods that stand next to each other by mean rank and of "
        "which no two are told apart, with all pairs tested together at 5 %. Related datasets (a "
        "family) are one case. Ranks, and so the bars, depend on which methods take part; of two "
        "methods the figure head to head says more.",
        "; ".join(f"{titles[m]} {rank[m]:.2f}" for m in order)
        + ". Not told apart: "
        + ("; ".join(", ".join(titles[m] for m in group) for group in across.groups) or "none")
        + ".",
        {
            "mean ranks": lambda: pd.DataFrame(
                {"method": order, "mean_rank": [rank[m] for m in order]}
            ),
            "groups not told apart": lambda: pd.DataFrame(
                [
                    {"group": i + 1, "method": method}
                    for i, group in enumerate(across.groups)
                    for method in group
                ],
                columns=["group", "method"],
            ),
        },
    )


def _lines(text: str) -> list[str]:
    """Return a name on as many lines as it needs, each at most ``_NAME`` long."""
    return textwrap.wrap(text, _NAME, max_lines=_LINES, placeholder="…")


def _heights(
    lines: Mapping[str, list[str]], left: list[str], right: list[str], top: float
) -> tuple[dict[str, float], float]:
    """Return how far below the axis the middle of each name is, and where the names end."""
    found: dict[str, float] = {}
    lowest = top
    for side in (left, right):
        y = top
        for method in side:
            high = _LINE * len(lines[method]) + _NAME_GAP
            found[method] = y + high / 2
            y += high
        lowest = max(lowest, y)
    return found, lowest


def _title(
    across: AcrossDatasets, order: list[str], rank: Mapping[str, float], titles: Mapping[str, str]
) -> str:
    best, n = order[0], len(across.cases)
    over = f"Over {counted(n, 'case')} (datasets or families of them), "
    more = "Nothing more may be claimed of these ranks"
    if any(len(group) == len(order) for group in across.groups):
        return f"{over}no method is told apart from another. {more}"
    number = f"{rank[best]:.2f}"
    tied = [m for m in order if f"{rank[m]:.2f}" == number]
    beside = {m for group in across.groups if best in group for m in group} - set(tied)
    others = len(order) - len(tied) - len(beside)
    them = "it" if len(tied) == 1 else "them"
    joined = (
        f"no other is joined with {them} by a bar"
        if not beside
        else f"{counted(len(beside), 'method')} {agreeing(len(beside), 'is', 'are')} not told "
        f"apart from {them}, {others} {agreeing(others, 'stands', 'stand')} outside the bar"
    )
    if len(tied) == 1:
        return f"{over}{titles[best]} has the best mean rank ({number}): {joined}. {more}"
    which = some_of([titles[m] for m in tied], len(order))
    return f"{over}{which} have the same mean rank, the best ({number}): {joined}. {more}"


def _levels(spans: list[tuple[float, float]]) -> list[tuple[float, float, int]]:
    """Return bars with the level each is drawn on: the first on which it touches no other."""
    ends: list[float] = []
    found = []
    for low, high in sorted(spans):
        level = next((i for i, end in enumerate(ends) if end + 0.15 < low), len(ends))
        if level == len(ends):
            ends.append(high)
        ends[level] = high
        found.append((low, high, level))
    return found


def _ticks(k: int) -> list[int]:
    step = next(step for step in (1, 2, 5, 10, 20, 50) if k / step <= 12)
    return sorted({1, *range(step, k + 1, step)} - ({2} if step == 2 else set()))


def _colour(method: str) -> str:
    return colour_of(method.partition("(")[0])
