"""Rows of the models' training among others, as a column of parts names them."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.votes.dataset import votes_dataset
from l2dwk_core.votes.findings import findings
from l2dwk_core.votes.read import read_votes
from tests.votes import answers

MODELS = ("rf", "xgb", "knn")
FORMS = [
    ("split", ("train", "valid", "test")),
    ("Partition", ("Training", "Validation", "Testing")),
    ("Sample", ("Train", "Test")),
    ("dataset", ("training set", "test set")),
    ("is_train", (1, 0)),
    ("used_for_training", ("True", "False")),
    ("is_test", (0, 1)),
    ("part", ("weighting", "test")),
]


def made(name, values, trained, other=0.85, seed=0, n=(90, 60)):
    """Votes of three models whose accuracy is *trained* in rows of the first of *values* and
    *other* elsewhere."""
    rng = np.random.default_rng(seed)
    said = np.repeat(
        np.array(values, dtype=object), [n[0], *[n[1] // (len(values) - 1)] * (len(values) - 1)]
    )
    truth = rng.choice(["no", "yes"], len(said))
    frame = pd.DataFrame({"y_true": truth})
    for model in MODELS:
        right = rng.random(len(said)) < np.where(said == values[0], trained, other)
        frame[model] = np.where(right, truth, np.where(truth == "no", "yes", "no"))
    return frame.assign(**{name: said})


def about_training(votes):
    return [text for text in findings(votes) if "the models were trained on" in text]


@pytest.mark.parametrize(("name", "values"), FORMS)
def test_models_that_are_right_in_the_rows_of_the_training_are_found(name, values):
    frame = made(name, values, 1.0)
    votes = read_votes(answers.csv(frame))
    assert votes.models == MODELS
    (found,) = about_training(votes)
    elsewhere = frame[frame[name].astype(str) != str(values[0])]
    share = (elsewhere["rf"] == elsewhere["y_true"]).mean()
    assert f"In the 90 rows that column {name!r} calls {str(values[0])!r}" in found
    assert f"rf (100.0% against {share:.1%})" in found
    assert found in votes_dataset(votes).notes


@pytest.mark.parametrize(("name", "values"), FORMS)
def test_models_that_are_as_good_elsewhere_are_not(name, values):
    assert not about_training(read_votes(answers.csv(made(name, values, 0.85))))
    assert not about_training(read_votes(answers.csv(made(name, values, 0.7))))


def test_models_that_are_clearly_better_there_are_found_and_others_not_named():
    frame = made("split", ("train", "test"), 0.95, 0.7, n=(300, 300))
    right = np.random.default_rng(4).random(600) < 0.8
    frame["knn"] = np.where(right, frame["y_true"], np.where(frame["y_true"] == "no", "yes", "no"))
    (found,) = about_training(read_votes(answers.csv(frame)))
    assert "rf (" in found
    assert "knn (" not in found


def test_the_test_claims_seldom_where_there_is_no_difference():
    claims = [
        bool(about_training(read_votes(answers.csv(
            made("split", ("train", "test"), 0.8, 0.8, seed=seed)))))
        for seed in range(60)
    ]  # fmt: skip
    assert sum(claims) <= 6  # at most 5 % are expected, 6 of 60 or fewer in 97 % of such tests


@pytest.mark.parametrize("values", [("train", "test"), ("Training", "valid")])
def test_the_note_on_the_column_does_not_say_to_weigh_rows_of_the_training(values):
    votes = read_votes(answers.csv(made("split", values, 0.85)))
    (note,) = [note for note in votes.notes if "'split'" in note]
    assert f"trained on the rows {values[0]!r}, leave these rows out" in note
    assert "which of the other rows test" in note


def test_rows_without_a_vote_are_left_out_of_the_mark_too():
    frame = made("split", ("train", "test"), 1.0)
    frame.loc[3, list(MODELS)] = ""
    kept = votes_dataset(read_votes(answers.csv(frame))).votes
    assert kept.training.rows.tolist() == (frame["split"].drop(3) == "train").tolist()


def test_the_command_line_says_it_too(tmp_path):
    path = tmp_path / "votes.csv"
    made("split", ("train", "test"), 1.0).to_csv(path, index=False)
    done = subprocess.run(
        [sys.executable, "-m", "l2dwk_core", "run", "--votes", str(path)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "these seem to be the rows the models were trained on" in done.stdout + done.stderr
