"""Rank correlations against scipy, resample by resample."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import spearmanr

from l2dwk_core.errors import InputError
from l2dwk_core.rank_correlation import (
    _correlations,
    _times_drawn,
    rank_correlation,
    rank_correlation_matrix,
)

RNG = np.random.default_rng(3)
CONTINUOUS = RNG.normal(size=60)
TIED = RNG.integers(0, 5, 60).astype(float)
RELATED = CONTINUOUS + RNG.normal(size=60)


@pytest.mark.parametrize(
    ("x", "y"), [(CONTINUOUS, RELATED), (TIED, RELATED), (TIED, np.round(RELATED))]
)
def test_value_is_scipys(x, y):
    assert rank_correlation(x, y).value == pytest.approx(spearmanr(x, y).statistic, abs=1e-12)


@pytest.mark.parametrize("x", [CONTINUOUS, TIED])
def test_each_resample_is_scipys_on_the_repeated_pairs(x):
    times = _times_drawn(60, 40, 1)
    assert (times.sum(axis=1) == 60).all()
    assert len(np.unique(times, axis=0)) == 40
    found = _correlations(x, RELATED, times)
    for row, value in zip(times.astype(int), found, strict=True):
        expected = spearmanr(np.repeat(x, row), np.repeat(RELATED, row)).statistic
        assert value == pytest.approx(expected, abs=1e-12)


def test_interval_is_the_percentile_of_resamples_and_holds_the_truth_about_as_often_as_it_says():
    rng = np.random.default_rng(0)
    true = 6 / np.pi * np.arcsin(0.5 / 2)  # of a normal pair correlated by 0.5
    hits = 0
    for trial in range(200):
        x = rng.normal(size=80)
        y = 0.5 * x + np.sqrt(0.75) * rng.normal(size=80)
        found = rank_correlation(x, y, n_resamples=300, seed=trial)
        assert found.low < found.value < found.high
        hits += found.low <= true <= found.high
    assert 175 <= hits <= 199


def test_perfect_orders_and_independence():
    x = np.arange(30.0)
    for sign in (1, -1):
        found = rank_correlation(x, sign * np.exp(x / 10))
        assert found.value == pytest.approx(sign)
        assert (found.low, found.high) == pytest.approx((sign, sign))
        assert found.sure
    unrelated = rank_correlation(CONTINUOUS, RNG.normal(size=60))
    assert not unrelated.sure


def test_pairs_without_a_value_are_left_out_and_counted():
    x = CONTINUOUS.copy()
    x[[3, 9]] = np.nan
    found = rank_correlation(x, RELATED)
    kept = ~np.isnan(x)
    assert found.n_left_out == 2
    assert found.n == 58
    assert found.value == pytest.approx(spearmanr(x[kept], RELATED[kept]).statistic)


def test_rounding_does_not_break_ties():
    level = TIED / 7
    noisy = level * (1 + 1e-15 * RNG.integers(-3, 4, 60))
    assert rank_correlation(noisy, RELATED).value == pytest.approx(
        rank_correlation(TIED, RELATED).value, abs=1e-14
    )


@pytest.mark.parametrize(
    ("x", "y"),
    [
        ([1.0, 2.0], [1.0, 2.0]),
        ([1.0, 1.0, 1.0, 1.0], [1.0, 2.0, 3.0, 4.0]),
        ([np.nan] * 5, [1.0, 2.0, 3.0, 4.0, 5.0]),
        ([], []),
    ],
)
def test_no_value_where_nothing_can_be_ranked(x, y):
    found = rank_correlation(x, y)
    assert np.isnan(found.value)
    assert np.isnan(found.low)
    assert not found.sure


def test_wrong_input_is_diagnosed():
    with pytest.raises(InputError, match="give pairs"):
        rank_correlation([1, 2, 3], [1, 2])
    with pytest.raises(InputError, match="level is 1"):
        rank_correlation([1, 2, 3], [1, 2, 3], level=1)
    with pytest.raises(InputError, match="0 resamples"):
        rank_correlation([1, 2, 3], [1, 2, 3], n_resamples=0)


def test_matrix_is_scipys_where_defined():
    holes = CONTINUOUS.copy()
    holes[:7] = np.nan
    table = rank_correlation_matrix(
        {"a": CONTINUOUS, "b": TIED, "c": holes, "constant": np.ones(60)}
    )
    assert table[0, 1] == pytest.approx(spearmanr(CONTINUOUS, TIED).statistic)
    assert table[1, 2] == pytest.approx(spearmanr(TIED[7:], holes[7:]).statistic)
    np.testing.assert_allclose(np.diag(table)[:3], 1.0)
    assert np.isnan(table[3]).all()
    np.testing.assert_array_equal(table, table.T)
