"""Does weighting pay? What the studies say of bagged trees and of different models."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd

from l2dwk_core.common.text import counted
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.claims.no_difference import no_difference
from l2dwk_core.figures.claims.sentences import result_words
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.layout_parts import label
from l2dwk_core.figures.palette import L2DWK, MEMBERS, axis, layout
from l2dwk_core.figures.traces import error_bars, marker_trace
from l2dwk_core.paper.claim_answers import ClaimAnswer
from l2dwk_core.paper.planned_contrasts import ContrastResult, contrast_results
from l2dwk_core.statistics.bayes_signed_rank import ROPE
from l2dwk_core.study.shipped_study import SHIPPED

VERDICTS: Mapping[str, str] = MappingProxyType(
    {
        "pays": "it pays",
        "does not pay": "it does not pay",
        "depends": "it pays in some comparisons and not in others",
        "undecided": "not decided",
    }
)


@dataclass(frozen=True, eq=False)
class Regime:
    """One kind of ensemble, and the comparisons that a study makes with it.

    Attributes
    ----------
    title
        What the members are.
    answer
        The claim that the study answers.
    results
        The comparisons that are about this kind of ensemble.
    same_members
        Of members that learn from fewer rows than the rival, as other rows judge them: L2DWK
        against the equal vote of the same members. None where there is no such comparison. It was
        not planned, and has no part in the verdict.
    """

    title: str
    answer: ClaimAnswer
    results: tuple[ContrastResult, ...]
    same_members: ContrastResult | None = None

    @property
    def complete(self) -> bool:
        """Return whether all datasets of all comparisons are computed."""
        return all(result.complete for result in self.results)

    @property
    def verdict(self) -> str:
        """Return a key of ``VERDICTS``; "undecided" until all datasets are computed.

        *Pays*: L2DWK is ahead in all comparisons. *Does not pay*: it is ahead in none, and behind
        or practically equal in some. *Depends*: ahead in some, behind or equal in others.
        """
        found = [result.test.verdict if result.test else "undecided" for result in self.results]
        ahead = found.count("first ahead")
        against = found.count("second ahead") + found.count("practically equal")
        if not self.complete or not found or not (ahead or against):
            return "undecided"
        if ahead == len(found):
            return "pays"
        if ahead and against:
            return "depends"
        return "does not pay" if against else "undecided"


def two_regimes(answers: Iterable[ClaimAnswer]) -> tuple[Regime, Regime]:
    """Return bagged trees against Bagging, and a library of different models against its rivals,
    from the answers to the paper's claims."""
    by_key = {answer.claim.key: answer for answer in answers}
    trees, models = by_key["bagging"], by_key["different_models"]
    bagged = tuple(r for r in trees.results if r.contrast.pool == "bagging")
    return (
        Regime("Bagged trees", trees, bagged, _against_same_trees(bagged)),
        Regime("Different models", models, models.results),
    )


def _against_same_trees(results: tuple[ContrastResult, ...]) -> ContrastResult | None:
    """Return the comparison with held-out rows, against the equal vote of the trees that it
    weights."""
    for result in results:
        if result.contrast.weighting == "hold_out":
            same = replace(result.contrast, second="uniform_vote", label="the same trees")
            return contrast_results(SHIPPED["paper_table"], (same,))[0]
    return None


def same_members_sentence(regime: Regime) -> str:
    """Return what the cost of the held-out rows has to do with the difference to Bagging; "" where
    it has nothing to do with it."""
    same = regime.same_members
    if same is None or same.test is None:
        return ""
    known = {
        "first ahead": "ahead",
        "second ahead": "behind",
        "practically equal": "practically equal",
        "undecided": "not decided",
    }[same.test.verdict]
    return (
        "With held-out rows this includes the cost that the trees learn from fewer rows than "
        "Bagging's. Against the equal vote of the same trees, L2DWK "
        f"has {result_words(regime.answer, same)}, {known if same.complete else 'not decided'}."
    )


def regime_sentence(regime: Regime) -> str:
    """Return what is known of a regime: of how many datasets, and each mean difference with its
    95 % interval."""
    done = max((len(result.datasets) for result in regime.results), default=0)
    of = max((len(result.contrast.datasets) for result in regime.results), default=0)
    if not done:
        return f"**{regime.title}**: not computed yet (0 of {counted(of, 'dataset')})."
    parts = "; ".join(
        f"{_rival(regime, result)}: {result_words(regime.answer, result)}"
        + (", not decided" if result.test.verdict == "undecided" else "")
        for result in regime.results
        if result.test is not None
    )
    known = VERDICTS[regime.verdict]
    if not regime.complete:
        known = f"not decided; {done} of {counted(of, 'dataset')} computed so far"
    said = f"**{regime.title}**: {known}. Mean difference {parts}."
    return f"{said} {same_members_sentence(regime)}".rstrip()


