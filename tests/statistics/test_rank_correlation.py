"""Rank correlations against scipy, their intervals over shared members against dealing anew."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from scipy.stats import rankdata, spearmanr

from l2dwk_core.common.errors import InputError
from l2dwk_core.statistics.rank_correlation import (
    RankCorrelation,
    _overlap_kernels,
    alike,
    rank_correlation,
    rank_correlation_matrix,
    subset_correlations,
)

RNG = np.random.default_rng(3)
CONTINUOUS = RNG.normal(size=60)
TIED = RNG.integers(0, 5, 60).astype(float)
RELATED = CONTINUOUS + RNG.normal(size=60)
ALL_TRIPLES = np.array(list(combinations(range(9), 3)))


@pytest.mark.parametrize(
    ("x", "y"), [(CONTINUOUS, RELATED), (TIED, RELATED), (TIED, np.round(RELATED))]
)
def test_value_is_scipys(x, y):
    assert rank_correlation(x, y) == pytest.approx(spearmanr(x, y).statistic, abs=1e-12)


def _correlate(x, y, members, n_members):
    return subset_correlations({"x": x}, y, members, n_members)["x"]


def test_members_alone_are_as_many_pairs_as_there_are():
    # Subsets of one member are independent pairs: the variance over all orders is 1/(L − 1).
    found = _correlate(CONTINUOUS, RELATED, np.arange(60)[:, None], 60)
    assert found.effective == pytest.approx(60)
    assert found.value == pytest.approx(spearmanr(CONTINUOUS, RELATED).statistic)
    width = 1.959964 * np.sqrt(1.06 / 57)
    wanted = np.tanh(np.arctanh(found.value) + np.array([-width, width]))
    assert (found.low, found.high) == pytest.approx(tuple(wanted), abs=0.01)
    few = _correlate(CONTINUOUS[:9], RELATED[:9], np.arange(9)[:, None], 9)
    width = 1.959964 * np.sqrt(1.06 / 6)
    wanted = np.tanh(np.arctanh(few.value) + np.array([-width, width]))
    assert (few.low, few.high) == pytest.approx(tuple(wanted), abs=0.01)


@pytest.mark.parametrize("pairs_matter", [0.0, 1.0])
def test_effective_number_is_that_of_dealing_the_members_anew(pairs_matter):
    rng = np.random.default_rng(1)

    def score(subsets, single, pair):
        inside = [pair[s[:, i], s[:, j]] for s in [subsets] for i, j in combinations(range(3), 2)]
        return single[subsets].sum(axis=1) + pairs_matter * np.sum(inside, axis=0)

    def kind():
        pair = rng.normal(size=(9, 9))
        return rng.normal(size=9), pair + pair.T

    x, recipe = score(ALL_TRIPLES, *kind()), kind()
    y = score(ALL_TRIPLES, *recipe)
    found = _correlate(x, y, ALL_TRIPLES, 9)
    ranks = rankdata(x)
    dealt = []
    for _ in range(4000):
        order = rng.permutation(9)
        other = rankdata(score(order[ALL_TRIPLES], *recipe))
        dealt.append(np.corrcoef(ranks, other)[0, 1])
    # 84 triples, yet hardly more than nine members' worth.
    assert 1 + 1 / np.var(dealt) == pytest.approx(found.effective, rel=0.12)
    assert found.effective < 30
    assert abs(np.mean(dealt)) < 0.02


def test_of_few_members_the_largest_of_many_coefficients_is_rarely_above_0():
    """With intervals of the normal distribution alone 12 % of these draws have one that excludes 0:
    20 columns, of subsets that leave out one of 9 members."""
    rng = np.random.default_rng(0)
    members = np.array([[m for m in range(9) if m != out] for out in range(9)])
    found = 0
    for _ in range(100):
        columns = {str(i): rng.normal(size=9) for i in range(20)}
        sure = subset_correlations(columns, rng.normal(size=9), members, 9)
        found += any(one.sure for one in sure.values())
    assert found / 100 < 0.06


def _kind(rng, n_members):
    pairs = rng.normal(size=(n_members, n_members))
    return rng.normal(size=n_members), pairs + pairs.T


def _sums(subsets, kind, weight):
    """Sums over members and pairs of members, which correlate only by chance."""
    single, pair = kind
    inside = [
        pair[subsets[:, i], subsets[:, j]] for i, j in combinations(range(len(subsets[0])), 2)
    ]
    return single[subsets].sum(axis=1) + weight * np.sum(inside, axis=0)


@pytest.mark.parametrize(("n_members", "size"), [(4, 2), (5, 2), (5, 3), (6, 2), (8, 4)])
def test_of_few_members_nothing_is_claimed_more_often_than_allowed(n_members, size):
    """Without a least variance 9 % of columns of pairs among 4 members are claimed, of four such
    columns one in 14 %, and six subsets are said to be worth up to six million."""
    rng = np.random.default_rng(0)
    subsets = np.array(list(combinations(range(n_members), size)))
    claimed = 0
    for _ in range(150):
        y = _sums(subsets, _kind(rng, n_members), 10.0)
        columns = {
            str(i): _sums(subsets, _kind(rng, n_members), weight)
            for i, weight in enumerate((0.0, 0.5, 10.0, 10.0))
        }
        found = subset_correlations(columns, y, subsets, n_members)
        assert all(one.effective <= one.n for one in found.values())
        claimed += any(one.sure for one in found.values())
    assert claimed / 150 < 0.06
    if n_members == 4:
        assert claimed == 0


def test_intervals_of_few_members_hold_the_value_of_all_members_of_the_kind():
    """x and y of members and pairs are normal with correlation 0.9, of which Spearman's is
    6/π arcsin(0.45)."""
    rng = np.random.default_rng(0)
    true, held = 6 / np.pi * np.arcsin(0.45), 0
    subsets = np.array(list(combinations(range(7), 3)))
    for _ in range(150):
        mine, other = _kind(rng, 7), _kind(rng, 7)
        y_kind = tuple(0.9 * a + np.sqrt(1 - 0.81) * b for a, b in zip(mine, other, strict=True))
        found = _correlate(_sums(subsets, mine, 0.5), _sums(subsets, y_kind, 0.5), subsets, 7)
        held += found.low <= true <= found.high
    assert held / 150 > 0.93


def test_overlap_kernels_are_orthogonal_and_one_at_complete_overlap():
    from math import comb

    first, second = _overlap_kernels(12, 4)
    law = np.array([comb(4, o) * comb(8, 4 - o) for o in range(5)]) / comb(12, 4)
    assert first == pytest.approx((np.arange(5) - 16 / 12) / (4 - 16 / 12))
    assert law @ first == pytest.approx(0, abs=1e-12)
    assert law @ second == pytest.approx(0, abs=1e-12)
    assert law @ (first * second) == pytest.approx(0, abs=1e-12)
    assert (first[4], second[4]) == (1, 1)
    # The variance of one kernel is one over the dimension of its space of functions of subsets.
    assert law @ first**2 == pytest.approx(1 / 11)
    assert law @ second**2 == pytest.approx(1 / (12 * 9 / 2))


def test_copies_of_a_column_count_once_and_others_widen_every_interval():
    members = np.arange(60)[:, None]
    alone = _correlate(CONTINUOUS, RELATED, members, 60)
    copies = {"x": CONTINUOUS, "again": np.exp(CONTINUOUS), "once more": 3 * CONTINUOUS}
    same = subset_correlations(copies, RELATED, members, 60)["x"]
    assert (same.low, same.high) == pytest.approx((alone.low, alone.high), abs=0.004)
    rng = np.random.default_rng(0)
    others = {"x": CONTINUOUS} | {str(i): rng.normal(size=60) for i in range(10)}
    wider = subset_correlations(others, RELATED, members, 60)["x"]
    # Eleven independent deviates: the two-sided 95 % point of the largest is 2.84, not 1.96.
    ratio = (np.arctanh(wider.high) - np.arctanh(wider.value)) / (
        np.arctanh(alone.high) - np.arctanh(alone.value)
    )
    assert ratio == pytest.approx(2.84 / 1.96, abs=0.03)


@pytest.mark.parametrize(
    ("low", "high", "sure"),
    [(0.1, 0.9, True), (-0.9, -0.1, True), (-0.1, 0.5, False), (0.0, 0.5, False)],
)
def test_sure_is_an_interval_without_zero(low, high, sure):
    assert RankCorrelation((low + high) / 2, low, high, 60, 0).sure is sure


def test_perfect_order_of_few_members_proves_nothing():
    few = np.array(list(combinations(range(4), 2)))
    found = _correlate(np.arange(6.0), np.arange(6.0), few, 4)
    assert found.value == pytest.approx(1)
    assert (found.low, found.high) == (-1, 1)
    assert not found.sure
    many = _correlate(CONTINUOUS, CONTINUOUS, np.arange(60)[:, None], 60)
    assert many.sure
    assert many.low < many.value == pytest.approx(many.high) == 1


def test_columns_that_rank_alike_are_one_group():
    columns = {
        "a": CONTINUOUS,
        "b": TIED,
        "copy of a": np.exp(CONTINUOUS),
        "constant": np.ones(60),
        "reverse of a": -CONTINUOUS,
    }
    assert alike(columns, 0.95) == (("a", "copy of a"), ("b",), ("reverse of a",))
    # Joined by a third: a–b and b–c are near, a–c is not.
    chain = {"a": RELATED, "c": CONTINUOUS, "b": RELATED + CONTINUOUS}
    table = rank_correlation_matrix(chain)
    between = (table[0, 1] + min(table[0, 2], table[1, 2])) / 2
    assert alike(chain, between) == (("a", "c", "b"),)


def test_pairs_without_a_value_are_left_out_and_counted():
    x = CONTINUOUS.copy()
    x[[3, 9]] = np.nan
    found = _correlate(x, RELATED, np.arange(60)[:, None], 60)
    kept = ~np.isnan(x)
    assert found.n_left_out == 2
    assert found.n == 58
    assert found.value == pytest.approx(spearmanr(x[kept], RELATED[kept]).statistic)
    assert rank_correlation(x, RELATED) == pytest.approx(found.value)


def test_rounding_does_not_break_ties():
    level = TIED / 7
    noisy = level * (1 + 1e-15 * RNG.integers(-3, 4, 60))
    assert rank_correlation(noisy, RELATED) == pytest.approx(
        rank_correlation(TIED, RELATED), abs=1e-14
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
    assert np.isnan(rank_correlation(x, y))
    found = _correlate(x, y, np.arange(len(x))[:, None], 9)
    assert np.isnan(found.value)
    assert np.isnan(found.low)
    assert not found.sure


def test_wrong_input_is_diagnosed():
    with pytest.raises(InputError, match="give pairs"):
        rank_correlation([1, 2, 3], [1, 2])
    members = np.arange(3)[:, None]
    with pytest.raises(InputError, match="level is 1"):
        subset_correlations({"x": [1, 2, 3]}, [1, 2, 3], members, 3, level=1)
    with pytest.raises(InputError, match="one value per subset"):
        subset_correlations({"x": [1, 2]}, [1, 2, 3], members, 3)


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
