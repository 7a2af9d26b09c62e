"""Classifier weights, round by round."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.text import agreeing, counted
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.lab.rounds import (
    SMALL,
    Parts,
    between_zeros,
    moving_figure,
    smallest,
    steps,
)
from l2dwk_core.figures.member_names import Names, hover_names, in_figure, own_names
from l2dwk_core.figures.palette import L2DWK, axis, layout, steady_range
from l2dwk_core.figures.tables import weight_table
from l2dwk_core.figures.traces import scatter_trace
from l2dwk_core.method.returned_vote import removed_sentence
from l2dwk_core.method.trace import Round, Trace

_WHOLE = 1.02
"""Top of the weight axis when one member holds all weight: the line at 1 is not cut."""
_NAMED = 5
"""Members whose names stand in the figure, where they have names; the pointer shows all."""
_LONGEST = 30
"""Signs of such a name."""


def classifier_weights_figure(trace: Trace, names: Names = None) -> Chart:
    """Draw the classifier weights of the members that keep any, the largest first, with a frame
    for each round. ``names`` (L,) of the members."""
    named = own_names(names)
    n_kept = max(r.n_selected for r in trace.rounds)
    heaviest = max(float(r.weights.max()) for r in trace.rounds)
    start = trace.returned
    kept = (
        f"{start.n_selected} of {counted(len(trace.weights), 'member')} "
        f"{agreeing(start.n_selected, 'keeps', 'keep')}"
    )
    words = scatter_trace(
        [1.0],
        [1.0],
        "text",
        "members kept",
        textposition="bottom left",
        textfont={"size": 13},
        xaxis="x2",
        yaxis="y2",
    )
    bars = {
        **steps(L2DWK, "rgba(21, 128, 196, 0.45)"),
        "name": "classifier weight",
        "hovertemplate": ("" if named else "member ")
        + "%{customdata}, %{x} by weight: w = %{y:.4f}<extra></extra>",
    }
    figure = moving_figure(
        trace,
        [bars, words],
        lambda r: _moving(
            r, names if named else None, trace.n_removed if r.index == start.index else 0
        ),
        layout(
            height=SMALL,
            margin={"l": 48, "r": 10, "t": 12, "b": 44},
            xaxis=axis(
                "members, heaviest first",
                range=[0.5, min(steady_range(0, n_kept, 2)[1], len(trace.weights)) + 0.5],
                **({"dtick": 1} if n_kept <= 10 else {}),
            ),
            yaxis=axis(
                "weight w" + ("" if trace.n_removed else " (all sum to 1)"),
                range=[0, min(steady_range(0, heaviest * 1.05, 3)[1], _WHOLE)],
            ),
            xaxis2={"overlaying": "x", "anchor": "y2", "range": [0, 1], "visible": False},
            yaxis2={"overlaying": "y", "anchor": "x2", "range": [0, 1], "visible": False},
        ),
    )
    return Chart(
        "classifier_weights",
        f"{kept} weight in the returned round {start.index}",
        figure,
        "One bar for each member, the largest weight on the left; a member without a bar has no "
        "weight. Point at a bar to see which member it is. "
        + ("The heaviest are named on the right. " if named else "")
        + "1/Σw² is the effective number: so "
        "many members of equal weight have the same Σw²." + removed_sentence(trace),
        f"In the returned round {start.index} {kept} weight, the heaviest "
        f"{start.weights.max():.4f}; 1/Σw² = {start.effective_number:.1f}."
        + removed_sentence(trace),
        {"classifier weights": lambda: weight_table(trace, names)},
    )


def heaviest_first(r: Round) -> NDArray[np.intp]:
    """Return (n_selected,) the members with weight, the largest weight first. Equal weights are
    in the order of their numbers."""
    return np.argsort(-r.weights, kind="stable")[: r.n_selected]


def _moving(r: Round, names: Names, n_removed: int) -> Parts:
    members = heaviest_first(r)
    told: Any = smallest(between_zeros(members))
    lines = [
        f"{r.n_selected} of {counted(len(r.weights), 'member')} kept",
        *([f"{r.n_selected + n_removed} before small weights are removed"] if n_removed else []),
        f"effective number 1/Σw² = {r.effective_number:.1f}",
    ]
    if names is not None:
        told = ["", *hover_names(names, members), ""]
        heaviest = members[:_NAMED]
        lines += [f"{in_figure(names, int(j), _LONGEST)}: {r.weights[j]:.3f}" for j in heaviest]
        if len(members) > len(heaviest):
            lines.append(f"and {len(members) - len(heaviest)} more")
    return [
        {
            "x": smallest(np.arange(len(members) + 2)),
            "y": between_zeros(r.weights[members].astype(np.float32)),
            "customdata": told,
        },
        {"text": ["<br>".join(lines)]},
    ]
