"""Flips near the class boundary: the least sure rows, to the class they are mistaken for."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets import load_dataset
from l2dwk_core.pools.train_pool import train_pool
from l2dwk_core.runs.boundary_noise import (
    N_TREES,
    flip_boundary_labels,
    out_of_bag_vote_shares,
    vote_lead,
)
from l2dwk_core.runs.label_noise import NOISE_KINDS
from l2dwk_core.runs.prepare import prepare_run


@pytest.fixture(scope="module")
def glass():
    return load_dataset("glass")


@pytest.fixture(scope="module")
def line():
    """Three classes side by side on a line, cleanly separated at 1/3 and 2/3."""
    x = np.sort(np.random.default_rng(0).random(300))
    return pd.DataFrame({"x": x}), np.array(["a", "b", "c"])[(3 * x).astype(int)]


def test_votes_are_those_of_the_trees_that_did_not_draw_the_row(glass):
    X, y = glass.X.iloc[:80], glass.y[:80]
    votes = out_of_bag_vote_shares(X, y, seed=3)
    pool = train_pool(X, y, kind="random_forest", n_members=N_TREES, seed=3)
    said = pool.predict_labels(X)
    for row in range(len(y)):
        counts = Counter(
            said[row, member] for member in range(N_TREES) if pool.out_of_bag[row, member]
        )
        expected = [counts[c] / sum(counts.values()) for c in np.unique(y)]
        np.testing.assert_allclose(votes[row], expected)


def test_sureness_is_the_gap_between_the_two_first():
    votes = np.array([[0.5, 0.5, 0.0], [0.2, 0.7, 0.1], [0.0, 0.0, 1.0]])
    np.testing.assert_allclose(vote_lead(votes), [0.0, 0.5, 1.0])


def test_flips_lie_at_the_boundaries_and_go_across_them(line):
    X, y = line
    flipped, rows = flip_boundary_labels(X, y, np.arange(len(y)), 4 / 300, seed=1)
    x = X["x"].to_numpy()
    away = np.minimum(abs(x - 1 / 3), abs(x - 2 / 3))
    assert len(rows) == 4
    assert away[rows].max() < 0.02 < np.median(away)
    for row in rows:
        first = x[row] < 0.5
        assert {y[row], flipped[row]} == ({"a", "b"} if first else {"b", "c"})


def test_the_least_sure_rows_go_to_the_most_voted_other_class(glass):
    rows = np.arange(5, 165)
    flipped, chosen = flip_boundary_labels(glass.X, glass.y, rows, 0.25, seed=2)
    assert len(chosen) == 40
    votes = out_of_bag_vote_shares(glass.X.iloc[rows], glass.y[rows], 2)
    classes = np.unique(glass.y[rows])
    sure = dict(zip(rows.tolist(), vote_lead(votes), strict=True))
    left = set(rows.tolist()) - set(chosen.tolist())
    assert max(sure[r] for r in chosen.tolist()) <= min(sure[r] for r in left) + 1e-9
    for row in chosen:
        others = {c: v for c, v in zip(classes, votes[row - 5], strict=True) if c != glass.y[row]}
        assert flipped[row] != glass.y[row]
        assert max(others.values()) == 0 or others[flipped[row]] == max(others.values())


def test_shares_are_nested_and_only_the_given_rows_change(glass):
    rows = np.arange(0, 214, 2)
    before = glass.y.copy()
    small, few = flip_boundary_labels(glass.X, glass.y, rows, 0.1, seed=5)
    large, many = flip_boundary_labels(glass.X, glass.y, rows, 0.5, seed=5)
    np.testing.assert_array_equal(glass.y, before)
    assert set(few) < set(many) <= set(rows)
    np.testing.assert_array_equal(small[few], large[few])
    np.testing.assert_array_equal(np.flatnonzero(large != glass.y), many)
    none, rest = flip_boundary_labels(glass.X, glass.y, rows, 0.0, seed=5)
    assert rest.size == 0
    np.testing.assert_array_equal(none, glass.y)


def test_the_forest_sees_no_other_row(glass):
    rows = np.arange(100)
    other = glass.y.copy()
    other[100:] = other[0]
    first = flip_boundary_labels(glass.X, glass.y, rows, 0.3, seed=1)[0]
    np.testing.assert_array_equal(
        first[:100], flip_boundary_labels(glass.X, other, rows, 0.3, seed=1)[0][:100]
    )


def test_one_class_and_bad_shares_are_diagnosed(glass):
    ones = np.array(["a"] * len(glass.y))
    with pytest.raises(InputError, match="flipping needs a second class"):
        flip_boundary_labels(glass.X, ones, np.arange(20), 0.5)
    with pytest.raises(InputError, match="allowed is a share from 0 to below 1"):
        flip_boundary_labels(glass.X, glass.y, np.arange(20), 1.0)


def test_a_run_flips_as_its_kind_says():
    kinds = {
        k: prepare_run("glass", n_members=3, label_noise=0.2, noise_kind=k) for k in NOISE_KINDS
    }
    near, anywhere = kinds["boundary"], kinds["random"]
    assert len(near.flipped_rows) == len(anywhere.flipped_rows) == 30
    rows = np.union1d(near.training_rows, near.weighting_rows)
    expected, chosen = flip_boundary_labels(near.dataset.X, near.dataset.y, rows, 0.2, seed=0)
    np.testing.assert_array_equal(near.flipped_rows, chosen)
    np.testing.assert_array_equal(near.labels, expected)
    np.testing.assert_array_equal(near.test_rows, anywhere.test_rows)
    assert not set(chosen) & set(near.test_rows)
    assert near.solve().as_dict()["recipe"]["noise_kind"] == "boundary"
    with pytest.raises(InputError, match="Unknown noise kind 'edge'"):
        prepare_run("glass", n_members=3, noise_kind="edge")
