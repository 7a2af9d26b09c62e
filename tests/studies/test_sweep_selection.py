"""Choosing on the weighting rows, against counting by hand and an interval done by sums."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.datasets.splits import Score
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.accuracy import Accuracy
from l2dwk_core.studies.sweep_selection import choose, discordant_rows, selection
from l2dwk_core.studies.sweeps import Outcome, Sweep, parameter_plan

N_TEST = 40


def _score(correct):
    return Score(correct, N_TEST, correct / N_TEST, 0.0, 1.0)


def outcome(weighting, kept, l2dwk, uniform):
    accuracy = Accuracy(
        _score(l2dwk),
        _score(uniform),
        _score(uniform),
        _score(20),
        0,
        *(max(l2dwk - uniform, 0), max(uniform - l2dwk, 0)) * 2,
    )
    return Outcome(accuracy, weighting, kept, float(kept), 0.2, 9, 1, "no_update")


PLAN = parameter_plan(Settings(), 9, "lam", (0.1, 1.0, 10.0))
SPLITS = (
    (outcome(0.8, 3, 30, 31), outcome(0.9, 5, 33, 31), outcome(0.7, 6, 36, 31)),  # 2nd: better
    (outcome(0.9, 5, 30, 31), outcome(0.9, 4, 31, 31), outcome(0.7, 6, 36, 31)),  # tie, fewer: 2nd
    (outcome(0.5, 4, 28, 31), outcome(0.5, 4, 33, 31), outcome(0.5, 6, 30, 31)),  # tie: 1st, worse
)


def test_most_right_votes_then_fewest_members_then_the_first():
    assert [choose(split) for split in SPLITS] == [1, 1, 0]


def test_selection_scores_the_choice_on_the_test_rows():
    found = selection(Sweep(PLAN, (0, 1, 2), 93, N_TEST, SPLITS))
    np.testing.assert_array_equal(found.places, [1, 1, 0])
    np.testing.assert_array_equal(found.values, [1.0, 1.0, 0.1])
    np.testing.assert_allclose(found.chosen * N_TEST, [33, 31, 28])
    np.testing.assert_allclose(found.uniform * N_TEST, [31, 31, 31])
    np.testing.assert_allclose(found.hindsight * N_TEST, [36, 36, 33])
    assert (found.better, found.equal, found.worse) == (1, 1, 1)
    np.testing.assert_allclose(found.differences * N_TEST, [2, 0, -3])
    # Rows apart: 2, 0 and 3 of 40; s² = (7² + 1² + 8²)/9/2, SE² = (1/3 + 40/93) s²,
    # t(2, 97.5 %) = 4.302653, which is wider than what 2 against 3 of 120 rows alone allow.
    half = 4.302652729696142 * np.sqrt((1 / 3 + 40 / 93) * 114 / 18) / N_TEST
    assert (found.interval.low, found.interval.high) == pytest.approx(
        (-1 / 3 / N_TEST - half, -1 / 3 / N_TEST + half)
    )
    assert not found.interval.claimed


def test_the_rows_of_the_value_chosen_decide():
    rows = discordant_rows(Sweep(PLAN, (0, 1, 2), 93, N_TEST, SPLITS), [2, 0, 1])
    assert (rows.better, rows.worse) == ((5, 0, 2), (0, 1, 0))
    assert (rows.n_test, rows.n_training) == ((N_TEST,) * 3, (93,) * 3)


def test_one_split_has_no_interval():
    found = selection(Sweep(PLAN, (0,), 93, N_TEST, SPLITS[:1]))
    assert np.isnan(found.interval.low) and np.isnan(found.interval.high)
    assert (found.better, found.equal, found.worse) == (1, 0, 0)
