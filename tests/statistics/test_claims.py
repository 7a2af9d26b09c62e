"""What may be claimed, against sums done by hand, exact enumeration, and simulated studies."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from l2dwk_core.common.errors import InputError
from l2dwk_core.statistics.discordant_rows import MOST_TIMES, DiscordantRows
from l2dwk_core.statistics.multiple_tests import LEVEL
from l2dwk_core.statistics.paired_votes import paired_claim
from l2dwk_core.statistics.significance import chance_gap_p, claims
from tests.claim_studies import (
    claiming,
    claiming_one_by_one,
    cross_validated,
    independent,
    nearest_row,
    p_values,
    random_trees,
    repeated,
)


def _rows(better, worse, n_test=30, n_training=270):
    n = len(better)
    return DiscordantRows(tuple(better), tuple(worse), (n_test,) * n, (n_training,) * n)


def test_interval_by_hand():
    rows = _rows([3, 1, 2, 4, 0], [1, 1, 0, 1, 1])
    d = np.array([2, 0, 2, 3, -1]) / 30
    # 10 rows better, 4 worse, of 150, each tested once: half a row more in each of the four counts.
    v = (15 / 152 - (6 / 152) ** 2) / 30
    assert rows.row_variance == pytest.approx(v)
    wide = np.sqrt(1 / 5 + 30 / 270)
    halves = (
        stats.t.ppf(0.975, 4) * d.std(ddof=1) * wide,
        stats.t.ppf(0.975, 149) * np.sqrt(v) * wide,
    )
    (found,) = claims([rows])
    assert found.mean == pytest.approx(d.mean())
    assert (found.low, found.high) == pytest.approx(
        (d.mean() - max(halves), d.mean() + max(halves))
    )
    tails = (
        stats.t.sf(d.mean() / d.std(ddof=1) / wide, 4),
        stats.t.sf(d.mean() / np.sqrt(v) / wide, 149),
    )
    assert found.p_value == found.adjusted_p == pytest.approx(2 * max(tails))
    assert not found.claimed


@pytest.mark.parametrize(
    ("better", "n_test", "n_training"),
    [
        ([1, 1, 1], 44, 88),  # hayes-roth by 3 folds: −2.27 (−2.27 to −2.27), p = 0 before
        ([4, 4], 65, 149),  # glass, two splits: +6.2 (+6.2 to +6.2) before
        ([2, 2, 2], 40, 93),  # three repeats of Noise, zero width before
    ],
)
def test_splits_that_agree_to_the_row_claim_nothing(better, n_test, n_training):
    for sign in (1, -1):
        zeros = [0] * len(better)
        counts = (better, zeros) if sign > 0 else (zeros, better)
        (found,) = claims([_rows(*counts, n_test, n_training)])
        assert not found.claimed
        assert np.isnan(found.low) or found.low < 0 < found.high


def test_many_rows_of_one_mind_are_claimed():
    (found,) = claims([_rows([12] * 5, [1] * 5, 60, 240)])
    assert found.claimed and found.low > 0
    (found,) = claims([_rows([1] * 5, [12] * 5, 60, 240)])
    assert found.claimed and found.high < 0


def test_nothing_from_two_splits_nor_before_the_last():
    clear = ([50] * 4, [0] * 4, 100, 300)
    assert claims([_rows(*clear)])[0].claimed
    two = claims([_rows([50] * 2, [0] * 2, 100, 300)])[0]
    early = claims([_rows(*clear)], complete=False)[0]
    for found in (two, early):
        assert found.mean == 0.5
        assert np.isnan([found.low, found.high, found.p_value, found.adjusted_p]).all()
        assert not found.claimed


def test_no_interval_is_without_width():
    (found,) = claims([_rows([0] * 5, [0] * 5)])
    assert found.low < 0 < found.high
    assert found.p_value == 1


def test_testing_the_same_rows_again_narrows_little():
    """Ten times the same ten folds narrow nothing that two times do not."""
    better, worse = [3, 1, 2, 4, 1, 2, 3, 1, 2, 2], [1, 1, 0, 1, 1, 0, 1, 1, 0, 1]
    widths = [
        found.high - found.low
        for times in (1, 2, 4, 40)
        for found in claims([_rows(better * times, worse * times)])
    ]
    assert widths[0] > 1.05 * widths[1]
    assert widths[2:] == pytest.approx([widths[1]] * 2, rel=0.03)  # quantiles are better known


def test_intervals_leave_zero_out_exactly_where_holm_claims():
    rng = np.random.default_rng(0)
    seen = set()
    for _ in range(60):
        methods, splits = int(rng.integers(1, 9)), int(rng.integers(3, 12))
        gain = rng.uniform(-0.15, 0.15, methods)
        family = []
        for g in gain:
            told = rng.binomial(50, 0.2, splits)
            better = rng.binomial(told, 0.5 + g * 2.5)
            family.append(_rows(better.tolist(), (told - better).tolist(), 50, 200))
        found = claims(family)
        plain = [claims([rows])[0] for rows in family]
        for one, alone in zip(found, plain, strict=True):
            assert one.claimed == (one.adjusted_p < LEVEL) == (one.low > 0 or one.high < 0)
            assert one.low <= alone.low and one.high >= alone.high
            seen.add((one.claimed, alone.claimed))
        p = sorted(c.p_value for c in found)
        rejected = 0  # Holm's procedure, step by step
        while rejected < methods and p[rejected] < LEVEL / (methods - rejected):
            rejected += 1
        assert sum(c.claimed for c in found) == rejected
    assert seen == {(True, True), (False, False), (False, True)}


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (((), (), (), ()), "one of each for every split"),
        (((1,), (1,), (5, 5), (9,)), "1, 1, 2, 1 counts"),
        (((4,), (2,), (5,), (9,)), "4 better and 2 worse of 5 test rows"),
        (((-1,), (2,), (5,), (9,)), "-1 better"),
        (((1,), (2,), (5,), (0,)), "0 training rows"),
    ],
)
def test_impossible_counts_are_diagnosed(rows, said):
    with pytest.raises(InputError, match=said):
        DiscordantRows(*rows)


def test_rows_that_were_tested_again_and_again_are_no_more_rows():
    better, worse = [5, 4, 6, 5] * 4, [1, 2, 1, 1] * 4
    rows = _rows(better, worse, 30, 30)  # each of 60 rows was tested eight times
    assert rows.times == pytest.approx(8)
    found = rows.interval()
    d = np.array(better) / 30 - np.array(worse) / 30
    wide = np.sqrt(1 / (16 / (8 / MOST_TIMES)) + 1)
    halves = (
        stats.t.ppf(0.975, 15) * d.std(ddof=1) * wide,
        stats.t.ppf(0.975, 59) * np.sqrt(rows.row_variance) * wide,
    )
    assert halves[1] > halves[0]
    assert found.high - found.mean == pytest.approx(max(halves))


def test_the_fewest_rows_are_counts_too():
    assert DiscordantRows((0,), (1,), (1,), (1,)).differences.tolist() == [-1]
    assert paired_claim(0, 0, 1).p_value == 1


def test_a_gap_from_chance_is_judged_by_its_spread_and_by_chance():
    for gaps in ([0.2, 0.3, 0.1, 0.25], [0.2, -0.3, 0.1], [1.0, 1.1, 0.9]):
        for deviation in (0.05, 1.0):
            z = abs(sum(gaps)) / (deviation * np.sqrt(len(gaps)))
            expected = max(stats.ttest_1samp(gaps, 0).pvalue, 2 * stats.norm.sf(z))
            assert chance_gap_p(gaps, [deviation] * len(gaps)) == pytest.approx(expected)
    # Equal gaps have no spread of their own.
    assert chance_gap_p([0.5] * 3, [1.0] * 3) == pytest.approx(2 * stats.norm.sf(0.5 * np.sqrt(3)))
    assert chance_gap_p([0.5] * 3, [0.0] * 3) == 1
    for gaps, deviations in (([1.0] * 2, [1.0] * 2), ([1.0, np.nan, 1.0], [1.0] * 3),
                             ([1.0] * 3, [1.0, np.nan, 1.0])):  # fmt: skip
        assert np.isnan(chance_gap_p(gaps, deviations))


def test_simulations_use_the_librarys_rule():
    rng = np.random.default_rng(0)
    for studies in (
        independent(rng, 40, 4, 5, 40, 160, 0.2, 0.1),
        repeated(rng, 40, 3, 5, 100, 0.2, 0.1),
        independent(rng, 40, 1, 3, 12, 24, 0.1),
    ):
        found = claiming(studies)
        np.testing.assert_array_equal(found, claiming_one_by_one(studies))
        p = p_values(studies, rows=True)
        one = claims(studies.family(7)[:1])[0]
        assert p[7, 0] == pytest.approx(one.p_value)


@pytest.mark.parametrize("methods", [1, 11, 33])
@pytest.mark.parametrize("splits", [3, 4, 5, 10, 20])
def test_equally_good_methods_are_seldom_told_apart(splits, methods):
    """Whole table: ``tests/benchmarks/claims.py``. The rule before claims up to 19 to 53 %."""
    rng = np.random.default_rng(splits)
    for n_rows, discordance in ((20, 0.3), (76, 0.03), (150, 0.06), (303, 0.12)):
        n_test = max(n_rows // min(splits, 10), 1)
        studies = independent(rng, 400, methods, splits, n_test, n_rows - n_test, discordance)
        assert claiming(studies).mean() <= 0.06
        if (splits, methods, n_rows) == (3, 33, 150):
            assert claiming(studies, rows=False).mean() > 0.3


@pytest.mark.parametrize(
    ("classifier", "repeats", "folds", "n_rows", "n_studies"),
    [
        (nearest_row, 1, 3, 40, 150),
        (nearest_row, 2, 10, 60, 120),
        (nearest_row, 10, 10, 40, 40),
        (random_trees, 1, 3, 60, 20),
    ],
)
def test_nor_are_real_classifiers_that_share_training_rows(
    classifier, repeats, folds, n_rows, n_studies
):
    """Equally good by construction: exchangeable features, or other seeds."""
    rng = np.random.default_rng(1)
    studies = cross_validated(rng, n_studies, 11, repeats, folds, n_rows, classifier)
    assert claiming(studies.first(1)).mean() <= 0.06
    if folds == 3 and classifier is nearest_row:
        assert claiming(studies, rows=False).mean() > 0.08
        assert claiming(studies).mean() <= 0.06


def test_a_true_difference_is_found_in_most_studies():
    """10 × 10 folds, 300 rows, 5 points."""
    rng = np.random.default_rng(0)
    for discordance in (0.06, 0.08):
        assert claiming(repeated(rng, 200, 10, 10, 300, discordance, 0.05)).mean() > 0.6


def test_copies_that_are_not_cases_are_claimed_too_often_and_cases_alike_are_not():
    """Why copies get a note: a rule that counts them as one finds next to nothing in such cases."""
    rng = np.random.default_rng(1)
    copied = repeated(rng, 400, 1, 10, 300, 0.12, copies=5)
    assert claiming(copied).mean() > 0.1
    assert claiming(copied, copies=5).mean() <= 0.06
    cases = repeated(rng, 400, 10, 10, 132, 0.2, 0.1)
    assert claiming(cases, copies=2.3).mean() < 0.3 * claiming(cases).mean()