def regime_differences_figure(regimes: Iterable[Regime]) -> Chart | None:
    """Draw one line for each comparison that has data: a point for each dataset, and the mean with
    its 95 % interval. Right of the middle L2DWK is more accurate. None while there are no data."""
    regimes = tuple(regimes)
    lines = [
        (regime, result)
        for regime in regimes
        for result in regime.results
        if result.test is not None
    ]
    if not lines:
        return None
    n = len(lines)
    gaps = np.cumsum([i > 0 and lines[i][0] is not lines[i - 1][0] for i in range(n)]) * 0.8
    places = {i: -float(i + gaps[i]) for i in range(n)}
    reach = _reach([result for _, result in lines])
    traces: list[dict[str, Any]] = []
    labels: list[dict[str, Any]] = []
    for i, (regime, result) in enumerate(lines):
        traces += _line(result, places[i])
        words = f"<b>{regime.title}</b>, {_rival(regime, result)}"
        labels.append(
            label(
                words, 0, places[i], size=13, xref="paper", xanchor="left", yanchor="bottom",
                yshift=9,
            )
        )  # fmt: skip
    figure = Drawing(
        traces,
        layout(
            height=int(58 * n + 120),
            margin={"l": 8, "r": 8, "t": 26, "b": 48},
            annotations=labels,
            shapes=no_difference(0.0, "x", band=True),
            xaxis=axis(
                "L2DWK minus the other, in percentage points of accuracy", range=[-reach, reach]
            ),
            yaxis=axis(
                range=[-(n - 1 + float(gaps[-1] if n else 0)) - 0.5, 0.75],
                showticklabels=False,
                showgrid=False,
                showline=False,
                ticks="",
                fixedrange=True,
            ),
        ),
    )
    title = ". ".join(
        f"{regime.title}: {VERDICTS[regime.verdict]}" + ("" if regime.complete else " yet")
        for regime in regimes
    )
    return Chart(
        "regime_differences",
        title,
        figure,
        "A grey point is a dataset; the blue one is the mean over datasets with its 95% interval. "
        "Right of the line L2DWK is more accurate, left of it the other. In the grey band, half a "
        "point to each side, the difference is practically none. "
        "Bagging's trees learn from all rows, those of L2DWK with held-out rows from fewer: its "
        "difference to Bagging includes that cost.",
        " ".join(regime_sentence(regime).replace("**", "") for regime in regimes),
        {"comparisons": lambda: _table(lines)},
    )


def _rival(regime: Regime, result: ContrastResult) -> str:
    label = result.contrast.label
    if label.startswith("against "):
        return label
    return f"against Bagging, {label.rpartition(', ')[2]}"


def _line(result: ContrastResult, at: float) -> list[dict[str, Any]]:
    test = result.test
    assert test is not None
    points = marker_trace(
        100 * result.differences,
        np.full(len(result.datasets), at),
        f"datasets, {result.contrast.label}",
        {"color": MEMBERS, "size": 8, "opacity": 0.6},
        hover="%{customdata}: %{x:+.1f} points",
        customdata=list(result.datasets),
    )
    known = not np.isnan(test.low)
    bars = error_bars(
        [100 * (test.high - test.mean) if known else 0.0],
        [100 * (test.mean - test.low) if known else 0.0],
        L2DWK, thickness=3, width=0,
    )  # fmt: skip
    mean = marker_trace(
        [100 * test.mean],
        [at],
        f"mean, {result.contrast.label}",
        {"color": L2DWK, "size": 13, "line": {"color": "white", "width": 1.5}},
        hover="mean %{x:+.2f} points",
        error_x=bars,
    )
    return [points, mean]


def _reach(results: list[ContrastResult]) -> float:
    """Return how far the axis goes from its middle, in percentage points."""
    farthest = max(
        (float(np.abs(r.differences).max()) for r in results if len(r.differences)), default=0.0
    )
    return max(108 * farthest, 400 * ROPE)


def _table(lines: list[tuple[Regime, ContrastResult]]) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "members": regime.title,
                "setting": result.contrast.label,
                "dataset": name,
                "difference": difference,
            }
            for regime, result in lines
            for name, difference in zip(result.datasets, result.differences, strict=True)
        ],
        columns=["members", "setting", "dataset", "difference"],
    )
