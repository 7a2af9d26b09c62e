"""The exact accuracy of a majority of independent voters, and of copies of one voter."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.stats import binom

from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.layout_parts import label
from l2dwk_core.figures.palette import L2DWK, MEMBERS, axis, keyed, layout
from l2dwk_core.figures.traces import line_trace


def majority_accuracy(n_voters: NDArray[np.int_] | int, accuracy: float) -> NDArray[np.float64]:
    """Return the probability that a majority of voters is right on a two-class question.

    ``P(X > n/2)`` for X binomial(n, accuracy): voters err independently. n odd. Source: Condorcet
    1785.
    """
    n = np.asarray(n_voters)
    return np.asarray(binom.sf(n // 2, n, accuracy))


def majority_vote_figure(accuracy: float, most: int = 51) -> Chart:
    """Draw the accuracy of the vote against the number of voters, each right with the given
    probability."""
    n = np.arange(1, most + 1, 2)
    independent = majority_accuracy(n, accuracy)
    copies = np.full(len(n), accuracy)
    if accuracy > 0.5:
        title = "Voters who are wrong on different questions make the vote better than each of them"
        apart = "mistakes are mostly outvoted, and further voters help."
    elif accuracy < 0.5:
        title = (
            "Voters who are right less than half of the time make the vote worse than each of them"
        )
        apart = "right answers are mostly outvoted, and further voters make it worse."
    else:
        title = "Voters who guess remain at 50%, however many vote"
        apart = "right and wrong answers are outvoted equally often: more voters change nothing."
    # After the end of its line and away from the other line, where there is room for a label.
    side = 1 if accuracy > 0.5 else -1
    shown = (
        (independent, "mistakes independent", L2DWK, side),
        (copies, "all make the same mistakes", MEMBERS, -side),
    )
    lines = [
        line_trace(
            n,
            values,
            name,
            colour,
            width=2.5,
            hover=f"number of voters %{{x}}, {name}: %{{y:.1%}} right",
            marker={"size": 6},
        )
        for values, name, colour, _ in shown
    ]
    labels = [
        label(
            keyed(name, colour), most, float(values[-1]), size=14, xanchor="right", yshift=16 * side
        )
        for values, name, colour, side in shown
    ]
    figure = Drawing(
        lines,
        layout(
            height=380,
            annotations=labels,
            xaxis=axis("number of voters", range=[0, most + 1]),
            yaxis=axis("chance that the majority is right", tickformat=".0%", range=[0, 1.12]),
        ),
    )
    return Chart(
        "majority_vote",
        title,
        figure,
        f"Each voter is right on {accuracy:.0%} of the questions. If all make the same mistakes, "
        f"more voters change nothing. If they err independently, {apart}",
        f"With {most} independent voters the majority is right with chance {independent[-1]:.1%}; "
        f"with copies of one voter it stays at {accuracy:.0%}.",
        {
            "majority vote": lambda: pd.DataFrame(
                {"voters": n, "independent": independent, "copies": copies}
            )
        },
    )
