"""Kernel weights α over the rounds: where the attention goes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from numpy.typing import NDArray

from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.palette import ALPHA_SCALE, MEMBERS, RIGHT, WRONG, axis, layout
from l2dwk_core.figures.words import plain
from l2dwk_core.records import Trace

Floats = NDArray[np.float64]
MAX_HEATMAP_ROWS = 150
"""More rows than this are thinner than two screen lines and only cost time on the wire."""
_HEIGHT = 400
_LONGEST_NAME = 22


def difficulty_order(trace: Trace, difficulty: Floats) -> NDArray[np.intp]:
    """Rows from hardest to easiest.

    ``difficulty`` (N,): share of members wrong on a row. Rows equally hard are ordered by their
    mean kernel weight, the heavier first.
    """
    return np.lexsort((-trace.alphas.mean(axis=0), -difficulty))


def alpha_heatmap(
    trace: Trace,
    difficulty: Floats,
    row_names: Sequence[str],
    *,
    max_rows: int | None = MAX_HEATMAP_ROWS,
) -> Chart:
    """Rows × rounds, the hardest row on top; crosses mark rows the returned weights get wrong.

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
    alphas = trace.alphas
    rounds = np.array([r.index for r in trace.rounds])
    wrong = trace.rounds[trace.returned_round - 1].wrong[shown]
    depth = np.arange(len(shown))
    n_rows, n_shown, n_rounds = len(order), len(shown), len(rounds)
    edge = rounds[-1] + 0.5 + 0.025 * n_rounds

    heatmap = {
        "type": "heatmap",
        "x": rounds,
        "y": depth,
        "z": alphas[:, shown].T.astype(np.float32),
        "zmin": 0.0,
        "zmax": _top(alphas[:, shown]),
        "colorscale": ALPHA_SCALE,
        "colorbar": {
            "title": {"text": "kernel weight α", "side": "right"},
            "thickness": 12,
            "outlinewidth": 0,
            "tickformat": ".2~g",
        },
        "hovertemplate": "round %{x}, α = %{z:.5f}<extra></extra>",
        "name": "α",
    }
    marks = {
        "type": "scatter",
        "x": np.full(n_shown, edge, dtype=np.float32),
        "y": depth,
        "mode": "markers",
        "marker": {**_mark(wrong), "size": 7 if n_shown <= 60 else 4},
        "text": [
            f"{plain(row_names[k])}<br>{'wrong' if bad else 'right'} with the returned weights, "
            f"{difficulty[k]:.0%} of members wrong"
            for k, bad in zip(shown, wrong, strict=True)
        ],
        "hovertemplate": "%{text}<extra></extra>",
        "name": "vote of the returned weights",
    }
    part = f"all {n_rows}" if n_shown == n_rows else f"the {n_shown} hardest of {n_rows}"
    moved = n_rounds > 1 and bool(np.any(alphas != alphas[0]))
    title = "All rows weigh the same: kernel weights were not updated"
    if moved:
        fifth = order[: max(1, n_rows // 5)]
        share = float(alphas[-1, fifth].sum() / alphas[-1].sum())
        title = (
            f"The hardest fifth of the rows carries {share:.0%} of the kernel weight in round "
            f"{rounds[-1]}"
        )
    figure = go.Figure(
        [heatmap, marks],
        layout(
            height=_HEIGHT,
            xaxis=axis(
                "round t", range=[0.5, edge + 0.02 * n_rounds + 0.2], showgrid=False,
                **_round_ticks(rounds),
            ),
            yaxis=axis(
                f"weighting rows ({part}), hardest on top",
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
        "Each line is one weighting row, each column one round; the stronger the colour, the more "
        "kernel weight. All rows start equal. A row the vote does not win gains weight in the next "
        "round and pulls the classifiers' weights towards itself. The right edge shows the "
        "outcome: × where the returned weights are wrong, a dot where they are right.",
        f"Heatmap of {n_shown} rows and {n_rounds} rounds; {int(wrong.sum())} of the rows shown "
        f"are wrong with the returned weights; the largest kernel weight is {alphas.max():.4f}.",
        {"kernel weights": lambda: _alpha_table(trace, row_names, order)},
    )


def alpha_lines(trace: Trace, rows: Sequence[int], row_names: Sequence[str]) -> Chart:
    """Kernel weight of chosen rows over the rounds; × where the ensemble errs on the row."""
    alphas = trace.alphas
    rounds = np.array([r.index for r in trace.rounds])
    wrong = np.stack([r.wrong for r in trace.rounds])
    share = float(alphas[0].max())
    lines: list[dict[str, Any]] = [
        {
            "type": "scatter",
            "x": [int(rounds[0]), int(rounds[-1])],
            "y": [share, share],
            "mode": "lines",
            "line": {"color": MEMBERS, "dash": "dot", "width": 1.5},
            "name": "equal share",
            "hovertemplate": "equal share 1/N = %{y:.4f}<extra></extra>",
        }
    ]
    lines += [
        {
            "type": "scatter",
            "x": rounds,
            "y": alphas[:, k],
            "mode": "lines+markers",
            "line": {"color": WRONG if wrong[trace.returned_round - 1, k] else RIGHT, "width": 1.5},
            "marker": {**_mark(wrong[:, k]), "size": np.where(wrong[:, k], 8, 5)},
            "name": plain(row_names[k]),
            "customdata": np.where(wrong[:, k], "wrong", "right").tolist(),
            "hovertemplate": (
                f"{plain(row_names[k])}<br>round %{{x}}: α = %{{y:.5f}}, vote %{{customdata}}"
                "<extra></extra>"
            ),
        }
        for k in rows
    ]
    figure = go.Figure(
        lines,
        layout(
            height=_HEIGHT,
            margin={"l": 56, "r": 168, "t": 12, "b": 48},
            xaxis=axis("round t", range=[0.5, float(rounds[-1]) + 0.5], **_round_ticks(rounds)),
            yaxis=axis("kernel weight α (all rows sum to 1)", rangemode="tozero"),
            annotations=_end_labels(rounds, alphas, rows, row_names),
        ),
    )
    return Chart(
        "kernel_weights_of_chosen_rows",
        "Kernel weight of chosen rows, × while the vote on them is wrong",
        figure,
        "One line per chosen row: × marks rounds in which the ensemble's vote on the row is "
        "wrong, a dot rounds in which it is right; a line's colour tells the same of the returned "
        "weights. The dotted line is the equal share 1/N every row starts with.",
        "; ".join(
            f"{row_names[k]} goes from α = {alphas[0, k]:.4f} to {alphas[-1, k]:.4f}, wrong in "
            f"{int(wrong[:, k].sum())} of {len(rounds)} rounds"
            for k in rows
        ),
        {"kernel weights": lambda: _alpha_table(trace, row_names, np.asarray(rows, dtype=np.intp))},
    )


def telling_rows(trace: Trace, difficulty: Floats, n: int = 5) -> list[int]:
    """A few rows whose kernel weights differ, from the heaviest to one that stays light."""
    alphas = trace.alphas
    by_weight = np.lexsort((-difficulty, -alphas.mean(axis=0)))
    # Rows that were in the error set in the same rounds have the same path; one of them is enough.
    _, first = np.unique(alphas[:, by_weight].round(12), axis=1, return_index=True)
    distinct = by_weight[np.sort(first)]
    picks = np.unique(np.linspace(0, len(distinct) - 1, n).round().astype(int))
    return [int(distinct[i]) for i in picks]


def _mark(wrong: NDArray[np.bool_]) -> dict[str, list[str]]:
    return {
        "symbol": np.where(wrong, "x", "circle").tolist(),
        "color": np.where(wrong, WRONG, RIGHT).tolist(),
    }


def _top(alphas: Floats) -> float:
    """Top of the colour scale; equal weights must not be drawn in the heaviest colour."""
    top, equal = float(alphas.max()), float(alphas[0].max())
    return top if top > 1.5 * equal else 4.0 * equal


def _round_ticks(rounds: NDArray[np.int_]) -> dict[str, Any]:
    """Whole numbers only, however few rounds there are."""
    return {"dtick": 1} if len(rounds) <= 10 else {}


def _end_labels(
    rounds: NDArray[np.int_], alphas: Floats, rows: Sequence[int], row_names: Sequence[str]
) -> list[dict[str, Any]]:
    """Names at the line ends, pushed apart where lines end close together."""
    if not rows:
        return []
    least = 0.055 * float(alphas[:, list(rows)].max())
    labels = []
    height = -np.inf
    for k in sorted(rows, key=lambda k: float(alphas[-1, k])):
        height = max(float(alphas[-1, k]), height + least)
        name = row_names[k]
        if len(name) > _LONGEST_NAME:
            name = name[: _LONGEST_NAME - 1] + "…"
        labels.append(
            {
                "x": 1,
                "xref": "paper",
                "y": height,
                "xanchor": "left",
                "xshift": 6,
                "text": plain(name),
                "showarrow": False,
                "font": {"size": 12},
            }
        )
    return labels


def _alpha_table(trace: Trace, row_names: Sequence[str], rows: NDArray[np.intp]) -> pd.DataFrame:
    pieces = [
        pd.DataFrame(
            {
                "row": [row_names[k] for k in rows],
                "round": r.index,
                "alpha": r.alpha[rows],
                "margin": r.margins[rows],
                "vote_wrong": r.wrong[rows],
                "in_error_set": r.error_set[rows],
            }
        )
        for r in trace.rounds
    ]
    return pd.concat(pieces, ignore_index=True)
