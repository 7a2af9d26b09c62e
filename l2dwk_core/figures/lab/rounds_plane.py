"""Accuracy and diversity: the path of the ensemble above the cloud of pairs of members."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from l2dwk_core.common.text import decimals_apart, equal_up_to_rounding
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.lab.pair_words import each_pair, pairs_of, rows_of_pairs
from l2dwk_core.figures.lab.rounds import Parts, moving_figure
from l2dwk_core.figures.layout_parts import label
from l2dwk_core.figures.member_names import Names, hover_names, own_names
from l2dwk_core.figures.palette import (
    L2DWK,
    MEMBERS,
    UNIFORM,
    axis,
    keyed,
    layout,
    share_range,
    steady_range,
)
from l2dwk_core.figures.tables import pair_table, round_table
from l2dwk_core.figures.traces import line_trace, marker_trace
from l2dwk_core.method.returned_vote import removed_sentence
from l2dwk_core.method.trace import Round, Trace
from l2dwk_core.runs.plane import AccuracyDiversityPath, PairCloud, PlanePoint

_UPPER, _LOWER = (0.56, 1.0), (0.0, 0.45)


def accuracy_diversity_plane_figure(
    trace: Trace,
    path: AccuracyDiversityPath,
    cloud: PairCloud,
    uniform: PlanePoint | None = None,
    names: Names = None,
) -> Chart:
    """Draw the ensemble's path, on an axis of its own, above the cloud of pairs. Both share one
    scale of diversity.

    ``path``, ``cloud`` and ``uniform`` must be taken on the same rows. A frame for each round moves
    the ensemble above and the weighted mean of its members in the cloud below. ``names`` (L,) of
    the members.
    """

    def moving(r: Round) -> Parts:
        point = path.of_vote(trace, r.index)
        diversity = [point.diversity]
        return [
            {"x": diversity, "y": [point.accuracy]},
            {"x": diversity, "y": [point.weight_right]},
        ]

    here = {"color": L2DWK, "size": 15, "line": {"color": "white", "width": 2}}
    returned = trace.returned_round
    last = path.of_returned(trace)
    vote, weight = last.accuracy, last.weight_right
    figure = moving_figure(
        trace,
        [
            {
                "type": "scatter",
                "mode": "markers",
                "marker": here,
                "name": "ensemble in this round",
                "hovertemplate": "diversity %{x:.4f}<br>vote accuracy %{y:.2%}<extra></extra>",
                "xaxis": "x2",
                "yaxis": "y2",
            },
            {
                "type": "scatter",
                "mode": "markers",
                "marker": here | {"symbol": "square", "size": 12},
                "name": "weight that votes right in this round",
                "hovertemplate": (
                    "diversity %{x:.4f}<br>%{y:.2%} of the weight votes right, on average"
                    "<extra></extra>"
                ),
            },
        ],
        moving,
        layout(
            height=660,
            margin={"l": 56, "r": 16, "t": 28, "b": 48},
            **_axes(path, cloud, uniform),
            annotations=[
                _panel_title("The ensemble, round by round", L2DWK, _UPPER),
                _panel_title("Pairs of members", MEMBERS, _LOWER),
            ],
        ),
        _standing(path, cloud, uniform, names),
    )
    return Chart(
        "plane",
        f"{path.rows.capitalize()} rows: in the returned round {returned} {_gain(vote, weight)}",
        figure,
        "Above: one point for each round, starting at the ring; further right is more diverse, "
        "further up is more often right. Below, on the same scale of diversity: one grey dot for "
        f"{each_pair(cloud)}; the blue square is the weighted average member of the "
        "ensemble. "
        "The height of the ensemble above its square is the gain from voting. Both on the "
        f"{path.rows} rows.{rows_of_pairs(cloud)}{removed_sentence(trace)}",
        f"In the returned round {returned} the vote is right on {vote:.1%} of the {path.rows} rows "
        f"at diversity {last.diversity:.3f}; on average {weight:.1%} of the weight "
        f"votes right. {pairs_of(cloud)}: disagreement from {cloud.disagreement.min():.2f} to "
        f"{cloud.disagreement.max():.2f}, mean accuracy from {cloud.accuracy.min():.1%} to "
        f"{cloud.accuracy.max():.1%}."
        if len(cloud.members)
        else f"The vote is right on {vote:.1%} of the {path.rows} rows; there are no pairs.",
        {
            "rounds": lambda: round_table(trace, path),
            "pairs of members": lambda: pair_table(cloud, names),
        },
    )


def _gain(vote: float, weight: float) -> str:
    if vote < weight or equal_up_to_rounding(vote, weight):
        return f"the vote is right {vote:.1%} of the time, no more often than its average member"
    digits = decimals_apart(100 * vote, 100 * weight, 1)
    return (
        f"the vote is right {vote:.{digits}%} of the time, its average member {weight:.{digits}%}"
    )


def _axes(
    path: AccuracyDiversityPath, cloud: PairCloud, uniform: PlanePoint | None
) -> dict[str, Any]:
    # With fixed ranges the browser does not have to compute them again whenever a point moves.
    alone = [] if uniform is None else [(uniform.diversity, uniform.accuracy)]
    weights = []
    if (last := path.returned) is not None:
        alone.append((last.diversity, last.accuracy))
        weights.append(last.weight_right)
    across = _range(cloud.disagreement, path.diversity, [x for x, _ in alone])
    below = share_range(*_range(cloud.accuracy, path.weight_right, weights))
    above = share_range(*_range(path.accuracy, [y for _, y in alone], parts=3))
    return {
        "xaxis": axis("disagreement of a pair; ensemble: wᵀDw", anchor="y", range=across),
        "yaxis": axis(
            keyed("mean accuracy of a pair", MEMBERS),
            anchor="x",
            domain=_LOWER,
            tickformat=".0%",
            range=below,
        ),
        "xaxis2": axis(anchor="y2", matches="x", showticklabels=False, range=across),
        "yaxis2": axis(
            keyed("vote accuracy of the ensemble", L2DWK),
            anchor="x2",
            domain=_UPPER,
            tickformat=".3~p",
            tickmode="auto",
            nticks=7,
            range=above,
        ),
    }


def _range(*values: ArrayLike, parts: int = 5) -> list[float]:
    """Return the range from the smallest to the largest value with room around it. It is never
    of length 0."""
    everything = np.concatenate([np.asarray(part, dtype=float) for part in values])
    low, high = float(np.nanmin(everything)), float(np.nanmax(everything))
    room = 0.04 * (high - low) or 0.05
    return steady_range(low - room, high + room, parts)


def _panel_title(text: str, colour: str, domain: tuple[float, float]) -> dict[str, Any]:
    return label(
        keyed(f"<b>{text}</b>", colour),
        0,
        domain[1],
        size=14,
        xref="paper",
        yref="paper",
        xanchor="left",
        yanchor="bottom",
        yshift=4,
    )


def _standing(
    path: AccuracyDiversityPath, cloud: PairCloud, uniform: PlanePoint | None, names: Names
) -> list[dict[str, Any]]:
    n_rounds, named = len(path.accuracy), own_names(names)
    traces: list[dict[str, Any]] = [
        marker_trace(
            cloud.disagreement.astype(np.float32),
            cloud.accuracy.astype(np.float32),
            "pairs of members",
            {"color": MEMBERS, "size": 5, "opacity": 0.28},
            hover=(
                ("" if named else "members ")
                + "%{customdata[0]} and %{customdata[1]}<br>disagreement %{x:.3f}"
                "<br>mean accuracy %{y:.2%}"
            ),
            customdata=hover_names(names, cloud.members)
            if named
            else cloud.members.astype(np.int16),
        ),
        line_trace(
            path.diversity,
            path.accuracy,
            "ensemble, round by round",
            L2DWK,
            hover="round %{customdata}<br>diversity wᵀDw = %{x:.4f}<br>vote accuracy %{y:.2%}",
            marker={
                "color": L2DWK,
                "size": [12] + [6] * (n_rounds - 1),
                "symbol": ["circle-open"] + ["circle"] * (n_rounds - 1),
                "line": {"width": [2] + [0] * (n_rounds - 1)},
            },
            customdata=list(range(1, n_rounds + 1)),
            xaxis="x2",
            yaxis="y2",
        ),
    ]
    if uniform is not None:
        traces.append(
            marker_trace(
                [uniform.diversity],
                [uniform.accuracy],
                "uniform vote of the same members",
                {
                    "color": UNIFORM,
                    "size": 13,
                    "symbol": "diamond",
                    "line": {"color": "white", "width": 1},
                },
                hover="uniform vote<br>diversity %{x:.4f}<br>vote accuracy %{y:.2%}",
                text=["<b>uniform vote</b>"],
                textposition="middle right",
                textfont={"size": 13},
                xaxis="x2",
                yaxis="y2",
            )
        )
    return traces
