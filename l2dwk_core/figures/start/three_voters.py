"""Three voters: who is right on which question, and the plane of accuracy and diversity."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from l2dwk_core.demos.three_voters import PATTERNS, ThreeVoters, three_voters
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.palette import FAINT, L2DWK, NO_TICKS, RIGHT, SINGLE, WRONG, axis, layout
from l2dwk_core.figures.traces import line_trace, marker_trace

_OVERLAPS = np.linspace(-1.0, 1.0, 41)
_OTHERS = (0.5, 0.6, 0.7, 0.8, 0.9)
_ALONG_A_LINE = {
    1: "Voters who differ more move up along their line; voters who are less accurate are on a "
    "lower line.",
    0: "At 50% the line is flat: being more diverse changes nothing.",
    -1: "Below 50% the line falls: the more voters differ, the more often the one who is right is "
    "outvoted.",
}


def three_voters_figure(voters: ThreeVoters) -> Chart:
    """Draw a strip for each voter and one for the vote: on which share of questions they are
    right or wrong."""
    vote = PATTERNS.sum(axis=1) >= 2
    chances = voters.pattern_chances
    edges = np.concatenate([[0.0], np.cumsum(chances)])
    # The gap sets the vote apart.
    table = np.vstack([PATTERNS.T.astype(float), np.full((1, 8), np.nan), vote.astype(float)])
    saved = float(chances[vote & ~PATTERNS.all(axis=1)].sum())
    drowned = float(chances[~vote & PATTERNS.any(axis=1)].sum())
    names = ["voter 1", "voter 2", "voter 3", "vote"]
    shares = [voters.accuracy] * 3 + [voters.vote]
    figure = Drawing(
        {
            "type": "heatmap",
            "z": table,
            "x": edges,
            "y": [-0.45, 0.45, 1.45, 2.45, 2.9, 3.9],
            "zmin": 0,
            "zmax": 1,
            "colorscale": [[0, WRONG], [0.5, WRONG], [0.5, RIGHT], [1, RIGHT]],
            "showscale": False,
            "xgap": 1,
            "ygap": 5,
            "hoverongaps": False,
            "name": "right or wrong",
            "hovertemplate": "%{z:.0f} (1 = right, 0 = wrong)<extra></extra>",
        },
        layout(
            height=230,
            margin={"l": 16, "r": 16, "t": 8, "b": 44},
            xaxis=axis(
                "questions, sorted by who is right", showgrid=False, tickformat=".0%", range=[0, 1]
            ),
            yaxis=axis(
                tickvals=[0, 1, 2, 3.4],
                ticktext=[f"{n}: {s:.1%}" for n, s in zip(names, shares, strict=True)],
                autorange="reversed",
                showgrid=False,
                **NO_TICKS,
                showline=False,
            ),
        ),
    )
    return Chart(
        "three_voters",
        f"Each voter is right on {voters.accuracy:.0%} of the questions, the vote on "
        f"{voters.vote:.1%}",
        figure,
        "Blue is right, orange wrong. Where one voter alone is wrong, the other two outvote the "
        f"mistake: here on {saved:.1%} of the questions. Where one alone is right, it is outvoted "
        f"as well: on {drowned:.1%}.",
        "; ".join(f"{n} right on {s:.1%}" for n, s in zip(names, shares, strict=True)) + ".",
        {
            "questions": lambda: pd.DataFrame(
                {f"voter_{j + 1}": PATTERNS[:, j].astype(int) for j in range(3)}
                | {"vote": vote.astype(int), "share_of_questions": chances}
            )
        },
    )


def voters_plane_figure(voters: ThreeVoters) -> Chart:
    """Draw vote accuracy against disagreement, with one curve over the overlap for each
    accuracy."""

    def curve(p: float) -> tuple[list[float], list[float]]:
        walk = [three_voters(p, float(t)) for t in _OVERLAPS]
        return [v.disagreement for v in walk], [v.vote for v in walk]

    p = voters.accuracy
    traces: list[dict[str, Any]] = []
    for other in _OTHERS:
        if abs(other - p) < 0.03:
            continue
        x, y = curve(other)
        traces.append(
            line_trace(
                x,
                y,
                f"voters right on {other:.0%}",
                FAINT,
                width=1.5,
                hover=(
                    f"voters right on {other:.0%}<br>disagreement %{{x:.3f}}"
                    "<br>vote right on %{y:.1%}"
                ),
            )
        )
    x, y = curve(p)
    places = ["top right", "top left", "top left"]
    if p < 0.5:  # the curve goes down
        places = ["top right", "bottom left", "bottom left"]
    elif p > 0.7:  # it is short and ends at the top left
        places = ["bottom right", "bottom right", "middle right"]
    ends = [three_voters(p, t) for t in (1.0, 0.0, -1.0)]
    traces += [
        line_trace(
            x,
            y,
            f"voters right on {p:.0%}",
            L2DWK,
            width=2.5,
            hover="disagreement %{x:.3f}<br>vote right on %{y:.1%}",
        ),
        line_trace(
            [0, 0.7],
            [p, p],
            "one voter alone",
            SINGLE,
            dash="dash",
            hover=f"one voter alone: {p:.0%}",
        ),
        marker_trace(
            [v.disagreement for v in ends],
            [v.vote for v in ends],
            "landmarks",
            {"color": L2DWK, "size": 8},
            text=["copies", "independent", "apart"],
            textposition=places,
            textfont={"size": 13},
        ),
        marker_trace(
            [voters.disagreement],
            [voters.vote],
            "these voters",
            {"color": L2DWK, "size": 17, "line": {"color": "white", "width": 2}},
            hover="disagreement %{x:.3f}<br>vote right on %{y:.1%}",
        ),
    ]
    gain = voters.vote - p
    if abs(gain) < 5e-4:
        title = "The vote is no better than one voter"
    elif gain > 0:
        title = f"The vote gains {100 * gain:.1f} points over one voter"
    else:
        title = f"The vote loses {-100 * gain:.1f} points against one voter"
    figure = Drawing(
        traces,
        layout(
            height=360,
            xaxis=axis("diversity: disagreement of two voters", range=[-0.02, 0.72]),
            yaxis=axis(
                "chance that the vote is right", tickformat=".0%", range=[min(0.4, *y) - 0.08, 1.04]
            ),
        ),
    )
    return Chart(
        "voters_plane",
        title,
        figure,
        "Further right the voters differ more, "
        "further up the vote is more often "
        "right. The blue line shows these "
        "voters as their overlap changes; grey "
        "lines are voters of another accuracy; "
        "the dashed line is one voter alone. " + _ALONG_A_LINE[int(np.sign(round(p - 0.5, 9)))],
        f"At accuracy {p:.0%} and disagreement {voters.disagreement:.3f} the vote is right with "
        f"chance {voters.vote:.1%}.",
        {
            "accuracy and diversity": lambda: pd.DataFrame(
                {"overlap": _OVERLAPS, "disagreement": x, "vote_accuracy": y}
            )
        },
    )
