"""The plane under a uniform vote and under the L2DWK vote, the second one round by round."""

from __future__ import annotations

from typing import Any

import numpy as np

from l2dwk_core.common.text import agreeing, counted, p_text
from l2dwk_core.demos.playground import Solved
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.lab.rounds import CURSOR, shown_rounds
from l2dwk_core.figures.palette import MEMBERS, layout
from l2dwk_core.figures.playground.plane_traces import (
    Trace,
    axes,
    training_points,
    tree_outlines,
    vote_changes,
    vote_traces,
)
from l2dwk_core.figures.playground.tables import (
    plane_table,
    point_table,
    round_table,
    tree_table,
)
from l2dwk_core.method.trace import Round

MAX_FRAMES = 25
"""More rounds than this are thinned evenly: each is about 8 kB to send."""

_HEIGHT = 412
_MARGIN = {"l": 44, "r": 8, "t": 28, "b": 48, "pad": 0}


def uniform_plane_figure(solved: Solved, *, lines: bool = False, member: int = 0) -> Chart:
    """Draw the regions of the uniform vote, with the points.

    Parameters
    ----------
    solved
        Points, trees and rounds.
    lines
        Draw the trees' own boundaries too, all equally faint.
    member
        With ``lines``: only this tree's, counted from 1; 0 for all.
    """
    n, accuracy = solved.setup.n_members, solved.uniform_fresh.accuracy
    chosen = [member - 1] if member else list(range(n))
    own = tree_outlines(
        solved,
        chosen,
        line=_stroke(member, 1),
        opacity=1.0 if member else max(0.12, min(1.0, 3.0 / n)),
        hoverinfo="skip",
        name="trees' own boundaries",
    )
    even = np.ones(solved.setup.oracle.n_rows)
    figure = Drawing(
        # Later traces cover earlier ones: trees below the vote's boundary, points on top.
        [
            *([own] if lines else []),
            training_points(solved),
            *vote_traces(
                solved,
                solved.regions(solved.uniform_weights),
                solved.uniform_wrong,
                even,
                "every tree has the same weight",
            ),
        ],
        layout(height=_HEIGHT, margin=_MARGIN, **axes(solved)),
    )
    n_wrong = int(solved.uniform_wrong.sum())
    return Chart(
        "uniform_plane",
        f"Uniform vote: {accuracy:.1%} of fresh points right",
        figure,
        "Colour is the class that wins, deeper with a larger share of the votes. Small points "
        "trained the trees, large ones did not; a cross: the vote is wrong.",
        f"{len(solved.setup.points)} points of {len(solved.setup.classes)} classes; the uniform "
        f"vote of {counted(n, 'tree')} is wrong on {n_wrong} of "
        f"{counted(solved.setup.oracle.n_rows, 'weighting point')} and right on {accuracy:.1%} of "
        "fresh points.",
        {"points": lambda: point_table(solved), "plane": lambda: plane_table(solved)},
    )


