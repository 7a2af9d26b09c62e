"""A pinned run A beside another, B: their paths on the plane, their members, and what may be
claimed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from l2dwk_core.common.text import (
    agreeing,
    counted,
    decimals_apart,
    equal_up_to_rounding,
    p_text,
    per_cent,
)
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.layout_parts import legend_above
from l2dwk_core.figures.member_names import hover_names, name_columns, own_names
from l2dwk_core.figures.palette import FAINT, L2DWK, MEMBERS, PINNED, axis, layout, ticks_of
from l2dwk_core.figures.traces import line_trace, marker_trace
from l2dwk_core.runs.run import Run
from l2dwk_core.runs.two_runs import RunPair
from l2dwk_core.statistics.answers import BY_MISSING
from l2dwk_core.statistics.group_gains import test_words


def run_pair_sentence(pair: RunPair) -> str:
    """Return what the test rows say about B against A, or why they say nothing."""
    if pair.rows_differ is not None:
        return f"No paired test: {pair.rows_differ}"
    n = pair.b.accuracy.n_test_rows
    if pair.better + pair.worse == 0:
        return f"On {counted(n, 'test row')} A and B are right or wrong together: no difference."
    found = pair.claim
    p = found.adjusted_p
    number = pair.b.accuracy.comparisons
    test = f"{test_words(pair.groups)}, corrected for the {number} comparisons of a run"
    said = (
        f"B is right on {pair.better} of {counted(n, 'test row')} where A is wrong, and wrong on "
        f"{pair.worse} where A is right{'' if pair.groups is None else pair.groups.words}"
    )
    missing = [
        f" {name}: {run.accuracy.gaps.l2dwk.words}."
        for name, run in (("A", pair.a), ("B", pair.b))
        if run.accuracy.gaps is not None and run.accuracy.gaps.l2dwk.unanswered
    ]
    if not found.claimed:
        why = f", as {BY_MISSING}" if found.by_missing else ""
        verdict = f"{said}: no difference can be claimed{why} ({test}, {p_text(p)})."
        return verdict + "".join(missing)
    winner = "B" if pair.better > pair.worse else "A"
    return (
        f"{said}: on this one split {winner} is better ({test}, {p_text(p)}). If you try many "
        f"settings, you will find such a difference by chance.{''.join(missing)}"
    )


def common_sentence(pair: RunPair) -> str:
    """Return how many of the kept members A and B share, or why that is unknown."""
    if pair.members_differ is not None:
        return (
            f"Members cannot be matched: {pair.members_differ[0].lower()}{pair.members_differ[1:]}"
        )
    return (
        f"{_common(pair)} weight in both, of {pair.a.trace.n_selected} in A and "
        f"{pair.b.trace.n_selected} in B; they hold {per_cent(pair.shared_a)} of A's vote and "
        f"{per_cent(pair.shared_b)} of B's."
    )


def _common(pair: RunPair) -> str:
    n = len(pair.common)
    return f"{counted(n, 'member')} {agreeing(n, 'has', 'have')}"


def run_pair_table(pair: RunPair) -> pd.DataFrame:
    """Return the headline numbers of A and B with their differences, as text ready to be shown.

    Accuracies are always there, the others where they differ by more than rounding. Numbers that
    differ have as many digits as it takes to see it.
    """
    a, b, same = _headline(pair.a), _headline(pair.b), _same(pair)
    rows = []
    for name in _DECIMALS:
        if name not in same:
            first, second, change = _shown(name, a[name], b[name])
            rows.append({"": name, "A, pinned": first, "B, now": second, "B − A": change})
    return pd.DataFrame(rows)


def run_pair_same_sentence(pair: RunPair) -> str:
    """Return what ``run_pair_table`` leaves out, with its values, or "" when it leaves out
    nothing."""
    a = _headline(pair.a)
    same = [f"{name} {_shown(name, a[name], a[name])[0]}" for name in _same(pair)]
    return f"The same in A and B: {', '.join(same)}." if same else ""


def _same(pair: RunPair) -> list[str]:
    """Return the facts other than accuracies that A and B share, up to rounding."""
    a, b = _headline(pair.a), _headline(pair.b)
    return [
        name
        for name in _DECIMALS
        if not name.startswith(_ACCURACY) and equal_up_to_rounding(float(a[name]), float(b[name]))
    ]


def _shown(name: str, a: float, b: float) -> tuple[str, str, str]:
    """Return a, b and b − a as text, with more decimals than usual where they would seem equal."""
    scale, unit, words = (100, "%", " points") if name.startswith(_ACCURACY) else (1, "", "")
    a, b = scale * a, scale * b
    digits = decimals_apart(a, b, _DECIMALS[name])
    difference = 0.0 if equal_up_to_rounding(a, b) else b - a
    change = f"{difference:+.{digits}f}{words}".replace("-", "−")
    return f"{a:.{digits}f}{unit}", f"{b:.{digits}f}{unit}", change


_ACCURACY = "test accuracy"
_DECIMALS = {
    f"{_ACCURACY}, L2DWK": 1,
    f"{_ACCURACY}, uniform vote of the same members": 1,
    "test rows": 0,
    "members with weight": 0,
    "effective number 1/Σw²": 1,
    "diversity wᵀDw on test rows": 3,
    "round returned": 0,
    "rounds": 0,
}
"""The headline numbers, and how many decimals each has; of accuracies in per cent."""


def _headline(run: Run) -> dict[str, Any]:
    values = (
        run.accuracy.l2dwk.accuracy,
        run.accuracy.uniform.accuracy,
        run.accuracy.n_test_rows,
        run.trace.n_selected,
        run.trace.returned.effective_number,
        run.path("test").of_returned(run.trace).diversity,
        run.trace.returned_round,
        len(run.trace.rounds),
    )
    return dict(zip(_DECIMALS, values, strict=True))


def run_paths_figure(pair: RunPair) -> Chart:
    """Draw both ensembles' paths over the accuracy–diversity plane, each on its test rows."""
    traces = []
    for name, run, colour, dash in (
        ("A, pinned", pair.a, PINNED, "dash"),
        ("B, now", pair.b, L2DWK, "solid"),
    ):
        traces += _path(name, run, colour, dash)
    accuracies = [run.path("test").accuracy for run in (pair.a, pair.b)]
    figure = Drawing(
        traces,
        layout(
            height=360,
            showlegend=True,
            legend=legend_above(),
            margin={"l": 56, "r": 16, "t": 36, "b": 52},
            xaxis=axis("diversity wᵀDw on test rows"),
            yaxis=axis("test rows right", tickformat=".0%", **ticks_of(*accuracies)),
        ),
    )
    ends = [_end(run) for run in (pair.a, pair.b)]
    return Chart(
        "run_paths",
        "Where A and B travel",
        figure,
        "One point for each round, starting at the ring; the large dot is the returned round. "
        "Further right is more diverse, further up is more often right."
        + (" A and B are tested on different rows." if pair.rows_differ else ""),
        "; ".join(
            f"{name} ends at diversity {x:.3f} with {y:.1%} of its test rows right"
            for name, (x, y) in zip("AB", ends, strict=True)
        ),
        {"paths of A and B": lambda: _path_table(pair)},
    )


