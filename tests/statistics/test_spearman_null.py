"""Spearman's rank correlation of pairs in random order: all orders, or many random ones."""

from __future__ import annotations

from itertools import pairwise, permutations

import numpy as np
import pytest
from scipy import stats

from l2dwk_core.statistics.spearman_null import spearman_quantile, spearman_tail


def _all_orders(n):
    ranks = np.array(list(permutations(range(n))), dtype=np.float64) - (n - 1) / 2
    return ranks @ ranks[0] / (ranks[0] @ ranks[0])


def _random_orders(n, many=200_000):
    keys = np.random.default_rng(n).random((many, n), dtype=np.float32)
    ranks = np.argsort(keys, axis=1) - (n - 1) / 2
    return ranks @ np.sort(ranks[0]) / (ranks[0] @ ranks[0])


@pytest.mark.parametrize("n", [8, 9, 12, 20, 40])
def test_a_quantile_is_exceeded_as_rarely_as_it_says(n):
    values = _all_orders(n) if n == 8 else _random_orders(n)
    for tail in (0.05, 0.01, 0.0025, 0.001):
        found = np.mean(values >= spearman_quantile(tail, n))
        assert found < 1.25 * tail, tail
        # Of fewer pairs there are too few values for every probability.
        assert n < 12 or found > 0.75 * tail, tail


def test_of_few_pairs_the_tail_is_longer_than_fishers():
    """With 22 columns of measures one of them is tested at some 0.3 %."""
    values = np.abs(_all_orders(8))
    fisher = np.tanh(stats.norm.isf(0.0015) * np.sqrt(1.06 / 5))
    assert np.mean(values >= fisher) > 0.004
    assert np.mean(values >= spearman_quantile(0.0015, 8)) < 0.0036


@pytest.mark.parametrize("n", [7, 8.5, 30, 4000])
def test_the_tail_falls(n):
    tails = [spearman_tail(value, n) for value in np.linspace(0, 1, 50)]
    assert tails[0] == pytest.approx(0.5)
    assert all(after <= before for before, after in pairwise(tails))


def test_rarer_than_a_perfect_order_is_nothing():
    assert spearman_quantile(1e-6, 7) == 1.0
