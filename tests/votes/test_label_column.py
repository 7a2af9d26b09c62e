"""The column of true labels is found where its name is not a usual one."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.read import read_votes
from tests.votes import answers


def made(truth, models, classes=("0", "1"), n=60, seed=0):
    """A table with the true label first. Also its labels."""
    rng = np.random.default_rng(seed)
    labels = np.array(classes)[rng.integers(0, len(classes), n)]
    columns = {
        model: np.where(rng.random(n) < 0.8, labels, rng.permutation(labels)) for model in models
    }
    return pd.DataFrame({truth: labels, **columns}), labels


def last_first(frame):
    """The table with the first column last."""
    return frame[[*frame.columns[1:], frame.columns[0]]]


@pytest.mark.parametrize("models", [("pred_rf", "pred_svm"), ("yhat",), ("rf.pred", "svm.pred")])
@pytest.mark.parametrize("order", [pd.DataFrame, last_first])
def test_predictions_are_evidence_for_the_true_label_beside_them(models, order):
    frame, labels = made("outside", models)
    read = read_votes(answers.csv(order(frame)))
    assert read.models == models
    assert read.labels.tolist() == labels.tolist()


def test_predictions_that_are_written_as_1_and_0_with_a_point():
    frame, labels = made("outside", ("pred_rf", "pred_svm"))
    frame["pred_rf"] = frame["pred_rf"] + ".0"
    frame["pred_svm"] = frame["pred_svm"] + ".0"
    assert read_votes(answers.csv(frame)).labels.tolist() == labels.tolist()


def test_programs_that_name_the_true_label_as_the_table_did():
    frame, labels = made("Survived", ("Prediction (Survived)",))
    frame.insert(1, "P (Survived=0)", 0.3)
    frame.insert(2, "P (Survived=1)", 0.7)
    read = read_votes(answers.csv(frame))
    assert read.labels.tolist() == labels.tolist()
    assert read.probabilities.shape == (60, 1, 2)
    frame, labels = made("Survived", ("predict",))
    read = read_votes(answers.csv(frame.assign(p0=0.3, p1=0.7)))
    assert read.labels.tolist() == labels.tolist()


def test_predictions_of_other_values_are_no_evidence():
    frame, _ = made("outside", ("pred_rf", "pred_svm"))
    frame["outside"] = np.arange(60) % 5 + 7
    with pytest.raises(InputError, match="each column holds other values than the others"):
        read_votes(answers.csv(frame))


ESTIMATORS = [
    ("rf", "svm"),
    ("RandomForestClassifier", "SVC"),
    ("GaussianNB", "XGBClassifier"),
    ("Random Forest", "k-NN (k=5)", "Decision Tree"),
    ("model_1", "model_2"),
    ("lr", "nb"),
]


@pytest.mark.parametrize("models", ESTIMATORS)
@pytest.mark.parametrize("classes", [("0", "1"), ("a", "b", "c")])
def test_a_column_named_as_an_estimator_is_no_true_label(models, classes):
    frame, labels = made("outside", models, classes)
    numbered = frame.copy()
    numbered.insert(0, "PassengerId", range(1, 61))
    for table in (frame, last_first(frame), numbered):
        read = read_votes(answers.csv(table))
        assert read.models == models
        assert read.labels.tolist() == labels.tolist()


@pytest.mark.parametrize("models", [("rf", "svm"), ("model_a", "model_b", "model_c")])
def test_estimators_alone_have_no_true_label(models):
    frame, _ = made(models[0], models[1:])
    with pytest.raises(InputError, match="named as predictions or models"):
        read_votes(answers.csv(frame))
    assert read_votes(answers.csv(frame), target=models[0]).models == models[1:]


@pytest.mark.parametrize("truth", ["tree_species", "nb_visits", "forest cover", "model year"])
def test_a_true_label_may_begin_as_the_name_of_an_estimator(truth):
    frame, labels = made(truth, ("rf", "svm"))
    assert read_votes(answers.csv(frame)).labels.tolist() == labels.tolist()


NAMES = [
    "class_label", "target_class", "label_true", "y_actual", "gt", "correct_label",
    "observed_class", "status", "churn", "Survived", "Wahrheit", "tatsächlich", "vérité",
]  # fmt: skip


@pytest.mark.parametrize("truth", NAMES)
def test_more_usual_names_of_true_labels(truth):
    frame, labels = made(truth, ("a", "b", "c"))
    read = read_votes(answers.csv(frame))
    assert read.models == ("a", "b", "c")
    assert read.labels.tolist() == labels.tolist()
    assert f"The true label is column {truth!r}, by its name." in read.notes


def test_a_status_of_other_values_is_no_true_label():
    frame, labels = made("outside", ("rf", "svm"))
    read = read_votes(answers.csv(frame.assign(status="done")))
    assert read.labels.tolist() == labels.tolist()


def test_where_the_first_and_the_last_column_fit_the_note_names_both():
    frame, labels = made("outside", ("a", "b", "c"))
    for table, places in (
        (frame, ("first", "last", "c")),
        (last_first(frame), ("last", "first", "a")),
    ):
        read = read_votes(answers.csv(table))
        assert read.labels.tolist() == labels.tolist()
        assert f"is column 'outside', the {places[0]} one" in "\n".join(read.notes)
        assert "the {}, {!r}, would fit too".format(*places[1:]) in "\n".join(read.notes)
