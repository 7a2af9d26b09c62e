"""How few classifiers keep weight, round by round."""

from __future__ import annotations

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.palette import L2DWK, MEMBERS, axis, blank
from l2dwk_core.records import Trace


def sparsity_figure(trace: Trace) -> Chart:
    """Members kept and effective number 1/Σw² over the rounds; a ring marks the returned round."""
    rounds = np.array([r.index for r in trace.rounds])
    kept = np.array([r.n_selected for r in trace.rounds])
    effective = np.array([r.effective_number for r in trace.rounds])
    n_members = len(trace.weights)
    returned = trace.rounds[trace.returned_round - 1]
    figure = blank(
        f"{returned.n_selected} of {n_members} members carry the returned vote", height=320
    )
    for values, name, dash in (
        (kept, "members with weight", "solid"),
        (effective, "effective number 1/Σw²", "dot"),
    ):
        figure.add_trace(
            go.Scatter(
                x=rounds,
                y=values,
                mode="lines+markers",
                line={"color": L2DWK, "width": 2, "dash": dash},
                marker={"size": 6},
                name=name,
                hovertemplate=f"round %{{x}}: {name} %{{y:.3~g}}<extra></extra>",
            )
        )
    figure.add_trace(
        go.Scatter(
            x=[returned.index],
            y=[returned.n_selected],
            mode="markers",
            marker={"size": 16, "symbol": "circle-open", "color": MEMBERS, "line": {"width": 2}},
            name="returned round",
            hovertemplate="returned: round %{x}<extra></extra>",
        )
    )
    figure.update_layout(
        showlegend=True,
        legend={"orientation": "h", "x": 0, "y": -0.28, "yanchor": "top"},
        margin={"b": 84},
        xaxis=axis("round t", range=[0.5, rounds[-1] + 0.5]),
        yaxis=axis(f"members (of {n_members})", rangemode="tozero"),
    )
    return Chart(
        "sparsity",
        figure,
        "Solid: members with any weight at all. Dotted: the number of equally heavy members that "
        "would be as spread out, 1/Σw²; it is lower the more unequal the weights are. "
        "The ring marks the round whose weights are returned.",
        f"Members kept per round: from {kept[0]} in round 1 to {kept[-1]} in round {rounds[-1]}; "
        f"effective number from {effective[0]:.1f} to {effective[-1]:.1f}.",
        {
            "sparsity": lambda: pd.DataFrame(
                {"round": rounds, "members_kept": kept, "effective_number": effective}
            )
        },
    )
