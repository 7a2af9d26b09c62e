"""Drawn points, the trees that learn from them, and the area that each class wins in the vote."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from l2dwk_core.common.text import counted, equal_up_to_rounding, per_cent
from l2dwk_core.demos.drawn_trees import CLASSES, DrawnTrees
from l2dwk_core.demos.playground import SIDE
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.palette import CLASS_SYMBOLS, MEMBERS, axis, layout
from l2dwk_core.figures.palette import CLASSES as COLOURS
from l2dwk_core.figures.playground.outlines import outline
from l2dwk_core.figures.playground.plane_traces import (
    boundary_trace,
    crosses_trace,
    depth_codes,
    region_trace,
)
from l2dwk_core.figures.traces import marker_trace

MAX_OUTLINES = 9
"""More trees than this have no lines of their own: they would cover the figure."""
_ROOM, _RING = 16, 26
"""Pixels around the plot, and across the ring of the chosen point: a point at the edge, and its
ring, is seen whole."""
_DASHES = ("dot", "dash", "dashdot")


def drawn_points_figure(trees: DrawnTrees, chosen: int = 0) -> Chart:
    """Draw the points, the border of each tree, and the regions of the uniform vote.

    ``chosen``: the number of a point that gets a ring, from 1; 0 for none.
    """
    n, right, one = len(trees.points), trees.vote.accuracy, trees.member_accuracy
    n_wrong = int(trees.vote.wrong.sum())
    members = counted(len(trees.members), "tree")
    title = (
        f"The vote of {members} is right on {per_cent(right)} of the points, one tree on "
        f"{per_cent(one)}"
    )
    if len(trees.members) == 1:
        title = f"One tree is right on {per_cent(right)} of the points"
    figure = Drawing(
        _traces(trees, chosen),
        layout(
            height=400,
            margin={"l": _ROOM, "r": _ROOM, "t": _ROOM, "b": _ROOM, "pad": 0},
            dragmode=False,
            xaxis=_side(),
            yaxis=_side(),
        ),
    )
    lines = (
        "A thin line is the border of one tree, the thick one that of the vote. "
        if len(trees.members) <= MAX_OUTLINES
        else "The line is the border of the vote. "
    )
    return Chart(
        "drawn_points",
        title,
        figure,
        "Circles are class A, diamonds class B. Colour shows the class that wins; it is deeper "
        f"where more trees agree. {lines}A cross: the vote is wrong there. The trees have learned "
        "from these points, so this is no test.",
        f"{counted(n, 'point')}, {members}. The vote is wrong on {n_wrong} of "
        f"{counted(n, 'point')}; one tree is right on {one:.1%} on average; two trees differ on "
        f"{trees.disagreement:.1%} of the points.",
        {"points": lambda: _point_table(trees), "trees": lambda: _tree_table(trees)},
    )


def drawn_trees_sentence(trees: DrawnTrees) -> str:
    """Return how accurate and how different the trees are, and what the vote gains."""
    n = len(trees.members)
    if n == 1:
        return f"One tree is right on {per_cent(trees.member_accuracy)} of the points."
    much = f"{100 * abs(trees.vote.accuracy - trees.member_accuracy):.1f} points"
    better = trees.vote.accuracy > trees.member_accuracy
    change = f"{'gains' if better else 'loses'} {much} of a hundred over an average tree"
    if equal_up_to_rounding(trees.vote.accuracy, trees.member_accuracy):
        change = "gains nothing over an average tree"
    return (
        f"A tree is right on {per_cent(trees.member_accuracy)} of the points on average. Two trees "
        f"disagree on {per_cent(trees.disagreement)}: exactly one of them is right there. The vote "
        f"{change}."
    )


def _traces(trees: DrawnTrees, chosen: int) -> list[dict[str, Any]]:
    x, y = outline(trees.regions.winner, trees.cells, trees.cells)
    traces = [
        {
            **region_trace(trees.cells, trees.cells, len(CLASSES)),
            "z": depth_codes(trees.regions, len(CLASSES)),
        }
    ]
    if 1 < len(trees.members) <= MAX_OUTLINES:
        traces += [_outline(trees, j) for j in range(len(trees.members))]
    traces.append({**boundary_trace(), "x": x, "y": y})
    for c, name in enumerate(CLASSES):
        own = np.flatnonzero(trees.codes == c)
        traces.append(
            marker_trace(
                trees.points[own, 0],
                trees.points[own, 1],
                f"class {name}",
                {
                    "color": COLOURS[c],
                    "symbol": CLASS_SYMBOLS[c],
                    "size": 15,
                    "line": {"color": "rgba(255, 255, 255, 0.9)", "width": 1.5},
                },
                hover="point %{customdata[0]}, class "
                + str(name)
                + "<br>%{customdata[1]} of "
                + f"{counted(len(trees.members), 'tree')} right",
                customdata=np.column_stack([own + 1, _n_right(trees)[own]]).tolist(),
                cliponaxis=False,
            )
        )
    wrong = trees.vote.wrong
    traces.append(
        _merged(
            crosses_trace(),
            x=trees.points[wrong, 0],
            y=trees.points[wrong, 1],
            marker={"size": 10},
            cliponaxis=False,
        )
    )
    if 1 <= chosen <= len(trees.points):
        ring = {"color": MEMBERS, "symbol": "circle-open", "size": _RING, "line": {"width": 2.5}}
        at = trees.points[chosen - 1]
        traces.append(marker_trace([at[0]], [at[1]], "chosen point", ring, cliponaxis=False))
    return traces


def _outline(trees: DrawnTrees, j: int) -> dict[str, Any]:
    x, y = outline(trees.grid_codes[:, j].reshape(SIDE, SIDE), trees.cells, trees.cells)
    dash = _DASHES[j % len(_DASHES)]
    return {
        "type": "scatter",
        "mode": "lines",
        "x": x,
        "y": y,
        "name": f"tree {j + 1}",
        "line": {"color": MEMBERS, "width": 1.2, "dash": dash},
        "hoverinfo": "skip",
    }


def _side() -> dict[str, Any]:
    return axis(
        range=[0, 1],
        showgrid=False,
        fixedrange=True,
        mirror=True,
        showticklabels=False,
        ticks="",
        automargin=False,
    )


def _merged(trace: dict[str, Any], **more: Any) -> dict[str, Any]:
    return trace | more | {"marker": trace["marker"] | more["marker"]}


def _n_right(trees: DrawnTrees) -> Any:
    return np.count_nonzero(trees.oracle.matrix == 1, axis=1)


def _point_table(trees: DrawnTrees) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "point": np.arange(1, len(trees.points) + 1),
            "x": trees.points[:, 0],
            "y": trees.points[:, 1],
            "class": CLASSES[trees.codes],
            "trees_right": _n_right(trees),
            "vote_right": ~trees.vote.wrong,
        }
    )


def _tree_table(trees: DrawnTrees) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "tree": np.arange(1, len(trees.members) + 1),
            "points_taken": np.count_nonzero(trees.counts, axis=1),
            "right": trees.oracle.member_accuracy,
        }
    )
