"""Figures of Start show the numbers of the run and of the studies."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from l2dwk_core.demos.drawn_trees import grow_trees
from l2dwk_core.figures.start.drawn_points import drawn_points_figure, drawn_trees_sentence
from l2dwk_core.figures.start.hard_row import hard_row, hard_row_figure, hard_row_sentence
from l2dwk_core.figures.start.kept_members import kept_members_figure
from l2dwk_core.figures.start.regime_differences import (
    Regime,
    regime_differences_figure,
    regime_sentence,
    two_regimes,
)
from l2dwk_core.method.self_training import self_train
from l2dwk_core.method.settings import Settings
from l2dwk_core.paper.claim_answers import claim_answers
from l2dwk_core.statistics.across_datasets import case_means
from l2dwk_core.study.shipped_study import SHIPPED
from tests.problems import class_problem
from tests.trainings import prepared_once

NAMES = [f"row {k}" for k in range(60)]


@pytest.fixture(scope="module")
def trace():
    return self_train(*class_problem(3, 60, 15), Settings(max_rounds=8, stop_on=()))


def test_the_hard_row_has_most_weight_at_the_end(trace):
    difficulty = np.linspace(0, 1, 60)
    one = hard_row(trace, difficulty)
    last = trace.rounds[-1].alpha
    assert last[one] == pytest.approx(last.max())
    equal = np.flatnonzero(np.isclose(last, last.max(), rtol=0, atol=1e-12))
    assert one == equal.max()  # here a later row is a harder one


def test_bars_are_the_kernel_weights_of_each_round(trace):
    difficulty = np.linspace(1, 0, 60)  # so the order of the rows is their own
    figure = hard_row_figure(trace, difficulty, NAMES).figure
    assert len(figure.frames) == len(trace.rounds)
    for frame, r in zip(figure.frames, trace.rounds, strict=True):
        right, wrong, dot = frame.data
        for bars, chosen in ((right, ~r.wrong), (wrong, r.wrong)):
            tops = np.asarray(bars.y, float).reshape(-1, 3)[:, 1]
            np.testing.assert_allclose(tops, 60 * r.alpha[chosen], rtol=1e-6)
        one = hard_row(trace, difficulty)
        assert dot.y[0] == pytest.approx(60 * r.alpha[one])
        assert dot.x[0] == one + 1
    said = hard_row_sentence(trace, difficulty, NAMES)
    wrong = sum(r.wrong[hard_row(trace, difficulty)] for r in trace.rounds)
    assert f"in {wrong} of 8 rounds" in said


def test_one_round_moves_nothing():
    one = self_train(*class_problem(3, 60, 15), Settings(max_rounds=1))
    assert "stops in round 1" in hard_row_sentence(one, np.zeros(60), NAMES)
    assert "One round only" in hard_row_figure(one, np.zeros(60), NAMES).title


def test_every_member_is_a_dot_at_its_accuracy():
    run = prepared_once("zoo").solve(Settings(lam=2.0))
    grey, blue = kept_members_figure(run).figure.data
    kept = run.trace.weights > 0
    np.testing.assert_allclose(np.sort(blue.x), np.sort(run.oracle.member_accuracy[kept]))
    np.testing.assert_allclose(np.sort(grey.x), np.sort(run.oracle.member_accuracy[~kept]))
    places = {*zip(np.r_[grey.x, blue.x].tolist(), np.r_[grey.y, blue.y].tolist(), strict=True)}
    assert len(places) == run.n_members  # no two in one place
    for value in np.unique(run.oracle.member_accuracy):
        column = sorted(y for x, y in places if x == value)
        assert column == list(range(1, len(column) + 1))


@pytest.mark.parametrize("lam", [0.0, 2.0])
def test_dots_are_said_to_be_on_the_right_only_where_they_are(lam):
    run = prepared_once("zoo").solve(Settings(lam=lam))
    chart = kept_members_figure(run)
    grey, blue = chart.figure.data
    mixed = grey.x.max() > blue.x.min()
    assert mixed == (lam > 0)
    assert ("not only on the right" in chart.reading) == mixed
    assert ("no grey dot lies further right" in chart.reading) == (not mixed)


def test_crosses_stand_where_the_vote_of_the_trees_is_wrong():
    draw = np.random.default_rng(5)
    trees = grow_trees(draw.random((20, 2)), draw.integers(0, 2, 20), 3)
    chart = drawn_points_figure(trees, 4)
    crosses = next(t for t in chart.figure.data if t.name == "vote is wrong")
    np.testing.assert_array_equal(crosses.x, trees.points[trees.vote.wrong, 0])
    ring = next(t for t in chart.figure.data if t.name == "chosen point")
    assert (ring.x[0], ring.y[0]) == tuple(trees.points[3])
    drawn = [t for t in chart.figure.data if getattr(t, "mode", "") == "markers"]
    assert len(drawn) == 4
    assert all(t.cliponaxis is False for t in drawn)  # a point at the edge is seen whole
    assert f"right on {trees.vote.accuracy:.0%} of the points" in chart.title
    assert f"disagree on {trees.disagreement:.0%}" in drawn_trees_sentence(trees)
    assert [t.name for t in chart.figure.data if (t.name or "").startswith("tree ")] == [
        "tree 1", "tree 2", "tree 3"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("vote", "one", "words"),
    [
        (0.804, 0.801, "gains 0.3 points of a hundred over"),
        (0.801, 0.804, "loses 0.3 points of a hundred over"),
        (0.8, 0.8, "gains nothing over"),
        (0.85, 0.8, "gains 5.0 points of a hundred over"),
    ],
)
def test_a_small_gain_of_drawn_trees_is_not_called_none(vote, one, words):
    trees = SimpleNamespace(
        members=(1, 2), member_accuracy=one, disagreement=0.2, vote=SimpleNamespace(accuracy=vote)
    )
    assert f"The vote {words} an average tree." in drawn_trees_sentence(trees)


def _regime(*verdicts, complete=True):
    results = tuple(
        SimpleNamespace(complete=complete, test=verdict and SimpleNamespace(verdict=verdict))
        for verdict in verdicts
    )
    return Regime("Trees", None, results)


@pytest.mark.parametrize(
    ("verdicts", "said"),
    [
        (("first ahead", "first ahead"), "pays"),
        (("first ahead", "second ahead"), "depends"),
        (("first ahead", "practically equal", "undecided"), "depends"),
        (("practically equal", "undecided"), "does not pay"),
        (("second ahead",), "does not pay"),
        (("first ahead", "undecided"), "undecided"),
        (("undecided",), "undecided"),
        ((None,), "undecided"),
        ((), "undecided"),
    ],
)
def test_a_regime_pays_only_when_it_is_ahead_everywhere(verdicts, said):
    assert _regime(*verdicts).verdict == said
    assert _regime(*verdicts, complete=False).verdict == "undecided"


def test_the_last_step_says_what_the_shipped_studies_say():
    regimes = two_regimes(claim_answers())
    chart = regime_differences_figure(regimes)
    shown = [t for t in chart.figure.data if t.name.startswith("mean")]
    tests = [r.test for regime in regimes for r in regime.results if r.test is not None]
    np.testing.assert_allclose([t.x[0] for t in shown], [100 * test.mean for test in tests])
    assert {r.contrast.pool for r in regimes[0].results} == {"bagging"}
    for regime in regimes:
        said = regime_sentence(regime)
        done = max(len(r.datasets) for r in regime.results)
        of = len(regime.results[0].contrast.datasets)
        if not done:
            assert said == f"**{regime.title}**: not computed yet (0 of {of} datasets)."
        elif not regime.complete:
            assert f"not decided; {done} of {of} datasets computed so far" in said
        assert ("computed" in said) == (not regime.complete)


def test_the_cost_of_held_out_rows_is_said_beside_the_difference_to_bagging():
    trees, models = two_regimes(claim_answers())
    study = SHIPPED["paper_table"]
    wide = study.results("bagging", "hold_out").accuracies
    families = {" and ".join(names): names for names in study.families}
    cases = case_means(wide[["l2dwk(kernel='gaussian')", "uniform_vote"]], families)
    mean = 100 * (cases.iloc[:, 0] - cases.iloc[:, 1]).mean()
    said = f"Against the equal vote of the same trees, L2DWK has {mean:+.2f} points ("
    assert said in regime_sentence(trees)
    assert regime_sentence(trees).endswith(", not decided.")
    assert "includes that cost" in regime_differences_figure((trees, models)).reading
    assert models.same_members is None
    assert "the same trees" not in regime_sentence(models)


def test_without_a_dataset_there_is_no_figure():
    nothing = Regime("Trees", None, (SimpleNamespace(test=None, complete=False),))
    assert regime_differences_figure([nothing]) is None
