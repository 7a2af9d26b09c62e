"""Kernel weights α over the rounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from l2dwk_core.common.text import abbreviated, agreeing, counted, per_cent
from l2dwk_core.common.types import Floats
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.lab.rounds import SMALL, cursor, round_ticks, shown_rounds
from l2dwk_core.figures.layout_parts import label
from l2dwk_core.figures.palette import ALPHA_SCALE, MEMBERS, RIGHT, WRONG, axis, layout
from l2dwk_core.figures.traces import line_trace, marker_trace
from l2dwk_core.figures.words import plain
from l2dwk_core.method.settings import Settings
from l2dwk_core.method.trace import Trace

MAX_HEATMAP_ROWS = 400
"""More rows than this would be thinner than a third of a screen line and would only take time to
send."""
EXACT_CELLS = 5_000
"""More cells than this are sent as whole numbers of two bytes instead of numbers of four."""
MAX_MARKS = 60
"""More rows than this get one line with strokes instead of a mark each: 400 marks took half of the
time in which a browser draws the figure."""
_HEIGHT = 320
_LONGEST_NAME = 26


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
        **_cells(alphas[:, shown].T, _top(alphas[:, shown])),
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
        f"kernel weight. All rows {_who_starts(trace)}start equal. {target_words(trace.settings)} "
        "The right edge shows the outcome: "
        + ("×" if one_by_one else "a stroke")
        + " where the returned weights are wrong, "
        + ("a dot" if one_by_one else "none")
        + f" where they are right{unseen if one_by_one else ''}.",
        f"Heatmap of {counted(n_shown, 'row')} and {counted(len(columns), 'round')}; of the rows "
        f"shown, {int(wrong.sum())} {agreeing(int(wrong.sum()), 'is', 'are')} wrong with the "
        f"returned weights; the largest kernel weight is {alphas.max():.4f}.",
        {"kernel weights": lambda: _alpha_table(trace, row_names, order)},
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
    lines: list[dict[str, Any]] = [
        line_trace(
            [int(rounds[0]), int(rounds[-1])],
            [share, share],
            "equal share",
            MEMBERS,
            width=1.5,
            dash="dot",
            hover="equal share 1/N = %{y:.4f}",
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
        f"line is the equal share 1/N, with which all rows {_who_starts(trace)}start.",
        "; ".join(
            f"{row_names[k]} goes from α = {alphas[0, k]:.4f} to {alphas[-1, k]:.4f}, wrong in "
            f"{int(wrong[:, k].sum())} of {counted(len(rounds), 'round')}"
            for k in rows
        ),
        {"kernel weights": lambda: _alpha_table(trace, row_names, np.asarray(rows, dtype=np.intp))},
    )


def target_words(settings: Settings) -> str:
    """Return which rows gain kernel weight from one round to the next, in words.

    A step is αᵗ⁺¹ − αᵗ = βₜ(α* − αᵗ): a row gains when it is below its target α*, and loses above.
    """
    if settings.update == "none":
        return "With these settings they stay equal."
    if settings.update == "exp":
        return (
            "After each round α moves part of the way to a target that falls with the row's "
            "margins so far: a row below its target gains weight, one above it loses."
        )
    lost = "does not win" if settings.error_set == "margin" else "gets wrong"
    if settings.error_mass == "set" or settings.damping == "authors":
        share = "an equal share for each row"
    elif settings.error_mass == "vote":
        share = "1/(Nε) for each row"
    else:
        share = "1/ε for each row"
    return (
        f"After each round α moves part of the way to a target, {share} the vote {lost} and 0 for "
        "the others: a row below its target gains weight and pulls the classifiers' weights "
        "towards itself, one above it loses."
    )


def _who_starts(trace: Trace) -> str:
    """Return which rows start equal, in words. A row that no member may judge has weight 0 in
    every round."""
    return "" if trace.rounds[0].alpha.all() else "that some member may judge "


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


def _mark(wrong: NDArray[np.bool_]) -> dict[str, list[str]]:
    return {
        "symbol": np.where(wrong, "x", "circle").tolist(),
        "color": np.where(wrong, WRONG, RIGHT).tolist(),
    }


def _top(alphas: Floats) -> float:
    """Return the top of the colour scale. Equal weights must not get the colour of the largest
    weight."""
    top, equal = float(alphas.max()), float(alphas[0].max())
    return top if top > 1.5 * equal else 4.0 * equal


def _cells(alphas: Floats, top: float) -> dict[str, Any]:
    """Return the colours, the colour bar and the hover text of the cells.

    Many cells are sent as bytes, whole multiples of ``meta.unit``: at least 102 steps to the
    largest weight. Each slider move sends them again; the table holds the exact weights.
    """
    bar = {
        "title": {"text": "α", "side": "top"},
        "thickness": 8,
        "xpad": 4,
        "nticks": 4,
        "outlinewidth": 0,
    }
    if alphas.size <= EXACT_CELLS:
        return {
            "z": alphas.astype(np.float32),
            "zmin": 0.0,
            "zmax": top,
            "colorbar": bar | {"tickformat": ".2~g"},
            "hovertemplate": "%{y}<br>round %{x}, α = %{z:.5f}<extra></extra>",
            "meta": {"unit": 1.0},
        }
    unit, words = _unit(max(top, float(alphas.max())) / 255)
    ticks = _nice_ticks(top)
    return {
        "z": np.rint(alphas / unit).astype(np.uint8),
        "zmin": 0.0,
        "zmax": top / unit,
        "colorbar": bar
        | {"tickvals": (ticks / unit).tolist(), "ticktext": [f"{t:g}" for t in ticks]},
        "hovertemplate": f"%{{y}}<br>round %{{x}}, α ≈ %{{z}} · {words}<extra></extra>",
        "meta": {"unit": unit},
    }


def _unit(least: float) -> tuple[float, str]:
    """Return the smallest of 1, 2, 5, 10, … times a power of ten that is at least ``least``, and
    how it is written."""
    power = int(np.floor(np.log10(least)))
    step = next(s for s in (1, 2, 5, 10) if s * 10.0**power >= least * (1 - 1e-12))
    return step * 10.0**power, f"{step}·10<sup>{power}</sup>".replace("-", "−")


def _nice_ticks(top: float) -> Floats:
    """Return 0 and up to five more round values up to the top."""
    rough = top / 5
    unit = float(10.0 ** np.floor(np.log10(rough)))
    step = next(s for s in (1.0, 2.0, 5.0, 10.0) if s * unit >= rough * (1 - 1e-12)) * unit
    return np.arange(0.0, top + 1e-9 * top, step, dtype=np.float64).round(12)


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
