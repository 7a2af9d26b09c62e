"""Single members: which keep weight, how one member's weight changes, and what its tree asks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from l2dwk_core.common.text import agreeing, counted, per_cent
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.layout_parts import label
from l2dwk_core.figures.member_names import (
    SHORT,
    at_start,
    hover_names,
    in_figure,
    name_columns,
    name_of,
)
from l2dwk_core.figures.palette import FAINT, GRID, L2DWK, MEMBERS, axis, layout, ticks_of
from l2dwk_core.figures.traces import line_trace, marker_trace, scatter_trace
from l2dwk_core.figures.words import plain
from l2dwk_core.pools.inspection import MemberView, TreeNode
from l2dwk_core.runs.run import Run

MAX_OTHERS = 60
"""Other kept members drawn behind the chosen one."""
_LONGEST = 17
"""Signs in a line beneath a square."""


def kept_members_figure(run: Run, chosen: int) -> Chart:
    """Draw every member by its own accuracy and its weight, with a ring around the chosen one."""
    right, weights, names = run.oracle.member_accuracy, run.trace.weights, run.pool.names
    kept = weights > 0
    # Out of bag, and with missing votes, each member judges other rows.
    some = run.oracle.available is not None
    rows, its_rows = (
        ("weighting rows they judge", "weighting rows it judges")
        if some
        else ("weighting rows", "weighting rows")
    )
    groups = (
        ("without weight", ~kept, {"color": MEMBERS, "size": 7, "opacity": 0.35}),
        ("with weight", kept, {"color": L2DWK, "size": 11, "opacity": 0.85}),
    )
    # The name of the chosen one stands towards the middle, where there is room.
    side = "left" if 2 * right[chosen] > right.min() + right.max() else "right"
    traces: list[dict[str, Any]] = [
        marker_trace(
            right[group],
            weights[group],
            name,
            marker,
            hover=f"%{{hovertext}}<br>right on %{{x:.1%}} of the {its_rows}<br>weight %{{y:.4f}}",
            customdata=np.flatnonzero(group),
            hovertext=hover_names(names, np.flatnonzero(group)),
        )
        for name, group, marker in groups
    ]
    traces.append(
        marker_trace(
            [right[chosen]],
            [weights[chosen]],
            "chosen",
            {"color": L2DWK, "size": 22, "symbol": "circle-open", "line": {"width": 3}},
            text=[f"<b>{in_figure(names, chosen, SHORT)}</b>"],
            textposition=f"middle {side}",
        )
    )
    best = float(right[kept].mean()) if kept.any() else 0.0
    figure = Drawing(
        traces,
        layout(
            height=340,
            margin={"l": 56, "r": 16, "t": 24, "b": 52},
            xaxis=axis("weighting rows right", tickformat=".0%", **ticks_of(right)),
            yaxis=axis("weight w in the vote", range=[-0.008, 1.18 * float(weights.max())]),
        ),
    )
    return Chart(
        "kept_members",
        f"Kept members are right on {per_cent(best)} of the {rows}, all on {per_cent(right.mean())}"
        if kept.any()
        else "No member has weight",
        figure,
        "One dot for each member: further right it is more often right by itself, further up it "
        "has more weight. Select a dot to see that member in detail.",
        f"{int(kept.sum())} of {counted(len(kept), 'member')} "
        f"{agreeing(int(kept.sum()), 'has', 'have')} weight; {name_of(names, chosen)} is right on "
        f"{right[chosen]:.1%} of the {its_rows} and has weight {weights[chosen]:.4f}.",
        {
            "members": lambda: pd.DataFrame(
                name_columns(names, member=np.arange(len(right)))
                | {"weighting_rows_right": right, "weight": weights}
            )
        },
    )


def member_weight_figure(run: Run, chosen: int) -> Chart:
    """Draw the chosen member's weight in every round, with the other kept members behind it."""
    path, names = run.trace.weight_path, run.pool.names
    rounds = np.arange(1, len(path) + 1)
    heaviest = np.argsort(-path.max(axis=0), kind="stable")
    others = [j for j in heaviest[:MAX_OTHERS] if j != chosen and path[:, j].any()]
    lines: list[dict[str, Any]] = [
        line_trace(
            rounds,
            path[:, j],
            in_figure(names, int(j)),
            FAINT,
            width=1,
            hover=f"{in_figure(names, int(j))}<br>round %{{x}}: %{{y:.4f}}",
        )
        for j in others
    ]
    lines.append(
        scatter_trace(
            rounds,
            path[:, chosen],
            "lines+markers",
            in_figure(names, chosen),
            hover=f"{in_figure(names, chosen)}<br>round %{{x}}: %{{y:.4f}}",
            line={"color": L2DWK, "width": 3},
        )
    )
    held = int(np.count_nonzero(path[:, chosen]))
    figure = Drawing(
        lines,
        layout(
            height=340,
            margin={"l": 56, "r": 16, "t": 24, "b": 52},
            xaxis=axis("round t", range=[0.5, len(path) + 0.5]),
            yaxis=axis("weight w", rangemode="tozero"),
        ),
    )
    return Chart(
        "member_weight",
        f"{at_start(name_of(names, chosen))} has weight in {held} of {counted(len(path), 'round')}",
        figure,
        "The thick line is the chosen member, the thin ones are others that were kept in some "
        "round.",
        f"{at_start(name_of(names, chosen))} starts at weight {path[0, chosen]:.4f} and ends at "
        f"{path[-1, chosen]:.4f}.",
        {
            "weight by round": lambda: pd.DataFrame(
                {"round": rounds}
                | name_columns(names, member=[chosen] * len(rounds))
                | {"weight": path[:, chosen]}
            )
        },
    )


