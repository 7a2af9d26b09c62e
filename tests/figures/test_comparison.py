"""Figures of a comparison show its standings, and the verdict claims no more than they support."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

from l2dwk_core.combiners import COMBINERS
from l2dwk_core.combiners.methods_table import methods_table
from l2dwk_core.figures.compare.comparison import (
    accuracy_and_size_figure,
    colour_of,
    method_differences_figure,
    records_table,
    standings_table,
    verdict,
)
from l2dwk_core.figures.palette import L2DWK, MEMBERS, SINGLE, UNIFORM
from l2dwk_core.pools.recipe import PoolRecipe
from l2dwk_core.studies.comparison_records import (
    ALL_ROWS,
    REFERENCE,
    ComparisonRecipe,
    ComparisonResult,
    Record,
    reference_of,
)


def _result(scores, *, folds=None, refusals=None):
    """A result with these right answers of 100 test rows, by method and split."""
    n = folds or len(next(iter(scores.values())))
    recipe = ComparisonRecipe(
        "made", tuple(scores) + tuple(refusals or ()), n, pool=PoolRecipe(n_members=40)
    )
    records = [
        Record(
            key,
            0,
            fold,
            900,
            100,
            right[fold],
            *_apart(right, scores, key, fold),
            7 + len(key),
            40,
            0.01,
        )
        for fold in range(max(map(len, scores.values())))
        for key, right in scores.items()
        if fold < len(right)
    ]
    return ComparisonResult(recipe, tuple(records), refusals or {})


def _apart(right, scores, key, fold):
    """Rows that tell a method and its reference apart: the difference, and one row more of each."""
    gained = right[fold] - scores[key if key == REFERENCE else reference_of(key)][fold]
    return max(gained, 0) + (key != REFERENCE), max(-gained, 0) + (key != REFERENCE)


BASE = [70, 72, 74, 71, 69, 73, 70, 72, 71, 70]
CLEAR = [80, 82, 85, 81, 79, 84, 80, 81, 82, 80]
BAD = [50, 53, 54, 50, 49, 52, 51, 52, 52, 50]
CHANCE = [72, 69, 76, 73, 66, 73, 72, 69, 72, 71]


@pytest.fixture(scope="module")
def result():
    return _result(
        {REFERENCE: BASE, "l2dwk": CLEAR, "single_best": BAD, "qpd": CHANCE},
        refusals={"epsdp": "needs patience"},
    )


def test_figures_show_the_standings(result):
    standings = {s.title: s for s in result.standings()}
    chart = method_differences_figure(result)
    assert len(chart.figure.data) == 3
    for trace in chart.figure.data:
        difference = standings[trace.name].difference
        assert trace.x[0] == pytest.approx(100 * difference.mean)
        assert trace.x[0] + trace.error_x.array[0] == pytest.approx(100 * difference.high)
        assert trace.x[0] - trace.error_x.arrayminus[0] == pytest.approx(100 * difference.low)
        claimed = standings[trace.name].difference.claimed
        assert (trace.marker.symbol == "circle") == claimed
    means = [t.x[0] for t in chart.figure.data]
    assert means == sorted(means)
    sizes = accuracy_and_size_figure(result)
    assert len(sizes.figure.data) == 4
    for trace in sizes.figure.data:
        assert trace.x[0] == standings[trace.name].kept
        assert trace.y[0] == pytest.approx(standings[trace.name].accuracy)
    for one in (chart, sizes):
        assert one.title
        assert one.reading.endswith(".")
        assert one.alternative
        json.loads(one.figure.to_json())
        for title, table in one.tables.items():
            assert len(table()), title


def test_verdict_names_what_may_be_claimed(result):
    assert verdict(result) == (
        "Better than the uniform vote of the same members: L2DWK; worse: Single best member; of "
        "the other one no difference can be claimed"
    )


def test_verdict_without_any_claim():
    said = verdict(_result({REFERENCE: BASE, "qpd": CHANCE, "drep": CHANCE}))
    assert said == (
        "None of the 2 differences from the uniform vote of the same members can be claimed"
    )
    assert verdict(_result({REFERENCE: BASE, "qpd": BASE})) == (
        "QPD cannot be said to differ from the uniform vote of the same members"
    )


def test_verdict_names_each_vote_that_methods_are_compared_with():
    both = {REFERENCE: BASE, ALL_ROWS: [r + 2 for r in BASE], "qpd": CHANCE, "l2dwk": BAD}
    better = _result(both | {"random_forest": CLEAR})
    assert verdict(better) == (
        "Worse than the uniform vote of the same members: L2DWK; better than the uniform vote of "
        "members trained on all training rows: Random forest; of the other 2 no difference can be "
        "claimed"
    )
    same = _result({REFERENCE: BASE, ALL_ROWS: CHANCE, "qpd": CHANCE, "random_forest": CHANCE})
    # Two methods and the other uniform vote: three lines in the figure.
    assert verdict(same) == "None of the 3 differences from a uniform vote can be claimed"
    assert len(method_differences_figure(same).figure.data) == 3
    chart = method_differences_figure(better)
    headings = [a.text for a in chart.figure.layout.annotations][1:]
    assert headings == [
        "<i>of members<br>trained on all<br>training rows</i>",
        "<i>of the same<br>members</i>",
    ]
    assert "against the vote of members trained on all training rows" in chart.alternative
    heights = [t.y[0] for t in chart.figure.data]
    assert heights == [0, 2.5, 3.5, 4.5]  # the first alone, its three-line heading above
    assert [a.y for a in chart.figure.layout.annotations][1:] == [1.25, 5.5]
    table = standings_table(better).set_index("method")["compared_with"]
    assert table["Random forest"] == "the uniform vote of members trained on all training rows"
    assert table["L2DWK"] == "the uniform vote of the same members"


@pytest.mark.parametrize("done", [1, 2, 3, 4, 9])
def test_nothing_is_claimed_before_the_last_split(done):
    """Who looks after every split and stops when one is claimed is wrong too often."""
    early = _result({REFERENCE: BASE[:done], "qpd": CLEAR[:done]}, folds=10)
    assert (
        verdict(early) == f"Differences after {done} of 10 splits: none is claimed before the last"
    )
    chart = method_differences_figure(early)
    trace = chart.figure.data[0]
    assert trace.marker.symbol == "circle-open"
    assert trace.error_x.visible is False
    assert "interval" not in trace.hovertemplate
    assert "Intervals are shown after the last split" in chart.reading
    assert "nan" not in chart.alternative
    assert verdict(_result({REFERENCE: BASE, "qpd": CLEAR})).startswith("Better than")


def test_verdict_of_few_splits():
    assert verdict(_result({REFERENCE: [70], "qpd": [90]})) == (
        "One split says nothing about a difference"
    )
    # Two splits that agree to the row have no spread at all, by chance.
    alike = _result({REFERENCE: [70, 71], "qpd": [75, 76]})
    assert verdict(alike) == "Two splits say nothing about a difference"
    assert method_differences_figure(alike).figure.data[0].marker.symbol == "circle-open"
    assert verdict(_result({REFERENCE: BASE})).startswith("There is nothing to compare")


def test_unfinished_splits_do_not_count():
    half = _result({REFERENCE: BASE, "qpd": CHANCE[:3]}, folds=10)
    assert len(half.splits) == 3
    assert len(standings_table(half)) == 2
    assert standings_table(half)["accuracy"].tolist() == pytest.approx(
        sorted([np.mean(BASE[:3]) / 100, np.mean(CHANCE[:3]) / 100], reverse=True)
    )
    assert len(records_table(half)) == 13


def test_size_figure_says_who_needs_few_members(result):
    # Kept members are 7 and the length of the key.
    assert accuracy_and_size_figure(result).title == (
        "Mean of 10 splits, untested: QPD is 0.1 points ahead of the uniform vote with 10 of 40 "
        "members"
    )
    few = accuracy_and_size_figure(_result({REFERENCE: BASE, "single_best": BAD}))
    assert few.title == (
        "Mean of 10 splits, untested: no method with fewer members comes within a point of the "
        "uniform vote"
    )


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ([0] * 10, "is as often right as the uniform vote"),
        ([2] * 10, "is 2.0 points ahead of the uniform vote"),
        ([0, -1] * 5, "comes within a point of the uniform vote"),
    ],
)
def test_who_is_ahead_does_not_come_within_a_point(more, said):
    right = [b + m for b, m in zip(BASE, more, strict=True)]
    chart = accuracy_and_size_figure(_result({REFERENCE: BASE, "qpd": right}))
    assert f"QPD {said} with 10 of 40 members" in chart.title


def test_points_at_one_place_are_rings_around_each_other_and_told_together():
    rows = {REFERENCE: BASE, "qpd": [b - 9 for b in BASE], "rse": [b - 9 for b in BASE]}
    one, two = (t for t in accuracy_and_size_figure(_result(rows)).figure.data if t.x[0] == 10)
    assert one.y == pytest.approx(two.y)
    assert one.marker.size > two.marker.size + 4
    for name in (one.name, two.name):
        assert name in one.hovertemplate and name in two.hovertemplate


def test_one_colour_one_meaning():
    assert colour_of(REFERENCE) == UNIFORM
    assert colour_of("l2dwk_paper") == L2DWK
    assert colour_of("single_best") == SINGLE
    assert colour_of("qpd") == MEMBERS


def test_methods_table_is_the_registry():
    table = methods_table().set_index("key")
    assert list(table.index) == list(COMBINERS)
    for key, info in COMBINERS.items():
        assert table.loc[key, "confirmed"] == info.confirmed
        assert table.loc[key, "complexity"] == info.complexity
        assert table.loc[key, "source"] == info.source
        for parameter in info.parameters:
            assert f"{parameter.name} = {parameter.default}" in table.loc[key, "parameters"]


def test_intervals_that_span_everything_leave_the_dots_apart():
    few = _result({REFERENCE: BASE[:3], "qpd": [60, 71, 74], "drep": [95, 74, 80]})
    figure = method_differences_figure(few).figure
    lowest, highest = figure.layout.xaxis.range
    means = [t.x[0] for t in figure.data]
    widest = max(t.error_x.array[0] for t in figure.data)
    assert widest > 30
    assert lowest == -highest and max(map(abs, means)) < highest <= 1.08 * 5 * max(map(abs, means))


def test_names_beside_points_do_not_lie_on_each_other():
    scores = {REFERENCE: BASE, ALL_ROWS: CLEAR, "bagging": CLEAR, "random_forest": CLEAR}
    figure = accuracy_and_size_figure(_result(scores | {"single_best": BAD})).figure
    named = [a for a in figure.layout.annotations if a.xref != "paper"]
    words = [re.sub("<[^>]+>", " ", a.text) for a in named]
    # Around one place, each name has its own side.
    at_one_place = [a for a, w in zip(named, words, strict=True) if "Single best" not in w]
    sides = {(a.xanchor, a.xshift, a.yshift) for a in at_one_place}
    assert len(sides) == len(at_one_place) > 0
    assert any("Single best" in w for w in words)
