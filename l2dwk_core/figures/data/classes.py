"""How many rows each class has, and where the classes lie in a flat view."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from l2dwk_core.common.text import counted, per_cent
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.layout_parts import legend_below, name_axis
from l2dwk_core.figures.palette import CLASS_SYMBOLS, CLASSES, MEMBERS, axis, layout
from l2dwk_core.figures.traces import bar_trace, marker_trace
from l2dwk_core.figures.words import plain

MOST_BARS = 24
"""Classes with a bar of their own; rarer ones share the last."""
_LONGEST_NAME = 28


def class_balance_figure(balance: pd.DataFrame) -> Chart:
    """Draw the number of rows of each class as bars.

    Parameters
    ----------
    balance
        As ``class_balance`` makes it: columns class, rows and share, the most frequent first.
    """
    shown = balance if len(balance) <= MOST_BARS else balance[: MOST_BARS - 1]
    names = [short_name(name) for name in shown["class"]]
    counts = shown["rows"].to_numpy()
    total = int(balance["rows"].sum())
    colours = [_colour(place) for place in range(len(shown))]
    if len(shown) < len(balance):
        rest = balance[len(shown) :]
        names.append(f"{len(rest)} rarer classes")
        counts = np.append(counts, rest["rows"].sum())
        colours.append(MEMBERS)
    bars = bar_trace(
        counts,
        np.arange(len(names)),
        "rows of the class",
        {"color": colours},
        hover="%{customdata}: %{hovertext}",
        hovertext=[counted(count, "row") for count in counts.tolist()],
        orientation="h",
        text=[f"{count:,} ({per_cent(count / total)})" for count in counts],
        textposition="outside",
        cliponaxis=False,
        customdata=names,
    )
    figure = Drawing(
        [bars],
        layout(
            height=max(200, 76 + 24 * len(names)),
            bargap=0.3,
            xaxis=axis("rows", range=[0, float(counts.max()) * 1.25]),
            yaxis=name_axis(names, range=[len(names) - 0.4, -0.6], showgrid=False),
        ),
    )
    first, last = balance.iloc[0], balance.iloc[-1]
    return Chart(
        "class_balance",
        _balance_title(balance, total),
        figure,
        f"Always naming the most frequent class is right on {first['share']:.1%} of the rows: any "
        "classifier has to beat that.",
        f"{counted(len(balance), 'class', 'classes')}; the most frequent, {first['class']}, has "
        f"{first['rows']} of {counted(total, 'row')}, the rarest, {last['class']}, has "
        f"{last['rows']}.",
        {"classes": lambda: balance},
    )


def class_plane_figure(
    points: np.ndarray,
    labels: np.ndarray,
    classes: Sequence[str],
    axes: tuple[str, str],
    *,
    title: str,
    reading: str,
    square: bool = False,
) -> Chart:
    """Draw the rows as points of the plane, by class.

    Parameters
    ----------
    points, labels
        ``(n_rows, 2)`` and ``(n_rows,)``.
    classes
        All classes, the most frequent first, as in the bars: that decides their colours.
    axes
        What the two coordinates are.
    square
        Whether one unit is as long on both axes.
    """
    listed = list(classes)
    named = listed if len(listed) <= len(CLASSES) else listed[: len(CLASSES)]
    groups = [(short_name(name), labels == name) for name in named]
    rest = len(listed) - len(named)
    if rest:
        groups.append((counted(rest, "rarer class", "rarer classes"), ~np.isin(labels, named)))
    size = 7 if len(points) <= 500 else 5
    clouds = [
        marker_trace(
            points[rows, 0].astype(np.float32),
            points[rows, 1].astype(np.float32),
            name,
            {
                "color": _colour(place),
                "symbol": CLASS_SYMBOLS[place] if place < len(CLASS_SYMBOLS) else "circle-open",
                "size": size,
                "opacity": 0.75,
            },
            hover="%{text}",
            text=[plain(label) for label in labels[rows]],
        )
        for place, (name, rows) in enumerate(groups)
    ]
    figure = Drawing(
        clouds,
        layout(
            height=430,
            showlegend=True,
            legend=legend_below(-0.2),
            xaxis=axis(plain(axes[0])),
            yaxis=axis(plain(axes[1]), **({"scaleanchor": "x"} if square else {})),
        ),
    )
    return Chart(
        "plane",
        title,
        figure,
        reading,
        f"{counted(len(points), 'point')} of {counted(len(listed), 'class', 'classes')}.",
        {
            "points": lambda: pd.DataFrame(
                {axes[0]: points[:, 0], axes[1]: points[:, 1], "class": labels}
            )
        },
    )


def short_name(name: object) -> str:
    """Return a class or column name, cut so that it fits beside a figure and safe to show."""
    text = str(name)
    if len(text) > _LONGEST_NAME:
        text = text[: _LONGEST_NAME - 1] + "…"
    return plain(text)


def _colour(place: int) -> str:
    return CLASSES[place] if place < len(CLASSES) else MEMBERS


def _balance_title(balance: pd.DataFrame, total: int) -> str:
    counts = balance["rows"].to_numpy()
    n = len(counts)
    if counts[0] <= 1.2 * counts[-1]:
        return "One class" if n == 1 else f"{n} classes of about equal size"
    ratio = counts[0] / counts[-1]
    if n == 2:
        return f"Two classes, one {ratio:.1f} times as frequent as the other"
    return (
        f"{n} classes: the largest holds {per_cent(counts[0] / total)} of the rows, the smallest "
        f"{counts[-1]} of {total:,}"
    )
