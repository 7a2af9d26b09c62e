"""Malicious, broken and useless files: each ends in one line that says what is wrong.

Every message is one line, is of the project's own error type, and names the remedy.
"""

from __future__ import annotations

import gzip
import io
import struct
import zipfile

import numpy as np
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.tables import inspect_table, read_table
from l2dwk_core.datasets.tables.limits import MAX_BYTES, MAX_CELLS


def rows(n: int, *cells: str) -> str:
    """n lines; {i} in a cell is the line's number, {h} alternates a and b."""
    return "".join(",".join(cells).format(i=i, h="ab"[i % 2]) + "\n" for i in range(n))


GOOD = "x,class\n" + rows(20, "{i}.5", "{h}")


def zipped(**members: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


REFUSED = {
    # nothing there
    "empty": (b"", "is empty"),
    "only-blank": (b" \n\t\n", "is empty"),
    "only-a-byte-order-mark": (b"\xef\xbb\xbf", "no cells"),
    "only-commas": (b",,,\n,,,\n", "looks like a class"),
    "gzip-of-nothing": (gzip.compress(b""), "is empty"),
    # too little
    "header-only": (b"a,b,class\n", "header line but no rows"),
    "one-column": (b"class\n" + b"a\nb\n" * 10, "one column"),
    "one-word": (b"hello", "header line but no rows"),
    "one-class": (("x,class\n" + rows(20, "{i}.5", "a")).encode(), "one class"),
    "no-classes-left": (("x,class\n" + rows(20, "{i}.5", "?")).encode(), "class"),
    "nine-rows": (("x,class\n" + rows(9, "{i}.5", "{h}")).encode(), "9 row.*at least 10"),
    "all-rows-identical": (("x,y,class\n" + rows(20, "1", "a", "b")).encode(), "one class"),
    "all-inputs-identical": (
        ("x,y,class\n" + rows(20, "1", "u", "{h}")).encode(),
        "no column left.*all rows are identical",
    ),
    "only-an-identifier": (("id,class\n" + rows(30, "k{i}", "{h}")).encode(), "identifier"),
    "only-dates": (("when,class\n" + rows(28, "2020-02-{i}", "{h}")).encode(), "are date"),
    "no-class-in-sight": (
        ("u,v\n" + rows(40, "{i}.5", "{i}.25")).encode(),
        "No column of 'table' looks like a class",
    ),
    # too much
    "a-million-columns": (b",".join([b"c"] * 10**6) + b"\n1\n", "1,000,000 columns; at most"),
    "a-million-columns-of-data": (b"a,b\n" + b"1," * 10**6, "1,000,001 columns; at most"),
    "too-many-cells": (
        b",".join([b"c"] * 5000) + (b"\n1" + b",1" * 4999) * (MAX_CELLS // 5000),
        "more than 2,000,000 cells",
    ),
    "too-many-lines": (b"a,class\n" + b"\n" * (MAX_CELLS + 1), "lines; at most"),
    "too-many-bytes": (b"a,b\n" + b"1" * MAX_BYTES, "more than 50,000,000 bytes"),
    "a-gzip-bomb": (gzip.compress(b"1,2\n" * (MAX_BYTES // 3), 1), "unpacks to more than"),
    "500-classes": (
        ("x,class\n" + rows(1000, "{i}.5", "k{i}").replace("k9", "k")).encode(),
        "classes; at most 100",
    ),
    "a-cell-without-end": (b"a,class\n" + b"x" * 200_000 + b",1\n", "more than 131,072 characters"),
    "an-endless-line": (b"a,class\n" + b"x" * 3_000_000, "line 2: 3,000,000 characters"),
    "an-endless-arff-line": (
        b"@relation r\n@attribute a string\n@data\n" + b"'\\'" * 2_000_000,
        "line 4: 6,000,000 characters",
    ),
    "an-endless-name-of-a-class": (
        ("x,class\n" + rows(20, "{i}.5", "{h}") + "1," + "c" * 100_000).encode(),
        "a value of 100,000 characters.*class names have at most 200",
    ),
    # broken text
    "quote-never-closed": ((GOOD + '"abc,d\n' + rows(5, "1", "{h}")).encode(), "broken quotes"),
    "text-after-a-quote": ((GOOD + '"abc"d,e\n').encode(), "line 22: broken quotes"),
    "a-line-too-long": ((GOOD + "1,2,3\n").encode(), "line 22: 3 cells where the first line has 2"),
    "longer-lines-of-two-lengths": (b"a,b\n" + b"1,x,3\n" * 5 + b"1,2\n", "same number of cells"),
    "nul-bytes": (GOOD.replace("7.5", "7\0.5").encode(), "NUL bytes"),
    "control-characters": (GOOD.replace("7.5", "7\x02.5").encode(), "control characters"),
    "random-bytes": (np.random.default_rng(0).bytes(5000), "not a text file"),
    "all-byte-values": (bytes(range(256)) * 10, "not a text file"),
    "half-a-utf-16": (GOOD.encode("utf-16") + b"x", "begins like utf-16 but is damaged"),
    "utf-8-mark-on-latin-1": (b"\xef\xbb\xbf" + b"x,class\n\xe4,b\n" * 20, "begins like utf-8"),
    # other files with a table's name
    "old-excel": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 100, "old Excel"),
    "stata": (b"<stata_dta><header><release>118", r"a Stata file \(.dta\).*export delimited"),
    "old-stata": (b"\x72\x02\x01\x00" + b"\0" * 100, r"a Stata file \(.dta\)"),
    "spss": (b"$FL2@(#) SPSS DATA FILE" + b"\0" * 100, r"an SPSS file \(.sav\).*CSV"),
    "rds": (gzip.compress(b"X\n\0\0\0\3" + b"\0" * 100), r"a file of R .*write.csv"),
    "rdata": (gzip.compress(b"RDX3\nX\n" + b"\0" * 100), r"a file of R .*write.csv"),
    "sas": (
        b"\0" * 12 + b"\xc2\xea\x81\x60\xb3\x14\x11\xcf\xbd\x92\x08\x00\t\xc7" + b"\0" * 99,
        r"a SAS file \(.sas7bdat\).*proc export",
    ),
    "sas-transport": (b"HEADER RECORD*******LIBRARY HEADER RECORD!!!!!!!0", "a SAS transport file"),
    "pdf": (b"%PDF-1.7\n...", "PDF document"),
    "png": (b"\x89PNG\r\n\x1a\n....", "PNG image"),
    "jpeg": (b"\xff\xd8\xff\xe0....", "JPEG image"),
    "parquet": (b"PAR1....", "Parquet"),
    "numpy": (b"\x93NUMPY\x01\x00", "NumPy array"),
    "program": (b"\x7fELF\x02\x01", "a program"),
    "sqlite": (b"SQLite format 3\0", "SQLite"),
    "bzip2": (b"BZh91AY", "bzip2"),
    "xz": (b"\xfd7zXZ\0", "xz archive"),
    "zip-of-a-page": (zipped(**{"a.html": GOOD.encode()}), "zip archive but no Excel workbook"),
    "empty-zip": (zipped(), "empty zip archive"),
    "open-document": (
        zipped(
            mimetype=b"application/vnd.oasis.opendocument.spreadsheet",
            **{"content.xml": b"<office/>"},
        ),
        "an OpenDocument file .*save the table as .xlsx or CSV",
    ),
    "zip-cut-short": (zipped(**{"xl/workbook.xml": b"<a/>" * 999})[:60], "damaged"),
    "gzip-cut-short": (gzip.compress(GOOD.encode() * 50)[:-20], "damaged gzip"),
    "gzip-with-a-wrong-sum": (gzip.compress(GOOD.encode())[:-8] + b"\1" * 8, "damaged gzip"),
    "gzip-mark-alone": (b"\x1f\x8b", "damaged gzip"),
    # ARFF
    "arff-without-data": (b"@relation r\n@attribute a numeric\n", "no @data line"),
    "arff-without-attributes": (b"@relation r\n@data\n1\n", "declares no @attribute"),
    "arff-without-rows": (
        b"@relation r\n@attribute a numeric\n@attribute b {x,y}\n@data\n",
        "no rows",
    ),
    "arff-strange-type": (b"@relation r\n@attribute a complex\n@data\n1\n", "type 'complex'"),
    "arff-relational": (b"@relation r\n@attribute a relational\n@data\n1\n", "type 'relational'"),
    "arff-open-list": (b"@relation r\n@attribute a {x,y\n@data\nx\n", "not closed"),
    "arff-strange-line": (b"@relation r\nhello\n@data\nx\n", "line 2: 'hello' is no ARFF header"),
    "arff-ragged": (
        b"@relation r\n@attribute a numeric\n@attribute b {x,y}\n@data\n1,x\n1,x,y\n",
        "line 6: 3 values where 2 attributes",
    ),
    "arff-broken-quote": (
        b"@relation r\n@attribute a numeric\n@attribute b {x,y}\n@data\n1,'x\n",
        "broken quotes",
    ),
    "arff-sparse-index": (
        b"@relation r\n@attribute a numeric\n@attribute b {x,y}\n@data\n{0 1, 7 x}\n",
        "'7 x' is not 'index value'",
    ),
    "arff-sparse-quote": (
        b"@relation r\n@attribute a numeric\n@attribute b {x,y}\n@data\n{0 1, 1 'x}\n",
        "\"1 'x\" is not 'index value'",
    ),
    "arff-sparse-escapes-without-end": (
        b"@relation r\n@attribute a string\n@attribute b {x,y}\n@data\n{0 '"
        + b"\\'" * 500_000
        + b"}\n",
        "is not 'index value'",
    ),
    "arff-sparse-open": (
        b"@relation r\n@attribute a numeric\n@attribute b {x,y}\n@data\n{0 1, 1 x\n",
        "sparse row is not closed",
    ),
    "arff-a-million-attributes": (
        b"@relation r\n" + b"@attribute a numeric\n" * 6000 + b"@data\n",
        "columns; at most",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_with_one_line(name):
    data, message = REFUSED[name]
    with pytest.raises(InputError, match=message) as caught:
        read_table(data)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


def test_there_are_enough_of_them():
    assert len(REFUSED) >= 60


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("no/such/file.csv", "cannot be read.*check the path"),
        ("nul\0in.path", "cannot be read"),
        (".", "is a folder"),
        (12, "cannot be read from int"),
        (None, "cannot be read from NoneType"),
        (["x,class"], "cannot be read from list"),
    ],
)
def test_sources_that_are_none(source, message):
    with pytest.raises(InputError, match=message):
        read_table(source)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"encoding": "klingon"}, "Unknown encoding 'klingon'"),
        ({"encoding": "ascii"}, "not written in ascii"),
        ({"encoding": "rot13"}, "encoding 'rot13'|not written in rot13"),
        ({"delimiter": ""}, "give one character"),
        ({"delimiter": "ab"}, "give one character"),
        ({"delimiter": '"'}, "give one character"),
        ({"delimiter": "#"}, "one column"),
        ({"decimal": "·"}, "decimal mark is '·'"),
        ({"skip": 2**63}, "skip"),
        ({"target": "klass"}, "Unknown column 'klass'.*Did you mean 'class'"),
        ({"roles": {"z": "numeric"}}, "Unknown column 'z'"),
        ({"roles": {"x": "number"}}, "Unknown role 'number'.*Did you mean 'numeric'"),
        ({"roles": {"x": "identifier"}}, "no column left"),
        ({"max_rows": 3}, "max_rows is 3"),
        ({"seed": -1}, "seed is -1"),
        ({"bins": 3}, "'class' is not numeric"),
        ({"target": "x"}, "24 different numbers; give bins"),
        ({"target": "x", "bins": 1}, "bins is 1; .* from 2 to 100; try 2"),
    ],
)
def test_choices_that_cannot_be_met(options, message):
    data = ("x,class\n" + rows(24, "{i}.5", "ä{h}")).encode()
    with pytest.raises(InputError, match=message):
        read_table(data, **options)


