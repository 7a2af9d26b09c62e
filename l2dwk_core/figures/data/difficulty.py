"""How hard a dataset is, before any weighting of votes."""

from __future__ import annotations

import numpy as np
import pandas as pd

from l2dwk_core.common.text import counted, per_cent
from l2dwk_core.datasets.profile import Challenge
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.layout_parts import name_axis
from l2dwk_core.figures.palette import MEMBERS, SINGLE, UNIFORM_ALL, axis, layout, share_range
from l2dwk_core.figures.traces import marker_trace


def challenge_figure(challenge: Challenge) -> Chart:
    """Draw the cross-validated accuracy of the most frequent class, of a single tree and of a
    forest."""
    rows = [
        ("Always the most<br>frequent class", MEMBERS, challenge.majority),
        ("A single tree", SINGLE, challenge.tree),
        ("A forest", UNIFORM_ALL, challenge.forest),
    ]
    folds = [
        marker_trace(
            values,
            np.full(len(values), place),
            f"{_plain(name)}, each fold",
            {"color": colour, "size": 8, "symbol": "circle-open"},
            hover="one fold: %{x:.1%}",
        )
        for place, (name, colour, values) in enumerate(rows)
    ]
    means = [
        marker_trace(
            [values.mean()],
            [place],
            _plain(name),
            {"color": colour, "size": 15},
            hover="mean of the folds: %{x:.1%}",
            text=[f"<b>{values.mean():.1%}</b>"],
            textposition="top center",
            textfont={"size": 14},
        )
        for place, (name, colour, values) in enumerate(rows)
    ]
    low = min(float(values.min()) for _, _, values in rows)
    figure = Drawing(
        [*folds, *means],
        layout(
            height=300,
            margin={"l": 20, "r": 16, "t": 12, "b": 52},
            xaxis=axis(
                "share of held-out rows right",
                tickformat=".0%",
                range=share_range(max(low - 0.06, 0), 1.03),
            ),
            yaxis=name_axis([name for name, _, _ in rows], range=[2.5, -0.75], showgrid=False),
        ),
    )
    n = len(challenge.forest)
    return Chart(
        "challenge",
        _title(challenge),
        figure,
        f"Large dots: mean of {counted(n, 'fold')} (each row is held out once, all classes in "
        "proportion); rings: single folds. The distance from grey to green is what the columns "
        "explain; the distance from green to pink is what many trees add to one. A distance that "
        "is smaller than the spread of the rings may be chance.",
        "; ".join(f"{_plain(name)}: {values.mean():.1%}" for name, _, values in rows),
        {
            "challenge level": lambda: pd.DataFrame(
                {
                    "classifier": np.repeat([_plain(name) for name, _, _ in rows], n),
                    "fold": np.tile(np.arange(1, n + 1), 3),
                    "accuracy": np.concatenate([values for _, _, values in rows]),
                }
            )
        },
    )


def _title(challenge: Challenge) -> str:
    """Return what was measured. Nothing is claimed of differences between three means over five
    folds."""
    majority, tree, forest = (
        per_cent(float(values.mean()))
        for values in (challenge.majority, challenge.tree, challenge.forest)
    )
    return (
        f"A forest is right on {forest} of held-out rows, one tree on {tree}, the most frequent "
        f"class on {majority}"
    )


def _plain(name: str) -> str:
    return name.replace("<br>", " ")
