"""Odd but honest files: each must become the right table.

The same small table is written in many ways and must read back equal: its number column x, its
word column s with a missing cell, and its class.
"""

from __future__ import annotations

import gzip
import io

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets import Dataset
from l2dwk_core.datasets.encoding import tree_encoder
from l2dwk_core.datasets.tables import inspect_table, read_table

N = 24
X_VALUES = [round(-1.5 + 0.25 * i, 2) for i in range(N)]
S_VALUES = ["rot", "grün", None, "blau"] * (N // 4)
Y_VALUES = ["ja", "nein", "ja"] * (N // 3)


def written(
    delimiter=",", decimal=".", missing="", header=("x", "s", "class"), end="\n", quote=False
) -> str:
    def cell(value):
        text = missing if value is None else str(value)
        if isinstance(value, float):
            text = text.replace(".", decimal)
        return f'"{text}"' if quote else text

    rows = [header, *zip(X_VALUES, S_VALUES, Y_VALUES, strict=True)]
    return end.join(delimiter.join(map(cell, row)) for row in rows) + end


def check(dataset: Dataset, names=("x", "s")) -> None:
    assert list(dataset.X.columns) == list(names)
    x, s = dataset.X.iloc[:, 0], dataset.X.iloc[:, 1]
    assert x.dtype == np.float64
    assert x.tolist() == X_VALUES
    assert isinstance(s.dtype, pd.CategoricalDtype)
    assert list(s.cat.categories) == sorted({v for v in S_VALUES if v})
    assert [None if pd.isna(v) else v for v in s] == S_VALUES
    assert dataset.y.tolist() == Y_VALUES
    assert dataset.y.dtype.kind == "U"


PLAIN = written()

SAME_TABLE = {
    "csv": PLAIN.encode(),
    "no-final-line-end": PLAIN.rstrip("\n").encode(),
    "windows-line-ends": written(end="\r\n").encode(),
    "old-mac-line-ends": written(end="\r").encode(),
    "tab": written("\t").encode(),
    "semicolon": written(";").encode(),
    "bar": written("|").encode(),
    "spaces-after-commas": written(", ").encode(),
    "decimal-comma": written(";", ",").encode(),
    "decimal-comma-tab": written("\t", ",").encode(),
    "decimal-comma-quoted": written(",", ",", quote=True).encode(),
    "all-quoted": written(quote=True).encode(),
    "white-space": written(" ", missing="NA").encode(),
    "utf-8-mark": PLAIN.encode("utf-8-sig"),
    "utf-16-mark": PLAIN.encode("utf-16"),
    "utf-16-big-endian-mark": b"\xfe\xff" + PLAIN.encode("utf-16-be"),
    "utf-16-no-mark": PLAIN.encode("utf-16-le"),
    "utf-32": PLAIN.encode("utf-32"),
    "latin-1": PLAIN.encode("latin-1"),
    "cp1252-semicolon": written(";", ",").encode("cp1252"),
    "gzip": gzip.compress(PLAIN.encode()),
    "gzip-of-two-members": gzip.compress(PLAIN[:50].encode()) + gzip.compress(PLAIN[50:].encode()),
    "gzip-padded-with-zeros": gzip.compress(PLAIN.encode()) + b"\0" * 100,
    "excel-separator-line": ("sep=;\n" + written(";")).encode(),
    "blank-lines": PLAIN.replace("\n", "\n\n").encode(),
    "blank-lines-in-front": ("\n\n" + PLAIN).encode(),
    "trailing-delimiters": PLAIN.replace("\n", ",\n").encode(),
    "trailing-delimiters-below-header": PLAIN.replace("ja\n", "ja,\n").encode(),
    "short-last-cells": PLAIN.encode(),
} | {
    f"missing-as-{token}": written(missing=token).encode()
    for token in ("NA", "N/A", "nan", "NaN", "?", "null", "NULL", "-", "--", "#N/A", " ")
}


@pytest.mark.parametrize("name", SAME_TABLE)
def test_the_same_table_however_it_is_written(name):
    dataset = read_table(SAME_TABLE[name])
    if name.startswith("trailing-delimiters") and dataset.X.shape[1] == 3:
        pytest.fail("an empty column was kept")
    check(dataset)


def test_from_path_buffer_text_and_upload(tmp_path):
    path = tmp_path / "my table.csv"
    path.write_bytes(PLAIN.encode())

    class Upload(io.BytesIO):
        name = "folder/up load.csv"

    upload = Upload(PLAIN.encode())
    upload.read()  # read once before: it stands at its end
    sources = [str(path), path, upload, io.StringIO(PLAIN), io.BytesIO(PLAIN.encode())]
    names = ["my table", "my table", "up load", "table", "table"]
    for source, name in zip(sources, names, strict=True):
        dataset = read_table(source)
        check(dataset)
        assert dataset.name == name
    assert read_table(PLAIN.encode(), name="renamed.tsv").name == "renamed"


def test_without_header_columns_are_numbered_and_it_is_said():
    body = PLAIN.split("\n", 1)[1].encode()
    dataset = read_table(body)
    check(dataset, names=("c1", "c2"))
    assert any("first line looks like data" in note for note in dataset.notes)
    check(read_table(PLAIN.encode(), header=True))
    forced = inspect_table(PLAIN.encode(), header=False)
    assert forced.n_rows == N + 1


def test_positions_as_column_names():
    numbers = pd.DataFrame(np.arange(80.0).reshape(20, 4) / 3).assign(label=list("ab") * 10)
    numbers.columns = range(5)
    for index, names in ((False, ["0", "1", "2", "3"]), (True, ["0", "1", "2", "3"])):
        dataset = read_table(numbers.to_csv(index=index).encode())
        assert list(dataset.X.columns) == names
        np.testing.assert_array_equal(dataset.X["3"], numbers[3])


def test_row_names_as_r_writes_them():
    lines = PLAIN.rstrip("\n").split("\n")
    text = "\n".join([lines[0], *(f"r{i},{line}" for i, line in enumerate(lines[1:]))])
    draft = inspect_table(text.encode())
    assert [c.name for c in draft.columns] == ["row name", "x", "s", "class"]
    assert draft.columns[0].role == "identifier"
    check(draft.to_dataset())


def test_a_cell_cut_in_two_is_no_name_of_a_row():
    """A comma in a name without quotes: names of columns would stand above their neighbours."""
    rows = [f"P{i},{30 + 7 * i % 11},Smith, J{i % 4},{'ab'[i % 2]}" for i in range(N)]
    with pytest.raises(InputError, match=r"a cell of each line seems to be cut in two.*quotes"):
        read_table("\n".join(["id,age,name,class", *rows]).encode())
    # R puts names in quotes unless it is told not to, and a comma within a cell is then no cut.
    quoted = "\n".join(['"id","age","name","class"', *rows]).encode()
    assert [c.name for c in inspect_table(quoted).columns][:2] == ["row name", "id"]


def test_short_lines_below_a_name_of_cases_are_refused():
    with pytest.raises(InputError, match="line 2: 3 cells where the first line has 2"):
        read_table(b"id,x\n1,2,3\n3\n4,5\n6,7\n")


def test_row_index_as_pandas_writes_it():
    frame = pd.DataFrame({"x": X_VALUES, "s": S_VALUES, "class": Y_VALUES})
    draft = inspect_table(frame.to_csv().encode())
    assert draft.columns[0].name == "column 1"
    assert draft.columns[0].reason == "It counts the rows."
    check(draft.to_dataset())


def test_cells_may_hold_delimiters_quotes_and_line_ends():
    words = ['a, "b"', "c\nd", "e;f"] * 8
    frame = pd.DataFrame({"s": words, "x": range(24), "class": Y_VALUES})
    dataset = read_table(frame.to_csv(index=False).encode(), roles={"x": "numeric"})
    assert dataset.X["s"].astype(str).tolist() == words


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (["1,234.5", "2,000.25", "-3,000,000.0", "4"], [1234.5, 2000.25, -3e6, 4.0]),
        (["1.234,5", "2.000,25", "-3.000.000,0", "4"], [1234.5, 2000.25, -3e6, 4.0]),
        (["1,5", "2,25", "-3,0", "4"], [1.5, 2.25, -3.0, 4.0]),
        (["1 234,5", "2 000,25", "-3 000 000,0", "4"], [1234.5, 2000.25, -3e6, 4.0]),
        (["1'234.5", "2'000.25", "7", "4"], [1234.5, 2000.25, 7.0, 4.0]),
        (["1e3", "2.5E-2", "+3", ".5"], [1000.0, 0.025, 3.0, 0.5]),
        (["0.1", "1.1", "2.675", "1e-300"], [0.1, 1.1, 2.675, 1e-300]),
        (["12345678901234567890", "1", "2", "3"], [12345678901234567890.0, 1.0, 2.0, 3.0]),
        (["1.234", "5.678", "9.012", "3.456"], [1.234, 5.678, 9.012, 3.456]),
    ],
)
def test_numbers_are_read_as_they_are_meant(cells, expected):
    lines = [f"{cell}\t{label}" for cell, label in zip(cells * 5, "abab" * 5, strict=True)]
    dataset = read_table(("v\tclass\n" + "\n".join(lines)).encode())
    assert dataset.X["v"].tolist() == expected * 5


