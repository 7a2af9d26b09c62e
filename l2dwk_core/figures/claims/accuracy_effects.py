"""The mean difference of every comparison of accuracy that claims rest on, with its interval."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd

from l2dwk_core.common.text import counted
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.claims.no_difference import no_difference
from l2dwk_core.figures.claims.sentences import contrast_table, result_words
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.layout_parts import name_axis
from l2dwk_core.figures.palette import L2DWK, MEMBERS, axis, layout
from l2dwk_core.figures.traces import error_bars, marker_trace
from l2dwk_core.paper.claim_answers import ClaimAnswer
from l2dwk_core.paper.compared_values import COMPARED_VALUES
from l2dwk_core.paper.planned_contrasts import ContrastResult

_SPREAD = 0.56
"""Of one claim's comparisons from the first to the last, as a share of its row."""


def accuracy_effects_figure(answers: Iterable[ClaimAnswer]) -> Chart | None:
    """Return the figure, a row each claim about accuracy and a point each of its comparisons; None
    while no dataset is computed."""
    rows = [
        (answer, results)
        for answer in answers
        if answer.value is COMPARED_VALUES["accuracy"]
        and (results := [result for result in answer.results if result.test is not None])
    ]
    if not rows:
        return None
    decided: list[tuple[ClaimAnswer, ContrastResult, float]] = []
    undecided: list[tuple[ClaimAnswer, ContrastResult, float]] = []
    for row, (answer, results) in enumerate(rows):
        for result, offset in zip(results, _offsets(len(results)), strict=True):
            which = decided if _is_decided(result) else undecided
            which.append((answer, result, len(rows) - 1 - row - offset))
    figure = Drawing(
        [
            _trace("not decided", undecided, MEMBERS, "circle-open"),
            _trace("decided", decided, L2DWK, "circle"),
        ],
        layout(
            height=38 * len(rows) + 90,
            margin={"l": 16, "r": 16, "t": 12, "b": 48},
            shapes=no_difference(0.0, "x", band=True),
            xaxis=axis("mean difference of accuracy, percentage points"),
            yaxis=name_axis(
                [_short(answer) for answer, _ in rows],
                [len(rows) - 1 - row for row in range(len(rows))],
                range=[-0.6, len(rows) - 0.4],
            ),
        ),
    )
    all_results = [result for _, results in rows for result in results]
    return Chart(
        "accuracy_effects",
        _title(all_results),
        figure,
        "A point is a comparison: the mean difference of accuracy over the datasets, with its 95% "
        "interval; right of the line it speaks for the claim. In the grey band, half a point to "
        "each side, differences are practically none. A claim has one comparison for each of its "
        "settings (which trees, which rows weigh them, which other method). Filled points are "
        "decided, after correction for all comparisons of the study; an open point whose interval "
        "excludes the line is not.",
        " ".join(
            f"{answer.claim.title}: "
            + "; ".join(f"{r.contrast.label}: {result_words(answer, r)}" for r in results)
            + "."
            for answer, results in rows
        ),
        {"comparisons": lambda: _table([answer for answer, _ in rows])},
    )


def _offsets(count: int) -> Any:
    """Return where the comparisons of one claim stand around the middle of its row."""
    return np.linspace(-_SPREAD / 2, _SPREAD / 2, count) if count > 1 else np.zeros(1)


def _is_decided(result: ContrastResult) -> bool:
    test = result.test
    return result.complete and test is not None and test.verdict != "undecided"


def _trace(
    name: str, points: list[tuple[ClaimAnswer, ContrastResult, float]], colour: str, symbol: str
) -> dict[str, Any]:
    tests = [result.test for _, result, _ in points if result.test is not None]
    mean, low, high = (
        100 * np.array([getattr(test, part) for test in tests], dtype=float)
        for part in ("mean", "low", "high")
    )
    known = ~(np.isnan(low) | np.isnan(high))
    return marker_trace(
        mean.tolist(),
        [place for *_, place in points],
        name,
        {"color": colour, "size": 8, "symbol": symbol},
        hover="%{customdata}",
        customdata=[
            f"{answer.claim.title}<br>{result.contrast.label}<br>{result_words(answer, result)}"
            for answer, result, _ in points
        ],
        error_x=error_bars(
            np.where(known, high - mean, 0.0).tolist(),
            np.where(known, mean - low, 0.0).tolist(),
            colour,
            thickness=1.5,
            width=0,
        ),
    )


def _short(answer: ClaimAnswer) -> str:
    """Return the claim in at most two lines."""
    words, lines = answer.claim.title.split(), [""]
    for word in words:
        if len(lines[-1]) + len(word) > 34:
            lines.append("")
        lines[-1] += f" {word}"
    return "<br>".join(line.strip() for line in lines)


def _title(results: list[ContrastResult]) -> str:
    verdicts = [
        result.test.verdict if result.complete and result.test else "undecided"
        for result in results
    ]
    parts = {
        "L2DWK ahead in {}": verdicts.count("first ahead"),
        "behind in {}": verdicts.count("second ahead"),
        "practically equal in {}": verdicts.count("practically equal"),
        "not decided in {}": verdicts.count("undecided"),
    }
    said = ", ".join(words.format(count) for words, count in parts.items() if count)
    return f"Of {counted(len(results), 'comparison')} of accuracy: {said}"


def _table(answers: list[ClaimAnswer]) -> pd.DataFrame:
    tables = [contrast_table(answer) for answer in answers]
    for answer, table in zip(answers, tables, strict=True):
        table.insert(0, "claim", answer.claim.title)
    return pd.concat(tables, ignore_index=True)
