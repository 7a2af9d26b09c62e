"""libsvm against scikit-learn's reader and writer, Parquet against pandas."""

from __future__ import annotations

import datetime
import io

import numpy as np
import pandas as pd
import pyarrow
import pyarrow.parquet
import pytest
from sklearn.datasets import dump_svmlight_file, load_svmlight_file

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.tables import inspect_table, read_table
from l2dwk_core.datasets.tables.limits import MAX_CELLS, MAX_CHARACTERS

N = 60


def libsvm(zero_based: bool, query: bool, comment: str = "") -> bytes:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(N, 6)) * (rng.random((N, 6)) < 0.5)
    X[:, 3] = 0.0  # an index that no row names
    y = rng.choice([-1, 1], N)
    out = io.BytesIO()
    groups = np.repeat(np.arange(N // 4), 4) if query else None
    dump_svmlight_file(X, y, out, zero_based=zero_based, comment=comment or None, query_id=groups)
    return out.getvalue()


@pytest.mark.parametrize("zero_based", [True, False])
@pytest.mark.parametrize("query", [True, False])
@pytest.mark.parametrize("comment", ["", "written by hand"])
def test_libsvm_agrees_with_scikit_learn(zero_based, query, comment):
    data = libsvm(zero_based, query, comment)
    X, y = load_svmlight_file(io.BytesIO(data), zero_based=zero_based)
    for name in (None, "a.libsvm", "a.txt"):
        dataset = read_table(data, name=name)
        first = 0 if zero_based else 1
        used = [i for i in range(6) if i != 3]
        assert list(dataset.X) == [f"feature {i + first}" for i in used]
        np.testing.assert_allclose(dataset.X.to_numpy(), X.toarray()[:, used])
        np.testing.assert_array_equal(dataset.y.astype(float), y)
    draft = inspect_table(data)
    assert draft.detected["format"] == "libsvm"
    assert ("qid" in [c.name for c in draft.columns]) == query
    if query:
        assert draft.columns[0].role == "identifier"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("1 1:2 x:3", "'x:3' is not 'index:value'"),
        ("1 1:2 3:", "'3:' is not"),
        ("1 1:2 3:1e", "'3:1e' is not"),
        ("a 1:2", "the class 'a' is no number"),
        ("1,2 1:2", "'1,2' names several classes.*Keep one class in each row"),
        ("1 9999999999:2", "is not 'index:value'"),
    ],
)
def test_a_broken_line_is_named(line, words):
    with pytest.raises(InputError, match=f"line 21: .*{words}"):
        read_table(b"1 1:2 2:3\n-1 2:4\n" * 10 + line.encode() + b"\n")


def test_too_many_indices_and_cells():
    wide = b"".join(
        b"1 " + b" ".join(b"%d:1" % i for i in range(start, start + 3_000)) + b"\n"
        for start in (0, 3_000)
    )
    with pytest.raises(InputError, match="columns; at most 5,000"):
        read_table(wide)
    deep = b"1 " + b" ".join(b"%d:1" % i for i in range(4_000)) + b"\n" + b"1 1:1\n" * 600
    with pytest.raises(InputError, match=f"more than {MAX_CELLS:,} cells"):
        read_table(deep)


def test_what_only_looks_like_it_a_little_is_read_as_text():
    data = "time,class\n" + "".join(f"{i % 24}:{i:02d},{'ab'[i % 2]}\n" for i in range(N))
    assert inspect_table(data.encode()).detected["format"] == "delimited text"


FRAME = pd.DataFrame(
    {
        "x": [i + 0.5 if i != 3 else None for i in range(N)],
        "whole": [i % 9 for i in range(N)],
        "word": pd.Categorical([["red", "green", None][i % 3] for i in range(N)]),
        "text": [f"{'uv'[i % 2]}" for i in range(N)],
        "flag": [i % 4 == 0 for i in range(N)],
        "day": [datetime.date(2020, 1, 1 + i % 28) for i in range(N)],
        "class": ["ab"[i % 2] for i in range(N)],
    }
)


def parquet(table: pd.DataFrame | pyarrow.Table, **options) -> bytes:
    out = io.BytesIO()
    made = table if isinstance(table, pyarrow.Table) else pyarrow.Table.from_pandas(table)
    pyarrow.parquet.write_table(made, out, **options)
    return out.getvalue()


