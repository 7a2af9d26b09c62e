"""Rank tests against scipy, another library, enumeration and published examples."""

from __future__ import annotations

from itertools import permutations, product
from math import sqrt
from statistics import fmean, stdev

import numpy as np
import pytest
from scipy import stats

from l2dwk_core.common.errors import InputError
from l2dwk_core.statistics.rank_tests import (
    friedman,
    nemenyi_difference,
    ranks,
    signed_rank_p,
    told_apart,
)
from tests.statistics.published import DEMSAR_2006, DEMSAR_2006_PRINTED

RNG = np.random.default_rng(5)


# Fourteen datasets, four methods, scores in steps of a hundredth so that there are ties.
SCORES = np.round(0.7 + 0.1 * RNG.normal(size=(14, 1)) + 0.02 * RNG.normal(size=(14, 4)), 2)


def test_friedman_is_scipys_ties_included():
    for table in (SCORES, RNG.integers(0, 4, (9, 5)) / 4):
        found = friedman(table)
        expected = stats.friedmanchisquare(*table.T)
        assert found.statistic == pytest.approx(expected.statistic)
        assert found.p_value == pytest.approx(expected.pvalue)


def test_iman_and_davenports_f_follows_from_friedmans_statistic():
    found = friedman(SCORES)
    n, k = SCORES.shape
    chi2 = found.statistic
    assert found.f_statistic == pytest.approx((n - 1) * chi2 / (n * (k - 1) - chi2))
    assert found.f_p_value == pytest.approx(stats.f.sf(found.f_statistic, 3, 39))


def test_a_published_example():
    """Demšar 2006, section 3.2: the mean ranks, χ² = 9.28 and F = 3.69 (formulas without ties),
    Nemenyi's distances 1.25 at 5 % and 1.12 at 10 %."""
    found = friedman(DEMSAR_2006)
    np.testing.assert_allclose(found.mean_ranks, [3.143, 2.000, 2.893, 1.964], atol=5e-4)
    n, k = DEMSAR_2006.shape
    chi2 = 12 * n / (k * (k + 1)) * ((found.mean_ranks**2).sum() - k * (k + 1) ** 2 / 4)
    assert chi2 == pytest.approx(9.28, abs=5e-3)
    assert (n - 1) * chi2 / (n * (k - 1) - chi2) == pytest.approx(3.69, abs=5e-3)
    assert found.statistic > chi2  # four methods tie on one dataset
    assert found.critical_difference == pytest.approx(1.25, abs=0.01)
    assert friedman(DEMSAR_2006, 0.10).critical_difference == pytest.approx(1.12, abs=0.01)


def test_friedman_and_nemenyi_are_those_of_another_library():
    # print(scikit_posthocs.posthoc_nemenyi_friedman(DEMSAR_2006)), version 0.17.1, on the table as
    # it is printed (one row with a tie, see tests/statistics/published.py).
    p = {(0, 1): 0.088673, (0, 2): 0.971686, (0, 3): 0.061683, (1, 2): 0.226697, (2, 3): 0.170052}
    mean = friedman(DEMSAR_2006_PRINTED).mean_ranks
    for (a, b), expected in p.items():
        # The level at which Nemenyi's distance is the one between the two.
        level = stats.studentized_range.sf(
            abs(mean[a] - mean[b]) * np.sqrt(12 * 14 / 20), 4, np.inf
        )
        assert level == pytest.approx(expected, abs=2e-5)
        assert nemenyi_difference(4, 14, level) == pytest.approx(abs(mean[a] - mean[b]))


@pytest.mark.parametrize(
    ("k", "q"), [(2, 1.960), (3, 2.343), (4, 2.569), (5, 2.728), (8, 3.031), (10, 3.164)]
)
def test_nemenyi_quantiles_are_the_published_ones(k, q):
    assert nemenyi_difference(k, 6) / np.sqrt(k * (k + 1) / 36) == pytest.approx(q, abs=1.1e-3)


def test_methods_that_all_tie_or_always_agree():
    nothing = friedman(np.ones((5, 3)))
    assert (nothing.statistic, nothing.p_value, nothing.f_p_value) == (0, 1, 1)
    always = friedman(np.tile([3.0, 2.0, 1.0], (6, 1)))
    assert always.f_statistic == np.inf
    assert always.f_p_value == 0