def test_a_column_that_needs_the_comma_decides_for_one_that_does_not():
    lines = [f"{1 + i % 3}.{i:03d};{i},5;{'ab'[i % 2]}" for i in range(20)]
    draft = inspect_table(("thousands;decimal;class\n" + "\n".join(lines)).encode())
    assert draft.detected["decimal"] == ","
    X = draft.to_dataset().X
    assert X["thousands"].tolist()[:3] == [1000.0, 2001.0, 3002.0]
    assert X["decimal"].tolist()[:2] == [0.5, 1.5]
    as_told = inspect_table(("t;class\n" + "1.000;a\n2.000;b\n" * 8).encode(), decimal=",")
    assert as_told.to_dataset().X["t"].tolist()[:2] == [1000.0, 2000.0]


def test_plus_and_minus_are_answers_together_and_minus_alone_is_missing():
    both = "x,class\n" + "".join(f"{i}.5,{'+-'[i % 2]}\n" for i in range(20))
    assert read_table(both.encode(), "class").classes.tolist() == ["+", "-"]
    alone = "x,s,class\n" + "".join(f"{i % 5},{'ab-'[i % 3]},{'uv'[i % 2]}\n" for i in range(24))
    assert int(read_table(alone.encode()).X["s"].isna().sum()) == 8


