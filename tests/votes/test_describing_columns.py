"""Columns that describe a case are no models, whatever their values look like."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.dataset import votes_dataset
from l2dwk_core.votes.read import read_votes
from tests.votes import answers
from tests.votes.made_tables import notes_of

MODELS = ("rf", "svm", "nb")


def made(classes=(0, 1), n=90, seed=1):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, n)
    frame = pd.DataFrame({"y_true": truth})
    for model in MODELS:
        frame[model] = np.where(rng.random(n) < 0.8, truth, 1 - truth)
    frame["other"] = np.where(rng.random(n) < 0.7, truth, 1 - truth)  # it tells of the truth
    return frame.map(dict(enumerate(classes)).get)


NAMES = [
    *["age_group", "ECOG", "ECOG PS", "difficulty", "image quality", "sex", "stage", "T_stage"],
    *["centre", "split", "marital_status", "smoker", "scanner", "ethnicity", "Language"],
    *["Altersgruppe", "Geschlecht", "Bildqualität", "Schweregrad", "Stadium", "Raucher"],
    *["sexe", "groupe d'âge", "difficulté", "calidad", "sexo", "grupo de edad", "sesso", "età"],
    *["qualità", "idade", "dificuldade", "leeftijd", "geslacht", "kön", "ålder", "płeć", "wiek"],
]


def test_what_describes_the_case_is_left_out_with_a_note():
    for number, name in enumerate(NAMES):
        classes = ((0, 1), ("no", "yes"))[number % 2]
        frame = made(classes).rename(columns={"other": name})
        read = read_votes(answers.csv(frame))
        assert read.models == MODELS, (name, classes)
        notes = [note for note in read.notes if repr(name) in note]
        assert len(notes) == 1, (name, read.notes)
        assert f"Column {name!r} is left out: by its name it" in notes[0]
        assert f"give it another name, such as {'model ' + name!r}" in notes[0]
        kept = frame.rename(columns={name: f"model {name}"})
        assert read_votes(answers.csv(kept)).models == (*MODELS, f"model {name}")


@pytest.mark.parametrize("name", ["stage_1", "stage2", "sexnet", "image_class", "source_rf"])
def test_a_name_that_may_be_that_of_a_model_is_kept(name):
    frame = made().rename(columns={"other": name})
    assert read_votes(answers.csv(frame)).models == (*MODELS, name)


@pytest.mark.parametrize("name", ["image_quality", "difficulty", "age", "hypertension"])
def test_fractions_that_describe_the_case_stand_beside_labels_and_probabilities(name):
    rng = np.random.default_rng(2)
    frame = made().drop(columns="other").assign(**{name: rng.random(90).round(2)})
    read = read_votes(answers.csv(frame))
    assert read.models == MODELS and read.probabilities is None
    assert f"Column {name!r} is left out: by its name it describes the case." in read.notes
    for model in MODELS:
        frame[model] = (0.5 * frame[model] + 0.5 * rng.random(90)).round(3)
    for scale in (1, 30):
        read = read_votes(answers.csv(frame.assign(**{name: scale * frame[name] + 0.001})))
        assert read.models == MODELS
        np.testing.assert_allclose(read.probabilities[:, :, 1], frame[list(MODELS)], atol=1e-6)
        assert f"Column {name!r} is left out: by its name it describes the case." in read.notes


def test_models_that_are_named_as_what_describes_a_case_are_refused_with_that_reason():
    rng = np.random.default_rng(2)
    frame = made()[["y_true"]].assign(age=rng.random(90), bmi=rng.random(90))
    with pytest.raises(InputError, match="'age' is left out: by its name it describes the case"):
        read_votes(answers.csv(frame))


def test_a_column_of_labels_that_no_row_has_is_named():
    frame = made()
    frame.loc[::7, "other"] = 2
    (note,) = [n for n in votes_dataset(read_votes(answers.csv(frame))).notes if "Class '2'" in n]
    assert "Model other alone holds such values: if that is no model" in note
    frame.loc[3, list(MODELS)] = 2  # all models say it
    (note,) = [n for n in votes_dataset(read_votes(answers.csv(frame))).notes if "Class '2'" in n]
    assert "alone" not in note and "Leave the cell empty where a model gave no answer" in note


def test_the_models_are_listed_when_one_is_named_unlike_the_others():
    frame = made()
    said = "Read as predictions of 4 models: 'rf', 'svm', 'nb', 'other'."
    assert said in read_votes(answers.csv(frame)).notes
    assert "Read as" not in notes_of(read_votes(answers.csv(frame.drop(columns="other"))))


@pytest.mark.parametrize(
    "names",
    [
        ["palpable", "Reader 1", "Reader 2", "Reader 3"],
        ["R1", "R2", "palpable", "R3"],
        ["palpable", "Reader A", "Reader B", "Reader C"],
        ["Smith", "Jones", "Lee", "palpable"],
    ],
)
@pytest.mark.parametrize("classes", [(0, 1), ("no", "yes")])
def test_a_finding_beside_readers_is_listed_with_them(names, classes):
    frame = made(classes)
    places = dict(zip([*names], [*MODELS, "other"], strict=True))
    table = pd.DataFrame({name: frame[source] for name, source in places.items()})
    read = read_votes(answers.csv(table.assign(Histology=frame["y_true"])))
    said = f"Read as predictions of 4 models: {', '.join(map(repr, names))}."
    assert read.notes.count(said) == 1


@pytest.mark.parametrize("form", ["R{}", "Reader {}", "reader_{}", "model{}", "m{}"])
def test_names_that_differ_by_a_number_are_not_listed(form):
    names = [form.format(number) for number in range(1, 5)]
    frame = made().set_axis(["y_true", *names], axis=1)
    assert "Read as" not in notes_of(read_votes(answers.csv(frame)))
