"""Flipped labels: which, how many, to what; and that only training and weighting see them."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.method.settings import Settings
from l2dwk_core.oracle.weighting_rows import ORACLE_SOURCES
from l2dwk_core.runs.label_noise import flip_labels
from l2dwk_core.runs.prepare import prepare_run

LABELS = np.array(["a", "b", "c"] * 40)
ROWS = np.arange(10, 110)


@pytest.mark.parametrize(
    ("share", "count"), [(0.0, 0), (0.004, 0), (0.005, 1), (0.2, 20), (0.9, 90)]
)
def test_so_many_rows_change_and_no_others(share, count):
    flipped, rows = flip_labels(LABELS, ROWS, share, seed=3)
    np.testing.assert_array_equal(np.flatnonzero(flipped != LABELS), rows)
    assert len(rows) == count
    assert set(rows) <= set(ROWS)
    assert set(flipped) <= set(LABELS)


def test_input_is_not_changed_and_the_seed_decides():
    before = LABELS.copy()
    first = flip_labels(LABELS, ROWS, 0.3, seed=1)
    np.testing.assert_array_equal(LABELS, before)
    np.testing.assert_array_equal(first[0], flip_labels(LABELS, ROWS, 0.3, seed=1)[0])
    assert (first[0] != flip_labels(LABELS, ROWS, 0.3, seed=2)[0]).any()


def test_a_larger_share_keeps_the_flips_of_a_smaller_one():
    small, few = flip_labels(LABELS, ROWS, 0.1, seed=5)
    large, many = flip_labels(LABELS, ROWS, 0.4, seed=5)
    assert set(few) < set(many)
    np.testing.assert_array_equal(small[few], large[few])


def test_every_row_and_every_other_class_is_equally_likely():
    hits, to_next = np.zeros(len(LABELS)), 0
    for seed in range(400):
        flipped, rows = flip_labels(LABELS, ROWS, 0.5, seed=seed)
        hits[rows] += 1
        to_next += int(((np.searchsorted(["a", "b", "c"], flipped[rows]) - rows) % 3 == 1).sum())
    assert hits[ROWS].min() > 150 and hits[ROWS].max() < 250  # 200 expected, five sigma away
    assert to_next / (400 * 50) == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize("share", [-0.1, 1.0, float("nan"), "0.2", True])
def test_shares_out_of_range_are_diagnosed(share):
    with pytest.raises(InputError, match="; allowed is a share from 0 to below 1"):
        flip_labels(LABELS, ROWS, share)
    with pytest.raises(InputError, match="label_noise is"):
        prepare_run("glass", n_members=3, label_noise=share)


def test_one_class_has_nowhere_to_flip_to():
    with pytest.raises(InputError, match="all labels are 'a'; flipping needs a second class"):
        flip_labels(np.array(["a"] * 10), np.arange(10), 0.5)


@pytest.mark.parametrize("source", ORACLE_SOURCES)
def test_training_and_weighting_rows_are_noisy_and_test_rows_clean(source):
    choices = {"n_members": 9, "weighting": source}
    if source == "out_of_fold":
        choices |= {"pool": "library", "n_folds": 2}
    clean = prepare_run("glass", **choices)
    noisy = prepare_run("glass", **choices, label_noise=0.2)
    for rows in ("training_rows", "weighting_rows", "test_rows"):
        np.testing.assert_array_equal(getattr(clean, rows), getattr(noisy, rows))
    y = noisy.dataset.y
    changed = np.flatnonzero(noisy.labels != y)
    np.testing.assert_array_equal(changed, noisy.flipped_rows)
    assert len(changed) == 30  # a fifth of 149 rows that are not set aside, 29.8
    assert not set(changed) & set(noisy.test_rows)
    classes = noisy.oracle.classes
    np.testing.assert_array_equal(
        classes[noisy.oracle.label_codes], noisy.labels[noisy.weighting_rows]
    )
    np.testing.assert_array_equal(classes[noisy.test_oracle.label_codes], y[noisy.test_rows])
    np.testing.assert_array_equal(
        noisy.flipped, noisy.labels[noisy.weighting_rows] != y[noisy.weighting_rows]
    )
    if source == "training":
        # Fully grown trees learn the labels they are given: the flipped ones.
        assert (noisy.oracle.matrix > 0).mean() > 0.7
        right_as_flipped = (noisy.oracle.matrix[noisy.flipped] > 0).mean()
        assert right_as_flipped > 0.5
    assert clean.flipped_rows.size == 0


def test_a_run_reports_its_flips_and_soft_outputs_use_the_same_labels():
    noisy = prepare_run("glass", n_members=9, label_noise=0.2)
    told = noisy.solve().as_dict()
    assert told["recipe"]["label_noise"] == 0.2
    assert told["flipped_rows"] == noisy.flipped_rows.tolist()
    soft = noisy.solve(Settings(outputs="probabilities", max_rounds=2))
    np.testing.assert_array_equal(soft.oracle.label_codes, noisy.oracle.label_codes)