SURVIVED = {
    "duplicate-names": ("x,x,x,class\n" + rows(20, "{i}.5", "{i}.25", "{i}.75", "{h}"), 3),
    "empty-names": (",,class\n" + rows(20, "{i}.5", "w{h}", "{h}"), 2),
    "very-long-name": ("n" * 10_000 + ",class\n" + rows(20, "{i}.5", "{h}"), 1),
    "two-very-long-names": (
        "n" * 9_999 + "," + "n" * 10_000 + ",class\n" + rows(20, "{i}.5", "{i}.2", "{h}"),
        2,
    ),
    "names-with-line-ends": ('"a\nb","c\td",class\n' + rows(20, "{i}.5", "{i}.2", "{h}"), 2),
    "name-like-a-repair": ("x,x (2),x,class\n" + rows(20, "{i}.5", "{i}.2", "{i}.1", "{h}"), 3),
    "short-lines": ("x,z,class\n" + rows(20, "{i}.5", "{i}.2", "{h}") + "3\n4,5\n", 2),
    "spreadsheet-formula-text": ("x,f,class\n" + rows(20, "{i}.5", "=1+{h}", "{h}"), 2),
    "html": ("x,f,class\n" + rows(20, "{i}.5", "<script>{h}</script>", "{h}"), 2),
    "right-to-left": ("x,שם,class\n" + rows(20, "{i}.5", "א{h}", "{h}"), 2),
    "emoji": ("x,🙂,class\n" + rows(20, "{i}.5", "🙂{h}", "{h}"), 2),
    "class-names-with-spaces": ("x,class\n" + rows(20, "{i}.5", " a  {h} "), 1),
}


