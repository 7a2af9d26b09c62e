"""The run, round by round: classifier weights, margins and the accuracy–diversity plane.

The three panels share one figure and one slider, so that they move together in the browser.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from numpy.typing import NDArray

from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.margins import EDGES, N_BINS, MarginTarget, margin_counts, margin_target
from l2dwk_core.figures.palette import (
    FAINT,
    L2DWK,
    MEMBERS,
    RIGHT,
    UNIFORM,
    WRONG,
    axis,
    layout,
)
from l2dwk_core.records import Round, Trace
from l2dwk_core.runner import AccuracyDiversityPath, PairCloud

Floats = NDArray[np.float64]
MAX_FRAMES = 60
"""More rounds than this are thinned evenly: a slider of 400 px has no finer steps."""

_LEFT, _RIGHT = (0.0, 0.44), (0.56, 1.0)
_TOP, _BOTTOM = (0.63, 1.0), (0.0, 0.38)
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
    shape, words = _target_line(target)
    figure = go.Figure(
        [*moving, *_standing(path, cloud, uniform)],
        layout(
            height=560,
            margin={"l": 56, "r": 64, "t": 30, "b": 106},
            shapes=shape,
            annotations=_titles(path.rows) + words,
            **_axes(trace, path, n_kept),
            **_controls(shown, start),
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
            "pairs of members": lambda: _pair_table(cloud),
        },
    )


def _title(trace: Trace) -> str:
    if len(trace.rounds) == 1:
        return f"One round: {trace.n_selected} of {len(trace.weights)} members keep weight"
    return (
        f"Round {trace.returned_round} of {len(trace.rounds)} is returned: "
        f"{trace.n_selected} of {len(trace.weights)} members keep weight"
    )


def round_table(trace: Trace, path: AccuracyDiversityPath) -> pd.DataFrame:
    """One line a round: objective, certificate, votes, sparsity and the place on the plane."""
    return pd.DataFrame(
        {
            "round": [r.index for r in trace.rounds],
            "objective": [r.objective for r in trace.rounds],
            "gap": [r.gap for r in trace.rounds],
            "weighting_rows_wrong": [r.n_wrong for r in trace.rounds],
            "error_set": [r.n_error_set for r in trace.rounds],
            "tied_votes": [r.n_ties for r in trace.rounds],
            "members_kept": [r.n_selected for r in trace.rounds],
            "effective_number": [r.effective_number for r in trace.rounds],
            "sum_of_alpha": [r.alpha_mass for r in trace.rounds],
            "distance_to_target_alpha": [r.alpha_residual for r in trace.rounds],
            "change_of_weights": [r.weight_change for r in trace.rounds],
            f"diversity_{path.rows}": path.diversity,
            f"accuracy_{path.rows}": path.accuracy,
        }
    )


def weight_table(trace: Trace) -> pd.DataFrame:
    """Every positive classifier weight of every round."""
    pieces = []
    for r in trace.rounds:
        kept = np.flatnonzero(r.weights)
        kept = kept[np.argsort(-r.weights[kept], kind="stable")]
        pieces.append(pd.DataFrame({"round": r.index, "member": kept, "weight": r.weights[kept]}))
    return pd.concat(pieces, ignore_index=True)


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


def _axes(trace: Trace, path: AccuracyDiversityPath, n_kept: int) -> dict[str, Any]:
    heaviest = max(float(r.weights.max()) for r in trace.rounds)
    tallest = max(int(margin_counts(r.margins).max(initial=1)) for r in trace.rounds)
    # One accuracy for all rounds would give the axis no length.
    still = {"range": [path.accuracy[0] - 0.05, path.accuracy[0] + 0.05]}
    return {
        "xaxis": axis("member, by weight", domain=_LEFT, anchor="y", range=[0.3, n_kept + 0.7]),
        "yaxis": axis("weight w", domain=_TOP, anchor="x", range=[0, heaviest * 1.08]),
        "xaxis2": axis(
            "margin m = weight right − weight wrong", domain=_LEFT, anchor="y2", range=[-1.02, 1.02]
        ),
        "yaxis2": axis("weighting rows", domain=_BOTTOM, anchor="x2", range=[0, tallest * 1.12]),
        "xaxis3": axis(
            "diversity: disagreement of a pair, wᵀDw of the ensemble",
            domain=_RIGHT,
            anchor="y3",
        ),
        "yaxis3": axis("mean accuracy of a pair", domain=(0.0, 1.0), anchor="x3", tickformat=".0%"),
        "yaxis4": axis(
            "vote accuracy of the ensemble",
            overlaying="y3",
            side="right",
            anchor="x3",
            tickformat=".3~p",
            tickmode="auto",
            nticks=7,
            showgrid=False,
            **(still if float(np.ptp(path.accuracy)) == 0.0 else {}),
        ),
        "xaxis4": {"domain": _LEFT, "anchor": "y5", "range": [0, 1], "visible": False},
        "yaxis5": {"domain": _TOP, "anchor": "x4", "range": [0, 1], "visible": False},
    }


def _titles(rows: str) -> list[dict[str, Any]]:
    return [
        {
            "x": x,
            "y": y,
            "xref": "paper",
            "yref": "paper",
            "xanchor": "left",
            "yanchor": "bottom",
            "yshift": 6,
            "text": f"<b>{text}</b>",
            "showarrow": False,
            "font": {"size": 15},
        }
        for x, y, text in (
            (_LEFT[0], _TOP[1], "Which members keep weight"),
            (_LEFT[0], _BOTTOM[1], "How clearly rows are won or lost"),
            (_RIGHT[0], 1.0, f"Where the ensemble travels ({rows} rows)"),
        )
    ]


def _target_line(target: MarginTarget | None) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """A dashed line at the target, or a pointer to it when it lies beyond the largest margin."""
    if target is None:
        return [], []
    guide = "" if target.exact else " (guide)"
    inside = target.value <= 1.0
    text = f"target {target.value:.3g}{guide}"
    left_of_line = target.value > 0.2
    label = {
        "x": target.value if inside else 1.0,
        "y": 1,
        "xref": "x2",
        "yref": "y2 domain",
        "xanchor": "right" if left_of_line else "left",
        "yanchor": "top",
        "xshift": -5 if left_of_line else 5,
        "text": text if inside else f"{text} →",
        "showarrow": False,
        "font": {"size": 13},
    }
    line = {
        "type": "line",
        "xref": "x2",
        "yref": "y2 domain",
        "x0": target.value,
        "x1": target.value,
        "y0": 0,
        "y1": 1,
        "line": {"color": L2DWK, "dash": "dash", "width": 2},
    }
    return ([line] if inside else []), [label]


def _controls(shown: list[Round], start: Round) -> dict[str, Any]:
    """Slider and play button; they run in the browser alone. One round needs neither."""
    if len(shown) == 1:
        return {}
    now = {"mode": "immediate", "transition": {"duration": 0}}
    jump = {**now, "frame": {"duration": 0, "redraw": False}}
    play = {**now, "fromcurrent": True, "frame": {"duration": 350, "redraw": False}}
    slider = {
        "active": [r.index for r in shown].index(start.index),
        "x": 0.13,
        "len": 0.87,
        "y": -0.15,
        "yanchor": "top",
        "pad": {"t": 8, "b": 0},
        "currentvalue": {"prefix": "round ", "xanchor": "left", "font": {"size": 15}},
        "bgcolor": FAINT,
        "activebgcolor": L2DWK,
        "bordercolor": FAINT,
        "tickcolor": FAINT,
        "ticklen": 4,
        "steps": [
            {
                "label": str(r.index),
                "value": str(r.index),
                "method": "animate",
                "args": [[str(r.index)], jump],
            }
            for r in shown
        ],
    }
    buttons = {
        "type": "buttons",
        "direction": "right",
        "x": 0.0,
        "xanchor": "left",
        "y": -0.17,
        "yanchor": "top",
        "pad": {"t": 14},
        "bgcolor": "rgba(138, 151, 163, 0.18)",
        "bordercolor": FAINT,
        "showactive": False,
        "buttons": [
            {"label": "▶", "method": "animate", "args": [None, play]},
            {"label": "❚❚", "method": "animate", "args": [[None], jump]},
        ],
    }
    return {"sliders": [slider], "updatemenus": [buttons]}


def _pair_table(cloud: PairCloud) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "member": cloud.members[:, 0],
            "other_member": cloud.members[:, 1],
            f"disagreement_{cloud.rows}": cloud.disagreement,
            f"mean_accuracy_{cloud.rows}": cloud.accuracy,
        }
    )
