"""Accuracy on clean test rows as more labels are flipped."""

from __future__ import annotations

from typing import Any

import numpy as np

from l2dwk_core.common.types import Floats
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.intervals import IntervalRow, intervals_figure
from l2dwk_core.figures.layout_parts import legend_below, uniform_line
from l2dwk_core.figures.noise.sentences import (
    better_and_worse,
    noise_records_table,
    noise_table,
    repeats_of,
    unclaimed,
)
from l2dwk_core.figures.palette import (
    L2DWK,
    MEMBERS,
    SINGLE,
    UNIFORM,
    UNIFORM_ALL,
    axis,
    layout,
    ticks_of,
)
from l2dwk_core.figures.traces import band, line_trace, mean_known
from l2dwk_core.studies.noise_records import (
    ALL_ROWS,
    EQUAL_ALPHA,
    KERNEL_METHODS,
    REFERENCE,
    NoiseDifference,
    NoiseResult,
    title_of,
)

_GROUPS = {
    REFERENCE: "of the same<br>members",
    ALL_ROWS: "of members trained<br>on all training rows",
}
_DASHES = ("dash", "dot", "dashdot", "longdash", "longdashdot")
_SYMBOLS = ("square", "diamond", "triangle-up", "cross", "x", "star", "pentagon", "hexagon")


def noise_accuracy_figure(result: NoiseResult, *, relative: bool = False) -> Chart:
    """Draw the mean accuracy of every method on clean test rows over the share of flipped labels.

    ``relative``: minus that of the uniform vote in the same repeat. Bands, of the uniform vote and
    of L2DWK with the chosen kernel, from the worst to the best repeat.
    """
    base = result.accuracies(REFERENCE) if relative else 0.0
    tables = {method: result.accuracies(method) - base for method in result.methods}
    if relative:
        tables.pop(REFERENCE, None)
    shares = np.array(result.recipe.shares)
    traces: list[dict[str, Any]] = []
    greys = [method for method in tables if _colour(method) == MEMBERS]
    for method, table in tables.items():
        form = "+.1%" if relative else ".1%"
        several = (~np.isnan(table)).sum(axis=0).max(initial=0) > 1
        if several and method in (REFERENCE, result.recipe.reweighted):
            name = f"repeats of {title_of(method)}"
            traces.append(band(shares, table, name, _colour(method), legendgroup=method))
        traces.append(_curve(result, shares, table, method, greys, form))
    shapes = [uniform_line(3)] if relative else []
    figure = Drawing(
        traces,
        layout(
            height=440,
            showlegend=True,
            legend=legend_below(-0.16),
            margin={"l": 60, "r": 16, "t": 12, "b": 110},
            shapes=shapes,
            xaxis=axis("labels flipped", tickformat=".0%", tickmode="array", tickvals=shares),
            yaxis=axis(
                "difference to the uniform vote" if relative else "clean test rows right",
                tickformat="+.0%" if relative else ".0%",
                **({} if relative else ticks_of(*tables.values())),
            ),
        ),
    )
    return Chart(
        "noise_accuracy",
        _accuracy_title(result),
        figure,
        "Members and weights learn from labels some of which are flipped; the test rows' labels "
        f"are clean. Lines are means over {repeats_of(result)}, the bands of the uniform vote and "
        f"of {title_of(result.recipe.reweighted)} the worst and the best; hover for others. Each "
        "repeat has test rows and members of its own, so bands are wider than the differences "
        "between methods; the figure of differences compares methods on the same rows.",
        "; ".join(f"{title_of(m)} {_last(t[:, 0])} to {_last(t[:, -1])}" for m, t in tables.items())
        or "Nothing is finished yet.",
        {
            "accuracy by noise": lambda: noise_table(result),
            "every repeat": lambda: noise_records_table(result),
        },
    )