def member_tree_figure(view: MemberView, name: str) -> Chart:
    """Draw the first questions of the tree of the member of this name. The view must have
    nodes."""
    nodes = view.nodes
    x: list[float | None] = []
    y: list[float | None] = []
    sides = []
    for node in nodes[1:]:
        parent = nodes[node.parent]
        x += [parent.position, node.position, None]
        y += [-parent.depth, -node.depth, None]
        sides.append(
            label(
                "yes" if node.yes else "no",
                0.55 * parent.position + 0.45 * node.position,
                -0.55 * parent.depth - 0.45 * node.depth,
                size=11,
            )
        )
    deepest = max(node.depth for node in nodes)
    figure = Drawing(
        [
            line_trace(x, y, "branches", GRID),
            marker_trace(
                [n.position for n in nodes],
                [-n.depth for n in nodes],
                "questions and answers",
                {
                    "color": MEMBERS,
                    "size": [9 if n.question else 13 for n in nodes],
                    "symbol": ["circle" if n.question else "square" for n in nodes],
                },
                hover="%{hovertext}",
                text=[_label(n) for n in nodes],
                textposition=["top center" if n.question else "bottom center" for n in nodes],
                hovertext=[_hover(n) for n in nodes],
            ),
        ],
        layout(
            height=110 + 95 * (deepest + 1),
            margin={"l": 8, "r": 8, "t": 8, "b": 8},
            annotations=sides,
            xaxis={"visible": False, "range": [-0.6, max(n.position for n in nodes) + 0.6]},
            yaxis={"visible": False, "range": [-deepest - 0.85, 0.5]},
        ),
    )
    hidden = any(n.question is None and n.below > 1 for n in nodes)
    return Chart(
        "member_tree",
        f"The {'first questions' if hidden else 'questions'} of {name}",
        figure,
        "Start at the top and "
        "follow the answers. "
        "Squares show the predicted "
        "class and how many "
        "training rows reach it." + (" Squares with more leaves below go on asking." * hidden),
        view.sentence,
        {"nodes": lambda: pd.DataFrame([vars(n) for n in nodes])},
    )


def _wrapped(text: str) -> str:
    """Return the text in at most two lines of at most ``_LONGEST`` characters, broken between
    words."""
    if len(text) <= _LONGEST:
        return plain(text)
    joint = max(text.rfind(sign, 0, _LONGEST) for sign in " _-") + 1 or _LONGEST
    rest = text[joint:]
    return f"{plain(text[:joint])}<br>{plain(rest, _LONGEST)}"


def _label(node: TreeNode) -> str:
    if node.question is not None:
        return f"<b>{_asked(node)}</b>"
    more = f"<br>+ {node.below} leaves" if node.below > 1 else ""
    return f"{_wrapped(node.answer)}<br>{counted(node.rows, 'row')}{more}"


def _asked(node: TreeNode) -> str:
    # A column's name with the value it is compared with.
    return f"{plain(node.question, 120)}?"


def _hover(node: TreeNode) -> str:
    asked = f"{_asked(node)}<br>" if node.question else ""
    return (
        f"{asked}{counted(node.rows, 'training row')}<br>"
        f"{node.share:.0%} of their weight: {plain(node.answer)}<br>"
        f"{counted(node.below, 'leaf', 'leaves')} below"
    )