def test_wrong_tables_are_diagnosed():
    with pytest.raises(InputError, match="at least 2 cases and 3 methods"):
        friedman(np.ones((5, 2)))
    with pytest.raises(InputError, match="complete table"):
        friedman([[1, np.nan, 2], [1, 2, 3]])
    for wrong in ((1, 5), (3, 0), (3, 5, 0.0), (3, 5, 1.0)):
        with pytest.raises(InputError, match="{} methods, {} cases".format(*wrong)):
            nemenyi_difference(*wrong)
    assert nemenyi_difference(3, 1) == pytest.approx(10 * nemenyi_difference(3, 100))


def test_signed_ranks_without_ties_are_scipys_exact_ones():
    for n in (1, 2, 6, 14, 31):
        d = RNG.normal(0.3, 1, n)
        assert signed_rank_p(d) == pytest.approx(stats.wilcoxon(d, method="exact").pvalue)


def test_signed_ranks_with_ties_by_enumeration():
    for d in ([1, 1, 1, 1, 1], [2, -1, 1, 1, 3, 3, -2], [0, 0, 1, -1, 2, 2, 2, 5]):
        told = np.array([x for x in d if x])
        place = stats.rankdata(np.abs(told))
        sums = [place @ signs for signs in product((-1, 1), repeat=len(told))]
        found = abs(place @ np.sign(told))
        assert signed_rank_p(d) == pytest.approx(np.mean(np.abs(sums) >= found))
    assert signed_rank_p([0.0, 0.0]) == 1
    assert signed_rank_p([0.75 - 0.74, 0.01, 0.01]) == signed_rank_p([1, 1, 1])
    assert signed_rank_p([0.1 + 3e-13, 0.1, -0.1, 0.2]) == signed_rank_p([1, 1, -1, 2])


def test_signed_ranks_of_a_published_example():
    """Demšar 2006, section 3.1.3: C4.5 with m against C4.5 differs at 5 %: T = 12, at most 21 for
    14 datasets. He shares the ranks of the two ties between the signs."""
    d = DEMSAR_2006_PRINTED[:, 1] - DEMSAR_2006_PRINTED[:, 0]
    assert stats.wilcoxon(d, zero_method="zsplit").statistic == 12
    assert signed_rank_p(d) < 0.05


def test_methods_are_told_apart_by_ranks_and_by_means():
    base = RNG.normal(0.8, 0.05, (31, 1))
    noise = RNG.normal(0, 0.01, (31, 3))
    apart = told_apart(base + noise + [0, 0.03, 0])
    np.testing.assert_array_equal(apart, [[0, 1, 0], [1, 0, 1], [0, 1, 0]])
    for wrong in ([[0.5, 0.6, 0.7]], [[0.5, 0.6]] * 4):
        with pytest.raises(InputError, match="at least 2 cases and 3 methods"):
            told_apart(wrong)


def test_better_ranks_without_the_better_mean_tell_nothing_apart():
    d = np.r_[np.linspace(0.008, 0.012, 28), np.linspace(-0.1, -0.09, 3)]
    table = 0.8 + np.column_stack([d, np.zeros(31), np.full(31, -0.5)])
    mean = friedman(table).mean_ranks
    assert mean[1] - mean[0] > nemenyi_difference(3, 31)
    assert not told_apart(table)[0, 1]


def test_the_distance_of_means_is_that_of_the_documentation():
    rng = np.random.default_rng(3)
    n, k = 8, 4
    q, near = stats.studentized_range.ppf(0.95, k, n - 1), nemenyi_difference(k, n)
    for _ in range(60):
        table = 0.02 * (np.abs(rng.standard_t(2, (n, k))) + np.arange(k))
        rank, apart = friedman(table).mean_ranks, told_apart(table)
        for i, j in permutations(range(k), 2):
            d = [float(a - b) for a, b in table[:, [i, j]]]
            far = abs(fmean(d)) > q * stdev(d) / sqrt(2 * n) and abs(rank[i] - rank[j]) > near
            assert apart[i, j] == (far and (rank[i] - rank[j]) * fmean(d) < 0)


def test_ranks_share_ties_and_forgive_rounding():
    np.testing.assert_array_equal(ranks([[0.9, 0.9 + 1e-15, 0.8]]), [[1.5, 1.5, 3]])
    np.testing.assert_array_equal(ranks(RNG.normal(size=(4, 5))).sum(axis=1), np.full(4, 15.0))


def test_scores_are_equal_up_to_the_twelfth_digit():
    assert ranks([[0.5, 0.5 + 4e-13]]).tolist() == [[1.5, 1.5]]
    assert ranks([[0.5, 0.5 + 3e-12]]).tolist() == [[2.0, 1.0]]
