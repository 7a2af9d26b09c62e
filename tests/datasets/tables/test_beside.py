"""Cells beside a table, behind a blank column, are no columns of it."""

from __future__ import annotations

import io

import pytest
from openpyxl import Workbook

from l2dwk_core import read_table
from l2dwk_core.datasets.tables import inspect_table

N = 40
TABLE = [["who", "x", "sex", "class"]] + [
    [f"p{i}", f"{i / 2}", str(i % 3), "ab"[i % 2]] for i in range(N)
]
LEGEND = [["Legend", ""], ["0", "male"], ["1", "female"], ["2", "not said"]]


def beside(block, first=0, rows=TABLE):
    """Return the rows with a block behind a blank column, from row *first* on."""
    made = []
    for at in range(max(len(rows), first + len(block))):
        left = rows[at] if at < len(rows) else [""] * len(rows[0])
        right = block[at - first] if 0 <= at - first < len(block) else [""] * len(block[0])
        made.append([*left, "", *right])
    return made


def as_csv(rows):
    return "\n".join(",".join(row) for row in rows).encode()


def as_excel(rows):
    book = Workbook()
    for row in rows:
        book.active.append([cell or None for cell in row])
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


@pytest.mark.parametrize("form", [as_csv, as_excel])
@pytest.mark.parametrize("first", [0, 5, N - 1])
def test_a_legend_is_left_out_with_a_note_and_can_be_kept(form, first):
    data = form(beside(LEGEND, first))
    draft = inspect_table(data)
    assert [column.name for column in draft.columns] == TABLE[0]
    assert draft.n_rows == N
    (note,) = [note for note in draft.warnings if note.startswith("Beside the table")]
    assert f"from {'line' if form is as_csv else 'row'} {first + 1} on" in note
    assert "'Legend'" in note
    (proposal,) = [p for p in draft.proposals if p.reading]
    assert (proposal.text, proposal.reading) == (note, {"trim": False})
    assert len(inspect_table(data, trim=False).columns) == 7


def test_what_fills_many_rows_or_single_ones_is_a_column():
    other = [["more"]] + [[str(i * 3 % 7)] for i in range(N)]
    remarks = [["remark"]] + [["late" if i in (3, 17, 30) else ""] for i in range(N)]
    for block in (other, remarks):
        draft = inspect_table(as_csv(beside(block)))
        assert draft.columns[-1].name == block[0][0]
    assert read_table(as_csv(beside(other)), "class").X.shape[1] == 3


def test_a_class_behind_a_blank_column_is_kept():
    rows = [row[:3] for row in TABLE]
    data = read_table(as_csv(beside([row[3:] for row in TABLE], rows=rows)))
    assert data.classes.tolist() == ["a", "b"]
