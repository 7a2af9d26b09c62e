"""The plane under a uniform and under a reweighted vote, round by round.

Both panels and the slider are one figure, so that rounds are scrubbed in the browser alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.palette import CLASS_SYMBOLS, CLASSES, MEMBERS, WRONG, axis, layout
from l2dwk_core.figures.playground_lines import outline
from l2dwk_core.figures.playground_tables import tables
from l2dwk_core.figures.rounds_layout import controls
from l2dwk_core.playground import SIDE, PairedDifference, Regions, Scene, paired_difference
from l2dwk_core.records import Round

MAX_FRAMES = 25
"""More rounds than this are thinned evenly: each is about 8 kB to send."""

LEVELS = 80
"""Depths of colour of a class."""

_MEAN_SIZE, _SMALLEST, _LARGEST = 8.5, 4.0, 30.0
_EDGE = "rgba(255, 255, 255, 0.9)"
_FIRST, _SECOND = {"xaxis": "x", "yaxis": "y"}, {"xaxis": "x2", "yaxis": "y2"}
_GAP = 0.03

Trace = dict[str, Any]


def playground_figure(scene: Scene, *, lines: bool = False, member: int = 0) -> Chart:
    """Regions of the uniform vote (left) and of the L2DWK vote (right) with the weighting points.

    Parameters
    ----------
    scene
        Points, trees and rounds.
    lines
        Draw the boundaries of single trees: faint ones of all on the left, on the right those with
        weight, the more visible the more weight they have.
    member
        With ``lines``: only this tree, counted from 1, strongly on both; 0 for all.
    """
    shown = _frames(scene)
    start = scene.trace.rounds[scene.trace.returned_round - 1]
    drawn = _drawn_members(scene, shown, member) if lines else []
    # Later traces cover earlier ones: trees below the vote's boundary, points on top.
    standing = _standing(scene, lines, member)
    moving = [*(_member_line(scene, start, j, member) for j in drawn), *_moving(scene, start)]
    figure = go.Figure(
        [*standing, *moving],
        layout(
            height=520,
            margin={"l": 44, "r": 8, "t": 30, "b": 118, "pad": 0},
            **_axes(scene),
            **_replay(shown, start),
        ),
        [
            {
                "name": str(r.index),
                "data": [
                    *({"opacity": _opacity(scene, r, j, member)} for j in drawn),
                    *_frame(scene, r),
                ],
                "traces": list(range(len(standing), len(standing) + len(moving))),
            }
            for r in shown
        ]
        if len(shown) > 1
        else [],
    )
    return Chart(
        "playground",
        _title(scene),
        figure,
        _reading(scene, lines, len(shown)),
        _alternative(scene),
        tables(scene),
    )


def difference_sentence(scene: Scene) -> str:
    """What the fresh points say about the weighted against the uniform vote."""
    found = paired_difference(scene.better, scene.worse, scene.ground.fresh_oracle.n_rows)
    if scene.better + scene.worse == 0:
        return "Both votes are right and wrong on the same fresh points: no difference."
    span = f"95 % interval {_points(found.low)} to {_points(found.high)}"
    if not found.claimed:
        return (
            f"**No difference can be claimed**: L2DWK is {_points(found.value)} percentage points "
            f"away from the uniform vote ({span})."
        )
    better = "better" if found.value > 0 else "worse"
    return (
        f"L2DWK is **{better} by {abs(found.value) * 100:.1f} percentage points** ({span}). That "
        "holds for these points and trees; new points may say otherwise."
    )


def _points(value: float) -> str:
    return f"{value * 100:+.1f}".replace("-", "−")


def _title(scene: Scene) -> str:
    found: PairedDifference = paired_difference(
        scene.better, scene.worse, scene.ground.fresh_oracle.n_rows
    )
    kept, n = scene.trace.n_selected, scene.ground.n_members
    if not found.claimed:
        return f"Reweighted, {kept} of {n} trees vote as well as all of them"
    if found.value > 0:
        return f"Reweighting helps here: {kept} of {n} trees vote better than all of them"
    return f"Reweighting hurts here: {kept} of {n} trees vote worse than all of them"


def _reading(scene: Scene, lines: bool, n_frames: int) -> str:
    depth = "Deeper colour: a larger share of the votes. The line is where the vote turns. "
    points = (
        "Large points weigh the trees, small ones trained them. On the right, a point's area is "
        "its kernel weight α; a cross marks points the vote gets wrong."
    )
    scrub = " Drag the slider or press play to see α move to them." if n_frames > 1 else ""
    trees = " Thin lines are the trees' own boundaries." if lines else ""
    return depth + points + scrub + trees


def _alternative(scene: Scene) -> str:
    ground, trace = scene.ground, scene.trace
    final = trace.rounds[trace.returned_round - 1]
    return (
        f"{len(ground.points)} points of {len(ground.classes)} classes. The uniform vote of "
        f"{ground.n_members} trees is wrong on {int(scene.uniform_wrong.sum())} of "
        f"{ground.oracle.n_rows} weighting points and right on {scene.uniform_fresh.accuracy:.1%} "
        f"of fresh points; the vote of round {trace.returned_round}, with {final.n_selected} "
        f"trees, on {final.n_wrong} and {scene.returned_fresh.accuracy:.1%}."
    )


def _frames(scene: Scene) -> list[Round]:
    rounds = scene.trace.rounds
    if len(rounds) <= MAX_FRAMES:
        return list(rounds)
    places = {*np.linspace(0, len(rounds) - 1, MAX_FRAMES).round().astype(int).tolist()}
    return [rounds[i] for i in sorted(places | {scene.trace.returned_round - 1})]


def _moving(scene: Scene, r: Round) -> list[Trace]:
    """What a round changes: region, boundary, points and headline of the right panel."""
    fixed = [_region(scene), _boundary(), *_clouds(scene), _crosses(), _headline(scene)]
    return [
        _merged(old, new) | _SECOND for old, new in zip(fixed, _frame(scene, r), strict=True)
    ]


def _frame(scene: Scene, r: Round) -> list[Trace]:
    regions = scene.regions(r.weights)
    score = scene.rounds_fresh[r.index - 1]
    x, y = outline(regions.winner, scene.ground.x, scene.ground.y)
    trees = "tree" if r.n_selected == 1 else "trees"
    return [
        {"type": "heatmap", "z": depth_codes(regions, len(scene.ground.classes))},
        {"x": x, "y": y},
        *_marks(scene, r.wrong, r.alpha * len(r.alpha)),
        {
            "text": [
                f"<b>L2DWK</b>, round {r.index}: {r.n_selected} {trees}, "
                f"<b>{score.accuracy:.1%}</b> right"
            ]
        },
    ]


def _standing(scene: Scene, lines: bool, member: int) -> list[Trace]:
    """What no round changes: the left panel, and the training points of both."""
    ground = scene.ground
    regions = scene.regions(scene.uniform_weights)
    x, y = outline(regions.winner, ground.x, ground.y)
    fixed = [_region(scene), _boundary(), *_clouds(scene), _crosses(), _headline(scene)]
    shown = [
        {"z": depth_codes(regions, len(ground.classes))},
        {"x": x, "y": y},
        *_marks(scene, scene.uniform_wrong, np.ones(ground.oracle.n_rows)),
        {
            "text": [
                f"<b>Uniform vote</b>: all {ground.n_members} trees, "
                f"<b>{scene.uniform_fresh.accuracy:.1%}</b> right"
            ]
        },
    ]
    uniform = [_merged(old, new) | _FIRST for old, new in zip(fixed, shown, strict=True)]
    training = [_trained_on(scene) | panel for panel in (_FIRST, _SECOND)]
    own = [_all_lines(scene, member) | _FIRST] if lines else []
    return [*own, *training, *uniform]


def depth_codes(regions: Regions, n_classes: int) -> NDArray[np.uint8]:
    """Class and clarity of each cell in one byte: ``LEVELS`` steps a class, deeper is clearer."""
    clear = (regions.share - 1.0 / n_classes) / (1.0 - 1.0 / n_classes)
    steps = np.rint(np.clip(clear, 0.0, 1.0) * (LEVELS - 1))
    return (regions.winner * LEVELS + steps).astype(np.uint8)


def _region(scene: Scene) -> Trace:
    n_classes = len(scene.ground.classes)
    last = n_classes * LEVELS - 1
    scale: list[list[Any]] = []
    for c in range(n_classes):
        red, green, blue = (int(CLASSES[c][i : i + 2], 16) for i in (1, 3, 5))
        for step, alpha in ((0, 0.05), (LEVELS - 1, 0.62)):
            scale.append([(c * LEVELS + step) / last, f"rgba({red},{green},{blue},{alpha})"])
    return {
        "type": "heatmap",
        "x": scene.ground.x.astype(np.float32),
        "y": scene.ground.y.astype(np.float32),
        "zmin": 0,
        "zmax": last,
        "colorscale": scale,
        "showscale": False,
        "hoverinfo": "skip",
    }


def _boundary() -> Trace:
    return {
        "type": "scatter",
        "mode": "lines",
        "line": {"color": MEMBERS, "width": 2.5},
        "hoverinfo": "skip",
        "name": "boundary of the vote",
    }


def _clouds(scene: Scene) -> list[Trace]:
    """The weighting points, a trace for each class; sizes come with ``_marks``."""
    ground = scene.ground
    clouds = []
    for c, rows in enumerate(_rows_by_class(scene)):
        clouds.append(
            {
                "type": "scatter",
                "mode": "markers",
                "x": ground.points[rows, 0].astype(np.float32),
                "y": ground.points[rows, 1].astype(np.float32),
                "marker": {
                    "color": CLASSES[c],
                    "symbol": CLASS_SYMBOLS[c],
                    "line": {"color": _EDGE, "width": 1},
                },
                "text": [
                    "label flipped" if flipped else "label as drawn"
                    for flipped in ground.flipped[rows]
                ],
                "hovertemplate": f"class {ground.classes[c]}, %{{text}}<br>"
                "%{customdata:.2f} times the average α<extra></extra>",
                "name": f"class {ground.classes[c]}",
            }
        )
    return clouds


def _crosses() -> Trace:
    return {
        "type": "scatter",
        "mode": "markers",
        "marker": {"color": WRONG, "symbol": "x", "line": {"color": _EDGE, "width": 1}},
        "hoverinfo": "skip",
        "name": "vote is wrong",
    }


def _rows_by_class(scene: Scene) -> list[NDArray[np.intp]]:
    ground = scene.ground
    rows = ground.weighting_rows
    return [rows[ground.codes[rows] == c] for c in range(len(ground.classes))]


def _marks(scene: Scene, wrong: NDArray[np.bool_], times: NDArray[np.float64]) -> list[Trace]:
    """What is marked on the weighting points: area by kernel weight (``times`` the average) for
    each class, then crosses where the vote is wrong."""
    ground = scene.ground
    sizes = np.clip(_MEAN_SIZE * np.sqrt(times), _SMALLEST, _LARGEST).astype(np.float32)
    codes = ground.codes[ground.weighting_rows]
    clouds = [
        {"customdata": times[own].astype(np.float32), "marker": {"size": sizes[own]}}
        for own in (codes == c for c in range(len(ground.classes)))
    ]
    at = ground.points[ground.weighting_rows[wrong]].astype(np.float32)
    crosses = {"x": at[:, 0], "y": at[:, 1], "marker": {"size": np.maximum(0.6 * sizes[wrong], 6)}}
    return [*clouds, crosses]


def _trained_on(scene: Scene) -> Trace:
    ground = scene.ground
    rows, last = ground.training_rows, len(ground.classes) - 1
    return {
        "type": "scatter",
        "mode": "markers",
        "x": ground.points[rows, 0].astype(np.float32),
        "y": ground.points[rows, 1].astype(np.float32),
        "marker": {
            # Numbers on a scale: plotly.py checks a list of colours one by one.
            "color": ground.codes[rows].astype(np.uint8),
            "colorscale": [[c / last, CLASSES[c]] for c in range(last + 1)],
            "cmin": 0,
            "cmax": last,
            "size": 4,
            "opacity": 0.55,
        },
        "hoverinfo": "skip",
        "name": "training points",
    }


def _headline(scene: Scene) -> Trace:
    """Text above a panel; a trace, because rounds change it."""
    ground = scene.ground
    half = (ground.x[1] - ground.x[0]) / 2.0
    return {
        "type": "scatter",
        "mode": "text",
        "x": [float(ground.x[0] - half)],
        "y": [float(ground.y[-1] + half)],
        "textposition": "top right",
        "textfont": {"size": 14},
        "cliponaxis": False,
        "hoverinfo": "skip",
        "name": "headline",
    }


def _drawn_members(scene: Scene, shown: list[Round], member: int) -> list[int]:
    if member:
        return [member - 1]
    heaviest = np.max([r.weights for r in shown], axis=0)
    return np.flatnonzero(heaviest).tolist()


def _member_line(scene: Scene, r: Round, j: int, member: int) -> Trace:
    return (
        _tree_outline(scene, [j])
        | {
            "line": {"color": MEMBERS, "width": 3 if member else 2},
            "opacity": _opacity(scene, r, j, member),
            "name": f"tree {j + 1}",
            "hovertemplate": f"tree {j + 1}, alone {scene.members_fresh[j]:.1%} right"
            "<extra></extra>",
        }
        | _SECOND
    )


def _opacity(scene: Scene, r: Round, j: int, member: int) -> float:
    """Weight beside the round's heaviest; a single chosen tree is drawn in full."""
    return 1.0 if member else round(float(r.weights[j] / r.weights.max()), 3)


