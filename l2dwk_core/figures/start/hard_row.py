"""The kernel weight of every row in one round, and of one hard row through all rounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from l2dwk_core.common.text import counted, per_cent
from l2dwk_core.common.types import Floats
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.lab.rounds import Parts, moving_figure
from l2dwk_core.figures.layout_parts import label, level_line
from l2dwk_core.figures.palette import FAINT, L2DWK, RIGHT, WRONG, axis, keyed, layout
from l2dwk_core.figures.traces import scatter_trace
from l2dwk_core.figures.words import plain
from l2dwk_core.method.trace import Round, Trace


def hard_row(trace: Trace, difficulty: Floats) -> int:
    """Return the row with the most kernel weight in the last round; of equal ones the one that
    most members get wrong.

    ``difficulty`` (N,): share of the members that are wrong on a row.
    """
    return int(np.lexsort((-difficulty, -trace.rounds[-1].alpha.round(12)))[0])


def hard_row_figure(trace: Trace, difficulty: Floats, row_names: Sequence[str]) -> Chart:
    """Draw the kernel weight α of all rows, the hardest first, with a frame for each round.

    α is shown in multiples of an equal share: 1 for every row at first. One hard row is marked.
    ``difficulty`` (N,) and ``row_names`` (N,) as in ``kernel_weights_figure``.
    """
    order = np.lexsort((-trace.alphas.mean(axis=0), -difficulty))
    one = hard_row(trace, difficulty)
    place = int(np.flatnonzero(order == one)[0]) + 1
    n_rows = len(order)
    share = 1.0 / float(trace.rounds[0].alpha[trace.rounds[0].alpha > 0].mean())
    top = share * float(trace.alphas.max())
    width = max(1.5, min(9.0, 230.0 / n_rows))  # with gaps on a phone too

    def moving(r: Round) -> Parts:
        times, wrong = share * r.alpha[order], r.wrong[order]
        this = float(share * r.alpha[one])
        return [
            _stems(times, ~wrong),
            _stems(times, wrong),
            {"x": [place], "y": [this], "text": [f"<b>{this:.1f}</b>"]},
        ]

    figure = moving_figure(
        trace,
        [
            _bars("the vote is right", RIGHT, width),
            _bars("the vote is wrong", WRONG, width),
            scatter_trace(
                [],
                [],
                "markers+text",
                "the hard row",
                marker={"color": L2DWK, "size": 12, "line": {"color": "white", "width": 2}},
                textposition="top center",
                textfont={"size": 15},
                cliponaxis=False,
                hover=f"{plain(row_names[one])}<br>%{{y:.2f}} times an equal share",
            ),
        ],
        moving,
        layout(
            height=340,
            margin={"l": 48, "r": 16, "t": 28, "b": 48},
            annotations=[_key()],
            shapes=[level_line(1.0, FAINT, dash="dash", layer="below")],
            xaxis=axis(
                "rows, those that most trees get wrong on the left",
                range=[0.2, n_rows + 0.8],
                showgrid=False,
                showticklabels=False,
                ticks="",
            ),
            yaxis=axis("kernel weight α, in equal shares", range=[0, 1.2 * max(top, 1.5)]),
        ),
    )
    last = float(share * trace.rounds[-1].alpha[one])
    name, hard = plain(row_names[one]), float(difficulty[one])
    n_rounds = len(trace.rounds)
    if n_rounds == 1:
        title = "One round only: every row keeps an equal share"
    else:
        title = (
            f"{per_cent(hard)} of the trees are wrong on one row; its α goes from 1 to {last:.1f} "
            f"equal shares in {n_rounds} rounds"
        )
    return Chart(
        "hard_row",
        title,
        figure,
        "One bar for each weighting row; its height is α, in multiples of an equal share (dashed). "
        f"α moves mostly to the rows that the vote gets wrong, which are orange. A row that it got "
        f"wrong before keeps part of its α. The dot follows {name}.",
        f"Kernel weights of {counted(n_rows, 'row')} in {counted(n_rounds, 'round')}. In the last "
        f"round {name} has {last:.2f} times an equal share.",
        {"the hard row": lambda: _table(trace, one, share)},
    )


def hard_row_sentence(trace: Trace, difficulty: Floats, row_names: Sequence[str]) -> str:
    """Return what happens to the hard row, in one sentence or two."""
    one = hard_row(trace, difficulty)
    n_wrong = sum(bool(r.wrong[one]) for r in trace.rounds)
    first, last = trace.rounds[0], trace.rounds[-1]
    if len(trace.rounds) == 1:
        return "The loop stops in round 1, so no row gains weight. Another λ may take more rounds."
    return (
        f"{row_names[one].capitalize()}: the vote is wrong on it in {n_wrong} of "
        f"{counted(len(trace.rounds), 'round')}. Its margin goes from "
        f"{_signed(float(first.margins[one]))} to {_signed(float(last.margins[one]))}."
    )


def _stems(times: Floats, chosen: Any) -> dict[str, Any]:
    """Return a line with a gap after each bar."""
    places = np.flatnonzero(chosen) + 1.0
    x, y = np.full((len(places), 3), np.nan), np.full((len(places), 3), np.nan)
    x[:, :2] = places[:, None]
    y[:, 0], y[:, 1] = 0.0, times[chosen]
    return {"x": x.ravel().astype(np.float32), "y": y.ravel().astype(np.float32)}


def _bars(name: str, colour: str, width: float) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines",
        "line": {"color": colour, "width": width},
        "name": name,
        "hovertemplate": "%{y:.2f} times an equal share<extra></extra>",
    }


def _key() -> dict[str, Any]:
    words = (
        keyed("vote wrong", WRONG),
        keyed("vote right", RIGHT),
        keyed("one hard row", L2DWK),
    )
    return label(
        "   ".join(words), 0, 1, xref="paper", yref="paper", xanchor="left", yanchor="bottom",
        yshift=4,
    )  # fmt: skip


def _signed(value: float) -> str:
    return f"{value:+.2f}".replace("-", "−")


def _table(trace: Trace, row: int, share: float) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "round": r.index,
                "alpha": r.alpha[row],
                "equal_shares": share * r.alpha[row],
                "margin": r.margins[row],
                "vote_wrong": bool(r.wrong[row]),
            }
            for r in trace.rounds
        ]
    )
