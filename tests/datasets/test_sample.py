"""A sample keeps proportions, order and every class, and is the same for the same seed."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets import Dataset, load_dataset
from l2dwk_core.datasets.profile import challenge
from l2dwk_core.datasets.sample import sample_rows


def test_rows_are_the_datasets_own_in_its_order_and_in_proportion():
    X = pd.DataFrame({"place": np.arange(1000.0)})
    y = np.repeat(["a", "b", "c"], [600, 390, 10])
    sample = sample_rows(Dataset("t", X, y), 100)
    places = sample.X["place"].to_numpy().astype(int)
    assert (np.diff(places) > 0).all()
    np.testing.assert_array_equal(sample.y, y[places])
    counts = dict(zip(*np.unique(sample.y, return_counts=True), strict=True))
    assert sum(counts.values()) == 100
    assert abs(counts["a"] - 60) <= 2
    assert abs(counts["b"] - 39) <= 2
    assert counts["c"] >= 1
    assert "100 of 1000 rows" in sample.notes[-1]


def test_small_datasets_stay_as_they_are_and_seeds_decide():
    glass = load_dataset("glass")
    assert sample_rows(glass, 214) is glass
    first, again, other = (sample_rows(glass, 50, seed) for seed in (1, 1, 2))
    pd.testing.assert_frame_equal(first.X, again.X)
    assert not first.X.equals(other.X)


def test_every_class_needs_a_row():
    with pytest.raises(InputError, match="n_rows is 5, fewer than the 6 classes; keep more rows"):
        sample_rows(load_dataset("glass"), 5)


def test_challenge_reports_each_fold_and_stops_when_told():
    zoo = load_dataset("zoo")
    told: list[tuple[str, int, int]] = []
    with_report = challenge(zoo, folds=3, n_trees=3, progress=lambda *now: told.append(now))
    assert [what for what, _, _ in told[::3]] == ["majority class", "single trees", "forests"]
    # One report of the whole, in which nearly all the time goes to the forests.
    assert [done for _, done, _ in told] == [0, 1, 2, 3, 4, 5, 6, 24, 42]
    assert {total for _, _, total in told} == {60}
    np.testing.assert_array_equal(with_report.forest, challenge(zoo, folds=3, n_trees=3).forest)

    def stop(what: str, done: int, total: int) -> None:
        if what == "single trees":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        challenge(zoo, folds=3, n_trees=3, progress=stop)
