"""What the figures of the counter-examples share: a curve with a point, or weights as bars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from l2dwk_core.common.errors import InputError
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.layout_parts import legend_above
from l2dwk_core.figures.palette import L2DWK, axis, layout
from l2dwk_core.figures.traces import bar_trace, line_trace, marker_trace

_HEIGHT = 300


@dataclass(frozen=True, eq=False)
class Line:
    """One curve of a figure."""

    name: str
    y: NDArray[np.float64]
    colour: str
    dash: str = "solid"
    legend: bool = True


def curve_chart(
    name: str,
    title: str,
    x: NDArray[np.float64],
    lines: Sequence[Line],
    point: tuple[float, float] | None,
    axes: tuple[str, str],
    reading: str,
    more: dict[str, Any] | None = None,
    extra: Sequence[dict[str, Any]] = (),
) -> Chart:
    """Draw curves over x, the point where the slider is, and further traces below them."""
    traces: list[dict[str, Any]] = [
        line_trace(
            x,
            line.y,
            line.name,
            line.colour,
            width=2.5,
            dash=line.dash,
            hover=f"{line.name}: %{{y:.4g}}",
            showlegend=line.legend,
        )
        for line in lines
    ]
    traces += extra
    if point is not None:
        traces.append(
            marker_trace(
                [point[0]],
                [point[1]],
                "where the slider stands",
                {"color": L2DWK, "size": 15, "line": {"color": "white", "width": 2}},
                hover="%{x:g}: %{y:.4g}",
                showlegend=False,
            )
        )
    figure = Drawing(
        traces,
        layout(
            height=_HEIGHT,
            showlegend=len(lines) + len(extra) > 1,
            legend=legend_above(),
            margin={"l": 56, "r": 16, "t": 34, "b": 48},
            xaxis=axis(axes[0]),
            yaxis=axis(axes[1]),
        ),
    )
    if more:
        figure.update_layout(**more)
    return Chart(
        name,
        title,
        figure,
        reading,
        f"{title}. {axes[1].capitalize()} against {axes[0]}.",
        {
            title_of(name): lambda: pd.DataFrame(
                {axes[0]: x} | {line.name: line.y for line in lines}
            )
        },
    )


def bar_chart(
    name: str,
    title: str,
    series: Sequence[tuple[str, ArrayLike, str]],
    reading: str,
    labels: Sequence[str] | None = None,
    titles: tuple[str, str] = ("member", "classifier weight"),
) -> Chart:
    """Draw groups of bars, with one bar of each series for each label (members from 1)."""
    if labels is None:
        labels = [str(j + 1) for j in range(len(np.asarray(series[0][1])))]
    if any(len(np.asarray(values)) != len(labels) for _, values, _ in series):
        raise InputError("Every series needs one value for each label.")
    figure = Drawing(
        [
            bar_trace(labels, values, label, {"color": colour}, hover=f"{label}: %{{y:.4f}}")
            for label, values, colour in series
        ],
        layout(
            height=_HEIGHT,
            showlegend=True,
            legend=legend_above(),
            barmode="group",
            margin={"l": 56, "r": 16, "t": 34, "b": 48},
            xaxis=axis(titles[0], type="category"),
            yaxis=axis(titles[1], rangemode="tozero"),
        ),
    )
    return Chart(
        name,
        title,
        figure,
        reading,
        f"{title}. "
        + "; ".join(
            f"{label}: " + ", ".join(f"{v:.3f}" for v in np.asarray(values))
            for label, values, _ in series
        ),
        {
            title_of(name): lambda: pd.DataFrame(
                {titles[0]: labels} | {label: values for label, values, _ in series}
            )
        },
    )


def title_of(name: str) -> str:
    """Return the title of a figure's one table."""
    return name.replace("_", " ")
