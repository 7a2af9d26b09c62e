"""Two votes on one set of rows: the exact test by hand, and the interval that agrees with it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.statistics.multiple_tests import LEVEL
from l2dwk_core.statistics.paired_votes import paired_claim, sign_test


@pytest.mark.parametrize("counts", [(0, 0, 0), (-1, 0, 5), (0, -1, 5), (3, 3, 5)])
def test_counts_beyond_the_rows_are_diagnosed(counts):
    with pytest.raises(InputError, match="of {2} rows is impossible".format(*counts)):
        paired_claim(*counts)


def test_sign_test_is_the_binomial_tail():
    assert sign_test(5, 0) == pytest.approx(2 / 2**5)
    assert sign_test(1, 7) == pytest.approx(2 * (1 + 8) / 2**8)
    assert sign_test(0, 0) == 1.0


def test_paired_claim_is_the_exact_test_and_its_interval_agrees():
    assert not paired_claim(7, 1, 5000).claimed  # p = 0.07
    assert not paired_claim(5, 0, 5000).claimed  # p = 0.0625
    assert paired_claim(6, 0, 5000).claimed  # p = 0.031
    for n in (40, 5000):
        for told in [*range(26), 40]:
            for better in range(told + 1):
                for beside in ((), (0.2, 0.03)):
                    found = paired_claim(better, told - better, n, beside)
                    assert found.claimed == (found.low > 0 or found.high < 0)
                    assert found.claimed == (found.adjusted_p < LEVEL)
                    assert found.low <= found.mean <= found.high


def test_paired_claim_counts_what_is_shown_beside_it():
    assert paired_claim(6, 0, 100).claimed
    assert not paired_claim(6, 0, 100, (0.5,)).claimed  # 2 · 0.031
    assert paired_claim(6, 0, 100, (0.01,)).claimed  # Holm: the other goes first


@pytest.mark.parametrize("comparisons", [1, 4, 5])
@pytest.mark.parametrize("beside", [0, 1, 11, 21])
def test_the_interval_leaves_out_zero_exactly_where_a_difference_is_claimed(comparisons, beside):
    n_claimed = 0
    for better in range(0, 40, 3):
        for worse in range(0, 25, 4):
            if better + worse == 0:
                continue
            for n_rows in (better + worse, 400):
                found = paired_claim(better, worse, n_rows, [1.0] * beside, comparisons=comparisons)
                assert found.claimed == (not found.low <= 0 <= found.high), (better, worse, n_rows)
                assert found.low <= found.mean <= found.high
                n_claimed += found.claimed
    assert n_claimed > 50


@pytest.mark.parametrize(
    ("better", "rows", "beside", "comparisons"), [(9, 1000, 11, 5), (10, 400, 21, 4)]
)
def test_also_where_all_differences_are_in_one_direction(better, rows, beside, comparisons):
    for counts in ((better, 0), (0, better)):
        found = paired_claim(*counts, rows, [1.0] * beside, comparisons=comparisons)
        assert found.claimed
        assert not found.low <= 0 <= found.high


@pytest.mark.parametrize(("better", "worse", "n"), [(3, 1, 40), (1, 3, 40), (0, 2, 9), (5, 5, 60)])
def test_the_interval_adds_a_half_to_each_of_the_four_counts(better, worse, n):
    p_better, p_worse = ((count + 0.5) / (n + 2) for count in (better, worse))
    error = math.sqrt((p_better + p_worse - (p_better - p_worse) ** 2) / (n + 2))
    middle, half = p_better - p_worse, 1.959963984540054 * error
    found = paired_claim(better, worse, n)
    assert middle - half < 0 < middle + half
    assert (found.low, found.high) == pytest.approx((middle - half, middle + half), abs=1e-12)


@pytest.mark.parametrize(
    ("p_better", "p_worse", "n"),
    [
        (0.3, 0.02, 500),
        (0.15, 0.0, 1000),
        (0.22, 0.055, 5000),
        (0.06, 0.03, 400),
        (0.05, 0.05, 200),
    ],
)
def test_the_interval_covers_the_difference_as_often_as_it_says(p_better, p_worse, n):
    # With the exact interval wherever a difference is claimed: 88% and 72% in the first two.
    rng = np.random.default_rng(0)
    drawn = rng.multinomial(n, [p_better, p_worse, 1 - p_better - p_worse], 3000)
    counts, times = np.unique(drawn[:, :2], axis=0, return_counts=True)
    found = [paired_claim(int(b), int(c), n) for b, c in counts]
    inside = np.array([one.low <= p_better - p_worse <= one.high for one in found])
    assert 0.94 <= (inside * times).sum() / times.sum() <= 0.98


def test_where_a_claim_shows_in_the_plain_interval_that_is_the_interval():
    # 60 and 4 of 500: by hand, with 60.5, 4.5 and 502.
    middle = 56 / 502
    half = 1.959963984540054 * math.sqrt(65 - 56**2 / 502) / 502
    found = paired_claim(60, 4, 500)
    assert (found.low, found.high) == pytest.approx((middle - half, middle + half), abs=1e-12)
