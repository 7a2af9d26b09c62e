"""Pairs of members: a heatmap with similar members side by side, and the kappa–error diagram."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from l2dwk_core.common.text import agreeing, counted
from l2dwk_core.common.types import Floats
from l2dwk_core.diversity import KappaErrorPairs, Measure
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.layout_parts import legend_above
from l2dwk_core.figures.member_names import (
    PERFECT,
    SHORT,
    Names,
    hover_names,
    in_figure,
    name_columns,
    own_names,
)
from l2dwk_core.figures.palette import DIVERSITY_SCALE, L2DWK, MEMBERS, axis, layout, ticks_of
from l2dwk_core.figures.traces import marker_trace

_MOST_NAMED = 45
"""With more members their names would not be told apart on the axis."""
MAX_POINTS = 3000
"""The largest number of pairs drawn in the diagram; more cannot be told apart and slow the page."""


def pair_heatmap_figure(
    matrix: Floats,
    order: NDArray[np.intp],
    measure: Measure,
    rows: str,
    perfect: int | None = None,
    names: Names = None,
) -> Chart:
    """Draw the measure of every pair as a heatmap, with members in the given order.

    *matrix* (L, L) with NaN where undefined; *order* (L,) member numbers. The diagonal stays
    empty. *perfect* is the number of an imagined member, named so. *names* (L,) of the others; on
    the axis they are shortened.
    """
    n = len(order)
    values = np.array(matrix, dtype=np.float64)
    np.fill_diagonal(values, np.nan)
    values = values[np.ix_(order, order)]
    pairs = values[np.triu_indices(n, 1)]
    defined = pairs[~np.isnan(pairs)]
    low, high = colour_range(measure, defined)
    members = [*(names or map("member {}".format, range(len(matrix))))]
    if perfect is not None:
        members[perfect : perfect + 1] = [PERFECT]
    told = members if own_names(names) else None
    places = hover_names(members, order)
    across = axis(
        "members, alike ones side by side", type="category", showticklabels=False, ticks="",
        showgrid=False,
    )  # fmt: skip
    down = {**across, "autorange": "reversed"}
    if told is not None and n <= _MOST_NAMED:
        down |= {
            "showticklabels": True,
            "tickmode": "array",
            "tickvals": places,
            "ticktext": [in_figure(members, int(j), SHORT) for j in order],
            "tickfont": {"size": 9},
            "title": {"text": ""},
        }
    figure = Drawing(
        [
            {
                "type": "heatmap",
                "z": values.astype(np.float32),
                "x": places,
                "y": places,
                "zmin": low,
                "zmax": high,
                "colorscale": DIVERSITY_SCALE,
                "reversescale": measure.direction == "down",
                "colorbar": {
                    "thickness": 12,
                    "title": {"text": measure.title, "side": "right"},
                    "outlinewidth": 0,
                },
                "hoverongaps": False,
                "name": measure.title,
                "hovertemplate": (
                    f"%{{y}} and %{{x}}<br>{measure.title} %{{z:.3f}}<extra></extra>"
                ),
            }
        ],
        layout(
            height=430,
            margin={"l": 116 if "ticktext" in down else 30, "r": 10, "t": 12, "b": 44},
            xaxis=across,
            yaxis=down,
        ),
    )
    undefined = int(np.isnan(pairs).sum())
    if defined.size:
        span = f"{measure.title} of pairs: {_minus(defined.min())} to {_minus(defined.max())}"
    else:
        span = f"{measure.title}: no pair of members has a value"
    return Chart(
        "pair_heatmap",
        f"{span}, mean {_minus(defined.mean())}" if defined.size else span,
        figure,
        "One cell for each pair of members: teal pairs are wrong on different rows, brown pairs "
        "on the same rows. Members are ordered by a clustering tree, so a block is a group of "
        f"similar members; without blocks there are no groups. Measured on the {rows} rows."
        + (
            f" Empty lines: {counted(undefined, 'pair')} {agreeing(undefined, 'has', 'have')} no "
            "value."
            if undefined
            else ""
        ),
        f"{span}; {counted(undefined, 'pair')} undefined.",
        {
            "member pairs": lambda: _pair_table(matrix, measure, told),
            "order of members": lambda: pd.DataFrame(
                {"place": np.arange(1, n + 1)} | name_columns(told, member=order)
            ),
        },
    )


def colour_range(measure: Measure, values: Floats) -> tuple[float, float]:
    """Return the ends of the colour scale. For agreement beyond chance the scale is symmetric
    about 0, so that its middle means independence. Otherwise it runs from 0, which means no
    disagreement or no double fault, to the largest value."""
    if measure.range[0] < 0:
        largest = float(np.abs(values).max(initial=0.0)) or 1.0
        return -largest, largest
    return 0.0, float(values.max(initial=0.0)) or 1.0


def kappa_error_figure(
    pairs: KappaErrorPairs, kept: NDArray[np.intp], rows: str, names: Names = None
) -> Chart:
    """Draw each pair's agreement on labels against its mean error. Pairs of kept members are
    blue. ``names`` (L,) of the members."""
    defined = ~np.isnan(pairs.kappa)
    both_kept = np.isin(pairs.first, kept) & np.isin(pairs.second, kept)
    others, ours = np.flatnonzero(defined & ~both_kept), np.flatnonzero(defined & both_kept)
    shown_others, shown_ours = _some(others), _some(ours)
    traces = [
        _points(pairs, shown_others, "pairs of members", MEMBERS, 0.28, 5, names),
        _points(pairs, shown_ours, "pairs of members L2DWK kept", L2DWK, 0.75, 6, names),
    ]
    figure = Drawing(
        traces,
        layout(
            height=430,
            showlegend=len(ours) > 0,
            legend=legend_above(),
            margin={"l": 56, "r": 16, "t": 36, "b": 48},
            xaxis=axis("κ on predicted labels (left: more diverse)"),
            yaxis=axis("mean error of the two", tickformat=".0%", **ticks_of(pairs.error)),
        ),
    )
    drawn = len(shown_others) + len(shown_ours)
    thinned = "" if drawn == defined.sum() else f" {drawn:,} of {defined.sum():,} pairs are drawn."
    return Chart(
        "kappa_error",
        kappa_error_sentence(pairs),
        figure,
        "One point for each pair; further left the two agree less beyond chance, further down "
        "they are wrong less often. Good pairs are low and left. A cloud that slopes down to the "
        "right means that few pairs have both. Pairs share members, and agreement and error are of "
        "the same rows: the slope describes these pairs and allows no claim. Measured on the "
        f"{rows} rows.{thinned}",
        f"{counted(int(defined.sum()), 'pair')}, κ from {np.nanmin(pairs.kappa):.2f} to "
        f"{np.nanmax(pairs.kappa):.2f}, {pairs.n_undefined} undefined."
        if defined.any()
        else "No pair of members has a κ.",
        {
            "kappa error pairs": lambda: pd.DataFrame(
                name_columns(names, member=pairs.first, other_member=pairs.second)
                | {
                    "kappa": pairs.kappa,
                    "mean_error": pairs.error,
                    "both_kept": both_kept,
                }
            )
        },
    )


def kappa_error_sentence(pairs: KappaErrorPairs) -> str:
    """Return the correlation over the points, in one line. It is a description: pairs share members
    and rows, so equally good members make clouds with a slope too."""
    defined = ~np.isnan(pairs.kappa)
    kappa, error = pairs.kappa[defined], pairs.error[defined]
    if len(kappa) < 3 or np.ptp(kappa) == 0 or np.ptp(error) == 0:
        return "Kappa–error diagram: too few different pairs for a correlation"
    r = float(np.corrcoef(kappa, error)[0, 1])
    return f"Agreement and error of {counted(len(kappa), 'pair')}: correlation {_minus(r)}"


def _points(
    pairs: KappaErrorPairs, chosen: NDArray[np.intp], name: str, colour: str, opacity: float,
    size: int, names: Names,
) -> dict[str, Any]:  # fmt: skip
    members = np.column_stack([pairs.first[chosen], pairs.second[chosen]])
    named = own_names(names)
    return marker_trace(
        pairs.kappa[chosen].astype(np.float32),
        pairs.error[chosen].astype(np.float32),
        name,
        {"color": colour, "size": size, "opacity": opacity},
        hover=("" if named else "members ")
        + "%{customdata[0]} and %{customdata[1]}<br>κ %{x:.3f}<br>mean error %{y:.2%}",
        customdata=hover_names(names, members) if named else members.astype(np.int16),
    )


def _minus(value: float) -> str:
    return f"{value:.2f}".replace("-", "−")


def _some(rows: NDArray[np.intp]) -> NDArray[np.intp]:
    if len(rows) <= MAX_POINTS:
        return rows
    return np.sort(np.random.default_rng(0).choice(rows, MAX_POINTS, replace=False))


def _pair_table(matrix: Floats, measure: Measure, names: Names) -> pd.DataFrame:
    first, second = np.triu_indices(len(matrix), 1)
    columns = name_columns(names, member=first, other_member=second)
    return pd.DataFrame(columns | {measure.name: matrix[first, second]})
