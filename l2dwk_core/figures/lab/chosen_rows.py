"""Kernel weights α of a few chosen rows over the rounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.text import abbreviated, counted
from l2dwk_core.common.types import Floats
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.lab.kernel_weight_words import alpha_table, who_starts
from l2dwk_core.figures.lab.rounds import cursor, round_ticks
from l2dwk_core.figures.layout_parts import label
from l2dwk_core.figures.palette import MEMBERS, RIGHT, WRONG, axis, layout
from l2dwk_core.figures.traces import line_trace
from l2dwk_core.figures.words import plain
from l2dwk_core.method.trace import Trace

_HEIGHT = 320
_LONGEST_NAME = 26


def informative_rows(trace: Trace, difficulty: Floats, n: int = 5) -> list[int]:
    """Return a few rows whose kernel weights differ, from the largest weight to one that stays
    small."""
    alphas = trace.alphas
    by_weight = np.lexsort((-difficulty, -alphas.mean(axis=0)))
    # Rows that were in the error set in the same rounds have the same path; one of them is enough.
    _, first = np.unique(alphas[:, by_weight].round(12), axis=1, return_index=True)
    distinct = by_weight[np.sort(first)]
    picks = np.unique(np.linspace(0, len(distinct) - 1, n).round().astype(int))
    return [int(distinct[i]) for i in picks]


def kernel_weights_of_chosen_rows_figure(
    trace: Trace, rows: Sequence[int], row_names: Sequence[str]
) -> Chart:
    """Draw the kernel weight of chosen rows over the rounds, with × where the ensemble is wrong
    on the row."""
    alphas = trace.alphas
    rounds = np.array([r.index for r in trace.rounds])
    wrong = np.stack([r.wrong for r in trace.rounds])
    voteless = np.stack([np.isnan(r.margins) for r in trace.rounds])
    outcome = np.where(voteless, "missing", np.where(wrong, "wrong", "right"))
    summed = all(abs(r.alpha_mass - 1.0) < 1e-9 for r in trace.rounds)
    share = float(alphas[0].max())
    equal = f"equal share 1/{np.count_nonzero(alphas[0])}"
    lines: list[dict[str, Any]] = [
        line_trace(
            [int(rounds[0]), int(rounds[-1])],
            [share, share],
            "equal share",
            MEMBERS,
            width=1.5,
            dash="dot",
            hover=f"{equal} = %{{y:.4f}}",
        )
    ]
    lines += [
        line_trace(
            rounds,
            alphas[:, k].astype(np.float32),
            plain(row_names[k]),
            WRONG if trace.returned.wrong[k] else RIGHT,
            width=1.5,
            hover=f"{plain(row_names[k])}<br>round %{{x}}: α = %{{y:.5f}}, vote %{{customdata}}",
            marker={**_mark(wrong[:, k]), "size": np.where(wrong[:, k], 8, 5).astype(np.uint8)},
            customdata=outcome[:, k].tolist(),
        )
        for k in rows
    ]
    figure = Drawing(
        lines,
        layout(
            height=_HEIGHT,
            margin={"l": 56, "r": 168, "t": 12, "b": 48},
            xaxis=axis("round t", range=[0.5, float(rounds[-1]) + 0.5], **round_ticks(len(rounds))),
            yaxis=axis(
                "kernel weight α" + (" (all rows sum to 1)" if summed else ""), rangemode="tozero"
            ),
            shapes=cursor(trace),
            annotations=_end_labels(rounds, alphas, rows, row_names),
        ),
    )
    return Chart(
        "kernel_weights_of_chosen_rows",
        "Kernel weight of chosen rows, × while the vote on them is wrong",
        figure,
        "A line for each chosen row. Its marks: × where the vote of that round is wrong on the "
        "row, a dot where it is right"
        + (" or no member with weight has a vote" if voteless[:, list(rows)].any() else "")
        + ". Its colour: orange where the returned vote is wrong on the row, else blue. The dotted "
        f"line is the {equal}, with which all rows {who_starts(trace)}start.",
        "; ".join(
            f"{row_names[k]} goes from α = {alphas[0, k]:.4f} to {alphas[-1, k]:.4f}, wrong in "
            f"{int(wrong[:, k].sum())} of {counted(len(rounds), 'round')}"
            for k in rows
        ),
        {"kernel weights": lambda: alpha_table(trace, row_names, np.asarray(rows, dtype=np.intp))},
    )


def _mark(wrong: NDArray[np.bool_]) -> dict[str, list[str]]:
    return {
        "symbol": np.where(wrong, "x", "circle").tolist(),
        "color": np.where(wrong, WRONG, RIGHT).tolist(),
    }


def _end_labels(
    rounds: NDArray[np.int_], alphas: Floats, rows: Sequence[int], row_names: Sequence[str]
) -> list[dict[str, Any]]:
    """Return names at the ends of the lines, moved apart where lines end close together."""
    if not rows:
        return []
    least = 0.055 * float(alphas[:, list(rows)].max())
    labels = []
    height = -np.inf
    for k in sorted(rows, key=lambda k: float(alphas[-1, k])):
        height = max(float(alphas[-1, k]), height + least)
        name = _fitting(row_names[k])
        labels.append(label(plain(name), 1, height, xref="paper", xanchor="left", xshift=6))
    return labels


def _fitting(name: str) -> str:
    """Return a row's name with its class made short."""
    row, mark, kind = name.partition(" · ")
    return f"{row}{mark}{abbreviated(kind, max(_LONGEST_NAME - len(row + mark), 7))}"
