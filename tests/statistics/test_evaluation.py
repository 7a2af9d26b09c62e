"""Splits by their properties on ordinary and tiny tables; scores against the closed formula."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import load_wine

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.encoding import encode_labels
from l2dwk_core.datasets.splits import Score, bootstrap_rows, split_rows, wilson_interval


def test_an_ordinary_table_is_split_in_proportion_without_notes():
    y = load_wine().target
    split = split_rows(y, 0.3, seed=0)
    assert split.notes == ()
    assert split.second_rows.size == math.ceil(0.3 * y.size)
    expected = 0.3 * np.bincount(y)
    assert np.abs(np.bincount(y[split.second_rows]) - expected).max() <= 1


def test_the_share_is_exact_where_floating_point_is_not():
    assert 0.07 * 100 > 7
    assert split_rows(np.arange(100) % 2, 0.07).second_rows.size == 7


def test_one_seed_one_split_and_another_seed_another():
    y = np.arange(60) % 3
    first, again, other = (split_rows(y, 0.3, seed=s).second_rows for s in (4, 4, 5))
    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, other)


def test_names_of_labels_do_not_matter():
    y = np.arange(50) % 4
    named = np.array(["a", "b", "c", "d"])[y]
    np.testing.assert_array_equal(
        split_rows(y, 0.3, seed=1).second_rows, split_rows(named, 0.3, seed=1).second_rows
    )


def test_a_class_of_one_row_is_trained_on_and_noted():
    y = np.array(["a"] * 10 + ["rare"] + ["b"] * 10)
    split = split_rows(y, 0.3, seed=0)
    assert 10 in split.first_rows
    assert split.notes == (
        "Class 'rare' has only 1 row: too few to divide, all used for training, none set aside for "
        "testing.",
    )


def test_a_class_that_a_large_share_would_leave_untrained_is_noted():
    y = np.array(["a"] * 100 + ["b"] * 2)
    split = split_rows(y, 0.9, seed=0)
    assert set(y[split.first_rows]) == {"a", "b"}
    assert split.notes == (
        "Class 'b' has only 2 rows: too few to divide, all used for training, none set aside for "
        "testing.",
    )


def test_a_tiny_table_gives_every_class_a_place_in_both_parts():
    y = np.repeat(np.arange(5), 2)  # 30 % of 10 rows are 3, for 5 classes
    split = split_rows(y, 0.3, seed=0)
    assert sorted(y[split.second_rows]) == [0, 1, 2, 3, 4]
    assert split.notes == (
        "5 rows were set aside for testing instead of 3, so that each of the 5 classes with two or "
        "more can be in both parts.",
    )


@settings(max_examples=150)
@given(
    st.lists(st.integers(0, 5), min_size=2, max_size=40),
    st.floats(0.02, 0.98),
    st.integers(0, 2**32 - 1),
)
def test_any_table_is_split_or_refused_with_reason(labels, fraction, seed):
    y = np.array(labels)
    counts = np.bincount(y)
    if np.count_nonzero(counts) == 1:
        with pytest.raises(InputError, match="only one class"):
            split_rows(y, fraction, seed)
        return
    if counts.max() == 1:
        with pytest.raises(InputError, match="no row can be set aside"):
            split_rows(y, fraction, seed)
        return
    split = split_rows(y, fraction, seed)
    together = np.concatenate([split.first_rows, split.second_rows])
    np.testing.assert_array_equal(np.sort(together), np.arange(y.size))
    assert set(y[split.first_rows]) == set(labels)
    for c in np.flatnonzero(counts == 1):
        assert any(note.startswith(f"Class '{c}' has only 1 row:") for note in split.notes)


@pytest.mark.parametrize("fraction", [0, 1, -0.3, 30, float("nan")])
def test_a_share_out_of_range_is_refused(fraction):
    with pytest.raises(InputError, match=r"share of rows to set aside is .* between 0 and 1"):
        split_rows([0, 1, 0, 1], fraction)


@pytest.mark.parametrize("seed", [-1, 1.5, "x", None, 2**32, True])
def test_a_seed_out_of_range_is_refused(seed):
    with pytest.raises(InputError, match=r"seed is .* whole number from 0 to 4294967295"):
        split_rows([0, 1, 0, 1], 0.5, seed)
    with pytest.raises(InputError, match=r"seed is .* whole number from 0 to 4294967295"):
        bootstrap_rows(3, seed)


def test_missing_labels_are_refused():
    with pytest.raises(InputError, match="1 of 4 labels is missing"):
        split_rows(["a", "b", None, "a"], 0.5)


def test_a_bootstrap_draws_every_row_as_often_as_chance_has_it():
    rows = bootstrap_rows(5000, seed=3)
    np.testing.assert_array_equal(rows, bootstrap_rows(5000, seed=3))
    assert not np.array_equal(rows, bootstrap_rows(5000, seed=4))
    assert rows.size == 5000
    assert rows.min() >= 0
    assert rows.max() < 5000
    # 1 − 1/e of the rows are drawn; the standard deviation of that share is 0.0044 here.
    assert abs(np.unique(rows).size / 5000 - (1 - 1 / math.e)) < 0.02
    with pytest.raises(InputError, match="0 rows to draw from"):
        bootstrap_rows(0)


@pytest.mark.parametrize(("correct", "n"), [(0, 1), (1, 1), (0, 64), (64, 64), (45, 65), (7, 900)])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_the_wilson_interval_solves_its_equation(correct, n, level):
    z, p = NormalDist().inv_cdf((1 + level) / 2), correct / n
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    low, high = wilson_interval(correct, n, level)
    assert (low, high) == pytest.approx((centre - half, centre + half), abs=1e-12)
    assert 0 <= low <= p <= high <= 1


def test_impossible_scores_are_refused():
    with pytest.raises(InputError, match="no rows to score"):
        wilson_interval(0, 0)
    with pytest.raises(InputError, match="5 of 4 rows right is impossible"):
        wilson_interval(5, 4)
    with pytest.raises(InputError, match=r"confidence level is 95"):
        wilson_interval(1, 2, level=95)
    with pytest.raises(InputError, match=r"shape \(2,\) and the truth \(3,\)"):
        Score.of([0, 1], [0, 1, 1])
    with pytest.raises(InputError, match="no rows to score"):
        Score.of([], [])


def test_a_score_counts_right_answers():
    _, codes = encode_labels(["a", "b", "b", "c"])
    score = Score.of([0, 1, 0, 2], codes)
    assert (score.correct, score.n_rows, score.accuracy) == (3, 4, 0.75)
    assert (score.low, score.high) == wilson_interval(3, 4)
