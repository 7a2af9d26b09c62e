"""Predictions as SPSS Modeler, Azure ML and SAS name them, beside all columns of the data."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.datasets.tables.meaning.scored_names import (
    is_scored_confidence,
    is_scored_label,
    is_scored_number,
    sas_target,
    sas_truth,
)
from l2dwk_core.votes.read import read_votes
from tests.votes import answers
from tests.votes.made_tables import notes_of


def predicted(truth, seed):
    """Labels that are right in about 80 of 100 rows."""
    rng = np.random.default_rng(seed)
    return np.where(rng.random(len(truth)) < 0.8, truth, rng.permutation(truth))


def truth_of(classes, n=90, seed=0):
    return np.random.default_rng(seed).choice(classes, n)


@pytest.mark.parametrize("classes", [("T", "F"), ("0", "1"), ("low", "mid", "high")])
@pytest.mark.parametrize("target", ["Churn", "Kunde", "y"])
@pytest.mark.parametrize("kinds", ["N", "NR", "CNL", ("XF", "R1", "KNN")])
def test_every_kind_of_model_of_modeler_is_a_prediction(kinds, target, classes):
    truth = truth_of(classes)
    rng = np.random.default_rng(1)
    frame = pd.DataFrame({"gender": rng.choice(classes, 90), target: truth})
    for place, kind in enumerate(kinds):
        letters, number = kind.rstrip("1"), kind[len(kind.rstrip("1")) :]
        frame[f"${kind}-{target}"] = predicted(truth, place)
        frame[f"${letters}C{number}-{target}"] = rng.uniform(0.5, 1, 90).round(3)
    frame["flag"] = rng.choice(classes, 90)
    read = read_votes(answers.csv(frame))
    assert read.models == tuple(f"${kind}-{target}" for kind in kinds)
    np.testing.assert_array_equal(read.labels.astype(str), truth)
    first = frame[f"${kinds[0]}-{target}"]
    np.testing.assert_array_equal(read.predictions[:, 0].astype(str), first)
    assert sum("is left out" in note for note in read.notes) == len(kinds) + 2


def test_a_confidence_of_whole_numbers_is_no_prediction():
    truth = truth_of(("0", "1"))
    frame = pd.DataFrame({"Churn": truth, "$R-Churn": predicted(truth, 1)})
    frame["$RC-Churn"] = np.where(np.arange(90) % 7, "1", "0")
    read = read_votes(answers.csv(frame))
    assert read.models == ("$R-Churn",)


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("numbers", ["none", "one", "each"])
@pytest.mark.parametrize("classes", [("<=50K", ">50K"), ("cat", "dog", "horse")])
def test_scored_labels_of_azure_are_never_the_truth(classes, numbers, order):
    truth = truth_of(classes)
    frame = pd.DataFrame({"pay": truth})
    proba = np.random.default_rng(2).dirichlet(np.ones(len(classes)), 90).round(6)
    proba[:, -1] = 1 - proba[:, :-1].sum(axis=1)
    if numbers == "each":
        for place, label in enumerate(classes):
            frame[f'Scored Probabilities for Class "{label}"'] = proba[:, place]
    frame["Scored Labels"] = predicted(truth, 3)
    if numbers == "one":
        frame["Scored Probabilities"] = proba[:, 0]
    read = read_votes(answers.csv(frame[frame.columns[::order]]))
    np.testing.assert_array_equal(read.labels, truth)
    if numbers == "each":
        np.testing.assert_allclose(read.probabilities[:, 0], proba, atol=1e-5)
    else:
        assert read.models == ("Scored Labels",)
        np.testing.assert_array_equal(read.predictions[:, 0], frame["Scored Labels"])


def test_names_that_only_look_alike():
    assert not any(map(is_scored_label, ["N-Churn", "$-Churn", "$n-churn", "$N", "goal scored"]))
    assert not is_scored_label("$NC-Churn") and is_scored_confidence("$NC-Churn")
    assert is_scored_number("$NP-Churn") and not is_scored_confidence("$NP-Churn")
    assert is_scored_label("$C-Churn") and not is_scored_number("$C-Churn")


def scored(target="BAD", classes=("0", "1"), n=80, seed=0):
    """The data with their scores, and the probabilities (n, C)."""
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, len(classes), n)
    shares = rng.dirichlet(np.ones(len(classes)), n)
    shares = 0.6 * shares + 0.4 * np.eye(len(classes))[codes]
    labels = np.array(classes)
    frame = pd.DataFrame({"REASON": rng.choice(labels, n), target: labels[codes], "LOAN": range(n)})
    for place in range(len(classes))[::-1]:
        frame[f"P_{target}{classes[place].upper()}"] = shares[:, place]
        frame[f"R_{target}{classes[place].upper()}"] = (codes == place) - shares[:, place]
    frame[f"I_{target}"] = labels[shares.argmax(axis=1)]
    frame[f"U_{target}"] = frame[f"I_{target}"]
    frame[f"F_{target}"] = frame[target]
    return frame.assign(EM_EVENTPROBABILITY=shares[:, -1], _WARN_=""), shares


@pytest.mark.parametrize("classes", [("0", "1"), ("N", "Y"), ("good", "bad"), ("a", "b", "c")])
@pytest.mark.parametrize("target", ["BAD", "target", "Species"])
@pytest.mark.parametrize("keeps_target", [True, False])
def test_scores_of_sas_are_the_probabilities_of_one_model(classes, target, keeps_target):
    frame, shares = scored(target, classes)
    truth = frame[target].tolist()
    frame = frame if keeps_target else frame.drop(columns=target)
    for table in (frame, frame[frame.columns[::-1]]):
        read = read_votes(answers.csv(table))
        assert read.models == ("model",)
        assert read.labels.tolist() == truth
        order = np.argsort(classes)
        np.testing.assert_allclose(read.probabilities[:, 0], shares[:, order], atol=1e-6)
        assert f"The names are those of SAS: 'I_{target}' is the predicted" in notes_of(read)


def test_without_probabilities_the_predicted_class_is_the_model():
    frame, _ = scored()
    read = read_votes(answers.csv(frame[["I_BAD", "F_BAD"]]))
    assert read.models == ("I_BAD",)
    assert read.labels.tolist() == frame["BAD"].tolist()
    read = read_votes(answers.csv(frame[["BAD", "I_BAD"]].assign(tree=frame["BAD"][::-1].tolist())))
    assert read.models == ("I_BAD", "tree")


def test_names_that_only_look_like_those_of_sas():
    assert sas_target(["I_net", "II_net", "y"]) == ""
    assert sas_truth(["F_BAD", "I_BAD"]) == "F_BAD"
    assert sas_truth(["F_BAD", "BAD", "I_BAD"]) == "BAD"
