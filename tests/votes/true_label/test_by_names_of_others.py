"""The true label where its own name does not tell it, or tells too much."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.read import read_votes
from tests.votes import answers
from tests.votes.made_tables import notes_of


def made(truth, models, classes=("0", "1"), n=60, seed=0):
    rng = np.random.default_rng(seed)
    its = np.array(classes)[rng.integers(0, len(classes), n)]
    said = {m: np.where(rng.random(n) < 0.8, its, rng.choice(classes, n)) for m in models}
    return pd.DataFrame({truth: its, **said})


def test_names_of_the_truth():
    for name in ("Correct", "correct", "polarity", "真实标签", "正解", "金标准"):
        for classes in (("0", "1"), ("A", "B", "C")):
            frame = made(name, ["Alice", "Bob", "Carol", "Dave"], classes)
            read = read_votes(answers.csv(frame))
            assert read.labels.tolist() == frame[name].tolist(), (name, read.notes)
            assert read.models == ("Alice", "Bob", "Carol", "Dave")
            told = "if it says where an answer is right" in notes_of(read)
            assert told == (name.lower() == "correct")


def test_a_mark_of_right_answers_is_no_truth():
    frame = made("histology", ["rf", "svm"])
    marked = frame.assign(correct=(frame["rf"] == frame["histology"]).astype(int))
    read = read_votes(answers.csv(marked))
    assert read.labels.tolist() == frame["histology"].tolist()
    assert read.models == ("rf", "svm")


def test_a_y_beside_x_is_a_place():
    rng = np.random.default_rng(0)
    for most in (6, 40):
        frame = made("landcover", ["RF", "SVM"], tuple("12345"))
        places = {"x": rng.integers(100, 100 + most, 60), "y": rng.integers(400, 400 + most, 60)}
        read = read_votes(answers.csv(pd.DataFrame(places).join(frame)))
        assert read.labels.tolist() == frame["landcover"].tolist(), read.notes
        assert read.models == ("RF", "SVM")
    frame = made("y", ["alice", "bob"]).assign(x=rng.integers(100, 140, 60))
    assert read_votes(answers.csv(frame)).labels.tolist() == frame["y"].tolist()


def test_two_targets_are_refused_and_one_written_twice_is_not():
    sex = made("sex_true", ["sex_pred"], ("F", "M"))
    for classes in (("F", "M"), ("old", "young")):
        age = made("age_true", ["age_pred"], classes, seed=1)
        for target in (None, "sex_true"):
            with pytest.raises(InputError, match=r"several targets.*'sex_true', 'age_true'"):
                read_votes(answers.csv(sex.join(age)), target)
    codes = {"true_class": (sex["sex_true"] == "F").astype(int), "pred_class": 1}
    names = {"sex_true": "true_label", "sex_pred": "pred_label"}
    twice = sex.rename(columns=names).assign(**codes)
    assert read_votes(answers.csv(twice)).labels.tolist() == sex["sex_true"].tolist()


def test_a_group_that_is_the_truth_was_not_asked_for():
    notes = notes_of(read_votes(answers.csv(made("group", ["rf", "svm"]))))
    assert "taken for the true label" in notes and "as asked for" not in notes
