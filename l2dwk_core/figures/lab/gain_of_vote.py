"""Accuracy and diversity on one plane: pairs of members, the ensemble's path, the uniform vote, and
what the vote gains over its average member."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from l2dwk_core.common.text import decimals_apart, equal_up_to_rounding
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.lab.pair_words import drawn, pairs_of, rows_of_pairs
from l2dwk_core.figures.lab.rounds import SMALL, Parts, moving_figure
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
from l2dwk_core.figures.traces import line_trace, marker_trace, scatter_trace
from l2dwk_core.method.returned_vote import removed_sentence
from l2dwk_core.method.trace import Round, Trace
from l2dwk_core.runs.plane import AccuracyDiversityPath, PairCloud, PlanePoint


def gain_of_vote_figure(
    trace: Trace,
    path: AccuracyDiversityPath,
    cloud: PairCloud,
    uniform: PlanePoint,
    names: Names = None,
) -> Chart:
    """Draw the ensemble's path and the pairs of members on one plane, with one unit for each axis.

    Across is the share of rows on which exactly one of two members is right: of a pair, or of two
    members drawn by weight (wᵀDw). Up is the share of rows answered rightly: the mean of a pair, or
    the vote. An arrow leads from the average member (by weight) up to the vote of the round, and
    its words name the round, as the title does; a frame for each round moves all three. ``path``,
    ``cloud`` and ``uniform`` must be taken on the same rows; ``names`` (L,) of the members.
    """
    returned, last = trace.returned_round, path.of_returned(trace)
    across = _range(cloud.disagreement, path.diversity, [uniform.diversity, last.diversity])
    up = share_range(
        *_range(
            cloud.accuracy,
            path.accuracy,
            path.weight_right,
            [uniform.accuracy, last.accuracy, last.weight_right],
        )
    )
    vote, member = last.accuracy, last.weight_right
    gap = "\u00a0\u00a0"  # between the arrow and its words
    in_left_half = last.diversity < sum(across) / 2

    def moving(r: Round) -> Parts:
        point = path.of_vote(trace, r.index)
        x, low, high = point.diversity, point.weight_right, point.accuracy
        return [
            {
                "x": [x, x],
                "y": [low, high],
                "meta": {"title": _title(high - low, r.index, returned)},
            },
            {"x": [x], "y": [high]},
            {
                "x": [x],
                "y": [(low + high) / 2],
                "text": [f"<b>{gap}{_points(high - low)}{gap}</b><br>{gap}in round {r.index}{gap}"],
            },
        ]

    arrow = line_trace(
        [],
        [],
        "what the vote gains over its average member",
        L2DWK,
        width=3,
        marker={
            "symbol": ["square", "arrow"],
            "angleref": "previous",
            "size": [10, 14],
            "standoff": [0, 7],
            "color": L2DWK,
            "line": {"color": "white", "width": [1, 0]},
        },
        hover="average member by weight, and the vote: %{y:.2%} right",
    )
    here = marker_trace(
        [],
        [],
        "ensemble in this round",
        {"color": L2DWK, "size": 13, "line": {"color": "white", "width": 2}},
        hover="vote in this round<br>diversity %{x:.4f}<br>right %{y:.2%}",
    )
    words = scatter_trace(
        [],
        [],
        "text",
        "gain in points",
        textposition="middle right" if in_left_half else "middle left",
        textfont={"size": 13, "shadow": "auto"},  # readable where points lie below
    )
    figure = moving_figure(
        trace,
        [arrow, here, words],
        moving,
        layout(
            height=SMALL,
            margin={"l": 48, "r": 10, "t": 24, "b": 44},
            annotations=[_key()],
            xaxis=axis("diversity: rows that one of two gets right", range=across),
            yaxis=axis(f"{path.rows} rows answered rightly", tickformat=".0%", range=up),
        ),
        _standing(path, cloud, uniform, names),
    )
    return Chart(
        "gain_of_vote",
        _title(vote - member, returned, returned),
        figure,
        "Further right: on more rows one of two members is right and the other wrong. Further up: "
        f"more often right, on the {path.rows} rows. Each grey dot is the mean of a pair of "
        f"members{drawn(cloud)}; the blue line is the vote, round by round from the ring; the "
        "diamond is the uniform vote of the same members. The arrow leads from the average member, "
        f"by weight, to the vote: its length is what voting gains.{rows_of_pairs(cloud)}"
        + removed_sentence(trace),
        f"On the {path.rows} rows the vote of the returned round {returned} is right {vote:.1%} of "
        f"the time at diversity {last.diversity:.3f}, its average member "
        f"{member:.1%}; the uniform vote is right {uniform.accuracy:.1%} of the time at diversity "
        f"{uniform.diversity:.3f}."
        + (
            f" {pairs_of(cloud)}: accuracy from {cloud.accuracy.min():.1%} to "
            f"{cloud.accuracy.max():.1%}."
            if len(cloud.members)
            else ""
        ),
        {
            "rounds": lambda: round_table(trace, path),
            "pairs of members": lambda: pair_table(cloud, names),
        },
    )


def _key() -> dict[str, Any]:
    """Return what the colours mean, in one line above the plot: a legend would take three."""
    words = (
        keyed("pairs of members", MEMBERS),
        keyed("ensemble", L2DWK),
        keyed("uniform vote", UNIFORM, "◆"),
    )
    return label(
        "  ".join(words), 0, 1, xref="paper", yref="paper", xanchor="left", yanchor="bottom",
        yshift=4,
    )  # fmt: skip


def _title(difference: float, index: int, returned: int) -> str:
    gain = f"{abs(100 * difference):.{_decimals(difference)}f} points"
    what = f"gains {gain} over" if difference > 0 else f"loses {gain} against"
    if equal_up_to_rounding(difference, 0):
        what = "gains nothing over"
    which = "the returned round" if index == returned else "round"
    return f"The vote {what} its average member in {which} {index}"


def _points(difference: float) -> str:
    if equal_up_to_rounding(difference, 0):
        difference = 0.0
    return f"{100 * difference:+.{_decimals(difference)}f} points".replace("-", "−")


def _decimals(difference: float) -> int:
    return decimals_apart(0, 100 * difference, 1)


def _standing(
    path: AccuracyDiversityPath, cloud: PairCloud, uniform: PlanePoint, names: Names
) -> list[dict[str, Any]]:
    n_rounds, named = len(path.accuracy), own_names(names)
    return [
        marker_trace(
            cloud.disagreement.astype(np.float32),
            cloud.accuracy.astype(np.float32),
            "pairs of members",
            {"color": MEMBERS, "size": 4, "opacity": 0.35},
            hover=(
                ("" if named else "members ")
                + "%{customdata[0]} and %{customdata[1]}<br>only one is right: on %{x:.1%} of rows"
                "<br>mean right %{y:.2%}"
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
            hover="round %{customdata}<br>diversity wᵀDw = %{x:.4f}<br>right %{y:.2%}",
            marker={
                "color": L2DWK,
                "size": [11] + [5] * (n_rounds - 1),
                "symbol": ["circle-open"] + ["circle"] * (n_rounds - 1),
            },
            customdata=list(range(1, n_rounds + 1)),
        ),
        marker_trace(
            [uniform.diversity],
            [uniform.accuracy],
            "uniform vote",
            {
                "color": UNIFORM,
                "size": 12,
                "symbol": "diamond",
                "line": {"color": "white", "width": 1},
            },
            hover="uniform vote of the same members<br>diversity %{x:.4f}<br>right %{y:.2%}",
        ),
    ]


def _range(*values: ArrayLike) -> list[float]:
    """Return a range that holds all values, with room around them. It is never of length 0."""
    everything = np.concatenate([np.asarray(part, dtype=float) for part in values])
    low, high = float(np.nanmin(everything)), float(np.nanmax(everything))
    room = 0.06 * (high - low) or 0.05
    return steady_range(low - room, high + room, 5)
