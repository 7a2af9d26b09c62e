"""Two runs side by side: counts against slow loops, and what may not be compared."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

import l2dwk_core as l2
from l2dwk_core.datasets.splits import Score
from l2dwk_core.figures.lab.two_runs import (
    common_members_figure,
    common_sentence,
    run_pair_same_sentence,
    run_pair_sentence,
    run_pair_table,
    run_paths_figure,
)
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.kept_models import kept_models
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.runs.two_runs import pair_runs, with_pinned_verdict
from l2dwk_core.votes.votes import Votes


@pytest.fixture(scope="module")
def glass():
    return prepare_run("glass", n_members=41, max_depth=4)


@pytest.fixture(scope="module")
def pair(glass):
    return pair_runs(glass.solve(Settings(lam=0.2)), glass.solve(Settings(lam=5.0), n_members=31))


def _vote(run, row):
    """The class with most weight, counted one member after another; ties to the lowest class."""
    weight = [0.0] * len(run.test_oracle.classes)
    for member, w in enumerate(run.trace.weights):
        weight[run.test_oracle.codes[row, member]] += w
    return int(np.argmax(np.round(weight, 12)))


def test_paired_counts_are_those_of_the_votes(pair):
    better = worse = 0
    for row, truth in enumerate(pair.a.test_oracle.label_codes):
        right_a, right_b = _vote(pair.a, row) == truth, _vote(pair.b, row) == truth
        better += right_b and not right_a
        worse += right_a and not right_b
    assert (pair.better, pair.worse) == (better, worse)
    assert better + worse > 0
    gained = pair.b.accuracy.l2dwk.correct - pair.a.accuracy.l2dwk.correct
    assert pair.better - pair.worse == gained


def test_common_members_are_those_with_weight_in_both(pair):
    common = [j for j in range(31) if pair.a.trace.weights[j] > 0 and pair.b.trace.weights[j] > 0]
    assert pair.common.tolist() == common
    assert pair.shared_a == pytest.approx(sum(pair.a.trace.weights[j] for j in common))
    assert f"{len(common)} members have weight in both" in common_sentence(pair)


def test_a_run_beside_itself(glass):
    run = glass.solve()
    pair = pair_runs(run, run)
    assert (pair.better, pair.worse) == (0, 0)
    assert pair.shared_a == pytest.approx(1)
    assert "no difference" in run_pair_sentence(pair)
    table = run_pair_table(pair)
    assert all(name.startswith("test accuracy") for name in table[""])
    assert set(table["B − A"]) == {"+0.0 points"}
    assert f"test rows {run.accuracy.n_test_rows}, members with weight" in run_pair_same_sentence(
        pair
    )


@pytest.mark.parametrize(
    ("changes", "rows_differ", "members_differ"),
    [
        ({"dataset": "zoo"}, "tested on glass and B on zoo", "trained on other rows"),
        ({"seed": 1}, "other test rows", "trained on other rows"),
        ({"weighting": "training"}, None, "trained on other rows"),
        ({"pool": "extra_trees"}, None, "in another way"),
        ({"max_depth": 3}, None, "in another way"),
        ({"label_noise": 0.2}, None, "other labels"),
        ({"n_members": 21}, None, None),
    ],
)
def test_what_cannot_be_compared_is_said(glass, changes, rows_differ, members_differ):
    given = {"dataset": "glass", "n_members": 41, "max_depth": 4} | changes
    pair = pair_runs(glass.solve(), prepare_run(**given).solve())
    for said, reason, sentence in (
        (pair.rows_differ, rows_differ, run_pair_sentence(pair)),
        (pair.members_differ, members_differ, common_sentence(pair)),
    ):
        if reason is None:
            assert said is None
        else:
            assert reason in said
            assert reason in sentence
    if rows_differ:
        assert (pair.better, pair.worse) == (0, 0)
    if members_differ:
        assert pair.common.size == 0


def test_members_called_the_same_answer_alike(glass):
    fewer = prepare_run("glass", n_members=21, max_depth=4)
    assert pair_runs(glass.solve(), fewer.solve()).members_differ is None
    np.testing.assert_array_equal(glass.test_oracle.codes[:, :21], fewer.test_oracle.codes)


def test_figures_show_both_runs(pair):
    paths = run_paths_figure(pair)
    for name, run in (("A, pinned", pair.a), ("B, now", pair.b)):
        trace = next(t for t in paths.figure.data if t.name == name)
        np.testing.assert_array_equal(trace.x, run.path("test").diversity)
        np.testing.assert_array_equal(trace.y, run.path("test").accuracy)
    rounds = len(pair.a.trace.rounds) + len(pair.b.trace.rounds)
    assert len(paths.tables["paths of A and B"]()) == rounds

    chart = common_members_figure(pair)
    dots = next(t for t in chart.figure.data if t.name == "members")
    for member, x, y in zip(dots.customdata, dots.x, dots.y, strict=True):
        assert x == pair.a.trace.weights[member]
        assert y == (pair.b.trace.weights[member] if member < 31 else 0)
        assert x > 0 or y > 0
    assert np.sum(dots.x) == pytest.approx(1)
    assert np.sum(dots.y) == pytest.approx(1)
    assert "first 31 members" in chart.reading


def test_table_holds_headline_numbers_and_differences(pair):
    table = run_pair_table(pair).set_index("")
    same = run_pair_same_sentence(pair)
    assert f"test rows {pair.a.accuracy.n_test_rows}" in same
    for name in ("test rows", "members with weight", "round returned", "rounds"):
        # Each is said once: as a difference, or as the same.
        assert (name in table.index) != (f" {name} " in same)
    row = table.loc["members with weight"]
    a, b = pair.a.trace.n_selected, pair.b.trace.n_selected
    assert (row["A, pinned"], row["B, now"]) == (str(a), str(b))
    assert row["B − A"] == f"{b - a:+d}".replace("-", "−")
    assert table.loc["test accuracy, L2DWK", "B, now"] == f"{pair.b.accuracy.l2dwk.accuracy:.1%}"


@pytest.mark.parametrize(
    ("a", "b", "shown"),
    [
        (0.28239, 0.28205, ("0.2824", "0.2821", "−0.0003")),
        (0.28239, 0.28239 * (1 + 1e-12), None),
        (0.0, 1e-15, None),
        (0.2824, 0.2911, ("0.282", "0.291", "+0.009")),
        (0.28249, 0.28251, ("0.28249", "0.28251", "+0.00002")),
    ],
)
def test_the_same_is_what_is_equal_up_to_rounding(pair, monkeypatch, a, b, shown):
    for each, diversity in ((pair.a, a), (pair.b, b)):
        path = each.path("test")
        still = replace(path, diversity=np.full(len(path.diversity), diversity))
        monkeypatch.setitem(each.__dict__, "path", lambda rows="test", still=still: still)
    name = "diversity wᵀDw on test rows"
    table, same = run_pair_table(pair).set_index(""), run_pair_same_sentence(pair)
    assert (name in same) == (shown is None)
    assert (name in table.index) == (shown is not None)
    if shown is not None:
        assert tuple(table.loc[name]) == shown


def test_accuracies_that_differ_are_not_shown_as_equal(pair):
    """One row of 5000 is 0.02 points."""
    a, b = _with_accuracy(pair.a, 4000), _with_accuracy(pair.b, 4001)
    row = run_pair_table(replace(pair, a=a, b=b)).set_index("").loc["test accuracy, L2DWK"]
    assert tuple(row) == ("80.00%", "80.02%", "+0.02 points")


def _with_accuracy(run, correct):
    score = Score(correct, 5000, correct / 5000, 0.0, 1.0)
    made = replace(run)
    made.__dict__["accuracy"] = replace(run.accuracy, l2dwk=score)
    return made


@pytest.mark.parametrize("weighting", ["training", "out_of_bag"])
def test_a_pair_has_one_verdict_whichever_run_is_pinned(glass, weighting):
    """Only a hold-out is compared with members trained on all rows; p is multiplied by the same."""
    other = prepare_run("glass", n_members=41, max_depth=4, weighting=weighting).solve()
    one, reverse = pair_runs(glass.solve(), other), pair_runs(other, glass.solve())
    assert one.rows_differ is None
    assert (one.better, one.worse) == (reverse.worse, reverse.better)
    for better in range(6, 10):
        first, second = (
            replace(one, better=better, worse=0),
            replace(reverse, better=0, worse=better),
        )
        assert first.claim.adjusted_p == second.claim.adjusted_p
        assert first.claim.claimed == second.claim.claimed
        assert (first.claim.low, first.claim.high) == pytest.approx(
            (-second.claim.high, -second.claim.low)
        )


def test_the_vote_without_a_member_has_the_verdict_of_the_pinned_run():
    """8 rows to 0 have p = 0.0078; among 4 comparisons that is claimed, among 9 members left out it
    is not."""
    rng, n = np.random.default_rng(0), 120
    truth = np.resize([0, 1], n)
    right = rng.random((n, 9)) < 0.8
    run = l2.run(
        Votes(
            "made", tuple("abcdefghi"), np.where(right, truth[:, None], 1 - truth[:, None]), truth
        )
    )
    found = kept_models(run)
    model = found.models[0]
    pair = replace(pair_runs(run, run), a=_Answers(run, model.without), better=8, worse=0)
    assert pair.claim.claimed
    changed = with_pinned_verdict(found, pair)
    alike = [
        np.array_equal(one.without.corrects, model.without.corrects)
        and np.array_equal(one.without.spoils, model.without.spoils)
        for one in found.models
    ]
    assert alike[0]
    assert not all(alike)
    for same, before, after in zip(alike, found.models, changed.models, strict=True):
        assert after.without.loss == (pair.claim if same else before.without.loss)
    differ = replace(pair, rows_differ="other rows")
    assert with_pinned_verdict(found, differ) is found


class _Answers:
    """A run with the answers of the vote without a member."""

    def __init__(self, run, without):
        self.wrong = run.wrong.copy()
        self.wrong[without.corrects], self.wrong[without.spoils] = True, False
        self.answered = np.ones(len(self.wrong), dtype=bool)


def test_the_pair_is_one_of_the_comparisons_of_a_run(glass):
    """6 rows to 0 alone have p = 0.031; as one of five comparisons, 0.16."""
    run = glass.solve()
    sentence = run_pair_sentence(replace(pair_runs(run, run), better=6, worse=0))
    expected = 5 * stats.binomtest(6, 6).pvalue
    assert "no difference can be claimed" in sentence
    assert f"corrected for the 5 comparisons of a run, p = {expected:.2f}" in sentence
    assert "B is better" in run_pair_sentence(replace(pair_runs(run, run), better=9, worse=0))