def weighted_plane_figure(solved: Solved, *, lines: bool = False, member: int = 0) -> Chart:
    """Draw the regions of the L2DWK vote and the points sized by kernel weight, with a frame for
    each round.

    Parameters as for ``uniform_plane_figure``; here a tree's boundary is the more visible the more
    weight it has in the round.
    """
    trace = solved.trace
    shown = shown_rounds(trace, MAX_FRAMES)
    start = trace.returned
    drawn = _drawn_members(shown, member) if lines else []
    standing = [training_points(solved)]
    moving = [
        *(_member_line(solved, start, j, member) for j in drawn),
        *_of_round(start, vote_traces(solved, *_vote(solved, start))),
    ]
    places = list(range(len(standing), len(standing) + len(moving)))
    frames = [
        {
            "name": str(r.index),
            "data": [
                *({"opacity": _opacity(r, j, member)} for j in drawn),
                *_of_round(r, vote_changes(solved, *_vote(solved, r))),
            ],
            "traces": places,
        }
        for r in shown
    ]
    several = len(shown) > 1
    figure = Drawing(
        [*standing, *moving],
        layout(
            height=_HEIGHT,
            margin=_MARGIN,
            **axes(solved),
        ),
        frames if several else [],
    )
    accuracy, n = solved.returned_fresh.accuracy, solved.setup.n_members
    return Chart(
        "weighted_plane",
        f"L2DWK, returned round {start.index}, {trace.n_selected} of {counted(n, 'tree')}: "
        f"{accuracy:.1%} right",
        figure,
        "Colour is the class that wins; a cross: the vote is wrong. A large point's area is its "
        "kernel weight α"
        + (": the bar of rounds shows how it moves to mistakes. " if several else ". ")
        + _trees_reading(lines, member),
        f"{counted(len(trace.rounds), 'round')}; in the returned round {start.index} "
        f"{counted(start.n_selected, 'tree')} {agreeing(start.n_selected, 'has', 'have')} weight, "
        f"the vote is wrong on {start.n_wrong} of "
        f"{counted(solved.setup.oracle.n_rows, 'weighting point')} and right on {accuracy:.1%} of "
        "fresh points.",
        {
            "rounds": lambda: round_table(solved),
            "trees": lambda: tree_table(solved),
            "points": lambda: point_table(solved),
            "plane": lambda: plane_table(solved),
        },
    )


def difference_sentence(solved: Solved) -> str:
    """Return what the fresh points say about the weighted vote against the uniform vote."""
    found = solved.difference
    if solved.better + solved.worse == 0:
        return "**No difference**: both votes are right and wrong on the same fresh points."
    span = f"95% interval {_points(found.low)} to {_points(found.high)}"
    if not found.claimed:
        p = f"exact sign test, {p_text(found.p_value)}"
        return f"**No difference can be claimed** ({_points(found.mean)} points; {span}; {p})."
    better = "better" if found.mean > 0 else "worse"
    return (
        f"L2DWK is **{better} by {abs(found.mean) * 100:.1f} points** of a hundred ({span}). "
        "Other points may give another result: draw new ones."
    )


def _trees_reading(lines: bool, member: int) -> str:
    if not lines:
        return ""
    if member:
        return f"Dashed: tree {member} alone."
    return "Lines are trees with weight; a stronger line means more weight."


def _points(value: float) -> str:
    return f"{value * 100:+.1f}".replace("-", "−")


def _of_round(r: Round, traces: list[Trace]) -> list[Trace]:
    """Return the traces of a vote; their first, the regions, says of which round they are."""
    regions, *others = traces
    return [{**regions, "meta": {CURSOR: r.index}}, *others]


def _vote(solved: Solved, r: Round) -> tuple[Any, ...]:
    """Return what is drawn of a round."""
    accuracy = solved.rounds_fresh[r.index - 1].accuracy
    headline = f"round {r.index}: {counted(r.n_selected, 'tree')}, <b>{accuracy:.1%}</b> right"
    return solved.regions(r.weights), r.wrong, r.alpha * len(r.alpha), headline


def _drawn_members(shown: list[Round], member: int) -> list[int]:
    if member:
        return [member - 1]
    heaviest = np.max([r.weights for r in shown], axis=0)
    return [int(j) for j in np.flatnonzero(heaviest)]


def _member_line(solved: Solved, r: Round, j: int, member: int) -> Trace:
    return tree_outlines(
        solved,
        [j],
        line=_stroke(member, 2),
        opacity=_opacity(r, j, member),
        name=f"tree {j + 1}",
        hovertemplate=f"tree {j + 1}, alone {solved.members_fresh[j]:.1%} right<extra></extra>",
    )


def _stroke(member: int, width: int) -> dict[str, Any]:
    """Return the line style. A single chosen tree is dashed, so that it differs from the vote's
    own boundary."""
    chosen = {"width": 3, "dash": "5px,4px"} if member else {"width": width}
    return {"color": MEMBERS, **chosen}


def _opacity(r: Round, j: int, member: int) -> float:
    """Return the tree's weight divided by the round's largest. A single chosen tree is drawn in
    full."""
    return 1.0 if member else round(float(r.weights[j] / r.weights.max()), 3)
