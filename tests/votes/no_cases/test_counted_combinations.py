"""Counts of each combination of labels are refused, whatever their column is called."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.read import read_votes
from tests.votes import answers

COUNTS = ["size", "0", "Count of id", "Total", "cnt", "n_cases", "cases", "patients", "n", "Zahl"]


def readings(classes=(0, 1), readers=3, n=200, right=0.8, seed=0):
    """A row for each case with its class and what each reader said."""
    rng = np.random.default_rng(seed)
    truth = rng.choice(classes, n)
    said = {
        f"R{1 + reader}": np.where(rng.random(n) < right, truth, rng.choice(classes, n))
        for reader in range(readers)
    }
    return pd.DataFrame({"truth": truth, **said})


@pytest.mark.parametrize("name", [*COUNTS, "how often"])
@pytest.mark.parametrize("classes", [(0, 1), (1, 2, 3), ("benign", "malignant")])
@pytest.mark.parametrize("readers", [2, 3, 4])
@pytest.mark.parametrize("absent", [True, False])
def test_counts_are_refused(name, classes, readers, absent):
    frame = readings(classes, readers)
    counted = frame.groupby(list(frame.columns)).size()
    if not absent:
        counted = counted.unstack(fill_value=0).stack()
    with pytest.raises(InputError, match=f"column '{name}' counts them"):
        read_votes(answers.csv(counted.reset_index(name=name)))


@pytest.mark.parametrize("name", ["PSA", "id", "n", "size", "minutes"])
def test_a_number_beside_cases_is_no_count(name):
    frame = readings(n=80).assign(**{name: np.random.default_rng(1).integers(1, 40, 80)})
    assert read_votes(answers.csv(frame)).models == ("R1", "R2", "R3")


def test_numbers_of_rows_are_no_count():
    frame = readings(readers=8, n=25, right=0.5).drop_duplicates()
    for name in ("no", "patients", "case", "x"):
        numbered = frame.assign(**{name: np.arange(len(frame)) + 1})
        assert len(read_votes(answers.csv(numbered)).models) == 8


@pytest.mark.parametrize("name", ["size", "n", "minutes"])
@pytest.mark.parametrize("seed", range(5))
def test_a_few_cases_of_many_models_are_no_combinations(name, seed):
    frame = readings(readers=9, n=10, right=0.6, seed=seed).drop_duplicates()
    numbers = np.random.default_rng(seed).integers(2, 60, len(frame))
    assert len(read_votes(answers.csv(frame.assign(**{name: numbers}))).models) == 9
