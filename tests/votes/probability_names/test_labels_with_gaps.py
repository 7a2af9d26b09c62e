"""Labels of people or models that are numbered as classes are, with gaps, are no probabilities."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.votes.read import read_votes
from tests.votes import answers


@pytest.mark.parametrize("n_classes", [2, 4])
@pytest.mark.parametrize("n_workers", [4, 12])
@pytest.mark.parametrize("share", [0.1, 0.5])
def test_columns_of_class_numbers_with_gaps_are_labels(n_classes, n_workers, share):
    rng = np.random.default_rng(0)
    truth = rng.integers(0, n_classes, 200)
    shape = 200, n_workers
    given = np.where(rng.random(shape) < 0.8, truth[:, None], rng.integers(0, n_classes, shape))
    cast = rng.random(shape) < share
    cast[:, 0] |= ~cast.any(axis=1)
    texts = np.where(cast, given.astype(str), "")
    names = [f"worker_{number}" for number in range(n_workers)]
    frame = pd.DataFrame(texts, columns=names).assign(gold=truth)
    read = read_votes(answers.csv(frame))
    assert read.models == tuple(names)
    assert read.probabilities is None
    assert (read.available == cast).all()
    assert (read.predictions[cast] == given.astype(str)[cast]).all()


def test_one_and_zero_for_each_class_are_probabilities_with_gaps_too():
    rng = np.random.default_rng(1)
    truth, said = rng.integers(0, 2, 60), rng.integers(0, 2, 60)
    frame = pd.DataFrame({"y": truth, "rf_0": 1.0 - said, "rf_1": said * 1.0})
    frame.loc[:9, ["rf_0", "rf_1"]] = np.nan
    read = read_votes(answers.csv(frame))
    assert read.models == ("rf",)
    assert read.probabilities is not None


@pytest.mark.filterwarnings("error")
def test_probabilities_with_a_column_for_each_fold_are_read_without_a_warning():
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 2, 90)
    number = np.clip(rng.normal(0.3 + 0.4 * truth, 0.2), 0.01, 0.99).round(3)
    folds = {f"fold_{k}": np.where(np.arange(90) % 3 == k, number, np.nan) for k in range(3)}
    read = read_votes(answers.csv(pd.DataFrame({"y": truth, **folds})))
    assert read.models == tuple(folds)
    assert read.available.sum() == 90
