"""Kernel weights α over the rounds: where the attention goes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from numpy.typing import NDArray

from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.palette import ALPHA_SCALE, MEMBERS, RIGHT, WRONG, axis, blank
from l2dwk_core.records import Trace

Floats = NDArray[np.float64]
MAX_HEATMAP_ROWS = 150
"""More rows than this are thinner than two screen lines and only cost time on the wire."""


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
    final = trace.rounds[trace.returned_round - 1]
    depth = np.arange(len(shown))
    names = np.array([row_names[k] for k in shown])

    n_rows, n_shown = len(order), len(shown)
    part = f"{n_shown} hardest of {n_rows}" if n_shown < n_rows else f"all {n_rows}"
    figure = blank(
        "Kernel weight gathers on the rows the ensemble gets wrong", height=430, hovermode="closest"
    )
    figure.add_trace(
        go.Heatmap(
            x=rounds,
            y=depth,
            z=alphas[:, shown].T.astype(np.float32),
            zmin=0.0,
            zmax=_upper(alphas[:, shown]),
            colorscale=ALPHA_SCALE,
            colorbar={
                "title": {"text": "kernel weight α", "side": "right"},
                "thickness": 12,
                "outlinewidth": 0,
                "tickformat": ".2~g",
            },
            hovertemplate="round %{x}<br>%{y}. hardest row<br>α = %{z:.5f}<extra></extra>",
            name="α",
        )
    )
    wrong = np.flatnonzero(final.wrong[shown])
    end = rounds[-1] + 0.5 + 0.025 * len(rounds)
    figure.add_trace(
        go.Scatter(
            x=np.full(len(depth), end),
            y=depth,
            mode="markers",
            marker={
                "symbol": np.where(final.wrong[shown], "x", "circle").tolist(),
                "color": np.where(final.wrong[shown], WRONG, RIGHT).tolist(),
                "size": 7 if n_shown <= 60 else 4,
            },
            text=[
                f"{name}<br>{'wrong' if bad else 'right'} with the returned weights, "
                f"{hard:.0%} of members wrong"
                for name, bad, hard in zip(
                    names, final.wrong[shown], difficulty[shown], strict=True
                )
            ],
            hovertemplate="%{text}<extra></extra>",
            name="vote of the returned weights",
        )
    )
    figure.update_layout(
        xaxis=axis("round t", range=[0.5, end + 0.02 * len(rounds) + 0.2], showgrid=False),
        yaxis=axis(
            f"weighting rows ({part}), hardest on top",
            autorange="reversed",
            showgrid=False,
            showticklabels=False,
            ticks="",
        ),
    )
    return Chart(
        "kernel_weights",
        figure,
        "Each line is one weighting row, each column one round; darker means more kernel weight. "
        "All rows start equal. A row on which the weighted vote errs (× at the right edge) "
        "gains weight in the next round and pulls the classifiers' weights towards itself.",
        f"Heatmap of {n_shown} rows and {len(rounds)} rounds; {len(wrong)} of the rows shown are "
        f"wrong with the returned weights; the largest kernel weight is {alphas.max():.4f}.",
        {"kernel weights": lambda: _alpha_table(trace, row_names, order)},
    )


def alpha_lines(trace: Trace, rows: Sequence[int], row_names: Sequence[str]) -> Chart:
    """Kernel weight of chosen rows over the rounds; × where the ensemble errs on the row."""
    alphas = trace.alphas
    rounds = np.array([r.index for r in trace.rounds])
    wrong = np.stack([r.wrong for r in trace.rounds])
    figure = blank("Chosen rows: weight rises while the vote is wrong (×)", height=430)
    share = float(alphas[0].max()) if len(alphas) else 0.0
    figure.add_trace(
        go.Scatter(
            x=[rounds[0], rounds[-1]],
            y=[share, share],
            mode="lines",
            line={"color": MEMBERS, "dash": "dot", "width": 1.5},
            name="equal share",
            hovertemplate="equal share 1/N = %{y:.4f}<extra></extra>",
        )
    )
    for place, k in enumerate(rows):
        bad = wrong[:, k]
        figure.add_trace(
            go.Scatter(
                x=rounds,
                y=alphas[:, k].astype(np.float32),
                mode="lines+markers",
                line={"color": WRONG if bad[trace.returned_round - 1] else RIGHT, "width": 1.5},
                marker={
                    "symbol": np.where(bad, "x", "circle").tolist(),
                    "color": np.where(bad, WRONG, RIGHT).tolist(),
                    "size": np.where(bad, 8, 5).tolist(),
                },
                name=row_names[k],
                hovertemplate=(
                    f"{row_names[k]}<br>round %{{x}}: α = %{{y:.5f}}, vote %{{customdata}}"
                    "<extra></extra>"
                ),
                customdata=np.where(bad, "wrong", "right").tolist(),
                legendrank=place,
            )
        )
    _label_ends(figure, rounds, alphas, rows, row_names)
    figure.update_layout(
        xaxis=axis("round t", range=_round_range(rounds)),
        yaxis=axis("kernel weight α (all rows sum to 1)", rangemode="tozero"),
    )
    return Chart(
        "kernel_weights_of_chosen_rows",
        figure,
        "One line per chosen row: × marks rounds in which the ensemble's vote on the row is "
        "wrong, a dot rounds in which it is right; the dotted line is the equal share 1/N that "
        "every row starts with.",
        "; ".join(
            f"{row_names[k]} goes from α = {alphas[0, k]:.4f} to {alphas[-1, k]:.4f}, wrong in "
            f"{int(wrong[:, k].sum())} of {len(rounds)} rounds"
            for k in rows
        ),
        {"kernel weights": lambda: _alpha_table(trace, row_names, np.asarray(rows, dtype=np.intp))},
    )


def telling_rows(trace: Trace, difficulty: Floats, n: int = 5) -> list[int]:
    """A few rows whose kernel weights differ: the heaviest one of each distinct path, and one
    that stays easy."""
    alphas = trace.alphas
    by_weight = np.lexsort((-difficulty, -alphas.mean(axis=0)))
    # Rows that were in the error set in the same rounds have the same path; one of them is enough.
    _, first = np.unique(alphas[:, by_weight].round(12), axis=1, return_index=True)
    distinct = by_weight[np.sort(first)]
    if len(distinct) <= n:
        return [int(k) for k in distinct]
    picks = np.linspace(0, len(distinct) - 1, n).round().astype(int)
    return [int(distinct[i]) for i in picks]


def _upper(alphas: Floats) -> float:
    """Top of the colour scale; a constant picture must not be drawn as the heaviest colour."""
    top = float(alphas.max())
    return top if top > 1.5 * float(alphas[0].max()) else 4.0 * float(alphas[0].max())


def _round_range(rounds: NDArray[np.int_]) -> list[float]:
    last = float(rounds[-1])
    return [0.5, last + 0.5 + 0.28 * len(rounds)]


def _label_ends(
    figure: go.Figure,
    rounds: NDArray[np.int_],
    alphas: Floats,
    rows: Sequence[int],
    row_names: Sequence[str],
) -> None:
    """Names at the line ends, pushed apart where lines end close together."""
    top = float(alphas[:, list(rows)].max()) if len(rows) else 1.0
    least = 0.055 * max(top, 1e-12)
    order = sorted(rows, key=lambda k: alphas[-1, k])
    height = -np.inf
    for k in order:
        height = max(float(alphas[-1, k]), height + least)
        figure.add_annotation(
            x=float(rounds[-1]),
            y=height,
            xanchor="left",
            xshift=8,
            text=row_names[k],
            showarrow=False,
            font_size=12,
        )


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
