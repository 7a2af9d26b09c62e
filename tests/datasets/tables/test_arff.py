"""ARFF: scipy's reader as a second opinion on dense files, and what scipy cannot read."""

from __future__ import annotations

import io

import numpy as np
import pandas as pd
from scipy.io import arff as scipy_arff

from l2dwk_core.datasets.tables import inspect_table, read_table

DENSE = """% a comment
@RELATION weather
@attribute outlook {sunny, overcast, rainy}
@ATTRIBUTE 'temp in C' REAL
@attribute windy {TRUE, FALSE}
@attribute play {yes, no}
@data
% another
""" + "".join(
    f"{('sunny', 'overcast', 'rainy', '?')[i % 4]},{'?' if i == 5 else i + 0.25},"
    f"{('TRUE', 'FALSE')[i % 2]},{('yes', 'no', 'no')[i % 3]}\n"
    for i in range(24)
)


def test_dense_agrees_with_scipy():
    dataset = read_table(DENSE.encode(), name="weather.arff")
    data, meta = scipy_arff.loadarff(io.StringIO(DENSE))
    assert [*dataset.X.columns, "play"] == meta.names()
    np.testing.assert_array_equal(dataset.X["temp in C"], data["temp in C"])
    for name in ("outlook", "windy"):
        theirs = [value.decode() for value in data[name]]
        ours = ["?" if pd.isna(value) else value for value in dataset.X[name]]
        assert ours == theirs
    assert dataset.y.tolist() == [value.decode() for value in data["play"]]
    assert dataset.name == "weather"
    assert dataset.notes == ()


def test_it_is_known_by_its_content_and_its_roles_are_taken():
    draft = inspect_table(DENSE.encode())
    assert draft.detected["format"] == "ARFF"
    assert [c.role for c in draft.columns] == ["symbolic", "numeric", "symbolic", "symbolic"]
    assert draft.columns[0].reason == "The file declares its 3 values."
    assert draft.target == "play"


def test_a_nominal_attribute_of_digits_stays_symbolic():
    text = DENSE.replace("{yes, no}", "{1, 0}").replace("yes", "1").replace("no\n", "0\n")
    dataset = read_table(text.encode())
    assert dataset.classes.tolist() == ["0", "1"]
    text = text.replace("{sunny, overcast, rainy}", "{3, 7, 9}")
    for word, digit in (("sunny", "3"), ("overcast", "7"), ("rainy", "9")):
        text = text.replace(word, digit)
    assert isinstance(read_table(text.encode()).X["outlook"].dtype, pd.CategoricalDtype)


SPARSE = """@relation s
@attribute a numeric
@attribute 'b c' numeric
@attribute d {none, "one, two", three}
@attribute class {x, y}
@data
""" + "".join(
    [
        "{1 2.5, 3 y}\n{0 -1,2 'one, two'}\n{}\n{0 ?, 2 three, 3 y}\n",
        *(f"{{0 {i}, 3 {'xy'[i % 2]}}}\n" for i in range(1, 13)),
    ]
)


def test_sparse_rows_are_filled_with_zero_and_the_first_value():
    dataset = read_table(SPARSE.encode())
    X = dataset.X
    assert X["a"].tolist()[:3] == [0.0, -1.0, 0.0]
    assert np.isnan(X["a"][3])
    assert X["b c"].tolist()[:4] == [2.5, 0.0, 0.0, 0.0]
    assert X["d"].tolist()[:4] == ["none", "one, two", "none", "three"]
    assert dataset.y.tolist()[:6] == ["y", "x", "x", "y", "y", "x"]
    assert inspect_table(SPARSE.encode()).detected["format"] == "sparse ARFF"


def test_undeclared_and_unused_values_are_said():
    text = DENSE.replace("{sunny, overcast, rainy}", "{sunny, snowy, rainy}")
    dataset = read_table(text.encode())
    assert set(dataset.X["outlook"].cat.categories) == {"sunny", "overcast", "rainy"}
    assert any("undeclared values (overcast)" in note for note in dataset.notes)
    assert any("unused values (snowy)" in note for note in dataset.notes)


def test_quotes_escapes_and_weights():
    rows = "".join(
        f"""'it\\'s {"ab"[i % 2]}', "q, \\"{i % 3}\\"", {i}.5, {"uv"[i % 2]}, {{2.5}}\n"""
        for i in range(20)
    )
    header = "".join(
        f"@attribute {name} {kind}\n"
        for name, kind in (("'a b'", "string"), ('"c"', "string"), ("d", "integer"), ("e", "{u,v}"))
    )
    dataset = read_table(f"@relation 'x y'\n{header}@data\n{rows}".encode())
    assert set(dataset.X["a b"].cat.categories) == {"it's a", "it's b"}
    assert set(dataset.X["c"].cat.categories) == {'q, "0"', 'q, "1"', 'q, "2"'}
    assert any("20 row weights are ignored" in note for note in dataset.notes)


def test_dates_are_left_out_with_the_files_word_for_it():
    text = DENSE.replace("'temp in C' REAL", "when date 'yyyy-MM-dd'")
    draft = inspect_table(text.encode())
    assert (draft.columns[1].role, draft.columns[1].reason) == (
        "date",
        "The file declares it a date.",
    )


def test_keels_variety():
    rows = "".join(f"{i % 3}, {i}.5, {'pn'[i % 2]}\n" for i in range(20))
    text = (
        "@relation k\n"
        "@attribute A integer [0, 2]\n@attribute B real[0.0, 20.0]\n@attribute Out{p, n}\n"
        "@inputs A, B\n@outputs Out\n@data\n" + rows
    )
    draft = inspect_table(text.encode(), name="k.dat")
    assert draft.target == "Out"
    assert draft.target_reason == "The file names it as its output."
    assert [c.role for c in draft.columns] == ["numeric", "numeric", "symbolic"]
    assert draft.to_dataset().X.shape == (20, 2)
