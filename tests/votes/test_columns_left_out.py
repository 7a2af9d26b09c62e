"""Columns that are no predictions are left out, and a note gives the reason."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.read import read_votes
from tests.votes import answers
from tests.votes.made_tables import notes_of, numbered, with_numbers


def test_columns_that_name_rows_or_hold_no_class_are_left_out():
    frame = answers.table().assign(
        patient_id=np.arange(9000, 9150), colour=np.where(np.arange(150) % 2, "red", "blue")
    )
    frame.insert(0, "", np.arange(150))
    read = read_votes(answers.csv(frame))
    assert read.models == answers.MODELS
    for said in (
        "Column 'column 1' is left out: it names the rows",
        "Column 'patient_id' is left out: it names the rows",
        "Column 'colour' is left out: none of its values ('blue', 'red') is a class",
    ):
        assert said in notes_of(read)


def test_a_column_with_words_of_parts_is_left_out_with_the_name_it_needs():
    frame = answers.table().assign(split=["Train", "test"] * 75)
    (note,) = [one for one in read_votes(answers.csv(frame)).notes if "'split'" in one]
    assert note.endswith("name it 'part' and write weighting or test in every row.")
    frame = answers.table().assign(split=["red", "test"] * 75)
    assert "name it 'part'" not in notes_of(read_votes(answers.csv(frame)))


OTHER_NAMES = [
    "fold", "cv_fold", "repeat", "is_test", "isTrain", "sex", "age", "Weight", "svm_correct",
    "rf right", "n_agree", "run", "gender", "male", "kfold", "kFolds", "cv", "seed", "session",
    "round", "week", "Lauf", "Läufe", "Durchgang", "Wiederholung", "reps", "Woche", "session nr",
    "répétition", "pliegue", "cv_round", "time", "outer fold", "disagreement",
]  # fmt: skip


@pytest.mark.parametrize("name", OTHER_NAMES)
def test_a_column_of_class_numbers_whose_name_speaks_of_something_else_is_left_out(name):
    frame = numbered().rename(columns={"other": name})
    read = read_votes(answers.csv(frame))
    assert read.models == ("svm", "rf")
    (note,) = [note for note in read.notes if repr(name) in note]
    assert f"Column {name!r} is left out: by its name" in note
    assert f"give it another name, such as 'model {name}'" in note
    kept = frame.rename(columns={name: f"model {name}"})
    assert read_votes(answers.csv(kept)).models == ("svm", "rf", f"model {name}")


@pytest.mark.parametrize(
    "name",
    [
        "fold_1",
        "run 2",
        "kfold_3",
        "seed 7",
        "k",
        "epoch_10",
        "cnn_left",
        "sexnet",
        "test_model",
        "weights1",
    ],
)
def test_a_name_that_may_be_that_of_a_model_is_kept(name):
    read = read_votes(answers.csv(numbered().rename(columns={"other": name})))
    assert read.models == ("svm", "rf", name)


def test_predictions_of_more_than_two_classes_are_no_mark_of_right_answers():
    frame = numbered(3).rename(columns={"svm": "view_right"})
    assert "view_right" in read_votes(answers.csv(frame)).models


def test_a_file_whose_only_model_is_left_out_by_its_name_is_refused_with_the_reason():
    frame = numbered()[["y", "other"]].rename(columns={"other": "run"})
    with pytest.raises(InputError, match=r"'run' is left out: by its name.*another name"):
        read_votes(answers.csv(frame))


@pytest.mark.parametrize("numbers", [False, True])
@pytest.mark.parametrize("form", ["{}_conf", "conf {}", "max_prob.{}"])
def test_confidences_beside_labels_are_left_out(form, numbers):
    frame = answers.table()
    if numbers:
        frame = with_numbers(frame, dict(zip(answers.classes(), range(3), strict=True)))
    best = answers.probabilities().max(axis=2).round(3)
    for place, model in enumerate(answers.MODELS):
        frame[form.format(model)] = best[:, place]
    read = read_votes(answers.csv(frame))
    assert read.models == answers.MODELS and read.probabilities is None
    for model in answers.MODELS:
        assert (
            f"Column {form.format(model)!r} is left out: it holds fractions beside predicted labels"
        ) in notes_of(read)


def test_fractions_of_a_model_without_labels_are_refused_beside_labels():
    frame = answers.table().assign(forest=np.linspace(0.1, 0.9, 150))
    with pytest.raises(InputError, match="'forest' of 'table' holds fractions"):
        read_votes(answers.csv(frame))


SUMMARIES = [
    "agreement", "consensus", "entropy", "variance", "margin", "mean", "std", "vote_share",
    "mean_prob", "Übereinstimmung", "majority_share", "rf_std", "ensemble mean", "rf_lower",
    "upper ci", "rf_loss", "svm resid", "shap_age",
]  # fmt: skip


@pytest.mark.parametrize("name", SUMMARIES)
@pytest.mark.parametrize("n_classes", [2, 3])
def test_a_summary_beside_labels_is_left_out(name, n_classes):
    frame = numbered(n_classes).drop(columns="other")
    frame[name] = np.where(np.arange(60) % 3, 1.0, 0.67)
    read = read_votes(answers.csv(frame))
    assert read.models == ("svm", "rf") and read.probabilities is None
    assert f"Column {name!r} is left out: by its name it is a summary" in notes_of(read)


@pytest.mark.parametrize("name", SUMMARIES)
@pytest.mark.parametrize("most", [1.0, 1.4])
@pytest.mark.parametrize("form", ["{}", "{}_1"])
def test_a_summary_beside_probabilities_is_left_out(name, most, form):
    rng = np.random.default_rng(0)
    frame = numbered().drop(columns="other")
    for model in ("svm", "rf"):
        frame[model] = (0.5 * frame[model] + 0.5 * rng.random(60)).round(3)
    numbers = frame[["svm", "rf"]].to_numpy()
    frame = frame.rename(columns={model: form.format(model) for model in ("svm", "rf")})
    frame[name] = (most * rng.random(60)).round(2)
    read = read_votes(answers.csv(frame))
    assert read.models == ("svm", "rf")
    np.testing.assert_allclose(read.probabilities[:, :, 1], numbers, atol=1e-6)
    assert f"Column {name!r} is left out: by its name it is a summary" in notes_of(read)


def test_labels_of_a_consensus_are_a_model():
    frame = numbered(3).rename(columns={"other": "consensus"})
    assert read_votes(answers.csv(frame)).models == ("svm", "rf", "consensus")


def test_fractions_beside_scored_labels_are_left_out():
    frame = numbered().drop(columns="other")[["y", "svm"]]
    frame = frame.rename(columns={"svm": "Scored Labels"}).assign(rate=np.linspace(0.1, 0.9, 60))
    read = read_votes(answers.csv(frame))
    assert read.models == ("Scored Labels",) and "Column 'rate' is left out" in notes_of(read)


@pytest.mark.parametrize("name", ["sample_weight", "threshold"])
def test_weights_and_thresholds_stand_beside_labels_and_probabilities(name):
    rng = np.random.default_rng(1)
    frame = numbered().drop(columns="other")
    frame[name] = 0.5 if name == "threshold" else rng.random(60)
    assert read_votes(answers.csv(frame)).models == ("svm", "rf")
    for model in ("svm", "rf"):
        frame[model] = (0.5 * frame[model] + 0.5 * rng.random(60)).round(3)
    read = read_votes(answers.csv(frame))
    assert read.models == ("svm", "rf") and read.probabilities is not None
    assert f"Column {name!r} is left out" in notes_of(read)


def test_other_numbers_beside_one_probability_for_each_model_are_named_in_the_refusal():
    rng = np.random.default_rng(1)
    frame = numbered().drop(columns="other").assign(fare=rng.exponential(30, 60).round(2))
    for model in ("svm", "rf"):
        frame[model] = (0.5 * frame[model] + 0.5 * rng.random(60)).round(3)
    with pytest.raises(InputError, match="'fare' holds numbers that are no probabilities: leave"):
        read_votes(answers.csv(frame))
    assert read_votes(answers.csv(frame.drop(columns="fare"))).models == ("svm", "rf")
