"""A column of cases beside votes gets the hint to name it 'group', whatever its cells look like."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.votes.read import read_votes
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
    "name", ["patient", "patient_id", "Pat.-Nr.", "SUBJID", "MRN", "speaker", "Gruppe", "site"]
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
