"""Columns of numbers beside votes that are no models: weights of the rows, properties of cases."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.read import read_votes
from tests.votes import answers

N = 120


def made():
    """True labels 0 and 1 (N,), and probabilities of 1 (N, 2) of two models."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, N)
    return truth, np.clip(rng.normal(0.3 + 0.4 * truth[:, None], 0.2, (N, 2)), 0.01, 0.99).round(3)


def probabilities(**columns):
    truth, proba = made()
    return pd.DataFrame({"y": truth, "rf": proba[:, 0], "svm": proba[:, 1], **columns})


def labels(*names, **columns):
    truth, proba = made()
    said = np.where(proba > 0.5, "yes", "no")
    beside = dict(zip(names, said.T, strict=True))
    return pd.DataFrame({"y": np.where(truth, "yes", "no"), **columns, **beside})


@pytest.mark.parametrize(
    "name", ["sample_weight", "weight", "Weights", "w", "class_weight", "Gewicht", "ipw"]
)
def test_weights_of_the_rows_beside_probabilities_are_left_out_by_name(name):
    weights = np.random.default_rng(1).uniform(0.5, 1.5, N).round(3)
    read = read_votes(answers.csv(probabilities(**{name: weights})))
    assert read.models == ("rf", "svm")
    assert np.allclose(read.probabilities[:, :, 1], made()[1], atol=1e-6)
    (note,) = [note for note in read.notes if repr(name) in note]
    assert "is left out: by its name it says how much a row counts" in note


def test_weights_below_one_are_left_out_too_and_a_model_named_w_is_not():
    parts = np.random.default_rng(1).uniform(0.1, 0.9, N).round(3)
    assert read_votes(answers.csv(probabilities(instance_weight=parts))).models == ("rf", "svm")
    assert read_votes(answers.csv(probabilities(w=parts))).models == ("rf", "svm", "w")


def test_other_numbers_beside_probabilities_are_named_in_the_refusal():
    amounts = np.random.default_rng(1).uniform(0, 3, N).round(3)
    with pytest.raises(InputError, match="Column 'dose' holds numbers that are no probabilities"):
        read_votes(answers.csv(probabilities(dose=amounts)))


@pytest.mark.parametrize(
    "names", [("annotator1", "annotator2"), ("reader_a", "reader_b"), ("exp01", "exp02")]
)
def test_a_property_from_0_to_1_beside_labels_of_people_is_left_out(names):
    dose = np.random.default_rng(2).random(N).round(3)
    read = read_votes(answers.csv(labels(*names, dose=dose)))
    assert read.models == names
    assert any("Column 'dose' is left out" in note for note in read.notes)


@pytest.mark.parametrize("ending", ["_score", "_prob", "_conf"])
@pytest.mark.parametrize("names", [("rf", "mymodel"), ("ours", "resnet50"), ("teacher", "bert")])
def test_labels_beside_their_own_score_are_those_of_a_model(names, ending):
    truth, proba = made()
    frame = labels(*names)
    for place, name in enumerate(names):
        frame[name + ending] = np.maximum(proba[:, place], 1 - proba[:, place])
    read = read_votes(answers.csv(frame))
    assert read.models == names
    assert (read.predictions == np.where(proba > 0.5, "yes", "no")).all()
    assert (read.labels == np.where(truth, "yes", "no")).all()