def test_none_is_an_answer():
    text = "x,pain,class\n" + "".join(
        f"{i % 5},{('none', 'mild', 'None')[i % 3]},{'uv'[i % 2]}\n" for i in range(24)
    )
    assert set(read_table(text.encode()).X["pain"].cat.categories) == {"none", "mild", "None"}


def test_numbers_that_members_cannot_take_count_as_missing_and_are_counted():
    odd = {3: "inf", 7: "-Infinity", 9: "1e999", 12: "1e300", 13: "-3.5e38", 14: "3.4e38"}
    text = "x,class\n" + "".join(f"{odd.get(i, i)},{'uv'[i % 2]}\n" for i in range(30))
    dataset = read_table(text.encode())
    assert np.flatnonzero(dataset.X["x"].isna()).tolist() == [3, 7, 9, 12, 13]
    tree_encoder(dataset.X, impute=True)  # takes the rest
    assert any("5 values of 'x' not read as a finite number" in note for note in dataset.notes)


def test_a_latin_1_file_is_read_with_a_note():
    dataset = read_table(PLAIN.encode("latin-1"))
    assert any("read as cp1252" in note for note in dataset.notes)
    # Byte 81 has no letter in cp1252, so latin-1 is left, which has one for every byte.
    undefined = PLAIN.encode("cp1252").replace(b"rot", b"ro\x81")
    assert inspect_table(undefined).detected["encoding"] == "latin-1"
    told = inspect_table(PLAIN.encode("latin-1"), encoding="latin-1")
    assert not told.warnings
