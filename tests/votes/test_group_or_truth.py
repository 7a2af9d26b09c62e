"""A column named group may hold the diagnosis, or the groups of rows."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.read import read_votes
from tests.votes import answers

RNG = np.random.default_rng(5)


def clinic(place=1, name="Group", n=60):
    """A table of patients and controls with four models."""
    truth = RNG.choice(["AD", "HC"], n)
    frame = pd.DataFrame({"ID": [f"s{at:03d}" for at in range(n)]})
    for model in ("SVM", "RF", "LR", "CNN"):
        wrong = RNG.random(n) < 0.2
        frame[model] = np.where(wrong, np.where(truth == "AD", "HC", "AD"), truth)
    frame.insert(place, name, truth)
    return frame, truth


@pytest.mark.parametrize("name", ["Group", "group", "GROUP"])
@pytest.mark.parametrize("place", [1, 5])
def test_a_group_whose_values_the_models_predict_is_the_true_label(name, place):
    frame, truth = clinic(place, name)
    read = read_votes(answers.csv(frame))
    assert read.labels.tolist() == truth.tolist()
    assert read.models == ("SVM", "RF", "LR", "CNN")
    assert read.group is None
    assert any("taken for the true label and not for groups" in note for note in read.notes)


@pytest.mark.parametrize("models", [("SVM", "RF", "LR", "CNN"), ("rf", "svm", "gbm", "knn")])
def test_a_group_of_0_and_1_that_models_predict_is_the_true_label(models):
    frame, truth = clinic()
    frame = frame.rename(columns=dict(zip(("SVM", "RF", "LR", "CNN"), models, strict=True)))
    frame = frame.replace({"AD": "1", "HC": "0"})
    read = read_votes(answers.csv(frame))
    assert read.models == models and read.group is None
    assert read.labels.tolist() == np.where(truth == "AD", "1", "0").tolist()


def test_with_a_named_truth_it_is_the_groups():
    frame, truth = clinic()
    frame["y_true"] = RNG.permutation(truth)
    read = read_votes(answers.csv(frame))
    assert read.labels.tolist() == frame["y_true"].tolist()
    assert read.group is not None


def test_groups_of_rows_stay_groups():
    frame, truth = clinic(name="diagnosis_x")
    frame["group"] = np.repeat([f"g{at}" for at in range(12)], 5)
    read = read_votes(answers.csv(frame), target="diagnosis_x")
    assert read.group is not None
    frame, truth = clinic(5, "last")
    frame["group"] = np.repeat([f"g{at}" for at in range(12)], 5)
    read = read_votes(answers.csv(frame))
    assert read.labels.tolist() == truth.tolist()
    assert read.group is not None


def test_beside_probabilities_it_is_the_true_label_where_no_other_column_can_be():
    _, truth = clinic()
    frame = pd.DataFrame({"Group": truth})
    for model in ("svm", "rf"):
        share = np.where(truth == "AD", 0.7, 0.25) + RNG.normal(0, 0.02, len(truth))
        frame[f"{model}_AD"], frame[f"{model}_HC"] = share.round(3), (1 - share.round(3)).round(3)
    read = read_votes(answers.csv(frame))
    assert read.labels.tolist() == truth.tolist()
    assert read.models == ("svm", "rf")


def test_a_model_may_be_named_part():
    frame, _ = clinic(5, "y_true")
    read = read_votes(answers.csv(frame.rename(columns={"CNN": "PART", "LR": "J48"})))
    assert read.models == ("SVM", "RF", "J48", "PART")
    assert read.part is None


def test_parts_stay_parts():
    frame, _ = clinic(5, "y_true")
    frame["part"] = np.where(np.arange(60) % 3 == 0, "test", "weighting")
    read = read_votes(answers.csv(frame))
    assert read.part is not None
    assert "part" not in read.models


def test_beside_another_column_that_may_be_the_true_label():
    frame, truth = clinic(1)
    frame = frame.rename(columns={"SVM": "a", "RF": "b", "LR": "c", "CNN": "outside"})
    with pytest.raises(InputError, match="Columns 'Group' and 'outside' may be the true label"):
        read_votes(answers.csv(frame))
    assert read_votes(answers.csv(frame), "Group").models == ("a", "b", "c", "outside")
    frame["Group"] = RNG.permutation(truth)  # it agrees with no model
    read = read_votes(answers.csv(frame))
    assert read.labels.tolist() == frame["outside"].tolist()
    assert read.group.tolist() == frame["Group"].tolist()


def test_a_column_is_chosen_for_the_groups_by_its_name():
    frame, truth = clinic(5, "y_true")
    frame["patient"] = np.repeat([f"p{at}" for at in range(20)], 3)
    frame["group"] = np.resize(["a", "b"], 60)
    read = read_votes(answers.csv(frame), group="patient")
    assert read.group.tolist() == frame["patient"].tolist()
    assert read.models == ("SVM", "RF", "LR", "CNN") and read.labels.tolist() == truth.tolist()
    assert read_votes(answers.csv(frame)).group.tolist() == frame["group"].tolist()
    for group, told in (
        ("nobody", "'nobody'"),
        ("y_true", "chosen for the groups of rows and for the true label"),
        ("same", "has one value; groups of rows need two or more"),
        ("gaps", "is empty in 1 row; give every row a group"),
    ):
        made = frame.assign(same="s", gaps=["", *["g", "h"] * 29, "g"])
        with pytest.raises(InputError, match=told):
            read_votes(answers.csv(made), "y_true", group=group)


def test_a_few_large_groups_are_named():
    frame, _ = clinic(5, "y_true")
    for groups, told in ((["treatment", "placebo"], True), ([f"g{at}" for at in range(20)], False)):
        frame["group"] = np.resize(groups, 60)
        read = read_votes(answers.csv(frame))
        assert read.group.tolist() == frame["group"].tolist()
        assert any("such as the arm of a trial" in note for note in read.notes) == told
