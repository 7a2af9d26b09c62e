"""Of two columns with a usual name of true labels, that one is the truth whose values are
predicted; and which other names are usual."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.read import read_votes
from tests.votes import answers
from tests.votes.made_tables import notes_of


def made(truth, classes=("cat", "dog"), n=60, **more):
    rng = np.random.default_rng(0)
    labels = rng.choice(classes, n)
    said = {
        model: np.where(rng.random(n) < 0.8, labels, rng.permutation(labels))
        for model in ("rf", "svm")
    }
    beside = {name: make(rng, n) for name, make in more.items()}
    return pd.DataFrame({"id": np.arange(n), **beside, truth: labels, **said})


def amounts(rng, n):
    return rng.normal(5, 2, n).round(2)


def levels(rng, n):
    return rng.integers(0, 4, n)


def words(rng, n):
    return rng.choice(["low", "mid", "high"], n)


@pytest.mark.parametrize("values", [amounts, levels, words])
@pytest.mark.parametrize(
    ("other", "truth"),
    [
        ("y", "class"),
        ("actual", "label"),
        ("expected", "label"),
        ("observed", "label"),
        ("target", "diagnosis"),
        ("category", "diagnosis"),
        ("y_true", "outcome"),
    ],
)
def test_the_truth_has_the_values_that_are_predicted(other, truth, values):
    frame = made(truth, **{other: values})
    read = read_votes(answers.csv(frame))
    assert read.models == ("rf", "svm")
    assert read.labels.tolist() == frame[truth].tolist()
    assert f"The true label is column '{truth}', by its name; '{other}' has" in notes_of(read)


def test_beside_probabilities_the_truth_has_classes():
    frame = made("class", x=amounts, y=amounts).drop(columns=["rf", "svm"])
    share = (0.3 + 0.4 * (frame["class"] == "dog")).round(2)
    frame = frame.assign(rf_cat=(1 - share).round(2), rf_dog=share)
    assert read_votes(answers.csv(frame)).labels.tolist() == frame["class"].tolist()


def test_the_first_usual_name_stays_when_both_fit():
    frame = made("label", classes=("a", "b"), actual=lambda rng, n: rng.choice(["a", "b"], n))
    read = read_votes(answers.csv(frame))
    assert read.labels.tolist() == frame["actual"].tolist()


NAMES = ["Diagnose", "Target (y)", "class_name", "klass", "correct answer"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("classes", [("cat", "dog"), (0, 1)])
def test_other_usual_names(name, classes):
    frame = made(name, classes, fold=lambda rng, n: rng.permutation(np.arange(n) % 2))
    frame.insert(1, "case", rng_words(len(frame)))
    read = read_votes(answers.csv(frame.drop(columns="id")))
    assert read.models == ("rf", "svm")
    assert f"'{name}', by its name" in notes_of(read)


def rng_words(n):
    return [f"case {row // 2}" for row in range(n)]


@pytest.mark.parametrize("truth", ["truth", "y", "Diagnosis"])
@pytest.mark.parametrize("first", [True, False])
def test_models_named_as_the_classes_are_no_case(truth, first):
    rng = np.random.default_rng(0)
    labels = rng.choice(list("ABC"), 60)
    said = {name: np.where(rng.random(60) < 0.7, labels, rng.permutation(labels)) for name in "ABC"}
    frame = pd.DataFrame({truth: labels} | said if first else said | {truth: labels})
    read = read_votes(answers.csv(frame))
    assert read.models == ("A", "B", "C") and read.n_rows == 60
    bare = frame.to_csv(index=False, header=False).encode()
    with pytest.raises(InputError, match="Columns 'c4', 'c1', 'c2' and 'c3' may be the true label"):
        read_votes(bare)
    assert read_votes(bare, "c4").n_rows == 60
