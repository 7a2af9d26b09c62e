"""The figure of bias, variance and diversity over repeated trainings shows their terms."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.diversity import (
    LOSSES,
)
from l2dwk_core.diversity.bias_variance_diversity import MeanTerms
from l2dwk_core.figures.diversity.bias_variance_diversity import (
    bias_variance_diversity_figure,
    trials_table,
)
from l2dwk_core.pools.recipe import PoolRecipe
from l2dwk_core.studies.repeated_trainings import (
    TrialsPoint,
    TrialsRecipe,
    TrialsResult,
    repeated_trainings,
)
from tests.figures.diversity_charts import assert_whole, trace_of


@pytest.fixture(scope="module")
def trials():
    return repeated_trainings(
        "zoo", pool=PoolRecipe("bagging", 5), moved="n_members", values=(1, 2, 5), trials=3
    )


def test_the_figure_names_itself_its_reading_and_its_data(trials):
    assert_whole(bias_variance_diversity_figure(trials, "squared"))


LINES = {
    "bias": "bias{}",
    "variance": "variance{}",
    "member_loss": "members' loss = bias + variance",
    "diversity": "diversity{}",
    "ensemble_loss": "ensemble's loss = bias + variance − diversity",
}


@pytest.mark.parametrize("loss", LOSSES)
def test_lines_are_the_terms_and_add_up(trials, loss):
    chart = bias_variance_diversity_figure(trials, loss)
    suffix = LOSSES[loss].suffix
    lines = {term: trace_of(chart, name.format(suffix)) for term, name in LINES.items()}
    for term, line in lines.items():
        np.testing.assert_array_equal(line.x, [1, 2, 5])
        np.testing.assert_array_equal(
            line.y, [getattr(point.terms[loss], term) for point in trials.points]
        )
    np.testing.assert_allclose(
        lines["member_loss"].y - lines["diversity"].y, lines["ensemble_loss"].y, atol=1e-12
    )
    ranks = {line.legendrank: term for term, line in lines.items()}
    assert [ranks[place] for place in sorted(ranks)] == list(LINES)
    assert chart.figure.layout.xaxis.title.text == "number of members (logarithmic)"
    assert chart.figure.layout.yaxis.title.text.startswith(LOSSES[loss].noun)
    assert LOSSES[loss].combiner in chart.reading
    assert chart.reading.count(". ") == 0  # one sentence
    table = trials_table(trials)
    assert len(table) == 3 * len(LOSSES)
    shown = table[table["loss"] == loss]
    assert list(shown["n_members"]) == [1, 2, 5]
    np.testing.assert_allclose(
        shown["bias"] + shown["variance"] - shown["diversity"], shown["ensemble_loss"], atol=1e-12
    )


def _trials(moved, loss, *points):
    """A result with (bias, variance, diversity) at the values 1, 2, …"""
    return TrialsResult(
        TrialsRecipe("made", PoolRecipe(), moved, tuple(range(1, len(points) + 1))),
        tuple(
            TrialsPoint(value, 5, {loss: MeanTerms(b, v, d, b + v, b + v - d)})
            for value, (b, v, d) in enumerate(points, start=1)
        ),
        10,
        5,
    )


def test_title_says_what_is_seen():
    seen = _trials("max_depth", "squared", (0.6, 0.1, 0.1), (0.3, 0.3, 0.25), (0.2, 0.5, 0.105))
    assert bias_variance_diversity_figure(seen, "squared").title == (
        "Depth 1 to 3, 20 trials, untested: bias falls (0.600 to 0.200), variance rises (0.100 to "
        "0.500), diversity hardly changes (0.100 to 0.105); the ensemble's squared loss is lowest "
        "at depth 2 (0.350)"
    )
    one = _trials("n_members", "zero_one", (0.6, -0.1, -0.2))
    chart = bias_variance_diversity_figure(one, "zero_one")
    assert chart.title == (
        "1 member: bias-effect 60.0%, variance-effect −10.0%, diversity-effect −20.0%; the "
        "ensemble loses 70.0%"
    )
    tiny = _trials("n_members", "squared", (0.6, 0.1, -1e-17), (0.6, 0.1, 0.2))
    assert "−0.000" not in bias_variance_diversity_figure(tiny, "squared").title
    none = bias_variance_diversity_figure(_trials("n_members", "squared"), "squared")
    assert none.title.startswith("Bias, variance and diversity: the squared loss")
    assert none.alternative == "Nothing is finished yet."
