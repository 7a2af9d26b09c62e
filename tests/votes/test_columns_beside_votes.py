"""Columns of 0 and 1 that stand beside predictions and are no model are left out, or named."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.votes.read import read_votes
from tests.votes import answers


def made(models, beside="fbs", n=60, seed=0):
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 2, n)
    columns = {
        model: np.where(rng.random(n) < 0.8, labels, rng.permutation(labels)) for model in models
    }
    return pd.DataFrame({"y_true": labels, **columns, beside: (np.arange(n) // 3) % 2})


FORMS = ["pred_{}", "{}_pred", "{}.pred", "yhat_{}", "y_pred_{}", "Prediction ({})"]


@pytest.mark.parametrize("form", FORMS)
def test_beside_names_of_predictions_other_columns_are_left_out(form):
    models = tuple(form.format(model) for model in ("rf", "svm"))
    read = read_votes(answers.csv(made(models)))
    assert read.models == models
    (note,) = [note for note in read.notes if "'fbs'" in note]
    assert note == (
        "Column 'fbs' is left out: the names of others say that they hold predictions, and its "
        "name does not. If it holds predicted labels, name it 'pred_fbs'."
    )


@pytest.mark.parametrize("beside", ["knn", "RandomForestClassifier", "yhat", "predicted_tree"])
def test_beside_names_of_predictions_an_estimator_is_a_model(beside):
    read = read_votes(answers.csv(made(("pred_rf", "pred_svm"), beside)))
    assert read.models == ("pred_rf", "pred_svm", beside)


def test_one_name_of_a_prediction_says_nothing_of_the_others():
    read = read_votes(answers.csv(made(("pred_rf", "svm"))))
    assert read.models == ("pred_rf", "svm", "fbs")


def test_a_note_lists_the_models_when_one_is_right_by_chance_only():
    frame = made(("rf", "svm"))
    read = read_votes(answers.csv(frame))
    assert "Read as predictions of 3 models: 'rf', 'svm', 'fbs'." in read.notes
    read = read_votes(answers.csv(frame.drop(columns="fbs")))
    assert not any("Read as predictions" in note for note in read.notes)