def common_members_figure(pair: RunPair) -> Chart:
    """Draw the weights of the members that A or B keeps, with A across and B up. Both runs need
    the same members."""
    kept, a, b = _kept_by_either(pair)
    names = max((pair.a.pool.names, pair.b.pool.names), key=len)
    top = 1.08 * float(max(a.max(), b.max()))
    figure = Drawing(
        [
            line_trace(
                [0.0, top], [0.0, top], "equal weight in both", FAINT, width=1.5, dash="dot"
            ),
            marker_trace(
                a,
                b,
                "members",
                {"color": MEMBERS, "size": 10, "opacity": 0.75},
                hover=("" if own_names(names) else "member ")
                + "%{customdata}<br>weight in A %{x:.4f}<br>weight in B %{y:.4f}",
                customdata=hover_names(names, kept) if own_names(names) else kept,
            ),
        ],
        layout(
            height=360,
            margin={"l": 56, "r": 16, "t": 36, "b": 52},
            xaxis=axis("weight in A", range=[-0.03 * top, top]),
            yaxis=axis("weight in B", range=[-0.03 * top, top]),
        ),
    )
    return Chart(
        "common_members",
        f"{_common(pair)} weight in both A and B",
        figure,
        "One dot for each member that A or B keeps. On the dotted line its weight is the same in "
        "both; on the bottom edge only A keeps it, on the left edge only B."
        + (
            " What exists in both: the first "
            f"{counted(min(pair.a.n_members, pair.b.n_members), 'member')}."
            if pair.a.n_members != pair.b.n_members
            else ""
        ),
        common_sentence(pair),
        {
            "weights in A and B": lambda: pd.DataFrame(
                name_columns(names, member=kept) | {"a": a, "b": b}
            )
        },
    )


def _kept_by_either(pair: RunPair) -> tuple[Any, Any, Any]:
    size = max(pair.a.n_members, pair.b.n_members)
    a, b = np.zeros(size), np.zeros(size)
    a[: pair.a.n_members] = pair.a.trace.weights
    b[: pair.b.n_members] = pair.b.trace.weights
    kept = np.flatnonzero((a > 0) | (b > 0))
    return kept, a[kept], b[kept]


def _path(name: str, run: Run, colour: str, dash: str) -> list[dict[str, Any]]:
    path = run.path("test")
    n = len(path.accuracy)
    x, y = _end(run)
    return [
        line_trace(
            path.diversity,
            path.accuracy,
            name,
            colour,
            dash=dash,
            hover=f"{name}, round %{{customdata}}<br>diversity %{{x:.4f}}<br>right %{{y:.2%}}",
            marker={
                "color": colour,
                "size": [12] + [6] * (n - 1),
                "symbol": ["circle-open"] + ["circle"] * (n - 1),
            },
            customdata=list(range(1, n + 1)),
        ),
        marker_trace(
            [x],
            [y],
            f"{name}: returned",
            {"color": colour, "size": 16, "line": {"color": "white", "width": 2}},
            text=[f"<b>{name[0]}</b>"],
            textposition="top right",
            textfont={"size": 15},
            showlegend=False,
        ),
    ]


def _end(run: Run) -> tuple[float, float]:
    point = run.path("test").of_returned(run.trace)
    return point.diversity, point.accuracy


def _path_table(pair: RunPair) -> pd.DataFrame:
    return pd.concat(
        pd.DataFrame(
            {
                "run": name,
                "round": np.arange(1, len(run.trace.rounds) + 1),
                "diversity": run.path("test").diversity,
                "accuracy": run.path("test").accuracy,
            }
        )
        for name, run in (("A", pair.a), ("B", pair.b))
    )