@pytest.mark.parametrize("options", [{}, {"compression": "zstd"}, {"use_dictionary": False}])
@pytest.mark.parametrize("name", ["t.parquet", "t.csv"])
def test_parquet_agrees_with_pandas(options, name):
    data = parquet(FRAME, **options)
    theirs = pd.read_parquet(io.BytesIO(data))
    ours = read_table(data, name=name)
    assert ours.name == "t"
    pd.testing.assert_series_equal(ours.X["x"], theirs["x"])
    pd.testing.assert_series_equal(ours.X["whole"], theirs["whole"].astype(float))
    words = [None if pd.isna(value) else value for value in ours.X["word"]]
    assert words == [None if pd.isna(value) else value for value in theirs["word"]]
    assert ours.X["text"].astype(str).tolist() == theirs["text"].tolist()
    assert set(ours.X["flag"].cat.categories) == {"TRUE", "FALSE"}
    assert "day" not in ours.X
    assert ours.y.tolist() == theirs["class"].tolist()
    assert inspect_table(data).detected["format"] == "Parquet"


def test_single_precision_is_read_with_the_digits_it_has():
    meant = [i / 10 for i in range(40)] + [1e20, 1e-7, 16777216.0, -123.456]
    values = np.array(meant, dtype="float32")
    kinds = ["ab"[i % 2] for i in range(len(meant))]
    draft = inspect_table(parquet(pd.DataFrame({"x": values, "kind": kinds})))
    assert draft.to_dataset("kind").X["x"].tolist() == meant
    assert draft.columns[0].examples[1] == "0.1"


def test_columns_of_lists_structures_and_bytes_are_left_out_by_name():
    table = pyarrow.Table.from_pandas(FRAME[["x", "class"]])
    table = table.append_column("rows", pyarrow.array([[i, i] for i in range(N)]))
    table = table.append_column("both", pyarrow.array([{"a": i} for i in range(N)]))
    table = table.append_column("raw", pyarrow.array([b"\0"] * N))
    dataset = read_table(parquet(table))
    assert list(dataset.X) == ["x"]
    note = next(note for note in dataset.notes if "no single value" in note)
    assert "'rows', 'both', 'raw'" in note


def test_a_class_of_bytes_is_named_when_no_other_is_found():
    table = pyarrow.Table.from_pandas(FRAME[["x"]])
    table = table.append_column("class", pyarrow.array([b"a", b"b"] * (N // 2)))
    with pytest.raises(InputError, match=r"1 column that can be read.*'class'.*written as text"):
        read_table(parquet(table))
    table = table.append_column("z", pyarrow.array([i / 7 for i in range(N)]))
    for target in (None, "class"):
        with pytest.raises(InputError, match=r"\(lists, structures, bytes\): 'class'.*as text"):
            read_table(parquet(table), target)


@pytest.mark.parametrize("alone", [True, False])
def test_several_classes_in_a_row_of_libsvm_are_named(alone):
    labels = ["1,2", "3,4"] if alone else ["1,2", "3"]
    lines = "".join(f"{labels[i % 2]} 1:{i / 4} 2:{i % 5}\n" for i in range(40))
    with pytest.raises(InputError, match="line 1: '1,2' names several classes"):
        read_table(lines.encode())


def test_a_time_of_day_is_no_value_of_libsvm():
    lines = "".join(f"{i % 7},{i % 28 + 1} 12:{i:02},{'ab'[i % 2]}\n" for i in range(40))
    assert inspect_table(lines.encode()).detected["format"] == "delimited text"


def test_a_damaged_or_huge_parquet_file_is_refused():
    data = parquet(FRAME)
    for broken in (data[: len(data) // 2], data[:200] + b"\xff" * 200 + data[400:], b"PAR1" * 9):
        with pytest.raises(InputError, match="damaged or encrypted Parquet"):
            read_table(broken)
    # One value said once stands for a million rows: 3 kB.
    rows = MAX_CELLS + 1
    small = parquet(pyarrow.table({"class": pyarrow.array(np.zeros(rows, dtype=np.int8))}))
    assert len(small) < 50_000
    with pytest.raises(InputError, match=f"more than {MAX_CELLS:,} cells"):
        read_table(small)
    text = "x" * 100_000
    wide = pyarrow.table({"t": [text] * 1_000, "class": ["a", "b"] * 500})
    assert 1_000 * len(text) > MAX_CHARACTERS
    with pytest.raises(InputError, match=f"more than {MAX_CHARACTERS:,} characters"):
        read_table(parquet(wide))


def test_without_pyarrow_the_remedy_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pyarrow.parquet", None)
    with pytest.raises(InputError, match="needs the package pyarrow"):
        read_table(parquet_once)


parquet_once = parquet(FRAME)
