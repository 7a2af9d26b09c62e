"""Hidden rows and columns of a worksheet are read, and it is said how many there are."""

from __future__ import annotations

import io

import openpyxl
import pytest

from l2dwk_core.datasets.tables import inspect_table


def workbook(rows: list[int], columns: list[str]) -> bytes:
    book = openpyxl.Workbook()
    book.active.append(["a", "b", "class"])
    for i in range(60):
        book.active.append([i % 7 + 0.5, i % 11, "uv"[i % 2]])
    for row in rows:
        book.active.row_dimensions[row].hidden = True
    for letter in columns:
        book.active.column_dimensions[letter].hidden = True
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("rows", "columns", "said"),
    [
        ([3, 4, 9], [], "3 rows of the sheet are hidden, and were read like the others."),
        ([], ["B"], "1 column ('b') of the sheet is hidden, and was read like the others."),
        ([5], ["A", "B"], "1 row and 2 columns ('a', 'b') of the sheet are hidden, and were read"),
    ],
)
def test_what_is_hidden_is_read_and_counted(rows, columns, said):
    draft = inspect_table(workbook(rows, columns), name="filtered.xlsx")
    assert (draft.n_rows, len(draft.columns)) == (60, 3)
    assert [note for note in draft.warnings if "hidden" in note and note.startswith(said)]


def test_what_is_hidden_outside_of_the_table_is_not_counted():
    draft = inspect_table(workbook([70], ["E", "F"]), name="plain.xlsx")
    assert not any("hidden" in note for note in draft.warnings)
