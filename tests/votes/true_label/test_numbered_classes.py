"""More than 20 whole numbers are classes when models name them exactly, and else a quantity."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.read import read_votes
from tests.votes import answers


def test_many_whole_numbers_that_models_name_exactly_are_classes():
    for n_classes, right in ((21, 0.5), (43, 0.9), (100, 0.6)):
        draw = np.random.default_rng(n_classes)
        truth = draw.permutation(np.arange(12 * n_classes) % n_classes)
        frame = pd.DataFrame({"id": draw.permutation(len(truth)) + 5000, "label": truth})
        for model in ("rf", "svm", "knn"):
            other = draw.integers(0, n_classes, len(truth))
            frame[model] = np.where(draw.random(len(truth)) < right, truth, other)
        read = read_votes(answers.csv(frame))
        assert read.models == ("rf", "svm", "knn")
        assert read.labels.astype(int).tolist() == truth.tolist()
        assert read.predictions.astype(int).tolist() == frame[list(read.models)].values.tolist()


def test_many_whole_numbers_with_a_probability_each_are_classes():
    draw = np.random.default_rng(0)
    truth = draw.permutation(np.arange(250) % 25)
    shares = draw.dirichlet(np.ones(25), (250, 2))
    frame = pd.DataFrame({"label": truth})
    for place, model in enumerate(("rf", "svm")):
        named = pd.DataFrame(shares[:, place], columns=[f"{model}_{c}" for c in range(25)])
        frame = pd.concat([frame, named], axis=1)
    read = read_votes(answers.csv(frame))
    classes = read.classes.astype(int)
    assert read.models == ("rf", "svm")
    np.testing.assert_allclose(read.probabilities, shares[:, :, classes], atol=1e-5)


def test_a_quantity_predicted_as_whole_numbers_is_refused():
    for spread in (2.0, 5.0, 10.0):
        draw = np.random.default_rng(int(spread))
        age = draw.integers(20, 80, 300)
        models = {
            name: np.rint(age + draw.normal(0, spread, 300)).astype(int) for name in ("rf", "svm")
        }
        with pytest.raises(InputError, match="numeric target"):
            read_votes(answers.csv(pd.DataFrame({"y_true": age, **models})))


@pytest.mark.parametrize("n_classes", [101, 150, 400])
def test_more_classes_than_allowed_are_refused_as_classes_and_not_as_a_quantity(n_classes):
    draw = np.random.default_rng(n_classes)
    truth = draw.permutation(np.arange(8 * n_classes) % n_classes)
    frame = pd.DataFrame({"label": truth})
    for model in ("rf", "svm"):
        other = draw.integers(0, n_classes, len(truth))
        frame[model] = np.where(draw.random(len(truth)) < 0.7, truth, other)
    with pytest.raises(InputError, match=f"has {n_classes} classes; at most 100 are allowed"):
        read_votes(answers.csv(frame))
