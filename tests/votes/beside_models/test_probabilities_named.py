"""Beside columns of fractions named as the probabilities of models, other columns are no models."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.read import read_votes
from tests.votes import answers
from tests.votes.made_tables import notes_of

MODELS = ("rf", "svm", "knn")
FORMS = ("{}_proba", "prob_{}", "{}_score", "pred_{}", "pred.{}", "{}_oof", "oof_{}")


class Made:
    def __init__(self, n=120, seed=0):
        self.draw = np.random.default_rng(seed)
        self.truth = self.draw.integers(0, 2, n)

    def labels(self, right=0.64):
        return np.where(self.draw.random(len(self.truth)) < right, self.truth, 1 - self.truth)

    def numbers(self, by=0.3):
        noise = self.draw.normal(0, 0.2, len(self.truth))
        return (0.35 + by * self.truth + noise).clip(0.01, 0.99).round(3)


def check(read, frame, names):
    assert read.models == tuple(names)
    np.testing.assert_allclose(read.probabilities[:, :, 1], frame[list(names)], atol=1e-9)
    assert read.labels.astype(str).tolist() == frame["target"].astype(str).tolist()


def test_properties_of_the_cases_beside_probabilities_are_no_models():
    made, words = Made(), np.array(["No", "Yes"])
    for form in FORMS:
        for models in (MODELS, ("resnet50", "vgg16"), ("model_1", "model_2", "model_3")):
            for classes in (np.arange(2), words):
                names = [form.format(model) for model in models]
                frame = pd.DataFrame({"Partner": classes[made.labels()]})
                frame["fbs"] = classes[made.labels()]
                frame["smoothness"], frame["glucose"] = made.numbers(0), 100 * made.numbers(0)
                frame["target"] = classes[made.truth]
                read = read_votes(answers.csv(frame.assign(**{n: made.numbers() for n in names})))
                assert read.models == tuple(names), (form, models)
                assert read.probabilities is not None
                said = notes_of(read)
                for name in ("Partner", "fbs", "smoothness", "glucose"):
                    assert f"Column {name!r} is left out: the names of others say" in said
                assert "beside predicted labels" not in said


def test_labels_of_a_combination_beside_probabilities_are_left_out():
    made = Made()
    names = [f"{model}_proba" for model in MODELS]
    for label in ("ensemble_pred", "y_pred", "ensemble_label", "majority_vote", "prediction"):
        frame = pd.DataFrame({"target": made.truth, **{name: made.numbers() for name in names}})
        read = read_votes(answers.csv(frame.assign(**{label: made.labels(0.9)})))
        check(read, frame, names)
        assert f"Column {label!r} is left out: by its name it holds the labels of a comb" in (
            notes_of(read)
        )
    mixed = pd.DataFrame({"target": made.truth, "rf_proba": made.numbers()})
    mixed = mixed.assign(xgb_proba=made.numbers(), svm_pred=made.labels(0.9))
    check(read_votes(answers.csv(mixed)), mixed, ("rf_proba", "xgb_proba", "svm_pred"))


def test_labels_stay_models_beside_numbers_that_may_be_something_else():
    made = Made()
    for labels, numbers in (
        (("m1", "m2", "m3"), ("quality_score", "risk_score")),
        (("m1", "m2", "m3"), ("prob_a", "prob_b")),
        (("rf", "svm"), ("rf_score", "svm_score")),
        (("foo_answer", "bar_answer"), ("foo_prob", "bar_prob")),
        (("reader1", "reader2"), ("ai_score",)),
        (("y_pred",), ("y_score",)),
        (("pred_alice", "pred_bob"), ("alice_prob", "bob_prob")),
    ):
        frame = pd.DataFrame({"target": made.truth})
        frame = frame.assign(**{name: made.labels(0.8) for name in labels})
        read = read_votes(answers.csv(frame.assign(**{name: made.numbers() for name in numbers})))
        assert read.models == labels
        assert read.probabilities is None
        assert read.predictions.astype(int).tolist() == frame[list(labels)].to_numpy().tolist()
        assert "and each class" not in notes_of(read)


def test_a_property_from_0_to_1_beside_labels_of_models_is_left_out():
    made, words = Made(), np.array(["No", "Yes"])
    for name in ("x1", "ratio", "occlusion", "smoothness_mean", "V1"):
        for labels in (("rf", "svm", "knn"), ("y_pred",)):
            for classes in (np.arange(2), words):
                for by in (0.0, 0.3):
                    frame = pd.DataFrame({"target": classes[made.truth], name: made.numbers(by)})
                    frame = frame.assign(**{one: classes[made.labels(0.85)] for one in labels})
                    read = read_votes(answers.csv(frame))
                    assert read.models == labels
                    assert read.probabilities is None
                    assert f"Column {name!r} is left out" in notes_of(read)
    unclear = pd.DataFrame({"target": made.truth, "m1": made.labels(), "x1": made.numbers()})
    with pytest.raises(InputError, match="If 'x1' is no model, leave it out"):
        read_votes(answers.csv(unclear.assign(m2=made.labels())))


@pytest.mark.parametrize("form", ["{}_oof", "oof_{}", "model_{}", "clf_{}"])
def test_numbers_beside_models_that_are_named_otherwise_are_left_out(form):
    made = Made()
    frame = pd.DataFrame({form.format(model): made.numbers() for model in MODELS})
    frame.insert(0, "glucose", made.draw.normal(100, 20, len(frame)).round(1))
    frame["target"] = made.truth
    check(read_votes(frame.to_csv(index=False).encode()), frame, frame.columns[1:4])
