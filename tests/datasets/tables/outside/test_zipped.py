"""A zip archive with one table in it is read, within the limits of what is unpacked."""

from __future__ import annotations

import gzip
import io
import struct
import zipfile

import pytest
from openpyxl import Workbook

from l2dwk_core import InputError, read_table, read_votes
from l2dwk_core.datasets.tables import inspect_table
from l2dwk_core.datasets.tables.limits import MAX_BYTES, MAX_ZIP_ENTRIES

ROWS = [f"{i * 7 % 31}.5,{i % 9},{'ab'[i % 2]}" for i in range(40)]
TABLE = "\n".join(["x,z,class", *ROWS]).encode()


def packed(files, method=zipfile.ZIP_DEFLATED):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def workbook():
    book = Workbook()
    for line in TABLE.decode().splitlines():
        book.active.append(line.split(","))
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("train.csv", TABLE),
        ("a/b/train.csv", TABLE),
        ("train.csv.gz", gzip.compress(TABLE, mtime=0)),
        ("train.xlsx", workbook()),
        ("train.txt", TABLE),
    ],
    ids=["csv", "in a folder", "gz", "xlsx", "txt"],
)
@pytest.mark.parametrize(
    "beside",
    [
        {},
        {"__MACOSX/._train.csv": b"\0\5", ".DS_Store": b"x", "a/Thumbs.db": b"x", "empty/": b""},
        {"licence.pdf": b"x"},
    ],
)
def test_the_only_table_is_read(name, content, beside):
    draft = inspect_table(packed({**beside, name: content}), name="kaggle.zip")
    assert draft.name == "train"
    data = draft.to_dataset()
    assert data.y.tolist() == ["ab"[i % 2] for i in range(40)]
    assert data.X["x"].tolist() == [i * 7 % 31 + 0.5 for i in range(40)]
    note = f"{name!r} was read from the archive 'kaggle.zip'"
    note += "; 1 other file was not." if "licence.pdf" in beside else "."
    assert draft.warnings[0] == note


def test_texts_beside_a_table_are_descriptions():
    made = packed({"README.txt": b"a table of cases", "train.csv": TABLE, "names.data": b"x, z"})
    assert read_table(made, name="a.zip").y.size == 40


@pytest.mark.parametrize(
    ("files", "told"),
    [
        (
            {"train.csv": TABLE, "test.csv": TABLE, "README.txt": b"x"},
            r"archive of 2 tables \('train.csv', 'test.csv'\); one is read",
        ),
        ({"a.txt": TABLE, "b.txt": TABLE}, r"2 tables \('a.txt', 'b.txt'\)"),
        ({"x.pdf": b"x", "y.png": b"y"}, r"no file in it is a table by its ending \('x.pdf', "),
        ({".DS_Store": b"x"}, "no file in it is a table by its ending; unpack"),
        ({"train.csv": b""}, "'train.csv' is empty"),
        ({"train.csv": b"\x89PNG"}, "'train.csv' is a PNG image"),
    ],
)
def test_other_archives_are_refused_with_what_is_in_them(files, told):
    with pytest.raises(InputError, match=told):
        inspect_table(packed(files), name="a.zip")


def test_an_archive_in_an_archive_is_not_unpacked_again():
    with pytest.raises(InputError, match="zip archive but no Excel workbook"):
        inspect_table(packed({"train.csv": packed({"train.csv": TABLE})}), name="a.zip")


def test_what_is_damaged_or_protected():
    whole = packed({"train.csv": TABLE})
    with pytest.raises(InputError, match="damaged zip archive"):
        inspect_table(whole[: len(whole) // 2], name="a.zip")
    broken = bytearray(whole)
    broken[45:60] = b"\xff" * 15
    with pytest.raises(InputError, match="damaged zip archive"):
        inspect_table(bytes(broken), name="a.zip")
    entry = whole.index(b"PK\x01\x02")
    locked = whole[: entry + 8] + struct.pack("<H", 1) + whole[entry + 10 :]
    with pytest.raises(InputError, match="protected by a password"):
        inspect_table(locked, name="a.zip")
    with pytest.raises(InputError, match="in a way that is not read"):
        inspect_table(packed({"train.csv": TABLE}, zipfile.ZIP_BZIP2), name="a.zip")


def test_no_more_is_unpacked_than_the_limit():
    bomb = packed({"train.csv": b"0" * (MAX_BYTES + 1)})
    assert len(bomb) < MAX_BYTES / 100
    with pytest.raises(InputError, match="unpacks to more than 50,000,000 bytes"):
        inspect_table(bomb, name="a.zip")
    entry = bomb.index(b"PK\x01\x02")
    lying = bomb[: entry + 24] + struct.pack("<I", 10) + bomb[entry + 28 :]
    with pytest.raises(InputError):
        inspect_table(lying, name="a.zip")
    many = packed({f"{i}": b"" for i in range(MAX_ZIP_ENTRIES + 1)})
    with pytest.raises(InputError, match="archive of 5,001 files"):
        inspect_table(many, name="a.zip")


def test_votes_in_an_archive():
    rows = [f"{'ab'[i % 2]},{'ab'[i % 3 > 0]},{'ab'[i % 5 > 1]}" for i in range(40)]
    made = packed({"votes.csv": "\n".join(["y,rf,svm", *rows]), "__MACOSX/._votes.csv": b"\0"})
    votes = read_votes(made, name="mine.zip")
    assert (votes.name, votes.models, votes.n_rows) == ("votes", ("rf", "svm"), 40)
