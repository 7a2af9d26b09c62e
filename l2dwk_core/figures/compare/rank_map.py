"""Methods × datasets as a heat map: colours are ranks, numbers accuracies."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from l2dwk_core.common.json_values import number_or_none
from l2dwk_core.common.text import counted
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.compare.method_titles import method_titles
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.intervals import two_lines
from l2dwk_core.figures.palette import RANK_SCALE, axis, layout
from l2dwk_core.figures.traces import scatter_trace
from l2dwk_core.figures.words import listed, plain, some_of
from l2dwk_core.study.ranked_methods import RankedMethods

_ROW = 27


def rank_map_figure(
    ranked: RankedMethods, order: str = "mean_rank", names: Mapping[str, str] | None = None
) -> Chart:
    """Draw a row for each method and a column for each dataset.

    ``order``: as in ``RankedMethods.order``. ``names``: what stands for a dataset, its own name
    unless given. The ``customdata`` of a cell is "dataset|method".
    """
    table, methods = ranked.table, list(ranked.order(order))
    titles = method_titles(methods)
    called = {name: plain((names or {}).get(name, name), 18) for name in table.datasets}
    accuracy = table.accuracies[methods].to_numpy(dtype=float).T
    place = ranked.ranks[methods].to_numpy(dtype=float).T
    x, y = np.arange(len(called)), np.arange(len(methods))
    words = list(called.values())
    above = 92 if len(x) > 6 else 36  # names of datasets, slanted when there are many
    figure = Drawing(
        [
            {
                "type": "heatmap",
                "x": x,
                "y": y,
                # Below zero, so that the best rank is at the top of the colour bar.
                "z": _known(-place),
                "zmin": -max(len(methods), 2),
                "zmax": -1,
                "reversescale": True,
                "colorscale": RANK_SCALE,
                "colorbar": {
                    "thickness": 12,
                    "outlinewidth": 0,
                    "title": {"text": "rank"},
                    "tickvals": [-1, -len(methods)],
                    "ticktext": ["1 best", f"{len(methods)}"],
                    "len": min(1.0, 200 / (_ROW * len(methods) + 1)),
                    "y": 1,
                    "yanchor": "top",
                },
                "xgap": 1,
                "ygap": 1,
                "text": [
                    [
                        f"{plain(titles[method], 80)}<br>{words[j]}: "
                        + _said(accuracy[i, j], place[i, j])
                        for j in x
                    ]
                    for i, method in enumerate(methods)
                ],
                "customdata": [[f"{name}|{m}" for name in table.datasets] for m in methods],
                "hovertemplate": "%{text}<extra></extra>",
                "name": "ranks",
            },
            scatter_trace(
                np.tile(x, len(y)),
                np.repeat(y, len(x)),
                "text",
                "accuracies",
                text=["–" if np.isnan(v) else f"{100 * v:.1f}" for v in accuracy.ravel()],
                textfont={"size": 10 if len(x) > 12 else 12},
            ),
        ],
        layout(
            height=38 + above + _ROW * max(len(methods), 2),
            meta={"least_width": 340 + 30 * len(x)},
            margin={"l": 16, "r": 16, "t": above, "b": 12},
            xaxis=axis(
                side="top", tickvals=x, ticktext=words, ticks="", showgrid=False, showline=False,
                tickangle=-55 if len(x) > 6 else 0, range=[-0.5, max(len(x), 1) - 0.5],
            ),
            yaxis=axis(
                tickvals=y, ticktext=[two_lines(titles[m], 44) for m in methods], ticks="",
                showgrid=False, showline=False, range=[len(methods) - 0.5, -0.5],
            ),
        ),
    )  # fmt: skip
    return Chart(
        "rank_map",
        _title(ranked, titles),
        figure,
        "A column is a dataset; the colour of a cell is the rank of the method there, blue the "
        "best and orange the worst of these methods, and the number its accuracy in per cent, the "
        "mean over the folds. A dash: no result. Ranks depend on which methods are shown. Colours "
        "show what was seen, and claim nothing: ranks a few apart are often chance.",
        "; ".join(
            f"{titles[m]}: " + ", ".join(
                f"{words[j]} {_said(accuracy[i, j], place[i, j])}" for j in x
            )
            for i, m in enumerate(methods)
        ),
        {
            "accuracies": lambda: accuracy_table(ranked, order),
            "ranks": lambda: _ranks(ranked, order),
        },
    )  # fmt: skip


def accuracy_table(ranked: RankedMethods, order: str = "mean_rank") -> pd.DataFrame:
    """Return a row for each method: its text, mean rank, and accuracy in [0, 1] on each dataset."""
    return _by_method(ranked, ranked.table.accuracies, order)


def _ranks(ranked: RankedMethods, order: str) -> pd.DataFrame:
    return _by_method(ranked, ranked.ranks, order)


def _by_method(ranked: RankedMethods, values: pd.DataFrame, order: str) -> pd.DataFrame:
    methods, mean = list(ranked.order(order)), ranked.mean_ranks
    found = values[methods].T.rename_axis(index=None, columns=None)
    found.insert(0, "mean_rank", [mean[m] for m in methods])
    found.insert(0, "method", methods)
    return found.reset_index(drop=True)


def _title(ranked: RankedMethods, titles: Mapping[str, str]) -> str:
    table, mean = ranked.table, ranked.mean_ranks
    order = ranked.order()
    shown = f"{counted(len(titles), 'method')} on {counted(len(table.datasets), 'dataset')}"
    number = f"{mean[order[0]]:.1f}"
    tied = [m for m in order if f"{mean[m]:.1f}" == number]
    ranks = ranked.ranks.min(axis=1)
    best = [str(int((ranked.ranks[m] == ranks).sum())) for m in tied]
    if len(tied) == 1:
        return (
            f"{shown}: {titles[tied[0]]} has the best mean rank ({number}); it is the best, or "
            f"one of the best, on {best[0]}"
        )
    which = some_of([titles[m] for m in tied], len(order))
    on = f"; they are the best, or one of the best, on {listed(best)}" if len(tied) < 4 else ""
    best_of = ", the best" if len(tied) < len(order) else ""
    return f"{shown}: {which} have the same mean rank{best_of} ({number}){on}"


def _said(accuracy: float, rank: float) -> str:
    return "no result" if np.isnan(accuracy) else f"{accuracy:.1%}, rank {rank:g}"


def _known(values: np.ndarray) -> list[list[float | None]]:
    return [[number_or_none(v) for v in row] for row in values]
