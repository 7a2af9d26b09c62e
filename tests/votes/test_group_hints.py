"""A column of cases beside votes gets the hint to name it 'group', whatever its cells look like."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import l2dwk_core as l2
from l2dwk_core.command_line.summary import summary
from l2dwk_core.figures.lab.accuracy import comparison_sentence
from l2dwk_core.figures.lab.verdict import verdict
from l2dwk_core.studies.comparison import compare
from l2dwk_core.votes.dataset import votes_dataset
from l2dwk_core.votes.read import read_votes
from l2dwk_core.votes.repeated_cases import NOT_RENAMED
from tests.votes import answers

FORMS = {
    "numbers": lambda i: 1001 + i,
    "leading zeros": lambda i: f"{i + 1:04d}",
    "letter and number": lambda i: f"P{i:03d}",
    "small numbers": lambda i: i,
}


def cases(case=FORMS["numbers"], rows=150):
    return [case(i // 5) for i in range(rows)]


def hints(frame, name):
    notes = [note for note in read_votes(answers.csv(frame)).notes if repr(name) in note]
    return [note for note in notes if "'group'" in note and "split" in note]


@pytest.mark.parametrize("case", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize(
    "name",
    ["patient", "patient_id", "Pat.-Nr.", "SUBJID", "MRN", "speaker", "Gruppe", "site", "groups"],
)
def test_the_hint_does_not_depend_on_how_cases_are_written(name, case):
    assert len(hints(answers.table().assign(**{name: cases(case)}), name)) == 1


def test_renamed_as_the_hint_says_the_rows_of_a_case_stay_together():
    frame = answers.table().assign(group=cases(FORMS["letter and number"]))
    read = read_votes(answers.csv(frame))
    assert read.group is not None and np.unique(read.group).size == 30
    assert not hints(frame, "group")


def test_beside_probabilities_too():
    frame = answers.probability_table().assign(Proband=cases(FORMS["leading zeros"]))
    assert len(hints(frame, "Proband")) == 1


def test_few_cases_of_many_rows_are_hinted_at_by_their_name():
    frame = answers.table().assign(hospital=[f"H{i % 4}" for i in range(150)])
    assert len(hints(frame, "hospital")) == 1


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("age", 20 + np.arange(150) * 7 % 31),
        ("patient_id", [f"P{i}" for i in range(150)]),
        ("id", [f"Fold{1 + i % 5}" for i in range(150)]),
        ("town", ["abcdefgh"[i % 8] + "xyz"[i % 3] for i in range(150)]),
    ],
)
def test_other_columns_get_no_hint(name, values):
    assert not hints(answers.table().assign(**{name: pd.Series(values)}), name)


@pytest.mark.parametrize("name", ["Gruppe", "site", "case_no", "Zentrum"])
def test_groups_that_are_numbered_as_the_classes_are_no_model(name):
    frame = answers.table().apply(lambda column: pd.factorize(column, sort=True)[0])
    frame = frame.assign(**{name: np.arange(150) // 5 % 3})
    read = read_votes(answers.csv(frame))
    assert name not in read.models and len(read.models) == len(answers.MODELS)
    assert len(hints(frame, name)) == 1
    renamed = frame.rename(columns={name: f"model {name}"})
    assert f"model {name}" in read_votes(answers.csv(renamed)).models


def patients(name="patient_id"):
    """Three rows a patient, and models that are right on whole patients or wrong on them."""
    rng = np.random.default_rng(0)
    truth = np.repeat(rng.integers(0, 2, 40), 3)
    fits = np.repeat(rng.random((40, 4)) < (0.9, 0.5, 0.5, 0.5), 3, axis=0)
    given = np.where(fits, truth[:, None], 1 - truth[:, None])
    frame = pd.DataFrame({name: np.repeat(np.arange(501, 541), 3), "y": truth})
    for j in range(4):
        frame[f"m{j}"] = given[:, j]
    return frame


@pytest.mark.parametrize("name", ["patient_id", "MRN", "subject", "Pat.-Nr."])
def test_claims_say_that_rows_of_a_case_that_was_not_taken_are_not_independent(name):
    read = read_votes(answers.csv(patients(name)))
    assert read.group is None and read.cases_column == name
    (note,) = [note for note in read.notes if repr(name) in note]
    assert "'group'" in note and note.endswith(NOT_RENAMED)
    run = l2.run(read, settings=l2.Settings(lam=1.0))
    said = f"(rows with one {name!r} are not independent, but each counts as a case)"
    assert said in comparison_sentence(run.accuracy)
    assert said in verdict(run)[1].words
    assert said in summary(run, None)
    notes = compare(votes_dataset(read), methods=["l2dwk"], folds=3).notes
    assert any(note.startswith(f"Rows with one {name!r} are not independent") for note in notes)


def test_taken_as_groups_or_with_one_row_each_nothing_is_said():
    frame = patients()
    for other in (frame.rename(columns={"patient_id": "group"}), frame.iloc[::3],
                  frame.rename(columns={"patient_id": "age"})):  # fmt: skip
        read = read_votes(answers.csv(other))
        assert read.cases_column == ""
        run = l2.run(read, settings=l2.Settings(lam=1.0))
        assert "not independent" not in comparison_sentence(run.accuracy)


def test_beside_probabilities_the_column_is_remembered_too():
    frame = answers.probability_table().assign(Proband=cases(FORMS["leading zeros"]))
    assert read_votes(answers.csv(frame)).cases_column == "Proband"
