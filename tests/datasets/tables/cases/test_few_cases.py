"""A few cases whose class varies are told by the name of the column, which stays an input."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table

BARE = (
    "subject ID Id participant patient user person animal Proband VP speaker Teilnehmer sujeto "
    "recording Maus subject_id patient_id"
).split()
PERSONS = ("Anna", "Ben", "Cem", "Dora", "Eva", "Finn", "Gül", "Hans", "Ida")


def draft_of(name, case, n_cases, n_rows=900):
    """Return the draft of a table whose every case has rows of each of four activities."""
    rows = [
        f"{case(at * n_cases // n_rows)},{at * 37 % 101}.5,{at * 53 % 97}.25,"
        f"{('sit', 'walk', 'run', 'lie')[at % 4]}"
        for at in range(n_rows)
    ]
    return inspect_table("\n".join([f"{name},acc,hr,activity", *rows]).encode())


def is_told(draft, name):
    (column,) = [column for column in draft.columns if column.name == name]
    proposals = [(p.role, p.undo) for p in draft.proposals if p.column == name]
    told = "It may say to which case or group a row belongs" in column.reason
    assert told == (("ignored", "Leave it out") in proposals)
    return told and column.role in ("numeric", "symbolic")


@pytest.mark.parametrize("n_cases", [3, 9])
@pytest.mark.parametrize("form", ["{}", "S{:02d}"])
@pytest.mark.parametrize("name", BARE)
def test_a_few_cases_are_told(name, form, n_cases):
    draft = draft_of(name, lambda i: form.format(1 + i), n_cases)
    assert is_told(draft, name)
    assert name in draft.to_dataset("activity").X


@pytest.mark.parametrize("name", ["subject", "Proband", "speaker", "patient", "user"])
def test_names_of_persons_are_told(name):
    assert is_told(draft_of(name, PERSONS.__getitem__, 6), name)


@pytest.mark.parametrize("n_cases", [12, 30])
@pytest.mark.parametrize("name", ["animal", "Maus", "recording"])
def test_cases_of_very_many_rows_are_told(name, n_cases):
    draft = draft_of(name, lambda i: 1 + i, n_cases, 60 * n_cases)
    assert is_told(draft, name)


def test_names_of_persons_in_very_many_rows_are_told():
    draft = draft_of("speaker", lambda i: f"{PERSONS[i % 4]} {PERSONS[i // 4]}", 12, 720)
    assert is_told(draft, "speaker")


FACTORS = {
    "two subjects": ("subject", lambda at: 1 + at % 2),
    "lessons": ("subject", lambda at: ("Maths", "Physics", "History", "Art")[at * 7 % 31 % 4]),
    "kinds of users": ("user", lambda at: ("guest", "member", "admin")[at * 7 % 31 % 3]),
    "bands": ("patient", lambda at: ("0-17", "18-64", "65-99")[at * 7 % 31 % 3]),
    "kinds of animals": ("animal", lambda at: ("Dog", "Cat", "Horse")[at * 7 % 31 % 3]),
    "sizes of households": ("household", lambda at: 1 + at * 7 % 31 % 5),
    "counts of patients": ("patients", lambda at: 1 + at * 7 % 31 % 5),
    "doses": ("dose", lambda at: at // 300),
    "treatments": ("treatment", lambda at: f"T{at // 300}"),
    "levels": ("level", lambda at: at // 100),
    "colours": ("color", lambda at: ("Red", "Green", "Blue")[at // 300]),
    "lessons in order of rows, under another name": ("course", lambda at: at // 300),
}


@pytest.mark.parametrize(("name", "cell"), FACTORS.values(), ids=FACTORS)
def test_factors_are_used_without_a_word(name, cell):
    assert not is_told(draft_of(name, cell, 900), name)
