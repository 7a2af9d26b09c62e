"""Verdicts against tests done one by one, and how often they are wrong in simulated studies."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from l2dwk_core.common.errors import InputError
from l2dwk_core.statistics.bayes_signed_rank import SignedRankPosterior
from l2dwk_core.statistics.head_to_head import (
    LEAST_CASES,
    ahead_p_value,
    equal_p_value,
    heads_to_heads,
)
from l2dwk_core.statistics.multiple_tests import LEVEL, holm
from tests.across_studies import (
    OFTEN,
    SELDOM,
    any_claimed,
    differences,
    equal_p_values,
    p_values,
    posterior,
    studies,
)

RNG = np.random.default_rng(2)


def _one(d):
    return heads_to_heads([("a", "b")], [d])[0]


def test_ahead_takes_the_largest_of_three_p_values():
    for shift in (0.3, 0.6, 1.0, -0.8):
        d = RNG.normal(shift, 1, 20)
        wins = int((d > 0).sum())
        three = (
            stats.ttest_1samp(d, 0).pvalue,
            stats.wilcoxon(d, method="exact").pvalue,
            stats.binomtest(wins, 20).pvalue,
        )
        if (wins > 10) == (d.mean() > 0):
            assert ahead_p_value(d) == pytest.approx(max(three))


def test_ahead_needs_mean_and_wins_to_point_the_same_way():
    d = np.r_[np.full(20, 0.01), np.full(4, -0.5)] + RNG.normal(0, 0.001, 24)
    assert ahead_p_value(d) == 1
    assert ahead_p_value([0.1]) == 1
    assert ahead_p_value(np.zeros(9)) == 1


def test_practically_equal_needs_the_t_interval_within_the_rope():
    sure = SignedRankPosterior(0.0, 1.0, 0.0)
    for spread in (0.002, 0.005, 0.02):
        d = RNG.normal(0.001, spread, 25)
        low, high = stats.ttest_1samp(d, 0).confidence_interval(0.95)
        within = low > -0.005 and high < 0.005
        by_sign = max(
            stats.binomtest(int(side.sum()), 25).pvalue if side.sum() > 12 else 1.0
            for side in (d < 0.005, d > -0.005)
        )
        assert (equal_p_value(d, sure, 0.005) < 0.05) == (within and by_sign < 0.05)
    assert equal_p_value(np.zeros(9), SignedRankPosterior(0.3, 0.7, 0.0), 0.005) == pytest.approx(
        0.3
    )
    assert equal_p_value([0.0], sure, 0.005) == 1
    assert equal_p_value(np.full(9, 0.006), sure, 0.005) == 1


def test_the_four_verdicts():
    noise = RNG.normal(0, 0.01, 20)
    noise -= noise.mean()
    assert _one(0.03 + noise).verdict == "first ahead"
    assert _one(-0.03 + noise).verdict == "second ahead"
    assert _one(noise).verdict == "undecided"
    assert _one(0.05 * noise).verdict == "practically equal"
    # Sure to differ, but by less than half a point.
    little = _one(0.002 + 0.05 * noise)
    assert little.ahead_p < LEVEL and little.verdict == "practically equal"
    assert _one(np.zeros(20)).verdict == "practically equal"
    for d in (np.zeros(LEAST_CASES - 1), 0.03 + noise[: LEAST_CASES - 1] / 10):
        assert _one(d).verdict == "undecided"
    assert _one(0.03 + noise[:LEAST_CASES] / 10).verdict == "first ahead"


def test_the_numbers_beside_the_verdict():
    d = np.array([0.02, 0.01, 0.0, -0.01, 0.03, 0.04, 0.75 - 0.74 - 0.01])
    found = _one(d)
    assert (found.wins, found.ties, found.losses) == (4, 2, 1)
    assert (found.mean, found.median) == pytest.approx((d.mean(), 0.01))
    interval = stats.ttest_1samp(d, 0).confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high))
    pair = _one([0.02, 0.04])
    interval = stats.ttest_1samp([0.02, 0.04], 0).confidence_interval(0.95)
    assert (pair.low, pair.high) == pytest.approx((interval.low, interval.high))
    alone = _one([0.02])
    assert np.isnan([alone.low, alone.high]).all() and alone.verdict == "undecided"


def test_holm_runs_over_the_contrasts_that_are_asked_for():
    columns = [RNG.normal(shift, 0.02, 16) for shift in (0.012, 0.02, 0.0)]
    alone = [_one(d) for d in columns]
    together = heads_to_heads([("a", "b"), ("c", "b"), ("d", "b")], columns)
    for name, adjusted in (
        ("ahead_p", "ahead_p"),
        ("equal_p", "equal_p"),
        ("wilcoxon_p", "adjusted_wilcoxon_p"),
    ):
        expected = holm([getattr(one, name) for one in alone])
        np.testing.assert_allclose([getattr(one, adjusted) for one in together], expected)
    assert [one.posterior for one in together] == [one.posterior for one in alone]


def test_wrong_input_is_diagnosed():
    with pytest.raises(InputError, match="2 pairs and differences of 1"):
        heads_to_heads([("a", "b"), ("a", "c")], [[0.1]])
    with pytest.raises(InputError, match="one finite number a dataset"):
        heads_to_heads([("a", "b")], [[np.nan, 0.1]])


def test_the_simulated_rule_is_the_librarys():
    rng = np.random.default_rng(0)
    for by_chance, gain in ((OFTEN, 0.02), (SELDOM, 0.0)):
        d = differences(studies(rng, 10, 16, 3, "skewed, mean 0", 0.01, gain, by_chance))
        ahead, equal = p_values(d), equal_p_values(d, posterior(d, n_draws=4000))
        for i, j in np.ndindex(10, 2):
            one = _one(d[i, j])
            assert one.ahead_p == pytest.approx(ahead["ahead"][i, j])
            assert one.wilcoxon_p == pytest.approx(ahead["Wilcoxon"][i, j])
            assert one.equal_p == pytest.approx(equal[i, j], abs=0.05)


@pytest.mark.parametrize("shape", ["normal", "skewed, mean 0", "skewed, median 0"])
def test_equally_good_methods_are_seldom_told_apart(shape):
    d = differences(studies(np.random.default_rng(0), 2000, 31, 2, shape, 0.03))
    p = p_values(d)
    assert any_claimed(p["ahead"]).mean() < 0.06
    if shape != "normal":  # why Wilcoxon's test alone decides nothing
        assert any_claimed(p["Wilcoxon"]).mean() > 0.07


def test_methods_half_a_point_apart_are_seldom_called_equal():
    for side in (1, -1):
        d = differences(
            studies(
                np.random.default_rng(0), 2000, 31, 2, "skewed, mean 0", side * 0.006, 0.005, SELDOM
            )
        )
        found = posterior(d)
        assert any_claimed(equal_p_values(d, found)).mean() < 0.06
        if side > 0:  # why the posterior alone decides nothing
            assert (found[..., 1] > 0.95).mean() > 0.08
