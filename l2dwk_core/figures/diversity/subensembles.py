"""Random sub-ensembles: a measure of diversity against their accuracy and their margins."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from l2dwk_core.common.text import counted
from l2dwk_core.common.types import Floats
from l2dwk_core.diversity import MEASURES
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.layout_parts import legend_above
from l2dwk_core.figures.palette import L2DWK, MEMBERS, axis, layout, ticks_of
from l2dwk_core.figures.traces import marker_trace
from l2dwk_core.statistics.rank_correlation import (
    rank_correlation,
)
from l2dwk_core.studies.subensembles import Predictions, SubensembleStudy

_WAY = {"up": "right", "down": "left"}


def subensemble_scatter_figure(
    study: SubensembleStudy, measure: str, found: Predictions, rows: str
) -> Chart:
    """Draw one point for each sub-ensemble: a measure, fixed and adaptive, against vote
    accuracy."""
    info = MEASURES[measure]
    one = next(p for p in found.measures if p.measure == measure)
    clouds = [("fixed", study.fixed[measure], one.fixed, MEMBERS, "circle")]
    if study.adaptive is not None and one.adaptive is not None:
        clouds.append(("adaptive", study.adaptive[measure], one.adaptive, L2DWK, "diamond"))
    figure = Drawing(
        [
            marker_trace(
                values.astype(np.float32),
                study.accuracy.astype(np.float32),
                name,
                {"color": colour, "size": 6, "opacity": 0.5, "symbol": symbol},
                hover=f"{info.title} %{{x:.3f}}<br>vote accuracy %{{y:.2%}}",
                aside=name,
            )
            for name, values, _, colour, symbol in clouds
        ],
        layout(
            height=400,
            showlegend=len(clouds) > 1,
            legend=legend_above(),
            margin={"l": 56, "r": 16, "t": 30, "b": 48},
            xaxis=axis(f"{info.title} (more diverse is {_WAY[info.direction]})"),
            yaxis=axis(
                f"vote accuracy on the {rows} rows", tickformat=".0%", **ticks_of(study.accuracy)
            ),
        ),
    )
    said = ", ".join(
        f"{name} {_signed(_own_sign(correlation.value, info.direction))}"
        for name, _, correlation, _, _ in clouds
    )
    return Chart(
        "subensemble_scatter",
        f"{info.title} against the vote, rank correlation: {said}",
        figure,
        f"One point for each sub-ensemble of {counted(study.size, 'member')}. The number in the "
        "title is the rank correlation of the measure, as it is, with accuracy: 0 is a shapeless "
        "cloud, ±1 a line.",
        "; ".join(
            f"{name}: {counted(len(values), 'sub-ensemble')}, {_span(values)} against "
            f"{_span(study.accuracy)}"
            for name, values, _, _, _ in clouds
        ),
        {"sub-ensembles": lambda: subensemble_table(study)},
    )


def margins_diversity_figure(study: SubensembleStudy, measure: str, rows: str) -> Chart:
    """Draw the smallest and the mean margin of the uniform vote against a measure, side by side."""
    info = MEASURES[measure]
    x_title = f"{info.title} (more diverse is {_WAY[info.direction]})"
    panels = (
        ("smallest margin", study.smallest_margin, (0.0, 0.45), ""),
        ("mean margin", study.mean_margin, (0.55, 1.0), "2"),
    )
    axes: dict[str, Any] = {}
    for name, _, domain, number in panels:
        axes[f"xaxis{number}"] = axis(x_title, domain=domain, anchor=f"y{number}")
        axes[f"yaxis{number}"] = axis(name, anchor=f"x{number}")
    figure = Drawing(
        [
            marker_trace(
                study.fixed[measure].astype(np.float32),
                values.astype(np.float32),
                name,
                {"color": MEMBERS, "size": 6, "opacity": 0.55},
                hover=f"{info.title} %{{x:.3f}}<br>{name} %{{y:.3f}}",
                xaxis=f"x{number}",
                yaxis=f"y{number}",
            )
            for name, values, _, number in panels
        ],
        layout(height=340, **axes),
    )
    sign = 1.0 if info.direction == "up" else -1.0
    found = [rank_correlation(sign * study.fixed[measure], values) for _, values, _, _ in panels]
    return Chart(
        "margins_diversity",
        f"Diversity ({info.title}) and margins: rank correlation {_signed(found[0])} with the "
        f"smallest, {_signed(found[1])} with the mean",
        figure,
        "A row's margin is (right votes − wrong votes)/members, from −1 to 1; above 0 most members "
        "are right. The mean margin is 2 × mean member accuracy − 1, whatever the diversity: if it "
        "moves with a measure, that measure carries accuracy. The smallest margin belongs to the "
        f"hardest of the {rows} rows; at −1 all members are wrong there, and diversity had no say.",
        "; ".join(
            f"{name}: {_span(values)} against {_span(study.fixed[measure])}"
            for name, values, _, _ in panels
        ),
        {"margins": lambda: _margin_table(study, measure)},
    )


def subensemble_table(study: SubensembleStudy) -> pd.DataFrame:
    """Return one line for each sub-ensemble: members, accuracy, margins and every measure."""
    columns: dict[str, Any] = {
        "members": [" ".join(map(str, m)) for m in study.members],
        "vote_accuracy": study.accuracy,
        "mean_member_accuracy": study.member_accuracy,
        "smallest_margin": study.smallest_margin,
        "mean_margin": study.mean_margin,
    }
    columns |= dict(study.fixed)
    if study.adaptive is not None:
        columns |= {f"{name}_adaptive": values for name, values in study.adaptive.items()}
    return pd.DataFrame(columns)


def _span(values: Floats) -> str:
    defined = values[~np.isnan(values)]
    return f"{defined.min():.3g} to {defined.max():.3g}" if defined.size else "undefined"


def _own_sign(value: float, direction: str) -> float:
    return value if direction == "up" else -value


def _signed(value: float) -> str:
    return "undefined" if np.isnan(value) else f"{value:+.2f}".replace("-", "−")


def _margin_table(study: SubensembleStudy, measure: str) -> pd.DataFrame:
    return pd.DataFrame(
        {
            measure: study.fixed[measure],
            "smallest_margin": study.smallest_margin,
            "mean_margin": study.mean_margin,
        }
    )
