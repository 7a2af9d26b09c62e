"""A point a dataset with its interval, and the mean over datasets, for each contrast of a claim."""

from __future__ import annotations

from typing import Any

import numpy as np

from l2dwk_core.common.text import counted
from l2dwk_core.common.types import Floats
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.claims.no_difference import no_difference
from l2dwk_core.figures.claims.sentences import (
    contrast_table,
    dataset_table,
    result_words,
    wins_words,
)
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.layout_parts import label, name_axis
from l2dwk_core.figures.palette import L2DWK, MEMBERS, axis, layout
from l2dwk_core.figures.traces import error_bars, marker_trace
from l2dwk_core.paper.claim_answers import ClaimAnswer
from l2dwk_core.paper.planned_contrasts import ContrastResult
from l2dwk_core.statistics.bayes_signed_rank import ROPE

_GAP = 0.025
"""Between two panels, as a share of the width."""


def dataset_differences_figure(answer: ClaimAnswer) -> Chart | None:
    """Return the figure of a claim, a panel each contrast; None while no dataset is computed."""
    results = [result for result in answer.results if result.test is not None]
    if not results:
        return None
    value = answer.value
    of_shares = bool(value.middle)
    order = list(dict.fromkeys(name for r in results for name in r.contrast.datasets))
    there = {name for r in results for name in r.datasets}
    names = [name for name in order if name in there]
    place = {name: len(names) - 1 - i for i, name in enumerate(names)}
    centre, values = _scale(answer)
    reach = _reach(results)
    width = (1 - _GAP * (len(results) - 1)) / len(results)
    traces: list[dict[str, Any]] = []
    shapes: list[dict[str, Any]] = []
    labels: list[dict[str, Any]] = []
    axes: dict[str, Any] = {}
    for i, result in enumerate(results):
        number = "" if i == 0 else str(i + 1)
        start = i * (width + _GAP)
        axes[f"xaxis{number}"] = axis(
            value.axis,
            range=[-2, 102] if of_shares else [-reach, reach],
            domain=[start, start + width],
            anchor="y",
        )
        traces += _panel(result, place, len(names), values, f"x{number}")
        shapes += no_difference(centre, f"x{number}", band=not of_shares)
        labels.append(
            label(
                _broken(result.contrast.label), start + width / 2, 1, xref="paper", yref="paper",
                xanchor="center", yanchor="bottom",
            )
        )  # fmt: skip
    figure = Drawing(
        traces,
        layout(
            height=max(230, 21 * (len(names) + 1) + 130),
            margin={"l": 16, "r": 16, "t": 42, "b": 48},
            shapes=shapes,
            annotations=labels,
            yaxis=name_axis(
                [*names, "<b>mean</b>"],
                [*(place[name] for name in names), len(names)],
                range=[-0.7, len(names) + 0.7],
            ),
            **axes,
        ),
    )
    return Chart(
        "dataset_differences",
        _title(answer),
        figure,
        _reading(answer),
        "; ".join(f"{r.contrast.label}: {result_words(answer, r)}" for r in results) + ".",
        {
            "contrasts": lambda: contrast_table(answer),
            "datasets": lambda: dataset_table(answer),
        },
    )


def _scale(answer: ClaimAnswer) -> tuple[float, Any]:
    """Return the place of no difference, and the function from a result's numbers to the axis."""
    value = answer.value
    return 100 * (value.middle or 0.0), lambda mean, low, high: tuple(
        100 * each for each in value.shown(mean, low, high)
    )


def _reach(results: list[ContrastResult]) -> float:
    """Return how far the axes go from their middle. Very long bars are cut."""
    farthest = max(float(np.abs(r.differences).max()) for r in results)
    ends = np.concatenate([np.abs(np.concatenate([r.low, r.high])) for r in results])
    longest = max(float(np.max(ends, initial=0.0, where=~np.isnan(ends))), farthest)
    return 108 * max(min(longest, max(1.6 * farthest, 0.05)), 2 * ROPE)


def _panel(
    result: ContrastResult, place: dict[str, int], top: int, values: Any, x: str
) -> list[dict[str, Any]]:
    test = result.test
    assert test is not None
    mean, low, high = values(result.differences, result.low, result.high)
    at = [place[name] for name in result.datasets]
    told = (result.low > 0) | (result.high < 0)
    points = _points(mean, low, high, at, MEMBERS, list(result.datasets), told, size=8)
    ends = (np.array([end]) for end in values(test.mean, test.low, test.high))
    total_mean, total_low, total_high = ends
    decided = [result.complete and test.verdict in ("first ahead", "second ahead")]
    total = _points(total_mean, total_low, total_high, [top], L2DWK, ["mean"], decided, size=12)
    named = {"xaxis": x, "yaxis": "y"}
    return [
        {**points, "name": f"datasets, {result.contrast.label}", **named},
        {**total, "name": f"mean, {result.contrast.label}", **named},
    ]


def _points(
    mean: Floats, low: Floats, high: Floats, at: list[int], colour: str, names: list[str],
    filled: Any, *, size: int,
) -> dict[str, Any]:  # fmt: skip
    known = ~(np.isnan(low) | np.isnan(high))
    return marker_trace(
        mean.tolist(),
        at,
        "",
        {
            "color": colour,
            "size": size,
            "symbol": ["circle" if each else "circle-open" for each in filled],
        },
        hover="%{customdata}",
        customdata=[
            f"{name}: {m:+.1f}" + (f"<br>interval {a:+.1f} to {b:+.1f}" if k else "")
            for name, m, a, b, k in zip(names, mean, low, high, known, strict=True)
        ],
        # Without an interval no bar: NaN would be drawn as one without an end.
        error_x=error_bars(
            np.where(known, high - mean, 0.0).tolist(),
            np.where(known, mean - low, 0.0).tolist(),
            colour,
            thickness=1.5 if size < 10 else 3,
            width=0,
        ),
    )


def _broken(text: str) -> str:
    return text.replace(", ", "<br>", 1)


def _title(answer: ClaimAnswer) -> str:
    complete = all(result.complete for result in answer.results)
    n = max(len(result.datasets) for result in answer.results)
    of = max(len(result.contrast.datasets) for result in answer.results)
    so_far = "" if complete else f"So far {n} of {counted(of, 'dataset')}: "
    weakest = answer.weakest
    assert weakest is not None
    return so_far + answer.value.title.format(
        words=result_words(answer, weakest), wins=wins_words(answer)
    )


def _reading(answer: ClaimAnswer) -> str:
    value = answer.value
    what = value.point
    if value.middle is None:
        what += " Differences in the grey band, half a point to each side, are practically none."
    filled = f"it is decided ({value.ahead}, or {value.behind})"
    failed = sorted({name for result in answer.results for name in result.left_out})
    left_out = f" Left out, because a method failed there: {', '.join(failed)}." if failed else ""
    return (
        f"{what} Bars are 95% intervals over the folds, and over the datasets for the mean; very "
        "long bars are cut. A filled point is one whose interval excludes the line; the mean is "
        f"filled when {filled}, after correction for all comparisons. Related datasets (heart, led "
        f"and wave) are shown singly, but count as one in the mean.{left_out}"
    )
