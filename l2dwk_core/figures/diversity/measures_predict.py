"""Which measures of diversity predict the accuracy of random sub-ensembles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from l2dwk_core.common.text import counted
from l2dwk_core.diversity import MEASURES
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.diversity.measures import ARROWS
from l2dwk_core.figures.diversity.subensembles import subensemble_table
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.layout_parts import name_axis, upright_line
from l2dwk_core.figures.palette import FAINT, L2DWK, MEMBERS, SINGLE, axis, layout
from l2dwk_core.figures.traces import error_bars, marker_trace
from l2dwk_core.figures.words import plural_of
from l2dwk_core.statistics.rank_correlation import (
    LEAST_EFFECTIVE,
    RankCorrelation,
)
from l2dwk_core.studies.subensembles import ALIKE, Prediction, Predictions, SubensembleStudy

MEAN_ACCURACY = "Mean accuracy of the members"
COUNT_ACCURACY = frozenset(
    {"double_fault", "generalized_diversity", "coincident_failure_diversity"}
)
"""Measures of joint mistakes. If right and wrong are exchanged, they change: they also count how
often members are right. The other measures of right and wrong answers stay as they are."""


def prediction_sentence(found: Predictions, same_rows: bool = False) -> str:
    """Return how many different measures rank the sub-ensembles by accuracy, and in which
    direction.

    The sentence counts groups of measures that rank alike and hold a measure whose interval
    excludes 0: with equal weights of the rows and, separately, with rows weighted by α where all
    measures have that value. ``same_rows``: the vote is scored on the rows that diversity is
    measured on, which is no prediction.
    """
    fixed = _counted(found.orders, {p.measure: p.fixed for p in found.measures})
    adaptive = {p.measure: p.adaptive for p in found.measures if p.adaptive is not None}
    if found.adaptive_orders is None or len(adaptive) < len(found.measures):
        sentence = fixed
    else:
        other = _counted(found.adaptive_orders, adaptive)
        sentence = (
            f"{fixed}, whether rows count the same or by α"
            if other == fixed
            else f"If all rows count the same, {_low(fixed)}; if rows count by α, {_low(other)}"
        )
    return f"On the very rows that are measured: {_low(sentence)}" if same_rows else sentence


def _low(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]


def _counted(orders: tuple[tuple[str, ...], ...], found: Mapping[str, RankCorrelation]) -> str:
    """Return how many groups have an interval that excludes 0, and on which side of 0."""
    better = [group for group in orders if any(found[name].low > 0 for name in group)]
    up = len(better)
    down = sum(any(found[name].high < 0 for name in group) for group in orders)
    n = counted(len(orders), "different measure")
    if not orders:
        return "No measure tells these sub-ensembles apart"
    if all(found[name].too_few for group in orders for name in group):
        return "So few different sub-ensembles cannot tell whether any measure predicts the vote"
    if up == down == 0:
        return f"None of {n} can be said to tell which sub-ensembles vote better"
    parts = []
    if up:
        counting = sum(COUNT_ACCURACY.issuperset(group) for group in better)
        which = "all" if counting == up else f"{counting}"
        also = f" ({which} of which also count accuracy)" if counting else ""
        parts.append(f"by {up} of {n} the more diverse sub-ensembles vote better{also}")
    if down:
        parts.append(f"by {down} of {n} the more diverse sub-ensembles vote worse")
    sentence = ", ".join(parts)
    return sentence[0].upper() + sentence[1:]


def diversity_predicts_accuracy_figure(
    study: SubensembleStudy, predicted: Predictions, rows: str, measured_rows: str
) -> Chart:
    """Draw the rank correlation of every measure with vote accuracy, with intervals, for fixed and
    adaptive measures.

    ``rows`` the vote is scored on, ``measured_rows`` diversity is measured on.
    """
    found, accuracy_correlation = predicted.measures, predicted.accuracy_correlation
    same_rows = rows == measured_rows
    adaptive = [p.adaptive for p in found if p.adaptive is not None]
    both = len(adaptive) == len(found)
    places = np.arange(len(found), 0, -1)
    shift = 0.16 if both else 0.0
    traces = [
        _dots(
            [MEAN_ACCURACY],
            [accuracy_correlation],
            [0.0],
            "for comparison: accuracy itself",
            SINGLE,
            "square",
        ),
        _dots(
            [p.title for p in found],
            [p.fixed for p in found],
            (places + shift).tolist(),
            "every row counts the same (fixed)",
            MEMBERS,
            "circle",
        ),
    ]
    if both:
        traces.append(
            _dots(
                [p.title for p in found],
                adaptive,
                (places - shift).tolist(),
                "rows count by α (adaptive)",
                L2DWK,
                "diamond",
            )
        )
    n, independent = len(study.accuracy), _effective(predicted)
    ends = [
        e
        for c in (accuracy_correlation, *(p.fixed for p in found), *adaptive)
        for e in (c.low, c.high)
    ]
    reach = max(0.3, 1.08 * float(np.nanmax(np.abs([*ends, 0.0]))))
    figure = Drawing(
        traces,
        layout(
            height=42 * (len(found) + 1) + 110,
            margin={"l": 16, "r": 16, "t": 12, "b": 96},
            showlegend=True,
            legend={
                "orientation": "h",
                "x": 0.5,
                "xanchor": "center",
                "y": -0.14,
                "yanchor": "top",
            },
            shapes=[upright_line(0, FAINT)],
            xaxis=axis("rank correlation with vote accuracy", range=[-reach, reach]),
            yaxis=name_axis(
                [f"{p.title} {ARROWS[MEASURES[p.measure].direction]}" for p in found]
                + [MEAN_ACCURACY],
                [*places.tolist(), 0],
                range=[-0.6, len(found) + 0.6],
            ),
        ),
    )
    return Chart(
        "diversity_predicts_accuracy",
        prediction_sentence(predicted, same_rows),
        figure,
        f"Each dot compares {counted(n, 'random sub-ensemble')} of "
        f"{counted(study.size, 'member')}: +1 if the more diverse always vote better, −1 if "
        "always worse, 0 if diversity does not tell. Sub-ensembles share members: about other "
        f"members of this kind they say as much as {independent} independent "
        f"{plural_of(independent, 'one')} would say. "
        + (
            f"With fewer than {LEAST_EFFECTIVE:.0f} even a perfect order is too likely by chance, "
            "so such bars reach from −1 to 1; more members, or another size, say more. "
            if any(p.fixed.too_few for p in found)
            else ""
        )
        + "The bars allow for shared members, and all of them hold together in 95% of draws. "
        "The title counts bars that exclude 0; measures that rank "
        f"the sub-ensembles almost alike (above {ALIKE}) count once. Measures that fall with "
        f"diversity (↓) enter with the opposite sign. Votes are scored on the {rows} rows; other "
        "data, or other rows, may say otherwise. Double fault, generalized diversity "
        "and coincident failure diversity also count how often members are right: compare them "
        "with the square."
        + (
            " They are the rows that diversity is measured on, where some measures follow accuracy "
            "by arithmetic: that is no prediction."
            if same_rows
            else ""
        ),
        "; ".join(
            f"{p.title}: {p.fixed.value:.2f} ({p.fixed.low:.2f} to {p.fixed.high:.2f})"
            for p in found
        ),
        {
            "rank correlations": lambda: _correlation_table(found, accuracy_correlation),
            "sub-ensembles": lambda: subensemble_table(study),
        },
    )


def _effective(predicted: Predictions) -> str:
    """Return, in words, how many independent sub-ensembles would give as much information: the
    least and the most over the measures."""
    each = [p.fixed.effective for p in predicted.measures if not np.isnan(p.fixed.value)]
    if not each:
        return "no"
    low, high = round(min(each)), round(max(each))
    return f"{low}" if low == high else f"{low} to {high}"


def _dots(
    names: list[str], found: list[RankCorrelation], places: list[float], name: str, colour: str,
    symbol: str,
) -> dict[str, Any]:  # fmt: skip
    value = np.array([f.value for f in found])
    return marker_trace(
        value,
        places,
        name,
        {"color": colour, "size": 10, "symbol": symbol},
        hover="%{text}",
        aside=name,
        error_x=error_bars(
            np.array([f.high for f in found]) - value,
            value - np.array([f.low for f in found]),
            colour,
            width=4,
        ),
        text=[
            f"{title}: {f.value:.2f} ({f.low:.2f} to {f.high:.2f})"
            + (
                f"<br>{counted(f.n_left_out, 'sub-ensemble')} without a value"
                if f.n_left_out
                else ""
            )
            for title, f in zip(names, found, strict=True)
        ],
    )


def _correlation_table(
    found: tuple[Prediction, ...], accuracy_correlation: RankCorrelation
) -> pd.DataFrame:
    lines = [
        (p.title, rows, correlation)
        for p in found
        for rows, correlation in (("fixed", p.fixed), ("adaptive", p.adaptive))
        if correlation is not None
    ]
    lines.append((MEAN_ACCURACY, "fixed", accuracy_correlation))
    return pd.DataFrame(
        [
            {
                "measure": title,
                "rows_weighted": rows,
                "rank_correlation": c.value,
                "low_95": c.low,
                "high_95": c.high,
                "sub_ensembles": c.n,
                "independent_sub_ensembles": c.effective,
                "without_a_value": c.n_left_out,
            }
            for title, rows, c in lines
        ]
    )
