"""Sentences of the Words list that a number can contradict."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from l2dwk_core.datasets.splits import Score
from l2dwk_core.method.self_training import self_train
from l2dwk_core.method.settings import Settings
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.oracle.weighted_vote import WeightedVote
from l2dwk_core.statistics.multiple_tests import LEVEL
from l2dwk_core.statistics.paired_votes import paired_claim
from pages.widgets.glossary import WORDS
from tests.problems import class_problem


def test_a_margin_of_zero_is_as_much_right_as_wrong_and_no_tie_of_the_vote():
    codes = np.array([[0, 0, 1, 2]])
    oracle = Oracle.from_codes(codes, np.zeros(1, dtype=int), np.array(["a", "b", "c"]))
    verdict = WeightedVote(oracle).outcome(np.full(4, 0.25))
    assert verdict.margins[0] == 0
    assert not verdict.wrong[0] and verdict.n_ties == 0  # a has ½, b and c ¼ each
    assert "0 as much right as wrong" in WORDS["margin"]
    assert "0 a tie" not in WORDS["margin"]


def test_the_shares_of_the_vote_add_up_to_one_but_for_small_ones_that_are_cut():
    votes = class_problem(1, 60, 200)
    assert self_train(*votes, Settings()).weights.sum() == pytest.approx(1, abs=1e-12)
    sums = [
        self_train(*votes, Settings.preset("authors", lam=lam, max_rounds=5)).weights.sum()
        for lam in (0.1, 0.3, 1.0)
    ]
    assert max(sums) <= 1 + 1e-12 and min(sums) < 1 - 1e-4
    assert "a little less where small ones are cut" in WORDS["weight w"]


def test_the_error_set_can_hold_rows_that_lose_weight():
    rounds = self_train(*class_problem(3, 60, 15), Settings(max_rounds=8, stop_on=())).rounds
    lost = sum(
        int((after.alpha < r.alpha)[r.error_set].sum()) for r, after in itertools.pairwise(rounds)
    )
    assert lost > 0
    assert "loses weight nevertheless" in WORDS["error set"]


def test_the_objective_may_rise_as_its_alpha_changes():
    rounds = self_train(*class_problem(3, 60, 15), Settings(max_rounds=8, stop_on=())).rounds
    assert any(after.objective > r.objective for r, after in itertools.pairwise(rounds))
    assert "α are part of it" in WORDS["objective"] and "may rise" in WORDS["objective"]


def test_a_difference_is_claimed_below_the_level_that_the_words_name():
    assert f"below {LEVEL:g}," in WORDS["p-value"]
    assert paired_claim(40, 2, 100).p_value < LEVEL and paired_claim(40, 2, 100).claimed
    assert not paired_claim(5, 0, 100).claimed  # 2/2⁵ is above it
    # Rows on which both are right, or both wrong, change nothing.
    assert paired_claim(8, 1, 20).p_value == paired_claim(8, 1, 2000).p_value
    assert "where exactly one of them is right" in WORDS["exact sign test"]


def test_only_some_choices_of_the_joint_form_differ():
    """A first power is the linear kernel, so "the kernels then differ" would be too much."""
    votes = class_problem(2)
    first = Settings(kernel="polynomial", degree=1, lam=2.0, update="none")
    linear = Settings(kernel="linear", lam=2.0, update="none")
    np.testing.assert_allclose(
        self_train(*votes, first).weights, self_train(*votes, linear).weights, atol=1e-9
    )
    cubed = self_train(*votes, first.changed(degree=3)).weights
    assert np.abs(cubed - self_train(*votes, linear).weights).sum() > 0.01
    assert "really differ" not in WORDS["joint form"]


def test_intervals_of_two_votes_overlap_where_a_difference_can_be_claimed():
    rows = np.ones(100, dtype=int)
    fewer, more = (Score.of(np.arange(100) < right, rows) for right in (70, 80))
    assert fewer.high > more.low
    assert paired_claim(10, 0, 100).claimed
    for better, worse in itertools.product(range(14), repeat=2):
        found = paired_claim(better, worse, 100)
        assert found.claimed == (found.low > 0 or found.high < 0), (better, worse)
    assert "may overlap although a difference can be claimed" in WORDS["interval"]
    assert "leaves 0 out exactly where it can be claimed" in WORDS["interval"]
    assert "are why" not in WORDS["interval"]
