"""Distinct whole numbers that name the rows: left out by their name, noted by their order."""

from __future__ import annotations

import random

import pytest

from l2dwk_core.datasets.tables import inspect_table

ROWS = 60
SHUFFLED = random.Random(0).sample(range(101, 161), ROWS)
SPREAD = random.Random(1).sample(range(1_000_000, 9_999_999), ROWS)


def draft_of(name, values):
    rows = [f"{value};{i * 7 % 13}.5;{'ab'[i * 3 % 7 % 2]}" for i, value in enumerate(values)]
    return inspect_table("\n".join([f"{name};x;kind", *rows]).encode())


@pytest.mark.parametrize(
    "name",
    [
        *"SUBJID PATNO MRN Patientennummer Fallnummer FallNr Matrikelnr patient_nbr".split(),
        *["idpaciente", "RowNumber", "seqn", "CASE", "Pat.-Nr.", "N° dossier", "student number"],
    ],
)
def test_numbers_with_the_name_of_a_case_are_left_out(name):
    draft = draft_of(name, range(101, 101 + ROWS))
    assert draft.columns[0].role == "identifier", draft.columns[0].reason
    data = draft.to_dataset("kind")
    assert list(data.X) == ["x"]
    assert any(note.startswith(f"Column {name!r} is left out: By its") for note in data.notes)


LISTS = {
    "by one": range(101, 101 + ROWS),
    "downwards": range(400, 400 - ROWS, -1),
    "with gaps": [i for i in range(101, 180) if i % 9],
    "in a small table": range(21, 33),
    "growing": [100 + 7 * i + i % 3 for i in range(ROWS)],
    "a list in another order": SHUFFLED,
    "numbers of seven digits": SPREAD,
}


@pytest.mark.parametrize("values", LISTS.values(), ids=LISTS)
def test_numbers_with_another_name_are_noted(values):
    draft = draft_of("v", values)
    data = draft.to_dataset("kind")
    assert "v" in data.X
    (note,) = [note for note in data.notes if note.startswith("Column 'v' is used.")]
    assert "It may name the rows" in note and "leave it out" in note
    assert ("v", "ignored") in [(p.column, p.role) for p in draft.proposals]


QUANTITIES = {
    "years": ("year", range(1960, 1960 + ROWS)),
    "some equal": ("v", [100 + i * i % 59 for i in range(ROWS)]),
    "sizes of towns": ("v", [17 * 3 ** (i % 11) * (i + 7) for i in range(ROWS)]),
    "rounded": ("v", random.Random(2).sample(range(1000, 9999, 5), ROWS)),
    "decimals": ("v", [101 + i / 2 for i in range(ROWS)]),
    "below zero": ("v", range(-30, 30)),
    "grouped thousands": ("v", [f"{1 + i}.{i * 37 % 997:03d}.100" for i in range(ROWS)]),
}


@pytest.mark.parametrize(("name", "values"), QUANTITIES.values(), ids=QUANTITIES)
def test_quantities_are_used_without_a_note(name, values):
    draft = draft_of(name, values)
    assert not [p for p in draft.proposals if p.role == "ignored"]
    assert not [note for note in draft.to_dataset("kind").notes if "name the rows" in note]


def test_several_such_columns_are_measurements():
    stream = random.Random(3)
    columns = [stream.sample(range(1000, 9999), ROWS) for _ in range(3)]
    rows = [
        f"{';'.join(map(str, row))};{'ab'[i % 2]}"
        for i, row in enumerate(zip(*columns, strict=True))
    ]
    draft = inspect_table("\n".join(["u;v;w;kind", *rows]).encode())
    assert not draft.proposals
