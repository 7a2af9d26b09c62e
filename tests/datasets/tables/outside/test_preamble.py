"""Rows above a table that are as wide as the table, as in the sheet of a teacher."""

from __future__ import annotations

import io

import pytest
from openpyxl import Workbook

from l2dwk_core import read_table
from l2dwk_core.datasets.tables import inspect_table

N = 40
NAMES = ["Name", "Punkte", "Note", "bestanden"]
CELLS = [[f"S{i}", i * 7 % 31 + 0.5, 1 + i % 5, ["ja", "nein"][i % 2]] for i in range(N)]


def as_csv(rows, blank=""):
    lines = [";".join(map(str, row)) if row else blank for row in rows]
    return "\n".join(lines).replace(".", ",").encode()


def as_csv_of_a_spreadsheet(rows):
    return as_csv([[*row, *[""] * (4 - len(row))] for row in rows])


def as_excel(rows):
    book = Workbook()
    for at, row in enumerate(rows, start=1):
        for place, cell in enumerate(row, start=1):
            if cell != "":
                book.active.cell(at, place, cell)
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


WRITERS = [as_csv, as_csv_of_a_spreadsheet, as_excel]
ABOVE = [
    [["Klasse", "10b", "Lehrer", "Maier"]],
    [["Klasse", "10b", "Lehrer", "Maier"], []],
    [["Class:", "Botany", "Teacher:", "Smith"], []],
    [["Class:", "Botany", "Teacher:", "Smith"]],
    [["Course", "Statistics", "Term", "Fall 2023"]],
    [["Curso", "4A", "Profesora", "García"]],
    [["Klasse", "10b", "Lehrer", "Maier"], ["Datum", "4/5/2023", "", ""]],
    [["Klasse", "10b", "", "Lehrer"], ["Jahr", "2023", "", "Maier"], []],
    [["Kurs Statistik", "", "", "WS 22/23"], []],
    [["Export", "", "", "Seite 1"], [], []],
]


@pytest.mark.parametrize("write", WRITERS)
@pytest.mark.parametrize("above", ABOVE)
def test_pairs_and_titles_above_are_skipped(above, write):
    draft = inspect_table(write([*above, NAMES, *CELLS]))
    assert [column.name for column in draft.columns] == NAMES
    data = draft.to_dataset()
    assert data.y.tolist() == [row[3] for row in CELLS]
    assert data.X["Punkte"].tolist() == [row[1] for row in CELLS]
    assert any(f" {len(above) + 1}" in note and "skipped" in note for note in data.notes)
    assert {"skip": 0} in [proposal.reading for proposal in draft.proposals]


def test_the_first_line_can_be_read():
    made = as_csv([*ABOVE[1], NAMES, *CELLS])
    assert [c.name for c in inspect_table(made, skip=0).columns] == ABOVE[1][0]


@pytest.mark.parametrize("write", WRITERS)
@pytest.mark.parametrize(
    ("above", "names"),
    [
        # Names with what they mean below, with units, and in two rows.
        ([["Year", "Site", "Date", "Class"], ["in full", "its name", "of entry", "kind"]], None),
        ([["Class", "len", "wid", "kind"], ["text", "mm", "cm", "word"]], None),
        ([["Nr", "Punkte", "Note", "Urteil"]], ["Nr", "Punkte", "Note", "Urteil"]),
        ([["Nr", "Punkte", "Note", "Urteil"], []], ["Nr", "Punkte", "Note", "Urteil"]),
        (
            [["", "Test", "", "Ende"], ["Name", "a", "b", "c"]],
            ["Name", "Test a", "Test b", "Ende c"],
        ),
    ],
)
def test_names_stay_names(above, names, write):
    found = [column.name for column in inspect_table(write([*above, *CELLS])).columns]
    assert found == (names or above[0])


def test_words_above_words_are_rows():
    rows = [["Klasse", "10b", "Lehrer", "Maier"], ["a", "b", "c", "d"]] + [
        ["xyz"[i % 3], "uv"[i % 2], "st"[i % 5 > 1], "pq"[i % 2]] for i in range(N)
    ]
    assert inspect_table(as_csv(rows)).n_rows == N + 1


def test_a_dataset_is_made_at_once():
    assert read_table(as_csv([*ABOVE[0], NAMES, *CELLS])).y.tolist() == [r[3] for r in CELLS]
