"""Choosing on the weighting rows, against counting by hand and a simulated interval."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import ttest_1samp

from l2dwk_core.errors import InputError
from l2dwk_core.evaluation import Score
from l2dwk_core.runner import Accuracy
from l2dwk_core.settings import Settings
from l2dwk_core.sweep_selection import choose, corrected_interval, selection
from l2dwk_core.sweeps import Outcome, Sweep, parameter_plan

N_TEST = 40


def _score(correct):
    return Score(correct, N_TEST, correct / N_TEST, 0.0, 1.0)


def outcome(weighting, kept, l2dwk, uniform):
    accuracy = Accuracy(
        _score(l2dwk), _score(uniform), _score(uniform), _score(20), 0, better=0, worse=0
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
    assert (found.better, found.equal, found.worse, found.no_better) == (1, 1, 1, 2)
    np.testing.assert_allclose(found.differences * N_TEST, [2, 0, -3])
    assert (found.low, found.high) == pytest.approx(
        corrected_interval(np.array([2, 0, -3]) / N_TEST, 93, N_TEST)
    )


def test_one_split_has_no_interval():
    found = selection(Sweep(PLAN, (0,), 93, N_TEST, SPLITS[:1]))
    assert np.isnan(found.low) and np.isnan(found.high)
    assert found.better == 1 and found.no_better == 0


def test_interval_is_students_where_the_test_rows_are_negligible():
    values = np.random.default_rng(0).normal(size=12)
    expected = ttest_1samp(values, 0.0).confidence_interval(0.9)
    assert corrected_interval(values, 10**15, 1, 0.9) == pytest.approx(
        (expected.low, expected.high), rel=1e-9
    )


def test_interval_is_wider_by_the_share_of_test_rows():
    values = np.random.default_rng(1).normal(size=8)
    plain = np.ptp(corrected_interval(values, 10**15, 1))
    wide = np.ptp(corrected_interval(values, 70, 30))
    assert wide / plain == pytest.approx(np.sqrt((1 / 8 + 30 / 70) * 8), rel=1e-9)


def test_interval_covers_where_splits_share_rows():
    # Values with the correlation ρ = n_test/(n_training + n_test) the correction assumes: the mean
    # of R of them has variance s²(1/R + ρ/(1 − ρ)), and ρ/(1 − ρ) = n_test/n_training.
    rng, rho, n = np.random.default_rng(2), 0.3, 10
    shared = rng.normal(size=(2000, 1)) * np.sqrt(rho)
    values = shared + rng.normal(size=(2000, n)) * np.sqrt(1 - rho)
    inside = [low <= 0 <= high for low, high in (corrected_interval(v, 70, 30) for v in values)]
    assert np.mean(inside) == pytest.approx(0.95, abs=0.015)


def test_row_counts_are_checked():
    with pytest.raises(InputError, match="0 training and 5 test rows"):
        corrected_interval([0.1, 0.2], 0, 5)
