"""The run, round by round: classifier weights, margins and the accuracy–diversity plane.

The three panels share one figure and one slider, so that they move together in the browser.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.margins import EDGES, N_BINS, margin_counts, margin_target
from l2dwk_core.figures.palette import (
    L2DWK,
    MEMBERS,
    RIGHT,
    UNIFORM,
    WRONG,
    layout,
)
from l2dwk_core.figures.rounds_layout import axes, controls, target_line, titles
from l2dwk_core.figures.tables import pair_table, round_table, weight_table
from l2dwk_core.records import Round, Trace
from l2dwk_core.run_record import AccuracyDiversityPath, PairCloud

Floats = NDArray[np.float64]
MAX_FRAMES = 60
"""More rounds than this are thinned evenly: a slider of 400 px has no finer steps."""

_HALF = N_BINS // 2


@dataclass(frozen=True)
class UniformPoint:
    """Diversity and accuracy of the uniform vote of the same members on the same rows."""

    diversity: float
    accuracy: float


def rounds_figure(
    trace: Trace,
    path: AccuracyDiversityPath,
    cloud: PairCloud,
    uniform: UniformPoint | None = None,
) -> Chart:
    """Sorted classifier weights, margins and the accuracy–diversity plane, with a round slider.

    ``path``, ``cloud`` and ``uniform`` must be taken on the same rows; margins are always those
    of the weighting rows. The slider starts at the returned round.
    """
    shown = _frames(trace)
    n_kept = max(r.n_selected for r in trace.rounds)
    start = trace.rounds[trace.returned_round - 1]
    moving = _moving(start, path, n_kept)
    target = margin_target(trace.settings)
    shape, words = target_line(target)
    figure = go.Figure(
        [*moving, *_standing(path, cloud, uniform)],
        layout(
            height=560,
            margin={"l": 56, "r": 64, "t": 30, "b": 106},
            shapes=shape,
            annotations=titles(path.rows) + words,
            **axes(trace, path, n_kept),
            **controls(shown, start),
        ),
        [
            {
                "name": str(r.index),
                "data": _frame(r, path, n_kept),
                "traces": list(range(len(moving))),
            }
            for r in shown
        ],
    )
    returned = trace.returned_round - 1
    return Chart(
        "rounds",
        _title(trace),
        figure,
        ("Drag the slider or press play. " if len(shown) > 1 else "")
        + "Top left: the members that keep weight, heaviest first. "
        "Bottom left: by how much weight each row is won (right of 0) or lost"
        + ("; the objective pulls all margins to the dashed target. " if target else ". ")
        + "Right: grey dots are pairs of members (left axis), the blue line is the ensemble, one "
        "point a round from the ring on (right axis): to the right is more diverse, up is more "
        "often right.",
        f"{len(trace.rounds)} rounds; the returned round {start.index} keeps {start.n_selected} "
        f"members (effective number {start.effective_number:.1f}) and is right on "
        f"{path.accuracy[returned]:.1%} of the {path.rows} rows at diversity "
        f"{path.diversity[returned]:.3f}.",
        {
            "rounds": lambda: round_table(trace, path),
            "classifier weights": lambda: weight_table(trace),
            "pairs of members": lambda: pair_table(cloud),
        },
    )


def _title(trace: Trace) -> str:
    if len(trace.rounds) == 1:
        return f"One round: {trace.n_selected} of {len(trace.weights)} members keep weight"
    return (
        f"Round {trace.returned_round} of {len(trace.rounds)} is returned: "
        f"{trace.n_selected} of {len(trace.weights)} members keep weight"
    )


def sorted_weights(r: Round, n: int) -> Floats:
    """The n heaviest classifier weights of a round, heaviest first."""
    return np.sort(r.weights)[::-1][:n]


def _frames(trace: Trace) -> list[Round]:
    rounds = trace.rounds
    if len(rounds) <= MAX_FRAMES:
        return list(rounds)
    places = {*np.linspace(0, len(rounds) - 1, MAX_FRAMES).round().astype(int).tolist()}
    return [rounds[i] for i in sorted(places | {trace.returned_round - 1})]


def _moving(r: Round, path: AccuracyDiversityPath, n_kept: int) -> list[dict[str, Any]]:
    """The traces a frame replaces, in the order of ``_frame``."""
    margin_hover = "%{y} rows with a margin from %{x:.2f} to 0.05 more<extra></extra>"
    common: list[dict[str, Any]] = [
        {
            **_steps(L2DWK, "rgba(21, 128, 196, 0.45)"),
            "x": np.arange(n_kept + 1, dtype=np.float32) + 0.5,
            "name": "classifier weight",
            "hovertemplate": "weight of the member at this rank: %{y:.4f}<extra></extra>",
        },
        {
            **_steps(WRONG, "rgba(213, 94, 0, 0.45)"),
            "x": EDGES[: _HALF + 1],
            "name": "rows with margin ≤ 0",
            "hovertemplate": margin_hover,
            "xaxis": "x2",
            "yaxis": "y2",
        },
        {
            **_steps(RIGHT, "rgba(86, 180, 233, 0.45)"),
            "x": EDGES[_HALF:],
            "name": "rows with margin > 0",
            "hovertemplate": margin_hover,
            "xaxis": "x2",
            "yaxis": "y2",
        },
        {
            "mode": "markers",
            "marker": {"color": L2DWK, "size": 17, "line": {"color": "white", "width": 2}},
            "name": "ensemble in this round",
            "hovertemplate": "diversity %{x:.4f}<br>vote accuracy %{y:.2%}<extra></extra>",
            "xaxis": "x3",
            "yaxis": "y4",
        },
        {
            "x": [1.0],
            "y": [1.0],
            "mode": "text",
            "textposition": "bottom left",
            "textfont": {"size": 13},
            "hoverinfo": "skip",
            "name": "members kept",
            "xaxis": "x4",
            "yaxis": "y5",
        },
    ]
    return [
        {"type": "scatter", **fixed, **values}
        for fixed, values in zip(common, _frame(r, path, n_kept), strict=True)
    ]


def _steps(colour: str, fill: str) -> dict[str, Any]:
    """Bars drawn as one stepped line: unlike bars it is redrawn without a new layout, in half the
    time."""
    return {
        "mode": "lines",
        "line": {"color": colour, "width": 1.5, "shape": "hv"},
        "fill": "tozeroy",
        "fillcolor": fill,
    }


def _frame(r: Round, path: AccuracyDiversityPath, n_kept: int) -> list[dict[str, Any]]:
    weights = np.append(sorted_weights(r, n_kept), 0.0).astype(np.float32)
    counts = margin_counts(r.margins).astype(np.int32)
    place = r.index - 1
    text = (
        f"{r.n_selected} of {len(r.weights)} members kept<br>"
        f"effective number 1/Σw² = {r.effective_number:.1f}"
    )
    return [
        {"y": weights},
        {"y": np.append(counts[:_HALF], 0)},
        {"y": np.append(counts[_HALF:], 0)},
        {"x": [float(path.diversity[place])], "y": [float(path.accuracy[place])]},
        {"text": [text]},
    ]


def _standing(
    path: AccuracyDiversityPath, cloud: PairCloud, uniform: UniformPoint | None
) -> list[dict[str, Any]]:
    n_rounds = len(path.accuracy)
    traces: list[dict[str, Any]] = [
        {
            "type": "scatter",
            "x": cloud.disagreement.astype(np.float32),
            "y": cloud.accuracy.astype(np.float32),
            "mode": "markers",
            "marker": {"color": MEMBERS, "size": 5, "opacity": 0.28},
            "customdata": cloud.members.astype(np.int16),
            "name": "pairs of members",
            "hovertemplate": (
                "members %{customdata[0]} and %{customdata[1]}<br>disagreement %{x:.3f}"
                "<br>mean accuracy %{y:.2%}<extra></extra>"
            ),
            "xaxis": "x3",
            "yaxis": "y3",
        },
        {
            "type": "scatter",
            "x": path.diversity,
            "y": path.accuracy,
            "mode": "lines+markers",
            "line": {"color": L2DWK, "width": 2},
            "marker": {
                "color": L2DWK,
                "size": [12] + [6] * (n_rounds - 1),
                "symbol": ["circle-open"] + ["circle"] * (n_rounds - 1),
                "line": {"width": [2] + [0] * (n_rounds - 1)},
            },
            "name": "ensemble, round by round",
            "customdata": list(range(1, n_rounds + 1)),
            "hovertemplate": (
                "round %{customdata}<br>diversity wᵀDw = %{x:.4f}<br>vote accuracy %{y:.2%}"
                "<extra></extra>"
            ),
            "xaxis": "x3",
            "yaxis": "y4",
        },
    ]
    if uniform is not None:
        traces.append(
            {
                "type": "scatter",
                "x": [uniform.diversity],
                "y": [uniform.accuracy],
                "mode": "markers+text",
                "marker": {
                    "color": UNIFORM,
                    "size": 13,
                    "symbol": "diamond",
                    "line": {"color": "white", "width": 1},
                },
                "text": ["<b>uniform vote</b>"],
                "textposition": "middle right",
                "textfont": {"color": UNIFORM, "size": 13},
                "name": "uniform vote of the same members",
                "hovertemplate": (
                    "uniform vote<br>diversity %{x:.4f}<br>vote accuracy %{y:.2%}<extra></extra>"
                ),
                "xaxis": "x3",
                "yaxis": "y4",
            }
        )
    return traces
