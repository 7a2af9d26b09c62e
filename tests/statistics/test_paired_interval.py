"""The corrected resampled interval against scipy, sums done by hand, and simulated studies."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from l2dwk_core.common.errors import InputError
from l2dwk_core.statistics.paired_interval import (
    corrected_resampled_interval,
    row_variance_of_accuracy,
)

RNG = np.random.default_rng(5)


def test_corrected_interval_by_hand():
    # mean 0.02, s² = 0.0010/4; SE² = (1/5 + 1/4)·0.00025 = 0.0001125; t(4, 97.5 %) = 2.776445
    found = corrected_resampled_interval([0.04, 0.02, 0.0, 0.02, 0.02], 0.25)
    s2 = np.var([0.04, 0.02, 0.0, 0.02, 0.02], ddof=1)
    half = 2.7764451051977987 * np.sqrt(0.45 * s2)
    assert found.mean == pytest.approx(0.02)
    assert (found.low, found.high) == pytest.approx((0.02 - half, 0.02 + half))
    assert found.n == 5


def test_with_no_overlap_it_is_the_ordinary_paired_t_test():
    values = RNG.normal(0.3, 1, 12)
    found = corrected_resampled_interval(values, 1e-12, 0.9)
    ordinary = stats.ttest_1samp(values, 0)
    interval = ordinary.confidence_interval(0.9)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high))
    assert found.p_value == pytest.approx(ordinary.pvalue)


def test_interval_excludes_zero_exactly_when_p_is_below_the_level():
    for shift in np.linspace(-1, 1, 21):
        found = corrected_resampled_interval(RNG.normal(shift, 1, 8), 0.2)
        assert (found.low > 0 or found.high < 0) == (found.p_value < 0.05)


def test_two_differences_are_enough_for_an_interval():
    found = corrected_resampled_interval([0.1, 0.4], 1e-12)
    ordinary = stats.ttest_1samp([0.1, 0.4], 0).confidence_interval()
    assert (found.low, found.high) == pytest.approx((ordinary.low, ordinary.high))


def test_the_variance_of_an_accuracy_counts_two_rows_more_of_each_kind():
    p = (45 + 2) / 54
    assert row_variance_of_accuracy(0.9, 10, 5) == pytest.approx(p * (1 - p) / 10)


def test_differences_that_never_vary():
    assert corrected_resampled_interval([0.0] * 5, 0.1).p_value == 1
    always = corrected_resampled_interval([0.1] * 5, 0.1)
    assert always.p_value == 1  # no spread tells nothing about the error of the mean
    assert np.isnan([always.low, always.high]).all()
    known = corrected_resampled_interval([0.1] * 5, 0.1, row_variance=0.01, rows=21)
    half = stats.t.ppf(0.975, 20) * np.sqrt((1 / 5 + 0.1) * 0.01)
    assert (known.low, known.high) == pytest.approx((0.1 - half, 0.1 + half))
    single = corrected_resampled_interval([0.3], 0.1)
    assert single.mean == 0.3
    assert np.isnan([single.low, single.high, single.p_value]).all()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (([], 0.1), "one finite number each"),
        (([np.nan, 1], 0.1), "one finite number each"),
        (([[1, 2]], 0.1), "one finite number each"),
        (([1, 2], 0), "test_to_training is 0"),
        (([1, 2], 0.1, 1), "level is 1"),
    ],
)
def test_wrong_differences_are_diagnosed(arguments, said):
    with pytest.raises(InputError, match=said):
        corrected_resampled_interval(*arguments)


def test_the_correction_keeps_its_word_where_the_ordinary_test_does_not():
    """Two coins of equal worth, judged by 10 folds whose differences share a common part, as those
    of splits that share training rows do."""
    rng = np.random.default_rng(0)
    wrong_plain = wrong_corrected = 0
    for _ in range(600):
        # Correlation ρ = n_test/(n_test + n_training) = 1/10, Nadeau and Bengio's estimate.
        shared = rng.normal() * np.sqrt(0.1)
        values = shared + rng.normal(size=10) * np.sqrt(0.9)
        wrong_plain += stats.ttest_1samp(values, 0).pvalue < 0.05
        wrong_corrected += corrected_resampled_interval(values, 1 / 9).p_value < 0.05
    assert wrong_plain > 0.10 * 600
    assert wrong_corrected < 0.08 * 600
