"""Kernel weights α over the rounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.text import agreeing, counted, per_cent
from l2dwk_core.common.types import Floats
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.lab.kernel_weight_cells import heatmap_cells
from l2dwk_core.figures.lab.kernel_weight_words import alpha_table, target_words, who_starts
from l2dwk_core.figures.lab.rounds import SMALL, cursor, round_ticks, shown_rounds
from l2dwk_core.figures.palette import ALPHA_SCALE, RIGHT, WRONG, axis, layout
from l2dwk_core.figures.traces import line_trace, marker_trace
from l2dwk_core.figures.words import plain
from l2dwk_core.method.trace import Trace

MAX_HEATMAP_ROWS = 400
"""More rows than this would be thinner than a third of a screen line and would only take time to
send."""
MAX_MARKS = 60
"""More rows than this get one line with strokes instead of a mark each: 400 marks took half of the
time in which a browser draws the figure."""


def difficulty_order(trace: Trace, difficulty: Floats) -> NDArray[np.intp]:
    """Return the rows from hardest to easiest.

    ``difficulty`` (N,): share of members wrong on a row. Rows equally hard are ordered by their
    mean kernel weight, the heavier first.
    """
    return np.lexsort((-trace.alphas.mean(axis=0), -difficulty))


def kernel_weights_figure(
    trace: Trace,
    difficulty: Floats,
    row_names: Sequence[str],
    *,
    max_rows: int | None = MAX_HEATMAP_ROWS,
) -> Chart:
    """Draw rows × rounds as a heatmap, with the rows most members get wrong on top and crosses,
    or of more than ``MAX_MARKS`` rows strokes, where the vote is wrong.

    The vote is that of the returned weights. Columns are the rounds that can be shown one by one,
    ``shown_rounds``.

    Parameters
    ----------
    trace
        The run.
    difficulty, row_names
        (N,) share of members wrong on each weighting row, and what to call it.
    max_rows
        Show only so many of the hardest rows; None shows all.
    """
    order = difficulty_order(trace, difficulty)
    shown = order if max_rows is None else order[:max_rows]
    columns = shown_rounds(trace)
    rounds = np.array([r.index for r in columns])
    alphas = np.stack([r.alpha for r in columns])
    returned = trace.returned
    wrong, voteless = returned.wrong[shown], np.isnan(returned.margins[shown])
    names = [plain(row_names[k]) for k in shown]
    n_rows, n_shown, n_rounds = len(order), len(shown), len(trace.rounds)
    edge = rounds[-1] + 0.5 + 0.025 * n_rounds

    heatmap = {
        "type": "heatmap",
        "x": rounds,
        "y": names,
        **heatmap_cells(alphas[:, shown]),
        "colorscale": ALPHA_SCALE,
        "name": "α",
    }
    percent = (100 * difficulty[shown]).round().astype(np.uint8)
    one_by_one = n_shown <= MAX_MARKS
    marks = (
        _marks(names, wrong, voteless, percent, edge)
        if one_by_one
        else _outcome_line(names, wrong, voteless, percent, edge, 0.02 * n_rounds)
    )
    part = f"all {n_rows}" if n_shown == n_rows else f"{n_shown} of {n_rows}"
    few = "" if n_rounds == len(columns) else f" ({len(columns)} of {n_rounds} are shown)"
    unseen = ", nothing where no member with weight has a vote" if voteless.any() else ""
    moved = n_rounds > 1 and bool(np.any(alphas != alphas[0]))
    top = ""
    title = "All rows weigh the same: kernel weights were not updated"
    if moved:
        fifth = order[: max(1, n_rows // 5)]
        heavy = rows_with_half(returned.alpha)
        share = float(returned.alpha[fifth].sum() / returned.alpha.sum())
        which = f"the returned round {returned.index}"
        title = (
            f"{heavy} of {counted(n_rows, 'row')} {'holds' if heavy == 1 else 'hold'} half of the "
            f"kernel weight in {which}"
        )
        if returned.index == 1:
            title = "All rows weigh the same in the returned round 1; later rounds differ"
        top = (
            f"; the topmost fifth of them carries {per_cent(share)} of the kernel weight in {which}"
        )
    figure = Drawing(
        [heatmap, *marks],
        layout(
            height=SMALL,
            margin={"l": 36, "r": 10, "t": 12, "b": 44},
            shapes=cursor(trace, half_width=0.5 * n_rounds / len(columns)),
            xaxis=axis(
                "round t", range=[0.5, edge + 0.02 * n_rounds + 0.2], showgrid=False,
                **round_ticks(n_rounds),
            ),
            yaxis=axis(
                f"rows ({part}), hardest on top",
                type="category",
                range=[n_shown - 0.5, -0.5],
                showgrid=False,
                showticklabels=False,
                ticks="",
            ),
        ),
    )  # fmt: skip
    return Chart(
        "kernel_weights",
        title,
        figure,
        "Each line is one weighting row. On top are the rows on which most members are wrong, "
        f"whatever their weight{top}. Each column is one round{few}; a stronger colour means more "
        f"kernel weight. All rows {who_starts(trace)}start equal. {target_words(trace.settings)} "
        "The right edge shows the outcome: "
        + ("×" if one_by_one else "a stroke")
        + " where the returned weights are wrong, "
        + ("a dot" if one_by_one else "none")
        + f" where they are right{unseen if one_by_one else ''}.",
        f"Heatmap of {counted(n_shown, 'row')} and {counted(len(columns), 'round')}; of the rows "
        f"shown, {int(wrong.sum())} {agreeing(int(wrong.sum()), 'is', 'are')} wrong with the "
        f"returned weights; the largest kernel weight is {alphas.max():.4f}.",
        {"kernel weights": lambda: alpha_table(trace, row_names, order)},
    )


def _marks(
    names: list[str],
    wrong: NDArray[np.bool_],
    voteless: NDArray[np.bool_],
    percent: NDArray[np.uint8],
    x: float,
) -> list[dict[str, Any]]:
    """Return a dot or a cross for each row that has a vote: where the vote is right or wrong."""
    return [
        marker_trace(
            np.full(int(chosen.sum()), x, dtype=np.float32),
            [names[place] for place in np.flatnonzero(chosen)],
            f"{word} with the returned weights",
            {"symbol": symbol, "color": colour, "size": 7},
            hover=f"%{{y}}<br>{word} with the returned weights, %{{customdata}}% of members wrong",
            customdata=percent[chosen],
        )
        for chosen, word, symbol, colour in (
            (~wrong & ~voteless, "right", "circle", RIGHT),
            (wrong, "wrong", "x", WRONG),
        )
    ]


def _outcome_line(
    names: list[str],
    wrong: NDArray[np.bool_],
    voteless: NDArray[np.bool_],
    percent: NDArray[np.uint8],
    x: float,
    half: float,
) -> list[dict[str, Any]]:
    """Return one line down the rows that is further right, by ``2 * half``, where the vote is
    wrong, and filled there."""
    words = np.where(wrong, "wrong", "right").astype(object)
    words[voteless & ~wrong] = "no vote of a member with weight"
    at = np.where(wrong, x + half, x - half).astype(np.float32)
    ends = np.float32(x - half)  # so that the fill has a straight left side
    return [
        line_trace(
            np.r_[ends, at, ends],
            [names[0], *names, names[-1]],
            "outcome with the returned weights",
            WRONG,
            width=1,
            shape="vhv",
            fill="toself",
            fillcolor=WRONG,
            hoveron="points",
            hover="%{y}<br>%{text} with the returned weights, %{customdata}% of members wrong",
            text=[words[0], *words, words[-1]],
            customdata=np.r_[percent[:1], percent, percent[-1:]],
        )
    ]


def rows_with_half(alpha: Floats) -> int:
    """Return the smallest number of rows that together hold half of the kernel weight ``alpha``
    (N,)."""
    held = np.cumsum(np.sort(alpha)[::-1])
    # Equal weights add up to a half only up to rounding.
    return int(np.searchsorted(held, held[-1] / 2 * (1 - 1e-12))) + 1
