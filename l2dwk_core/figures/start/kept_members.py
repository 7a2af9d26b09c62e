"""Which of several hundred members keep weight, and how often each of them is right."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from l2dwk_core.common.text import agreeing, counted
from l2dwk_core.common.types import Floats
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.layout_parts import label
from l2dwk_core.figures.palette import L2DWK, MEMBERS, axis, keyed, layout, ticks_of
from l2dwk_core.figures.traces import marker_trace
from l2dwk_core.figures.words import plain
from l2dwk_core.runs.run import Run

_LEAST, _MOST = 6.0, 20.0
"""Diameters of the members with the least and with the most weight, in pixels."""


def kept_members_figure(run: Run) -> Chart:
    """Draw one dot for each member over the share of weighting rows it gets right. Members with
    weight are blue, and larger with more weight."""
    weights, right = run.trace.weights, run.oracle.member_accuracy
    kept = weights > 0
    height = _stacked(right, kept)
    top = float(height.max())
    best = int(np.count_nonzero(right[~kept] > right[kept].min())) if kept.any() else 0
    size = np.sqrt(weights[kept] / weights.max()) * _MOST
    names = run.pool.names
    hover = "%{customdata[0]}: %{x:.1%} of the weighting rows right"
    told = [[plain(name), f"{w:.3f}"] for name, w in zip(names, weights.tolist(), strict=True)]
    figure = Drawing(
        [
            marker_trace(
                right[~kept],
                height[~kept],
                "members without weight",
                {"color": MEMBERS, "size": 5, "opacity": 0.55},
                hover=hover + "<br>weight 0",
                customdata=[told[j] for j in np.flatnonzero(~kept)],
            ),
            marker_trace(
                right[kept],
                height[kept],
                "members with weight",
                {
                    "color": L2DWK,
                    "size": np.maximum(size, _LEAST),
                    "line": {"color": "white", "width": 1},
                },
                hover=hover + "<br>weight w = %{customdata[1]}",
                customdata=[told[j] for j in np.flatnonzero(kept)],
            ),
        ],
        layout(
            height=360,
            margin={"l": 48, "r": 16, "t": 28, "b": 48},
            annotations=[_key()],
            xaxis=axis(
                "share of the weighting rows it gets right", tickformat=".0%", **ticks_of(right)
            ),
            yaxis=axis("number of trees", range=[-0.05 * top, 1.06 * top]),
        ),
    )
    n = len(weights)
    where = (
        "Blue dots are not only on the right: a tree that errs where others do not can be"
        if best
        else "Here no grey dot lies further right than a blue one. With another λ, a tree that "
        "errs where others do not can be"
    )
    return Chart(
        "kept_members",
        f"{run.trace.n_selected} of {counted(n, 'tree')} "
        f"{agreeing(run.trace.n_selected, 'keeps', 'keep')} weight",
        figure,
        "One dot for each tree; further right it is more often right. Blue trees keep weight, and "
        f"a larger dot has more of it. {where} worth more than one that is right a little more "
        "often.",
        f"{run.trace.n_selected} of {counted(n, 'tree')} "
        f"{agreeing(run.trace.n_selected, 'has', 'have')} weight. Of the others, "
        f"{counted(best, 'tree')} {agreeing(best, 'is', 'are')} right more often than the least "
        "accurate tree with weight.",
        {"members": lambda: _member_table(run)},
    )


def _stacked(values: Floats, first: NDArray[np.bool_]) -> Floats:
    """Return (L,) the place of each member in the column of those with the same value, from 1;
    members of ``first`` lie below the others."""
    order = np.lexsort((~first, values))
    place = np.empty(len(values))
    starts = np.flatnonzero(np.diff(values[order], prepend=np.nan) != 0)
    length = np.diff(np.append(starts, len(values)))
    place[order] = np.concatenate([np.arange(n) + 1 for n in length])
    return place


def _key() -> dict[str, Any]:
    words = f"{keyed('keeps weight', L2DWK)}   {keyed('weight 0', MEMBERS)}"
    return label(
        words, 0, 1, xref="paper", yref="paper", xanchor="left", yanchor="bottom", yshift=4
    )


def _member_table(run: Run) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "member": run.pool.names,
            "right_on_weighting_rows": run.oracle.member_accuracy,
            "right_on_test_rows": run.test_oracle.member_accuracy,
            "weight": run.trace.weights,
        }
    )
