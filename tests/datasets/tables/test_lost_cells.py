"""Cells that a spreadsheet left without a value: formulas without a stored result, and errors."""

from __future__ import annotations

import datetime

import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.tables import inspect_table, read_table
from l2dwk_core.datasets.tables.lost_cells import places_without_result
from l2dwk_core.votes.read import read_votes
from tests.datasets.tables.test_excel import changed, workbook

NAMES = ["a", "b", "colour", "class"]
ERRORS = ["#N/A", "#DIV/0!", "#REF!", "#SPILL!"]
REMEDY = "Open the file in Excel or LibreOffice and save it there"


def rows(column: int = -1, values: object = None, every: int = 1) -> list[list[object]]:
    """Names and 30 rows; each so many rows a cell of one column is replaced."""
    body: list[list[object]] = [
        [i * 0.37 % 5 + i * 0.01, (i * 7) % 11 + 0.5, ["red", "green"][i % 2], "xyz"[i % 3]]
        for i in range(30)
    ]
    for i in range(0, 30, every):
        if column >= 0:
            body[i][column] = (
                values[i // every % len(values)] if isinstance(values, list) else values
            )
    return [NAMES, *body]


@pytest.mark.parametrize(("column", "name"), [(3, "class"), (1, "b")])
@pytest.mark.parametrize(("every", "n"), [(1, 30), (3, 10)])
def test_formulas_without_a_result_are_named_with_column_count_and_remedy(column, name, every, n):
    data = workbook(rows(column, "=A2*2", every))
    (note,) = [w for w in inspect_table(data).warnings if "Formulas without" in w]
    assert f"column {name!r} ({n} cells of 30)" in note and REMEDY in note
    assert note in read_table(data, roles={"b": "numeric"} if n < 30 else None).notes


def test_a_class_of_formulas_is_not_replaced_without_a_word():
    data = workbook(rows(3, "=A2*2"))
    draft = inspect_table(data)
    assert draft.target == "colour"
    assert "'class' has a usual name of a class, but no values. 30 cells are formulas without" in (
        draft.target_reason
    )
    with pytest.raises(InputError, match=rf"0 rows with a value of 'class'.*30 cells.*{REMEDY}"):
        draft.to_dataset("class")
    part = read_table(workbook(rows(3, "=A2*2", 3)))
    assert "10 rows are left out: no value of 'class'. 10 cells are formulas without a stored " in (
        " ".join(part.notes)
    )


def test_a_sheet_of_formulas_alone_is_a_table_of_formulas():
    sheet = [NAMES, *(["=1"] * 4 for _ in range(30))]
    draft = inspect_table(workbook(sheet, Other=rows()))
    assert draft.detected["sheet"] == "Data"
    assert "column 'a' (30 cells of 30), column 'b' (30 cells of 30)" in draft.warnings[-1]
    with pytest.raises(InputError, match=REMEDY):
        draft.to_dataset()


def test_formulas_in_a_sheet_that_is_not_read_are_not_counted():
    draft = inspect_table(workbook(rows(), Other=rows(3, "=A2*2")), sheet="Data")
    assert not any("ormula" in note for note in draft.warnings)


def test_votes_of_formulas_are_named():
    data = workbook(
        [["tree", "svm", "label"], *(["xyz"[i % 3], "=A2", "xyz"[i % 3]] for i in range(30))]
    )
    assert "column 'svm' (30 cells of 30)" in read_votes(data, target="label").notes[0]


@pytest.mark.parametrize(("column", "name"), [(3, "class"), (1, "b")])
def test_errors_are_missing_and_named(column, name):
    data = workbook(rows(column, ERRORS, 3))
    dataset = read_table(data, "class")
    assert f"Errors of the spreadsheet count as missing: column {name!r} (10 cells of 30)" in (
        " ".join(dataset.notes)
    )
    if name == "b":
        assert int(dataset.X["b"].isna().sum()) == 10
    else:
        assert "10 cells hold an error (#N/A, #DIV/0!, #REF!, #SPILL!)." in " ".join(dataset.notes)


def test_errors_of_a_csv_file_are_named_too():
    lines = [
        "a,b,class",
        *(f"{i}.5,{'Err:502' if i < 3 else i % 7},{'xy'[i % 2]}" for i in range(30)),
    ]
    draft = inspect_table("\n".join(lines).encode())
    assert "column 'b' (3 cells of 30)" in " ".join(draft.warnings)
    assert next(c for c in draft.columns if c.name == "b").role == "numeric"


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("#REF!", "but no values. 30 cells hold an error (#REF!)."),
        ([datetime.datetime(2020, month, 1) for month in (1, 2, 3)], "but dates as values."),
    ],
)
def test_why_a_column_called_class_is_not_the_class(value, said):
    draft = inspect_table(workbook(rows(3, value)))
    assert draft.target == "colour" and said in draft.target_reason
    assert any(said in note for note in draft.to_dataset().notes)


def test_places_in_the_xml():
    part = (
        b'<c r="B2"><f>A1</f><v/></c><c r="AA3" s="1"><f t="shared" si="0"/></c>'
        b'<c r="C4"><f>A1</f><v>0</v></c><c r="D4" t="str"><f>A1</f><v></v></c>'
        b'<x:c s="2" r="E5"><x:f>A1</x:f><x:v></x:v></x:c>'
    )
    assert places_without_result(part) == {(2, 1), (3, 26), (5, 4)}


def test_the_place_of_a_sheet_in_another_encoding():
    def in_utf_16(name: str, content: bytes) -> bytes:
        if "sheet1" not in name:
            return content
        text = (
            content.decode().split("?>", 1)[-1] if content.startswith(b"<?") else content.decode()
        )
        return f'<?xml version="1.0" encoding="UTF-16"?>{text}'.encode("utf-16")

    draft = inspect_table(changed(workbook(rows(1, "=A2*2", 3)), in_utf_16))
    assert "column 'b' (10 cells of 30)" in " ".join(draft.warnings)
