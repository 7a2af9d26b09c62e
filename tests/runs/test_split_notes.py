"""What notes say of classes too rare to divide, against counts of the rows they speak of."""

from __future__ import annotations

import re

import numpy as np
import pytest

import l2dwk_core as l2
from l2dwk_core.datasets.splits import split_rows
from l2dwk_core.pools.recipe import PoolRecipe
from l2dwk_core.studies.repeated_trainings import repeated_trainings

_NOTE = re.compile(r"Class '(.+)' has only (\d+) ((?:training )?row)s?: too few to divide, (.*)")


def _said(notes):
    """The rare classes that the notes name: {(what the rows are called, class): (count, use)}."""
    found = [m.groups() for m in map(_NOTE.fullmatch, notes) if m]
    return {(row, label): (int(count), use) for label, count, row, use in found}


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("name", ["lymph", "audiology"])
def test_a_run_counts_the_rows_it_speaks_of(name, seed):
    done = l2.prepare_run(name, n_members=2, seed=seed)
    y = np.asarray(done.dataset.y).astype(str)
    parts = {"fit": done.training_rows, "judge": done.weighting_rows, "test": done.test_rows}
    said = _said(done.notes)
    expected = set()
    for label in np.unique(y):
        count = {part: int((y[rows] == label).sum()) for part, rows in parts.items()}
        everywhere, training = sum(count.values()), count["fit"] + count["judge"]
        if everywhere == 1:
            expected.add(("row", label))
            assert count["test"] == 0
            use = "all used for training, none set aside for testing."
            assert said["row", label] == (1, use)
        if training == 1:
            expected.add(("training row", label))
            assert count["judge"] == 0
            use = "all used to fit members, none set aside to judge members."
            assert said["training row", label] == (1, use)
    assert set(said) == expected
    assert expected  # the datasets have such classes


def test_a_trial_counts_the_training_rows():
    found = repeated_trainings("lymph", pool=PoolRecipe("bagging", 2), values=(1,), trials=2)
    data = l2.load_dataset("lymph")
    y = np.asarray(data.y).astype(str)
    training = y[split_rows(data.y, 0.3, 0).first_rows]
    assert ((y == "normal").sum(), (training == "normal").sum()) == (2, 1)
    use = "all used in a trial, none left out of a trial."
    assert _said(found.notes) == {("training row", "normal"): (1, use)}
