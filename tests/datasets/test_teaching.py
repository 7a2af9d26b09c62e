"""Teaching sets: their shapes, what noise does and does not do, and refusals."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.teaching import TEACHING_SETS, teaching_set


@pytest.mark.parametrize("kind", TEACHING_SETS)
def test_every_set_is_balanced_numeric_and_repeatable(kind):
    dataset = teaching_set(kind, n_rows=301, seed=5)
    assert dataset.X.shape == (301, 2)
    assert (dataset.X.dtypes == "float64").all()
    assert np.isfinite(dataset.X.to_numpy()).all()
    counts = np.unique(dataset.y, return_counts=True)[1]
    assert len(counts) == TEACHING_SETS[kind].n_classes
    slack = 60 if kind == "xor" else 1  # its classes are drawn, the others' are dealt
    assert counts.max() - counts.min() <= slack
    again, other = teaching_set(kind, n_rows=301, seed=5), teaching_set(kind, n_rows=301, seed=6)
    assert dataset.X.equals(again.X)
    assert (dataset.y == again.y).all()
    assert not dataset.X.equals(other.X)


@pytest.mark.parametrize("kind", TEACHING_SETS)
def test_minus_zero_is_no_noise(kind):
    noiseless = teaching_set(kind, noise=0)
    assert teaching_set(kind, noise=-0.0, label_noise=-0.0).X.equals(noiseless.X)


def test_without_noise_the_points_lie_on_their_shapes():
    X, y = (d := teaching_set("circles", noise=0)).X.to_numpy(), d.y
    np.testing.assert_allclose(np.hypot(*X.T), np.where(y == "A", 1, 0.5))
    X, y = (d := teaching_set("xor", noise=0)).X.to_numpy(), d.y
    assert ((X[:, 0] * X[:, 1] > 0) == (y == "B")).all()
    X, y = (d := teaching_set("spirals", noise=0)).X.to_numpy(), d.y
    radius, angle = np.hypot(*X.T), np.arctan2(X[:, 1], X[:, 0])
    # On an arm the radius is angle / π, up to whole turns and half a turn for the second arm.
    turns = (radius * np.pi - angle - np.pi * (y == "B")) / (2 * np.pi)
    turns_b = (radius * np.pi - angle + np.pi * (y == "B")) / (2 * np.pi)
    assert (
        np.minimum(np.abs(turns - np.round(turns)), np.abs(turns_b - np.round(turns_b))).max()
        < 1e-9
    )
    assert radius.max() <= 3
    X, y = (d := teaching_set("blobs", noise=0)).X.to_numpy(), d.y
    assert len(np.unique(np.column_stack([X, y == "A", y == "B"]), axis=0)) == 3


@pytest.mark.parametrize("kind", TEACHING_SETS)
def test_label_noise_replaces_that_share_and_moves_no_point(kind):
    clean, noisy = teaching_set(kind, 4000), teaching_set(kind, 4000, label_noise=0.3)
    assert clean.X.equals(noisy.X)
    share = (clean.y != noisy.y).mean()
    assert abs(share - 0.3) < 4 * np.sqrt(0.3 * 0.7 / 4000)
    assert noisy.notes == (f"{round(share * 4000)} of 4000 labels were replaced.",)
    assert clean.notes == ()
    all_wrong = teaching_set(kind, 100, label_noise=1.0)
    assert (all_wrong.y != teaching_set(kind, 100).y).all()


def test_noise_displaces_by_its_standard_deviation():
    for kind in ("xor", "spirals"):
        still, moved = teaching_set(kind, 5000, noise=0), teaching_set(kind, 5000, noise=0.5)
        step = (moved.X - still.X).to_numpy()
        assert abs(step.std() - 0.5) < 0.02
        assert (still.y == moved.y).all()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"kind": "moon"}, "Unknown teaching set 'moon'.*Did you mean 'moons'"),
        ({"kind": "xor", "n_rows": 9}, "n_rows is 9; .* from 10 to"),
        ({"kind": "xor", "n_rows": 10**9}, "from 10 to 100000; try 100000"),
        ({"kind": "xor", "noise": -0.1}, "noise is -0.1"),
        ({"kind": "xor", "noise": np.nan}, "noise is nan"),
        ({"kind": "xor", "label_noise": 1.1}, "probability from 0 to 1"),
        ({"kind": "xor", "seed": -1}, "seed is -1"),
    ],
)
def test_refusals(arguments, message):
    with pytest.raises(InputError, match=message):
        teaching_set(**arguments)
