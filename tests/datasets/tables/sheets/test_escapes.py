"""Signs by their number in a workbook, and a workbook of the strict kind."""

from __future__ import annotations

import io
import zipfile

import openpyxl
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.tables import inspect_table
from l2dwk_core.datasets.tables.sheets.escapes import unescaped


def workbook(change):
    book = openpyxl.Workbook()
    book.active.append(["Hb", "kind"])
    for i in range(40):
        book.active.append([i % 13 + 0.5, ["case", "control"][i % 2]])
    saved, made = io.BytesIO(), io.BytesIO()
    book.save(saved)
    with zipfile.ZipFile(saved) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            new.writestr(name, change(old.read(name)))
    return made.getvalue()


def test_a_carriage_return_is_no_part_of_names_and_classes():
    def change(part):
        part = part.replace(b"<t>Hb</t>", b"<t>Hb_x000D_\n(g/dl)</t>")
        return part.replace(b"<t>case</t>", b"<t>case_x000D_</t>")

    draft = inspect_table(workbook(change))
    assert [column.name for column in draft.columns] == ["Hb (g/dl)", "kind"]
    assert draft.to_dataset().classes.tolist() == ["case", "control"]


def test_an_underscore_may_be_written_by_its_number():
    assert unescaped("a_x005F_x000D_b") == "a_x000D_b"
    assert unescaped("a_x0009_b_x0000_c_xyz_") == "a\tbc_xyz_"
    assert unescaped("_x00E4_") == "ä"


def test_a_strict_workbook_is_called_so_and_how_to_save_it():
    usual = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    strict = b"http://purl.oclc.org/ooxml/spreadsheetml/main"
    with pytest.raises(InputError, match=r"Strict Open XML.*save it in Excel as 'Excel Workbook"):
        inspect_table(workbook(lambda part: part.replace(usual, strict)))