def _all_lines(scene: Scene, member: int) -> Trace:
    n = scene.ground.n_members
    chosen = [member - 1] if member else list(range(n))
    return _tree_outline(scene, chosen) | {
        "line": {"color": MEMBERS, "width": 3 if member else 1},
        "opacity": 1.0 if member else max(0.12, min(1.0, 3.0 / n)),
        "hoverinfo": "skip",
        "name": "trees' own boundaries",
    }


def _tree_outline(scene: Scene, chosen: list[int]) -> Trace:
    ground = scene.ground
    lines = [
        outline(ground.grid_codes[:, j].reshape(SIDE, SIDE), ground.x, ground.y) for j in chosen
    ]
    return {
        "type": "scatter",
        "mode": "lines",
        "x": np.concatenate([x for x, _ in lines]),
        "y": np.concatenate([y for _, y in lines]),
    }


def _merged(old: Trace, new: Trace) -> Trace:
    marker = {"marker": old["marker"] | new["marker"]} if "marker" in new else {}
    return old | new | marker


def _axes(scene: Scene) -> dict[str, Any]:
    ground = scene.ground
    half = (ground.x[1] - ground.x[0]) / 2.0
    across = [float(ground.x[0] - half), float(ground.x[-1] + half)]
    up = [float(ground.y[0] - half), float(ground.y[-1] + half)]
    plain = {
        "showgrid": False,
        "nticks": 5,
        "fixedrange": True,
        "mirror": True,
        "constrain": "domain",
            }
    middle = 0.5
    return {
        "xaxis": axis("x₁", range=across, domain=[0.0, middle - _GAP / 2], anchor="y", **plain),
        "yaxis": axis("x₂", range=up, anchor="x", scaleanchor="x", **plain),
        "xaxis2": axis("x₁", range=across, domain=[middle + _GAP / 2, 1.0], anchor="y2", **plain),
        "yaxis2": axis(
            "", range=up, anchor="x2", scaleanchor="x2", showticklabels=False, **plain
        ),
    }


def _replay(shown: list[Round], start: Round) -> dict[str, Any]:
    """The slider of the rounds; regions are pictures, which are only drawn anew on demand."""
    made = controls(shown, start)
    for slider in made.get("sliders", []):
        for step in slider["steps"]:
            step["args"][1]["frame"]["redraw"] = True
    for menu in made.get("updatemenus", []):
        for button in menu["buttons"]:
            button["args"][1]["frame"]["redraw"] = True
    return made
