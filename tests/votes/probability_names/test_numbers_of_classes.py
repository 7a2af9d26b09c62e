"""Probabilities of three classes or more whose names say the class by a number in other ways."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.read import read_votes
from tests.votes import answers

N, MODELS = 150, ("rf", "svm")


def made(n_classes):
    """(N,) codes of the true labels and (N, 2, C) probabilities that tell them."""
    rng = np.random.default_rng(n_classes)
    codes = rng.integers(0, n_classes, N)
    scores = rng.normal(size=(N, 2, n_classes)) + 2.0 * np.eye(n_classes)[codes][:, None]
    proba = np.exp(scores) / np.exp(scores).sum(axis=2, keepdims=True)
    return codes, proba.round(6)


def table(form, labels, codes, proba, numbers):
    columns = {
        form.format(m=model, c=number): proba[:, j, c]
        for j, model in enumerate(MODELS)
        for c, number in enumerate(numbers)
    }
    return answers.csv(pd.DataFrame({"label": np.array(labels)[codes], **columns}))


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("n_classes", [3, 5])
@pytest.mark.parametrize("form", ["{m}_{c}.0", "p{c}_{m}", "class {c} {m}", "stacking_{m}{c}"])
def test_numbered_classes(form, n_classes, first):
    codes, proba = made(n_classes)
    numbers = [str(first + c) for c in range(n_classes)]
    read = read_votes(table(form, numbers, codes, proba, numbers))
    assert [model.removeprefix("stacking_") for model in read.models] == list(MODELS)
    assert read.classes.tolist() == numbers
    np.testing.assert_allclose(read.probabilities, proba, atol=1e-5)


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("form", ["{m}_p{c}", "{m}_{c}", "p{c}_{m}", "{m}{c}"])
def test_numbers_beside_true_labels_in_words_are_those_of_the_alphabet(form, first):
    codes, proba = made(3)
    labels, numbers = ["bird", "cat", "dog"], [str(first + c) for c in range(3)]
    read = read_votes(table(form, labels, codes, proba, numbers))
    assert read.models == MODELS
    assert read.classes.tolist() == labels
    np.testing.assert_allclose(read.probabilities, proba, atol=1e-5)
    assert any("classes in alphabetical order" in note for note in read.notes)


def test_another_order_of_words_is_not_guessed():
    codes, proba = made(3)
    with pytest.raises(InputError, match="no complete probabilities"):
        read_votes(table("{m}_p{c}", ["dog", "cat", "bird"], codes, proba, ["0", "1", "2"]))


def test_models_with_numbers_whose_numbers_do_not_sum_to_one_are_no_classes():
    codes, proba = made(3)
    with pytest.raises(InputError, match="no complete probabilities"):
        read_votes(table("{m}{c}", ["0", "1", "2"], codes, proba * 0.7, ["0", "1", "2"]))
