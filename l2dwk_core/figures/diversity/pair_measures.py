"""Pairwise measures of two members, each on its range. A measure without a value is marked."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from l2dwk_core.diversity import MEASURES
from l2dwk_core.diversity.measure import MeasureDetail
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.layout_parts import label
from l2dwk_core.figures.palette import FAINT, L2DWK, NO_TICKS, axis, layout
from l2dwk_core.figures.traces import marker_trace, scatter_trace

PAIR_MEASURES = ("q_statistic", "correlation", "interrater_kappa", "disagreement", "double_fault")
"""Measures that are shown, in this order."""
_UNDEFINED = "undefined: 0/0"


def pair_measures_figure(details: Mapping[str, MeasureDetail]) -> Chart:
    """Draw one line for each of ``PAIR_MEASURES``: its range in grey, its value as a dot.

    A measure that is 0/0 has no dot, because a dot at 0 would mean independent members.
    """
    titles = [MEASURES[name].title for name in PAIR_MEASURES]
    values = np.array([details[name].value for name in PAIR_MEASURES])
    lost = [title for title, value in zip(titles, values, strict=True) if np.isnan(value)]
    known = ~np.isnan(values)
    traces: list[dict[str, object]] = []
    for name, title, has_value in zip(PAIR_MEASURES, titles, known, strict=True):
        low, high = MEASURES[name].range
        traces.append(
            scatter_trace(
                [low, high],
                [title, title],
                "lines",
                f"range of {title}",
                line={"color": FAINT, "width": 5}
                if has_value
                else {"color": FAINT, "width": 2, "dash": "dot"},
            )
        )
    traces.append(
        marker_trace(
            values,
            titles,
            "value",
            {"color": L2DWK, "size": 15},
            hover="%{y}: %{text}",
            text=[
                f"{v:.3f}".replace("-", "−") if k else _UNDEFINED
                for v, k in zip(values, known, strict=True)
            ],
            textposition="top center",
            textfont={"size": 14},
        )
    )
    words = [
        # The middle of the range is only where the words stand.
        label(_UNDEFINED, sum(MEASURES[name].range) / 2, title, size=14, yshift=14)
        for name, title, has_value in zip(PAIR_MEASURES, titles, known, strict=True)
        if not has_value
    ]
    figure = Drawing(
        traces,
        layout(
            height=340,
            annotations=words,
            margin={"l": 16, "r": 16, "t": 12, "b": 48},
            # On a phone the words of a dot at the end of a range take a quarter of a unit.
            xaxis=axis("value of the measure", range=[-1.28, 1.28]),
            yaxis=axis(autorange="reversed", showgrid=False, **NO_TICKS, showline=False),
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
        "Grey bars are the possible values of a measure, dots its value; a dotted bar has no "
        "dot, because its measure is 0/0. Q, ρ, κ and double fault are smaller for more diverse "
        "members, disagreement is larger. Q = 0 and ρ = 0 are values as well: the two members "
        "are wrong independently of each other.",
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
