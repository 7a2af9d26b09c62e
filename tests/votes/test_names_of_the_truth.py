"""A name that speaks of the truth tells the true label wherever it stands."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core import read_votes
from tests.votes import answers

CLASSES = np.array(["benign", "malignant"])


def between(name, models=("reader a", "reader b"), seed=0):
    """Return a table with the true label behind the first model, and the labels."""
    rng = np.random.default_rng(seed)
    truth = CLASSES[rng.integers(0, 2, 60)]
    made = [np.where(rng.random(60) < 0.8, truth, rng.permutation(truth)) for _ in models]
    columns = {models[0]: made[0], name: truth}
    columns |= dict(zip(models[1:], made[1:], strict=True))
    return pd.DataFrame(columns), truth.tolist()


@pytest.mark.parametrize(
    "name",
    [
        *["truth", "gold", "reference", "Reference standard", "histology", "Histopathology"],
        *["biopsy", "gold_2021", "beobachtet", "Tatsächlich", "tatsaechlich", "echte_klasse"],
        *["verite", "vérité", "Vérité terrain", "classe_reelle", "verdad", "clase_real", "expert"],
        *["verità", "classe_reale", "Histologie", "churn", "Survived", "Ergebnis", "true dx"],
        *["Referenz", "Referencia"],
    ],
)
@pytest.mark.parametrize("models", [("reader a", "reader b"), ("modele1", "modele2", "modele3")])
def test_the_name_tells_the_true_label_between_models(name, models):
    frame, truth = between(name, models)
    votes = read_votes(answers.csv(frame))
    assert votes.models == models
    assert votes.labels.tolist() == truth
    assert f"The true label is column {name!r}, by its name." in votes.notes


@pytest.mark.parametrize("name", ["reader c", "model_real", "pred_true", "realistic", "status quo"])
def test_other_names_leave_it_to_the_place(name):
    frame, truth = between(name)
    votes = read_votes(answers.csv(frame.assign(outside=truth)))
    assert votes.labels.tolist() == truth
    assert any("The true label is column 'outside', the last one" in note for note in votes.notes)


def test_several_experts_are_models():
    models = ("Expert A", "Expert B", "Expert C")
    frame, truth = between("consensus", models)
    frame = frame[[*models, "consensus"]]
    votes = read_votes(answers.csv(frame))
    assert votes.models == models
    assert votes.labels.tolist() == truth


def test_a_word_of_the_truth_above_other_values_tells_nothing():
    frame, truth = between("outside")
    frame.insert(1, "true age", np.arange(60) % 50 + 20)
    last = frame[[c for c in frame if c != "outside"]].assign(outside=truth)
    assert read_votes(answers.csv(last)).labels.tolist() == truth


def probabilities(form, classes=("benign", "malignant", "other"), seed=0):
    """Return a table of probabilities of two models with names of that form, and these."""
    rng = np.random.default_rng(seed)
    shares = rng.dirichlet(np.ones(len(classes)), (50, 2)).round(4)
    shares[..., 0] = (1 - shares[..., 1:].sum(axis=2)).round(4)
    columns = {"y": np.array(classes)[np.arange(50) % len(classes)]}
    for j, model in enumerate(["rf", "svm_a"]):
        for k, label in enumerate(classes):
            columns[form.format(model=model, label=label)] = shares[:, j, k]
    return pd.DataFrame(columns), shares


@pytest.mark.parametrize(
    "form",
    [
        *["prob_{label}_{model}", "proba_{label}__{model}", "p_{label}_{model}"],
        *["probability.{label}.{model}", ".pred_{label}_{model}", "prob-{label}-{model}"],
        "{label}_{model}",
    ],
)
def test_probabilities_with_the_class_before_the_model(form):
    frame, shares = probabilities(form)
    votes = read_votes(answers.csv(frame))
    assert votes.models == ("rf", "svm_a")
    assert votes.classes.tolist() == ["benign", "malignant", "other"]
    np.testing.assert_allclose(votes.probabilities, shares, atol=1e-6)


@pytest.mark.parametrize("name", ["Survived", "histology", "churn"])
def test_the_name_tells_the_true_label_beside_probabilities(name):
    rng = np.random.default_rng(4)
    truth = rng.integers(0, 2, 60)
    shares = np.clip(truth * 0.4 + rng.random((2, 60)) * 0.6, 0, 1).round(3)
    frame = pd.DataFrame({"oof_a": shares[0], name: truth, "oof_b": shares[1]})
    votes = read_votes(answers.csv(frame))
    assert votes.models == ("oof_a", "oof_b")
    assert votes.labels.tolist() == [str(label) for label in truth]
    np.testing.assert_allclose(votes.probabilities[:, :, 1], shares.T, atol=1e-6)
