"""Test rows of groups: a group counts as one case."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy import stats

from l2dwk_core.common.errors import InputError
from l2dwk_core.statistics.answers import PairedRows
from l2dwk_core.statistics.discordant_rows import DiscordantRows
from l2dwk_core.statistics.group_gains import (
    GroupGains,
    gains_of_splits,
    sign_flip_test,
    test_words,
)
from l2dwk_core.statistics.paired_votes import paired_claim, sign_test
from l2dwk_core.statistics.significance import claims
from tests.benchmarks.claims import balanced

test_words.__test__ = False  # type: ignore[attr-defined]


def exchangeable(rng, n_groups, size, n_votes=2, wrong=0.25):
    """Votes that are right or wrong on whole groups, all equally good."""
    right = rng.random((n_votes, n_groups)) >= wrong
    return np.repeat(right, size, axis=1), np.repeat(np.arange(n_groups), size)


def test_gains_by_hand():
    first = np.array([1, 1, 0, 1, 0, 0, 1], dtype=bool)
    second = np.array([0, 0, 1, 0, 1, 0, 1], dtype=bool)
    group = np.array(["a", "a", "a", "b", "b", "c", "d"])
    both = np.array([1, 0, 1, 1, 0, 1, 1], dtype=bool)
    found = GroupGains.of(first, second, group, both)
    # Three rows in a, two in b, one each in c and d.
    assert found == GroupGains(4, 7, (1, 0), (0, 1), 9 + 4 + 1 + 1, 3 * 1, 2 * 1)
    assert found.on_answered == GroupGains(4, 7, (0, 1), None, 15, 2)
    assert found.mean_size == pytest.approx(15 / 7)
    assert found.worth == pytest.approx(49 / 15)
    assert GroupGains.of(first, second, group).answered is None
    assert PairedRows.of(first, second, both, group) == PairedRows(3, 2, 7, (2, 1), found)
    assert found.words == ", all in 2 groups"
    assert GroupGains(3, 7, ()).words == GroupGains(7, 7, (1,)).words == ""
    assert test_words(found) == "exact test over groups of rows"
    assert test_words(None) == test_words(GroupGains(7, 7, (1,))) == "exact sign test"


@pytest.mark.parametrize("seed", range(20))
def test_the_exact_test_counts_all_choices_of_signs(seed):
    rng = np.random.default_rng(seed)
    gains = rng.integers(-6, 7, rng.integers(1, 11)).tolist()
    signs = np.array(list(product((-1, 1), repeat=len(gains))))
    expected = np.mean(np.abs(signs @ np.abs(gains)) >= abs(sum(gains)))
    assert sign_flip_test(gains) == pytest.approx(expected)


def test_groups_of_one_row_change_nothing():
    rng = np.random.default_rng(0)
    for _ in range(20):
        first, second = rng.random((2, 60)) < (0.9, 0.7)[0]
        plain, grouped = (PairedRows.of(first, second, None, g) for g in (None, np.arange(60)))
        assert sign_flip_test(grouped.groups.gains) == pytest.approx(
            sign_test(plain.better, plain.worse)
        )
        assert grouped.claim(4) == plain.claim(4)
        counts = (plain.better,) * 3, (plain.worse,) * 3, (60,) * 3, (140,) * 3
        of_rows = DiscordantRows(*counts)
        of_groups = DiscordantRows(*counts, groups=(grouped.groups,) * 3)
        assert claims([of_groups]) == claims([of_rows])


def test_five_groups_claim_nothing_and_six_do():
    for n, claimed in ((5, False), (6, True)):
        gains = GroupGains(20, 200, (10,) * n)
        found = paired_claim(10 * n, 0, 200, groups=gains)
        assert found.claimed == claimed
        assert found.p_value == pytest.approx(2 / 2**n)
        assert (found.low > 0) == claimed
        assert paired_claim(10 * n, 0, 200).claimed


@pytest.mark.parametrize(
    ("n_splits", "n_test"),
    [(5, 4), (10, 2), (50, 4), (3, 6), (10, 6), (60, 6)],  # folds, repeated folds, random splits
)
@pytest.mark.parametrize("apart", [3, 5])
def test_splits_on_which_five_of_20_groups_differ_claim_nothing(n_splits, n_test, apart):
    times, size = max(1, round(n_splits * n_test / 20)), 10
    gains = [size] * apart * times
    parts = [tuple(gains[at::n_splits]) for at in range(n_splits)]
    groups = tuple(GroupGains(n_test, n_test * size, part) for part in parts)
    better = tuple(sum(part) for part in parts)
    rows = (n_test * size,) * n_splits, ((20 - n_test) * size,) * n_splits
    found = claims([DiscordantRows(better, (0,) * n_splits, *rows, groups=groups)])[0]
    assert not found.claimed
    assert found.low < 0


def test_one_group_says_nothing():
    found = paired_claim(40, 0, 60, groups=GroupGains(1, 60, (40,)))
    assert (found.p_value, found.claimed, found.low, found.high) == (1.0, False, -1.0, 1.0)


@pytest.mark.parametrize("comparisons", [1, 5])
def test_it_is_never_less_careful_and_its_interval_agrees(comparisons):
    rng = np.random.default_rng(1)
    claimed = 0
    for _ in range(300):
        n_groups, size = int(rng.integers(2, 40)), int(rng.integers(1, 8))
        gain = rng.normal(rng.choice([0, 2]), 2, n_groups)
        group = rng.permutation(np.repeat(np.arange(n_groups), size))
        first = rng.normal(size=len(group)) < 0.5 + gain[group]
        second = rng.normal(size=len(group)) < 0.5
        plain = PairedRows.of(first, second).claim(comparisons)
        found = PairedRows.of(first, second, None, group).claim(comparisons)
        assert found.p_value >= plain.p_value
        assert found.low <= plain.low + 1e-12
        assert found.high >= plain.high - 1e-12
        assert (found.low > 0 or found.high < 0) == found.claimed
        claimed += found.claimed
    assert claimed > 20


def test_the_interval_is_that_of_the_gains_of_groups():
    """A ratio of sums over groups, with half a group added to the sum of squares."""
    gains, size = np.array([4, 3, -1, 2, 0, 5, 0, 0, 0]), np.array([9, 5, 2, 8, 4, 12, 30, 7, 13])
    n = size.sum()
    found = GroupGains(9, int(n), (4, 3, -1, 2, 0, 5), None, int(size @ size), int(size @ gains))
    mean, m = gains.sum() / n, (size**2).sum() / n
    error = np.sqrt(((gains - mean * size) ** 2).sum() + m**2 / 2) / n
    expected = stats.t.interval(0.95, n / m - 1, mean, error)
    assert found.interval(0.95) == pytest.approx(expected)
    by_t = 2 * stats.t.sf(mean / error, n / m - 1)
    assert found.p_value == pytest.approx(max(by_t, sign_flip_test((4, 3, -1, 2, 0, 5))))
    alike = GroupGains(9, 90, (4, 3, -1, 2, 0, 5))
    told = GroupGains(9, 90, (4, 3, -1, 2, 0, 5), None, 900, 130)
    assert (alike.interval(0.9), alike.p_value) == (told.interval(0.9), told.p_value)


@pytest.mark.parametrize(("n_groups", "size", "share"), [(20, (2, 60), 0.1), (12, (2, 20), 0.2)])
def test_a_gain_that_goes_with_the_size_of_the_group_is_no_difference(n_groups, size, share):
    """Degrees of freedom of all groups, and no added group, claimed in 19 % and 8 % of draws."""
    rng, n = np.random.default_rng(0), 300
    claimed = 0
    for _ in range(n):
        a, b, group = balanced(rng, n_groups, *size, share, 1.0)
        claimed += PairedRows.of(a, b, None, group).claim().claimed
    assert claimed / n < 0.03


def test_a_difference_on_groups_of_unequal_size_is_still_found():
    rng, size = np.random.default_rng(0), np.arange(1, 41) // 2 + 1
    group = np.repeat(np.arange(40), size)
    claimed = 0
    for _ in range(100):
        by_group, own = rng.random((2, 40))[:, group], rng.random((2, len(group)))
        chance = np.array([[0.92], [0.7]])
        first, second = np.where(rng.random(own.shape) < 0.7, by_group, own) < chance
        claimed += PairedRows.of(first, second, None, group).claim().claimed
    assert claimed > 70


def test_equally_good_votes_on_groups_are_told_apart_in_5_percent():
    """Rows taken as single cases told 52 % of such votes apart."""
    rng, n = np.random.default_rng(0), 400
    claimed, of_rows = 0, 0
    for _ in range(n):
        (a, b), group = exchangeable(rng, 40, 15)
        claimed += PairedRows.of(a, b, None, group).claim().claimed
        of_rows += PairedRows.of(a, b).claim().claimed
    assert claimed / n < 0.06
    assert of_rows / n > 0.4


@pytest.mark.parametrize(("repeats", "folds", "n_groups"), [(1, 10, 40), (1, 3, 12), (5, 10, 40)])
def test_equally_good_methods_on_groups_are_told_apart_in_5_percent(repeats, folds, n_groups):
    rng, n = np.random.default_rng(0), 300
    claimed = [studied(rng, repeats, folds, n_groups, 10).claimed for _ in range(n)]
    assert np.mean(claimed) < 0.06


def studied(rng, repeats, folds, n_groups, size, gain=0.0):
    (a, b), group = exchangeable(rng, n_groups, size)
    b |= np.isin(group, np.flatnonzero(rng.random(n_groups) < gain))
    found = []
    for _ in range(repeats):
        of_group = rng.permutation(np.arange(n_groups) % folds)
        for fold in range(folds):
            rows = of_group[group] == fold
            found.append(PairedRows.of(b[rows], a[rows], None, group[rows]))
    n_test = tuple(one.n_rows for one in found)
    return claims(
        [
            DiscordantRows(
                tuple(one.better for one in found),
                tuple(one.worse for one in found),
                n_test,
                tuple(len(group) - n for n in n_test),
                groups=gains_of_splits([one.groups for one in found]),
            )
        ]
    )[0]


def test_a_large_difference_of_groups_is_still_found():
    rng = np.random.default_rng(0)
    assert np.mean([studied(rng, 1, 10, 60, 10, gain=0.9).claimed for _ in range(50)]) > 0.5


def test_gains_must_belong_to_the_counts():
    with pytest.raises(InputError, match="do not belong to 5 better and 1 worse of 20 rows"):
        paired_claim(5, 1, 20, groups=GroupGains(4, 20, (5, 1)))
    with pytest.raises(InputError, match="of 4 groups of 10 rows"):
        DiscordantRows((5,), (1,), (20,), (40,), groups=(GroupGains(4, 10, (5, -1)),))
    with pytest.raises(InputError, match="for 1 of 2 splits"):
        DiscordantRows((1, 1), (0, 0), (9, 9), (9, 9), groups=(GroupGains(4, 9, (1,)),))
    assert gains_of_splits([None, GroupGains(4, 9, (1,))]) is gains_of_splits([]) is None


def test_the_message_shows_the_first_nine_gains():
    with pytest.raises(InputError, match=r"Gains \[1, 1, 1, 1, 1, 1, 1, 1, 1\] of 40 groups"):
        paired_claim(5, 1, 80, groups=GroupGains(40, 80, (1,) * 12))


def test_many_rows_are_tested_by_the_normal_distribution():
    gains = [1] * 60_000 + [-1] * 59_000
    assert sign_flip_test(gains) == pytest.approx(sign_test(60_000, 59_000), rel=0.02)


def test_over_splits_groups_are_never_less_careful():
    rng = np.random.default_rng(2)
    for _ in range(100):
        size = rng.integers(1, 7, 30)
        group = np.repeat(np.arange(30), size)
        a, b = rng.random((2, len(group))) < rng.random(30)[group]
        fold = rng.permutation(np.arange(30) % 5)[group]
        found = [PairedRows.of(*(x[fold == k] for x in (a, b)), None, group[fold == k])
                 for k in range(5)]  # fmt: skip
        n_test = tuple(one.n_rows for one in found)
        counts = [tuple(getattr(one, name) for one in found) for name in ("better", "worse")]
        rows = *counts, n_test, tuple(len(group) - n for n in n_test)
        of_groups = DiscordantRows(*rows, groups=gains_of_splits([one.groups for one in found]))
        of_rows = DiscordantRows(*rows)
        assert of_groups.row_variance >= of_rows.row_variance
        assert of_groups.interval().p_value >= of_rows.interval().p_value - 1e-12
