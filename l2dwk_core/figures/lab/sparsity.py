"""How few members keep weight, round by round."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from l2dwk_core.common.text import counted
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.lab.rounds import cursor, round_ticks
from l2dwk_core.figures.layout_parts import legend_below
from l2dwk_core.figures.member_names import Names, in_figure, own_names
from l2dwk_core.figures.palette import L2DWK, MEMBERS, axis, layout
from l2dwk_core.figures.traces import line_trace, marker_trace
from l2dwk_core.method.returned_vote import removed_sentence
from l2dwk_core.method.trace import Round, Trace

_NAMED = 8
"""Members named under the pointer, the heaviest; more would cover the figure."""


def sparsity_figure(trace: Trace, names: Names = None) -> Chart:
    """Draw members kept and effective number 1/Σw² over the rounds. A ring marks the returned
    vote, which has fewer members than its round where small weights were removed. ``names`` (L,)
    of the members."""
    rounds = np.array([r.index for r in trace.rounds])
    kept = np.array([r.n_selected for r in trace.rounds])
    effective = np.array([r.effective_number for r in trace.rounds])
    n_members = len(trace.weights)
    returned = trace.returned
    told: dict[str, Any] = {}
    if own_names(names):
        told["customdata"] = [_heaviest(r, names) for r in trace.rounds]
    lines = [
        line_trace(
            rounds,
            values,
            name,
            L2DWK,
            dash=dash,
            hover=f"round %{{x}}: {name} %{{y:.3~g}}" + ("%{customdata}" if told else ""),
            **told,
            marker={"size": 6},
        )
        for values, name, dash in (
            (kept, "members with weight", "solid"),
            (effective, "effective number 1/Σw²", "dot"),
        )
    ]
    ring = marker_trace(
        [returned.index],
        [returned.n_selected],
        "returned round",
        {
            "size": 16,
            "symbol": "circle-open",
            "color": MEMBERS,
            "line": {"width": 2},
        },
        hover="returned: round %{x}",
        cliponaxis=False,
    )
    figure = Drawing(
        [*lines, ring],
        layout(
            height=310,
            showlegend=True,
            legend=legend_below(-0.28),
            margin={"l": 56, "r": 16, "t": 12, "b": 84},
            xaxis=axis(
                "round t",
                range=[0.5, float(rounds[-1]) + 0.5],
                **round_ticks(len(rounds)),
            ),
            yaxis=axis(f"members (of {n_members})", rangemode="tozero"),
            shapes=cursor(trace),
        ),
    )
    return Chart(
        "sparsity",
        f"{trace.n_selected} of {counted(n_members, 'member')} "
        f"{'carries' if trace.n_selected == 1 else 'carry'} the returned vote",
        figure,
        "Solid: members with any weight. Dotted: the effective number 1/Σw², which is the number "
        "of members when weights are equal and lower the more unequal they are. The circle marks "
        "the returned vote." + removed_sentence(trace),
        f"Members kept per round: from {kept[0]} in round 1 to {kept[-1]} in round {rounds[-1]}; "
        f"effective number from {effective[0]:.1f} to {effective[-1]:.1f}."
        + removed_sentence(trace),
        {
            "sparsity": lambda: pd.DataFrame(
                {"round": rounds, "members_kept": kept, "effective_number": effective}
            )
        },
    )


def _heaviest(r: Round, names: Names) -> str:
    kept = np.argsort(-r.weights, kind="stable")[: r.n_selected]
    told = [f"<br>{in_figure(names, int(j))}: {r.weights[j]:.3f}" for j in kept[:_NAMED]]
    more = len(kept) - len(told)
    return "".join(told) + (f"<br>and {more} more" if more else "")
