"""Worksheets whose cells are merged over several rows: only the first of them holds the value."""

from __future__ import annotations

import io

import openpyxl
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.tables import inspect_table, read_table
from l2dwk_core.datasets.tables.limits import MAX_MERGED_RANGES
from l2dwk_core.datasets.tables.sheets.merged import MergedRange, merged_ranges
from tests.datasets.tables.test_excel import changed, workbook

SPECIES = [
    name for name in ("setosa", "virginica", "other", "none of them", "rest") for _ in [0] * 12
]


def sheet(rows: list[list[object]], *merged: str) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for span in merged:
        book.active.merge_cells(span)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize("last", [True, False])
def test_each_row_of_a_merged_block_has_its_class(last):
    values = [[i * 0.37, (i * 7) % 11] for i in range(60)]
    if last:
        rows = [[*value, name] for value, name in zip(values, SPECIES, strict=True)]
        names, letter = ["length", "width", "species"], "C"
    else:
        rows = [[name, *value] for value, name in zip(values, SPECIES, strict=True)]
        names, letter = ["species", "length", "width"], "A"
    spans = [f"{letter}{top}:{letter}{top + 11}" for top in range(2, 62, 12)]
    draft = inspect_table(sheet([names, *rows], *spans), name="blocks.xlsx")
    assert any("'species' (55 cells)" in note for note in draft.warnings)
    assert [str(label) for label in draft.to_dataset("species").y] == SPECIES


def test_ranges_over_several_columns_and_cells_beside_them():
    rows = [["plot", "note", "x", "class"], *([i // 4, "", i, "ab"[i % 2]] for i in range(24))]
    draft = inspect_table(sheet(rows, "A2:B5", "B6:B9", "C10:D10"), name="plots.xlsx")
    plot = next(cell for cell in draft.cells if cell.name == "plot")
    assert plot.values().tolist() == [i // 4 for i in range(24)]
    assert [note for note in draft.warnings if "merged" in note] == [
        "Cells that are merged over several rows have the merged value in each row: column 'plot' "
        "(3 cells)."
    ]


def test_names_that_are_merged_over_two_rows_stay_as_they_are():
    names = [["id", "size", "", "class"], ["", "length", "width", ""]]
    rows = [*names, *([i, i * 0.5, i * 0.25, "ab"[i % 2]] for i in range(20))]
    draft = inspect_table(sheet(rows, "A1:A2", "B1:C1", "D1:D2"), name="names.xlsx")
    assert [column.name for column in draft.columns] == ["id", "size length", "size width", "class"]
    assert not any("merged" in note for note in draft.warnings)


def test_names_in_two_rows_of_which_the_first_begins_with_an_empty_cell():
    names = [
        ["Study of 2020", "", "", "", ""],
        ["", "Demographics", "", "", "Result"],
        ["Patient", "Age", "BP", "Sex", "Outcome"],
    ]
    rows = [[f"P{i}", 30 + i % 40, 110 + i % 17, "mf"[i % 2], "ab"[i % 3 > 0]] for i in range(60)]
    draft = inspect_table(sheet([*names, *rows], "A1:E1", "B2:D2"), name="study.xlsx")
    assert [column.name for column in draft.columns] == [
        "Patient", "Demographics Age", "Demographics BP", "Demographics Sex", "Result Outcome",
    ]  # fmt: skip
    assert draft.n_rows == 60
    assert draft.detected["header"] == "yes"


def test_a_first_column_without_a_name_is_no_second_row_of_names():
    rows = [["", "length", "class"], *([f"r{i}", i * 0.5, "ab"[i % 2]] for i in range(20))]
    draft = inspect_table(sheet(rows), name="rows.xlsx")
    assert [column.name for column in draft.columns] == ["column 1", "length", "class"]
    assert draft.n_rows == 20


def test_ranges_in_the_xml():
    part = b'<x:mergeCells><x:mergeCell ref="AB3:AC4"/><mergeCell ref="A1:C1" /></x:mergeCells>'
    assert list(merged_ranges(part)) == [MergedRange(27, 3, 4, 28), MergedRange(0, 1, 1, 2)]


def test_more_merged_ranges_than_are_read():
    rows = [["x", "class"], *([i, "ab"[i % 2]] for i in range(20))]
    many = b"<mergeCells>" + b'<mergeCell ref="A2:A1048576"/>' * (MAX_MERGED_RANGES + 1)
    end = b"</sheetData>"
    data = changed(
        workbook(rows),
        lambda name, part: (
            part.replace(end, end + many + b"</mergeCells>") if "sheet1" in name else part
        ),
    )
    with pytest.raises(InputError, match="more than 100,000 merged ranges"):
        read_table(data)