def noise_differences_figure(result: NoiseResult, share: float) -> Chart:
    """Draw every method's paired difference to its uniform vote at one share of noise."""
    found = sorted(result.differences(share), key=lambda d: (d.base == REFERENCE, d.interval.mean))
    several = len({d.base for d in found}) > 1
    rows = [
        IntervalRow(
            title_of(d.method), d.interval, _colour(d.method), _GROUPS[d.base] if several else ""
        )
        for d in found
    ]
    return Chart(
        "noise_differences",
        _differences_title(result, found, share),
        intervals_figure(rows),
        "Right of the line a method has more clean test rows right than the uniform vote of the "
        "same members, paired repeat by repeat."
        + (
            " Whole ensembles are compared with a uniform vote whose members, like theirs, are "
            "trained on all training rows."
            if several
            else ""
        )
        + " Bars are intervals of 95% or more, widened because repeats share rows (Nadeau & Bengio "
        "2003) and for everything compared at all levels of noise (Holm), and never shorter than "
        "so few test rows allow; where a bar does not reach the line, the dot is filled and the "
        "difference may be claimed. A bar that reaches the edge continues beyond it.",
        "; ".join(row.sentence for row in rows) or "Nothing is finished yet.",
        {"accuracy by noise": lambda: noise_table(result)},
    )


def _curve(
    result: NoiseResult, shares: Floats, table: Floats, method: str, greys: list[str], form: str
) -> dict[str, Any]:
    mean = mean_known(table)
    known = (~np.isnan(table)).sum(axis=0)
    text = [
        f"{share:.0%} flipped: {m:{form}}"
        + (f"<br>{np.nanmin(v):{form}} to {np.nanmax(v):{form}} over {n} repeats" if n > 1 else "")
        for share, m, v, n in zip(shares, mean, table.T, known, strict=True)
    ]
    chosen = method in (REFERENCE, result.recipe.reweighted)
    return line_trace(
        shares,
        mean,
        title_of(method),
        _colour(method),
        width=3 if chosen else 1.8,
        dash="solid" if chosen else _dash(method, greys),
        hover="%{text}",
        aside=title_of(method),
        marker={"size": 7, "symbol": _symbol(method, greys)},
        legendgroup=method,
        text=text,
    )


def _colour(method: str) -> str:
    if method in KERNEL_METHODS or method == EQUAL_ALPHA:
        return L2DWK
    own = {REFERENCE: UNIFORM, "uniform_all": UNIFORM_ALL, "best_single": SINGLE}
    return own.get(method, MEMBERS)


def _dash(method: str, greys: list[str]) -> str:
    if method in greys:
        return _DASHES[greys.index(method) % len(_DASHES)]
    return {
        "l2dwk_linear": "dash",
        "l2dwk_polynomial": "dashdot",
        "l2dwk_gaussian": "longdash",
        EQUAL_ALPHA: "dot",
    }.get(method, "dash")


def _symbol(method: str, greys: list[str]) -> str:
    if method in greys:
        return _SYMBOLS[greys.index(method) % len(_SYMBOLS)]
    return "circle-open" if method == EQUAL_ALPHA else "circle"


def _last(column: Floats) -> str:
    known = column[~np.isnan(column)]
    return f"{known.mean():.1%}" if known.size else "unknown"


def _accuracy_title(result: NoiseResult) -> str:
    shares = result.recipe.shares
    ends = [result.accuracies(m) for m in (REFERENCE, result.recipe.reweighted)]
    seen = [s for s, m in zip(shares, mean_known(ends[0]), strict=True) if not np.isnan(m)]
    if not seen:
        return "Accuracy on clean test rows as more labels are flipped"
    at = [shares.index(seen[0]), shares.index(seen[-1])]
    uniform, mine = ([_last(t[:, place]) for place in at] for t in ends)
    if len(seen) == 1:
        return f"{seen[0]:.0%} flipped: uniform vote {uniform[0]} right, L2DWK {mine[0]}"
    return (
        f"From {seen[0]:.0%} to {seen[-1]:.0%} flipped labels the uniform vote goes from "
        f"{uniform[0]} to {uniform[1]} right, L2DWK from {mine[0]} to {mine[1]}"
    )


def _differences_title(result: NoiseResult, found: list[NoiseDifference], share: float) -> str:
    start = f"{share:.0%} flipped: "
    if not found:
        return start + "nothing is finished yet"
    if reason := unclaimed(result):
        return f"{start}{reason}"
    claimed = [d for d in found if d.claimed]
    if not claimed:
        return f"{start}of no method can a difference to the uniform vote be claimed"
    return start + "; ".join(better_and_worse(claimed, lambda d: title_of(d.method)))
