"""Workbooks, made by openpyxl and by hand."""

from __future__ import annotations

import datetime
import gzip
import io
import zipfile

import openpyxl
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.tables import inspect_table, read_table
from l2dwk_core.datasets.tables.limits import MAX_BYTES

HEADER = ["x", "colour", "when", "ok", "class"]


def body(n: int = 24) -> list[list[object]]:
    return [
        [
            i + 0.1 if i != 3 else None,
            ["red", "green", None][i % 3],
            datetime.datetime(2020, 1, 1 + i, 12, 30),
            i % 4 == 0,
            "ab"[i % 2],
        ]
        for i in range(n)
    ]


def workbook(rows: list[list[object]], **more: list[list[object]]) -> bytes:
    book = openpyxl.Workbook()
    sheets = {"Data": rows, **more}
    book.remove(book.active)
    for title, content in sheets.items():
        sheet = book.create_sheet(title)
        for row in content:
            sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def changed(data: bytes, change) -> bytes:
    """The archive with each member's content replaced by change(name, content)."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", 8) as new:
        for name in old.namelist():
            new.writestr(name, change(name, old.read(name)))
    return out.getvalue()


def by_hand(sheet: str, strings: str = "") -> bytes:
    """A workbook of as few parts as can be, with shared strings, as Excel itself writes them."""
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    types = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    head = '<?xml version="1.0" encoding="UTF-8"?>'
    relation = '<Relationship Id="rId{0}" Type="{1}/{2}" Target="{3}"/>'.format
    relations = (
        head
        + '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        "{}</Relationships>"
    ).format
    parts = {
        "[Content_Types].xml": head
        + '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        + "".join(
            f'<Override PartName="/xl/{part}" ContentType="{types}.{name}+xml"/>'
            for part, name in (
                ("workbook.xml", "sheet.main"),
                ("worksheets/sheet1.xml", "worksheet"),
                ("sharedStrings.xml", "sharedStrings"),
            )
        )
        + "</Types>",
        "_rels/.rels": relations(relation(1, kind, "officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'{head}<workbook xmlns="{main}" xmlns:r="{kind}"><sheets>'
        '<sheet name="Hand" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": relations(
            relation(1, kind, "worksheet", "worksheets/sheet1.xml")
            + relation(2, kind, "sharedStrings", "sharedStrings.xml")
        ),
        "xl/worksheets/sheet1.xml": f'{head}<worksheet xmlns="{main}">'
        f'<dimension ref="A1:XFD1048576"/>'  # a size it does not have
        f"<sheetData>{sheet}</sheetData></worksheet>",
        "xl/sharedStrings.xml": f'{head}<sst xmlns="{main}">{strings}</sst>',
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", 8) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


HAND = by_hand(
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>'
    + "".join(
        f'<row r="{i}"><c r="A{i}"><f>{i}/2</f><v>{i / 2}</v></c>'
        f'<c r="B{i}" t="s"><v>{2 + i % 2}</v></c></row>'
        for i in range(2, 22)
    ),
    "<si><t>x</t></si><si><t>class</t></si><si><t>yes</t></si><si><t>no</t></si>",
)
GOOD = workbook([HEADER, *body()])


def test_cells_by_type():
    draft = inspect_table(GOOD, name="book.xlsx")
    assert [c.role for c in draft.columns] == [
        "numeric",
        "symbolic",
        "date",
        "symbolic",
        "symbolic",
    ]
    assert draft.detected["sheet"] == "Data"
    dataset = draft.to_dataset()
    assert dataset.name == "book"
    assert dataset.X["x"].tolist()[:3] == [0.1, 1.1, 2.1]
    assert pd.isna(dataset.X["x"][3])
    assert [None if pd.isna(v) else v for v in dataset.X["colour"]][:3] == ["red", "green", None]
    assert set(dataset.X["ok"].cat.categories) == {"TRUE", "FALSE"}
    assert dataset.y.tolist() == list("ab" * 12)
    assert any("'when' is left out" in note for note in dataset.notes)


def test_pandas_reads_the_same_numbers_and_words():
    ours = read_table(GOOD, roles={"ok": "symbolic"})
    theirs = pd.read_excel(io.BytesIO(GOOD))
    pd.testing.assert_series_equal(ours.X["x"], theirs["x"])
    assert (
        ours.X["colour"].astype(object).fillna("").tolist() == theirs["colour"].fillna("").tolist()
    )
    assert ours.y.tolist() == theirs["class"].tolist()


def test_first_sheet_with_cells_or_the_named_one():
    data = workbook([], Empty=[], Real=[HEADER, *body()], Other=[["a", "class"], [1, 2]])
    dataset = read_table(data)
    assert len(dataset.y) == 24
    assert any("Sheet 'Real' was read; 3 other" in note for note in dataset.notes)
    with pytest.raises(InputError, match="1 row"):
        read_table(data, sheet="Other")
    with pytest.raises(InputError, match=r"Unknown sheet 'Reel'.*Did you mean 'Real'"):
        read_table(data, sheet="Reel")
    with pytest.raises(InputError, match="has no cells"):
        read_table(data, sheet="Empty")


def test_gaps_and_stray_cells():
    rows = [[], HEADER, *body(10), [], [], *body(10)]
    assert len(read_table(workbook(rows)).y) == 20
    book = openpyxl.load_workbook(io.BytesIO(GOOD))
    book.active.cell(1_048_576, 1, "stray")
    out = io.BytesIO()
    book.save(out)
    assert len(read_table(out.getvalue()).y) == 24


def test_shared_strings_and_stored_results_of_formulas_are_read():
    dataset = read_table(HAND)
    assert dataset.X["x"].tolist() == [i / 2 for i in range(2, 22)]
    assert dataset.y.tolist() == ["yes", "no"] * 10
    assert dataset.notes == ()


def test_a_gzipped_workbook_and_one_named_csv():
    assert len(read_table(gzip.compress(GOOD)).y) == 24
    assert len(read_table(GOOD, name="really.csv").y) == 24


ENTITY = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
LAUGHS = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'


def in_part(part: str, head: bytes, encoding: str = "utf-8"):
    def change(name: str, content: bytes) -> bytes:
        if part not in name:
            return content
        text = head.decode() + content.decode().split("?>", 1)[-1]
        return text.encode(encoding)

    return change


HOSTILE = {
    "external-entity": (changed(GOOD, in_part("sheet1.xml", ENTITY)), "document type or entities"),
    "entity-in-strings": (changed(HAND, in_part("sharedStrings", LAUGHS)), "document type"),
    "entity-in-workbook": (changed(GOOD, in_part("xl/workbook.xml", LAUGHS)), "document type"),
    "entity-in-relations": (changed(GOOD, in_part("workbook.xml.rels", ENTITY)), "document type"),
    "entity-in-utf-16": (
        changed(GOOD, in_part("sheet1.xml", ENTITY, "utf-16")),
        "document type",
    ),
    "entity-in-lower-case": (
        changed(GOOD, in_part("sheet1.xml", ENTITY.lower())),
        "document type",
    ),
    "zip-bomb": (
        changed(GOOD, lambda n, c: c + b" " * (MAX_BYTES + 1) if "sheet1" in n else c),
        "unpacks to",
    ),
    "sheet-is-junk": (changed(GOOD, lambda n, c: b"\0junk" if "sheet1" in n else c), "damaged"),
    "sheet-is-empty": (changed(GOOD, lambda n, c: b"" if "sheet1" in n else c), "damaged"),
    "strings-are-junk": (changed(HAND, lambda n, c: b"<a" if "sharedS" in n else c), "damaged"),
    "workbook-is-junk": (
        changed(GOOD, lambda n, c: b"<a/>" if n == "xl/workbook.xml" else c),
        "damaged|no cells",
    ),
    "types-are-junk": (changed(GOOD, lambda n, c: b"no" if "Types" in n else c), "damaged"),
    "cut-short": (GOOD[: len(GOOD) // 2], "damaged"),
    "bytes-flipped": (GOOD[:200] + bytes(b ^ 255 for b in GOOD[200:400]) + GOOD[400:], "damaged"),
    "empty-sheet": (workbook([]), "no cells"),
    "header-only": (workbook([HEADER]), "no rows"),
    "one-column": (workbook([["class"], *([c] for c in "ab" * 10)]), "one column"),
    "too-wide": (workbook([["x"] * 5001, [1] * 5001]), "5,001 columns"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_malicious_workbooks_end_in_one_line(name):
    data, message = HOSTILE[name]
    with pytest.raises(InputError, match=message) as caught:
        read_table(data)
    assert "\n" not in str(caught.value)


def test_encrypted_members():
    encrypted = bytearray(GOOD)
    at = 0
    while (at := encrypted.find(b"PK\x01\x02", at)) >= 0:
        encrypted[at + 8] |= 1  # the flag that asks for a password
        at += 4
    with pytest.raises(InputError, match="encrypted workbook"):
        read_table(bytes(encrypted))


def test_without_openpyxl_the_remedy_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "openpyxl", None)
    with pytest.raises(InputError, match="needs the package openpyxl"):
        read_table(GOOD)


NAMES = ["age", "bmi", "smoker", "class"]
CASES = [NAMES, *([20 + i, i % 9 + 0.5, i % 2, "ab"[i * 7 % 5 > 2]] for i in range(60))]


def codebook(names):
    return [["variable", "type"], *([name, "integer"] for name in names)]


def test_a_sheet_that_lists_the_names_of_another_is_passed_over():
    names = [*NAMES, *(f"unused {i}" for i in range(20))]
    draft = inspect_table(workbook(codebook(names), cases=CASES))
    assert draft.detected["sheet"] == "cases"
    assert "'Data' before it holds no cases." in draft.warnings[0]
    assert draft.to_dataset().classes.tolist() == ["a", "b"]


def test_a_first_sheet_that_lists_other_words_is_read():
    other = codebook([f"w{i}" for i in range(24)])
    draft = inspect_table(workbook(other, cases=CASES))
    assert draft.detected["sheet"] == "Data"
    with pytest.raises(InputError, match="the file has 'Data', 'cases'"):
        draft.to_dataset()
