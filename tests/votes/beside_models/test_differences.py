"""Columns of the true label minus a model are left out, and no model is said to know the label."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.votes.findings import findings
from l2dwk_core.votes.read import read_votes
from tests.votes import answers
from tests.votes.made_tables import notes_of

N = 120


def models_of(n_classes):
    rng = np.random.default_rng(6)
    truth = rng.integers(0, n_classes, N)
    drawn = [np.where(rng.random(N) < 0.7, truth, rng.integers(0, n_classes, N)) for _ in range(3)]
    return pd.DataFrame({"y_true": truth, **dict(zip(("rf", "svm", "xgb"), drawn, strict=True))})


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("n_classes", [2, 5])
@pytest.mark.parametrize("name", ["diff_rf", "residual", "zork", "Fehler", "y - rf"])
def test_a_difference_from_the_true_label_is_left_out_whatever_its_name(name, n_classes, sign):
    frame = models_of(n_classes)
    frame[name] = sign * (frame["y_true"] - frame["rf"])
    read = read_votes(answers.csv(frame))
    assert read.models == ("rf", "svm", "xgb")
    what = "the true label 'y_true' minus 'rf'" if sign > 0 else "'rf' minus the true label"
    assert f"Column {name!r} is left out: in every row it is {what}" in notes_of(read)
    assert findings(read) == ()


@pytest.mark.parametrize("n_classes", [2, 5])
def test_of_a_difference_for_each_model_none_accuses_a_model(n_classes):
    frame = models_of(n_classes)
    for model in ("rf", "svm", "xgb"):
        frame[f"diff_{model}"] = frame["y_true"] - frame[model]
    read = read_votes(answers.csv(frame))
    assert read.models == ("rf", "svm", "xgb")
    assert findings(read) == ()


def test_a_distance_of_many_classes_is_left_out_and_a_model_with_other_values_is_none():
    frame = models_of(5)
    frame["off"] = (frame["y_true"] - frame["rf"]).abs()
    frame["near"] = (frame["y_true"] - frame["rf"]).abs()
    frame.loc[7, "near"] = 4 - frame.loc[7, "near"]
    read = read_votes(answers.csv(frame))
    assert "'off' is left out: in every row it is how far 'rf' is from the true" in notes_of(read)
    assert "Column 'near' is left out: in every row" not in notes_of(read)


def test_a_residual_of_probabilities_does_not_keep_them_from_being_read():
    frame = models_of(2)
    shares = np.random.default_rng(1).uniform(0, 0.5, (N, 2))
    table = pd.DataFrame({"y_true": frame["y_true"]})
    table["rf"] = (shares[:, 0] + frame["rf"] / 2).round(3)
    table["svm"] = (shares[:, 1] + frame["svm"] / 2).round(3)
    table["left over"] = (table["y_true"] - table["rf"]).round(2)
    read = read_votes(answers.csv(table))
    assert read.models == ("rf", "svm") and read.probabilities is not None
