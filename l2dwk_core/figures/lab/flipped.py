"""How much kernel weight lies on rows whose label was flipped."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from l2dwk_core.common.text import agreeing, counted, per_cent
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.layout_parts import legend_above
from l2dwk_core.figures.palette import MEMBERS, WRONG, axis, layout
from l2dwk_core.figures.traces import line_trace
from l2dwk_core.method.trace import Trace
from l2dwk_core.studies.alpha_on_noise import flipped_share


def alpha_on_flipped_rows_figure(
    trace: Trace, flipped: NDArray[np.bool_], *, near_boundary: bool = False
) -> Chart:
    """Draw the share of α on flipped rows in every round, beside their share of the rows.

    ``near_boundary``: they were not drawn at random, but are the rows that are the least certain.
    """
    share = flipped_share(trace, flipped)
    fair = float(flipped.mean())
    rounds = [r.index for r in trace.rounds]
    last = float(share[-1])
    if len(rounds) == 1:
        title = "One round: kernel weights are still equal"
    elif last > fair:
        title = (
            f"Flipped rows, {per_cent(fair)} of the weighting rows, hold {per_cent(last)} of the "
            "kernel weight in the last round"
        )
    else:
        title = (
            f"Flipped rows hold no more kernel weight ({per_cent(last)}) than their share of the "
            f"rows ({per_cent(fair)})"
        )
    figure = Drawing(
        [
            line_trace(
                rounds,
                share,
                "share of α on flipped rows",
                WRONG,
                width=2.5,
                hover="round %{x}: %{y:.1%} of α",
                marker={"size": 6},
            ),
            line_trace(
                [rounds[0], rounds[-1]],
                [fair, fair],
                "their share of the rows",
                MEMBERS,
                dash="dash",
                hover="%{y:.1%} of the weighting rows are flipped",
            ),
        ],
        layout(
            height=300,
            showlegend=True,
            legend=legend_above(),
            margin={"l": 56, "r": 16, "t": 34, "b": 48},
            xaxis=axis("round"),
            yaxis=axis("share", tickformat=".0%", range=[0, min(1.02, max(*share, fair) * 1.15)]),
        ),
    )
    return Chart(
        "alpha_on_flipped_rows",
        title,
        figure,
        "The line is the share of the kernel weight on rows with a flipped label. The dashed "
        "line is their share of the rows, which is their kernel weight in round 1. Above it, "
        "rows with wrong labels weigh more on average than the others."
        + (
            " These rows are near a class boundary, and would draw weight with their own labels "
            "too: the Noise page compares the two."
            if near_boundary
            else ""
        ),
        f"{int(flipped.sum())} of {counted(len(flipped), 'weighting row')} "
        f"{agreeing(int(flipped.sum()), 'is', 'are')} flipped ({fair:.1%}), with "
        f"{share[0]:.1%} of the kernel weight in round 1 and {last:.1%} in round "
        f"{rounds[-1]}.",
        {
            "alpha on flipped rows": lambda: pd.DataFrame(
                {"round": rounds, "share_of_alpha": share, "share_of_rows": fair}
            )
        },
    )
