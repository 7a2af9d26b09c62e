"""True labels in words, and as the numbers with which the models answer."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.votes.read import read_votes
from tests.votes import answers

CLASSES = {2: ["ham", "spam"], 3: ["bird", "cat", "dog"]}
N = 120


def made(n_classes):
    """(N,) codes of the true labels and (N, 2) codes of two models, right in about 85 %."""
    rng = np.random.default_rng(n_classes)
    codes = rng.integers(0, n_classes, N)
    other = rng.integers(0, n_classes, (N, 2))
    return codes, np.where(rng.random((N, 2)) < 0.8, codes[:, None], other)


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("name", ["label_encoded", "label_id", "class_code", "encoded"])
@pytest.mark.parametrize("first", [0, 1])
def test_models_that_answer_with_numbers_are_read_with_the_numbers_of_the_labels(
    n_classes, name, first
):
    codes, said = made(n_classes)
    frame = pd.DataFrame({"rf": said[:, 0] + first, "svm": said[:, 1] + first})
    frame = frame.assign(label=np.array(CLASSES[n_classes])[codes], **{name: codes + first})
    read = read_votes(answers.csv(frame))
    assert read.models == ("rf", "svm")
    assert read.labels.astype(int).tolist() == (codes + first).tolist()
    assert read.predictions.astype(int).tolist() == (said + first).tolist()
    (note,) = [note for note in read.notes if "in words, but" in note]
    assert repr(name) in note


def test_probabilities_with_the_numbers_in_their_names():
    codes, _ = made(3)
    proba = np.random.default_rng(1).dirichlet(np.ones(3), (N, 2)).round(5)
    proba[:, :, 2] = 1 - proba[:, :, 0] - proba[:, :, 1]
    frame = pd.DataFrame({"label": np.array(CLASSES[3])[codes], "label_id": codes})
    for j, model in enumerate(("rf", "svm")):
        for c in range(3):
            frame[f"{model}_p{c}"] = proba[:, j, c]
    read = read_votes(answers.csv(frame))
    assert read.labels.astype(int).tolist() == codes.tolist()
    assert np.allclose(read.probabilities, proba, atol=1e-6)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_where_models_answer_with_words_the_words_stay(n_classes):
    codes, said = made(n_classes)
    words = np.array(CLASSES[n_classes])
    frame = pd.DataFrame({"rf": words[said[:, 0]], "svm": words[said[:, 1]]})
    read = read_votes(answers.csv(frame.assign(label=words[codes], label_id=codes)))
    assert read.labels.tolist() == words[codes].tolist()
    assert read.models == ("rf", "svm")


def test_numbers_that_are_not_one_to_one_are_no_labels():
    codes, said = made(3)
    frame = pd.DataFrame({"rf": said[:, 0], "svm": said[:, 1], "code": codes})
    frame.loc[5, "code"] = (codes[5] + 1) % 3
    frame = frame.assign(label=np.array(CLASSES[3])[codes])
    with pytest.raises(ValueError, match="no column that predicts a class of 'label'"):
        read_votes(answers.csv(frame))