@pytest.mark.parametrize("name", SURVIVED)
def test_odd_files_that_are_read(name):
    text, width = SURVIVED[name]
    dataset = read_table(text.encode(), "class")
    assert dataset.X.shape[1] == width
    assert dataset.X.columns.is_unique
    assert all(0 < len(c) <= 110 and c.isprintable() for c in dataset.X)
    assert len(dataset.classes) == 2
    assert len(dataset.y) == 20


def test_repairs_are_said():
    notes = read_table(SURVIVED["duplicate-names"][0].encode(), "class").notes
    assert any("2 repeated column names are numbered" in note for note in notes)
    notes = read_table(SURVIVED["short-lines"][0].encode(), "class").notes
    assert any("2 lines have fewer cells" in note for note in notes)
    assert any("2 rows are left out: no value of 'class'" in note for note in notes)
    notes = read_table(SURVIVED["very-long-name"][0].encode(), "class").notes
    assert any("1 column name is cut to 100 characters" in note for note in notes)


def test_zip_that_lies_about_its_size():
    """The declared size is small, the content large: reading stops, nothing explodes."""
    honest = zipped(
        **{"[Content_Types].xml": b"<a/>", "xl/workbook.xml": b"<a>" + b" " * 10**6 + b"</a>"}
    )
    lie = honest.replace(struct.pack("<I", 10**6 + 7), struct.pack("<I", 50))
    with pytest.raises(InputError, match="damaged"):
        inspect_table(lie)
