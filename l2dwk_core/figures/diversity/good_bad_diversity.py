"""Which measures order sub-ensembles alike, and which diversity reduces the vote's error."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import product
from typing import Any

import numpy as np
import pandas as pd

from l2dwk_core.common.text import agreeing, counted
from l2dwk_core.diversity import MEASURES, GoodBadDiversity
from l2dwk_core.diversity.clusters import cluster_order
from l2dwk_core.diversity.identities import IDENTITIES
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.layout_parts import name_axis
from l2dwk_core.figures.palette import MEMBERS, RIGHT, UNIFORM, WRONG, axis, layout
from l2dwk_core.figures.traces import bar_trace, scatter_trace
from l2dwk_core.statistics.rank_correlation import rank_correlation_matrix
from l2dwk_core.studies.subensembles import ALIKE, SubensembleStudy

# Faint, so that numbers in the page's text colour stay readable in both themes.
_LIKENESS = [[0.0, "rgba(138, 151, 163, 0.06)"], [1.0, "rgba(138, 151, 163, 0.32)"]]


def identity_table(study: SubensembleStudy) -> pd.DataFrame:
    """Return every identity and its largest error on any of the sub-ensembles, which is rounding
    alone."""
    lines = []
    for name, identity in IDENTITIES.items():
        computed = identity.value(study.member_accuracy, study.fixed["disagreement"], study.size)
        off = np.abs(computed - study.fixed[name])
        off = off[~np.isnan(off)]
        lines.append(
            {
                "measure": MEASURES[name].title,
                "from_accuracy_and_disagreement": identity.formula,
                "largest_difference": float(off.max()) if off.size else float("nan"),
            }
        )
    return pd.DataFrame(lines)


def measures_in_disguise_figure(study: SubensembleStudy) -> Chart:
    """Draw the absolute rank correlations of the measures with each other over the
    sub-ensembles."""
    names = list(study.fixed)
    signs = {name: 1.0 if MEASURES[name].direction == "up" else -1.0 for name in names}
    table = rank_correlation_matrix({n: signs[n] * study.fixed[n] for n in names})
    order = cluster_order(table, "down")
    names = [names[i] for i in order]
    table = table[np.ix_(order, order)]
    titles = [
        MEASURES[name].title + (" ●" if MEASURES[name].fixed_by_disagreement else "")
        for name in names
    ]
    symbols = [MEASURES[name].symbol for name in names]
    upper = table[np.triu_indices(len(names), 1)]
    alike = int(np.count_nonzero(upper > ALIKE))
    place = np.arange(len(names))
    figure = Drawing(
        [
            {
                "type": "heatmap",
                "z": table,
                "zmin": 0,
                "zmax": 1,
                "colorscale": _LIKENESS,
                "showscale": False,
                "text": [[f"{a} and {b}" for b in titles] for a in titles],
                "name": "rank correlation",
                "hovertemplate": "%{text}<br>rank correlation %{z:.3f}<extra></extra>",
            },
            scatter_trace(
                np.tile(place, len(names)),
                np.repeat(place, len(names)),
                "text",
                "numbers",
                text=[_short(value) for value in table.ravel()],
                textfont={"size": 11},
                showlegend=False,
            ),
        ],
        layout(
            height=430,
            margin={"l": 16, "r": 10, "t": 12, "b": 30},
            xaxis=name_axis(symbols, showgrid=False, tickangle=-50),
            yaxis=name_axis(titles, showgrid=False, autorange="reversed"),
        ),
    )
    return Chart(
        "measures_in_disguise",
        f"{alike} of {counted(len(upper), 'pair')} of measures {agreeing(alike, 'ranks', 'rank')} "
        f"these sub-ensembles almost alike (above {ALIKE})",
        figure,
        "Rank correlation of two measures over the sub-ensembles, each with the sign that makes "
        "larger mean more diverse: 1 is the same order, 0 is no relation. ● marks measures that "
        "mean accuracy and disagreement determine exactly; they differ only because members "
        "differ in accuracy.",
        "; ".join(
            f"{titles[i]} and {titles[j]}: {table[i, j]:.2f}"
            for i in range(len(names))
            for j in range(i)
            if table[i, j] > 0.9
        )
        or "No two measures have a rank correlation above 0.9.",
        {
            "measures against each other": lambda: pd.DataFrame(
                table, columns=names, index=pd.Index(names, name="measure")
            ).reset_index(),
            "identities": lambda: identity_table(study),
        },
    )


def good_bad_diversity_figure(
    split: GoodBadDiversity, n_rows: int, plurality_error: float | None = None
) -> Chart:
    """Draw a waterfall from the members' mean error, over good and bad diversity, to the vote's
    error.

    ``plurality_error`` is that of the vote over class labels, on the same rows; where it differs
    from the error of "more than half right", which the identity is about, it stands beside it.
    Numbers are rounded so that they add up as they are shown.
    """
    member, good, bad, majority = _rounded(split)
    plural = split.vote_error if plurality_error is None else plurality_error
    apart = abs(plural - split.vote_error) > 1e-12
    after_good = split.individual_error - split.good
    end, colour = ("majority", MEMBERS) if apart else ("vote", UNIFORM)
    steps: list[tuple[str, float, float, str, str]] = [
        ("members", 0.0, split.individual_error, MEMBERS, member),
        ("− good", after_good, split.good, RIGHT, f"−{good}"),
        ("+ bad", after_good, split.bad, WRONG, f"+{bad}"),
        (end, 0.0, split.vote_error, colour, majority),
    ]
    if apart:
        steps.append(("plurality", 0.0, plural, UNIFORM, f"{plural:.1%}"))
    top = max(split.individual_error, split.vote_error)
    figure = Drawing(
        [
            bar_trace(
                [name],
                [height],
                name,
                {"color": colour},
                hover=f"{name}: {height:.2%}",
                base=[base],
                width=[0.62],
                text=[f"<b>{text}</b>"],
                textposition="outside",
                cliponaxis=False,
            )
            for name, base, height, colour, text in steps
        ],
        layout(
            height=360,
            margin={"l": 56, "r": 16, "t": 16, "b": 48},
            xaxis=axis(None, ticks="", showgrid=False, tickangle=0, tickfont={"size": 14}),
            yaxis=axis("error: share of rows", tickformat=".0%", range=[0, (top or 0.05) * 1.18]),
        ),
    )
    ties = f" {counted(split.n_ties, 'tied row counts', 'tied rows count')} as wrong."
    if apart:
        title = (
            f"Good diversity {good}, bad {bad}: more than half of the votes are wrong on "
            f"{majority} of rows, the most frequent answer on {plural:.1%}"
        )
        name = "majority error"
        others = (
            " The vote of all pages takes the most frequent answer, the plurality, which is wrong "
            f"on {plural:.1%}: it can be right without more than half of the members, where the "
            "wrong ones disagree or a tie is decided in its favour. The two diversities do not "
            "describe that gain."
        )
    else:
        title = (
            f"Good diversity {good}, bad {bad}: the vote errs on {majority} of rows, its average "
            f"member on {member}"
        )
        name, others = "vote error", ""
    return Chart(
        "good_bad_diversity",
        title,
        figure,
        f"From the mean error of the members to the {name}. The majority gets a row right when "
        "more than half of the members do. Wrong votes on rows it gets right are good diversity: "
        "they do no harm. Right votes on rows it gets wrong are bad diversity: they do not help. "
        f"{name.capitalize()} = member error − good + bad, exactly, on {counted(n_rows, 'row')}."
        + (ties if split.n_ties else "")
        + others,
        f"Member error {member} minus good diversity {good} plus bad diversity {bad} is {name} "
        f"{majority}." + (f" The plurality vote errs on {plural:.1%}." if apart else ""),
        {"good and bad diversity": lambda: _split_table(split, plural)},
    )


def _rounded(split: GoodBadDiversity) -> tuple[str, ...]:
    """Return member error, good diversity, bad diversity and vote error in tenths of a percent,
    rounded so that the shown numbers add up.

    Both errors are rounded to the nearest wherever that can be.
    """
    exact = [1000 * v for v in (split.individual_error, split.good, split.bad, split.vote_error)]

    def off(tenths: tuple[int, ...]) -> tuple[float, float]:
        each = [abs(t - v) for t, v in zip(tenths, exact, strict=True)]
        return max(each[0], each[3], 0.5), sum(each)

    choices = product(*((math.floor(v), math.ceil(v)) for v in exact))
    best = min((c for c in choices if c[0] - c[1] + c[2] == c[3]), key=off)
    return tuple(f"{t / 10:.1f}%" for t in best)


def _short(value: float) -> str:
    """Return two digits without the leading zero, so that eleven numbers fit side by side on a
    phone."""
    if np.isnan(value):
        return ""
    text = f"{abs(value):.2f}".removeprefix("0")
    return ("−" if value < -0.005 else "") + ("1" if text == "1.00" else text)


def _split_table(split: GoodBadDiversity, plural: float) -> pd.DataFrame:
    parts: Mapping[str, Any] = {
        "member_error": split.individual_error,
        "good_diversity": split.good,
        "bad_diversity": split.bad,
        "majority_error": split.vote_error,
        "plurality_error": plural,
        "ties": split.n_ties,
    }
    return pd.DataFrame([parts])
