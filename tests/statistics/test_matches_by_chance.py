"""Equal labels by chance are judged with both frequencies fixed, as rare classes need it."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import fisher_exact

from l2dwk_core.statistics.matches_by_chance import tails


def test_two_labels_are_judged_as_by_fisher():
    one = np.repeat([1, 0], [40, 260])
    other = np.repeat([1, 0, 1], [7, 273, 20])
    table = [[np.sum((one == a) & (other == b)) for b in (1, 0)] for a in (1, 0)]
    less, more = (fisher_exact(table, alternative=side)[1] for side in ("less", "greater"))
    assert tails(one, other, len(one)) == pytest.approx((less, more))


@pytest.mark.parametrize("shares", [[0.9, 0.05, 0.05], [0.4, 0.3, 0.2, 0.1], [0.125] * 8])
@pytest.mark.parametrize("copied", [0.0, 0.1])
def test_more_labels_are_judged_as_by_shuffling_them(shares, copied):
    rng = np.random.default_rng(2)
    one = rng.choice(len(shares), 200, p=shares)
    other = np.where(rng.random(200) < copied, one, rng.choice(len(shares), 200, p=shares))
    equal = np.sum(one == other)
    by_chance = np.array([np.sum(one == rng.permutation(other)) for _ in range(4000)])
    expected = np.mean(by_chance <= equal), np.mean(by_chance >= equal)
    np.testing.assert_allclose(tails(one, other, 200), expected, atol=0.05)


@pytest.mark.parametrize("n_classes", [2, 3, 8])
@pytest.mark.parametrize("n_rows", [60, 500])
def test_labels_without_skill_are_seldom_called_better(n_classes, n_rows):
    rng = np.random.default_rng(n_rows)
    shares = [1 - 0.04 * (n_classes - 1), *[0.04] * (n_classes - 1)]
    pairs = rng.choice(n_classes, (300, 2, n_rows), p=shares)
    assert np.mean([tails(one, other, n_rows)[1] < 0.05 for one, other in pairs]) <= 0.08


def test_rows_of_groups_count_as_fewer():
    one = np.repeat([1, 0], [12, 108])
    other = np.repeat([1, 0, 1], [4, 115, 1])
    assert tails(one, other, 120)[1] < 0.001 < 0.05 < tails(one, other, 12)[1]
