"""Pairwise measures of two members, each on its range; one without a value says so."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from l2dwk_core.diversity import MEASURES
from l2dwk_core.diversity.measure import MeasureDetail
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.palette import FAINT, L2DWK, WRONG, axis, layout

PAIR_MEASURES = ("q_statistic", "correlation", "interrater_kappa", "disagreement", "double_fault")
"""Measures that are shown, in this order."""


def pair_measures_figure(details: Mapping[str, MeasureDetail]) -> Chart:
    """One line a measure of ``PAIR_MEASURES``: its range in grey, its value as a dot."""
    titles = [MEASURES[name].title for name in PAIR_MEASURES]
    values = np.array([details[name].value for name in PAIR_MEASURES])
    lost = [title for title, value in zip(titles, values, strict=True) if np.isnan(value)]
    traces: list[dict[str, object]] = []
    for name, title in zip(PAIR_MEASURES, titles, strict=True):
        low, high = MEASURES[name].range
        traces.append(
            {
                "type": "scatter",
                "x": [low, high],
                "y": [title, title],
                "mode": "lines",
                "line": {"color": FAINT, "width": 5},
                "name": f"range of {title}",
                "hoverinfo": "skip",
            }
        )
    known = ~np.isnan(values)
    traces.append(
        {
            "type": "scatter",
            "x": np.where(known, values, 0.0),
            "y": titles,
            "mode": "markers+text",
            "marker": {
                "color": [L2DWK if k else WRONG for k in known],
                "size": 15,
                "symbol": ["circle" if k else "x" for k in known],
            },
            "text": [
                f"{v:.3f}".replace("-", "−") if k else "undefined: 0/0"
                for v, k in zip(values, known, strict=True)
            ],
            "textposition": "top center",
            "textfont": {"size": 14},
            "name": "value",
            "hovertemplate": "%{y}: %{text}<extra></extra>",
        }
    )
    figure = Drawing(
        traces,
        layout(
            height=340,
            margin={"l": 16, "r": 16, "t": 12, "b": 48},
            xaxis=axis("value of the measure", range=[-1.12, 1.12]),
            yaxis=axis(autorange="reversed", showgrid=False, ticks="", showline=False),
        ),
    )
    said = "; ".join(
        f"{title}: " + ("undefined" if np.isnan(v) else f"{v:.4f}")
        for title, v in zip(titles, values, strict=True)
    )
    return Chart(
        "pair_measures",
        f"{' and '.join(lost)} cannot be computed for this pair"
        if lost
        else "Every measure has a value for this pair",
        figure,
        "Grey bars are what a measure can be, dots what it is; a cross means 0/0. Q, ρ, κ and "
        "double fault are smaller for more diverse members, disagreement is larger.",
        said,
        {
            "pair measures": lambda: pd.DataFrame(
                {
                    "measure": titles,
                    "value": values,
                    "why_undefined": [details[name].reason for name in PAIR_MEASURES],
                    "more_diverse_when": [
                        {"up": "larger", "down": "smaller"}[MEASURES[name].direction]
                        for name in PAIR_MEASURES
                    ],
                }
            )
        },
    )
