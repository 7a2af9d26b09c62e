"""A third row above the values: types under units, units under two rows of names."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table

N = 48
BODY = [
    f"{40 + i * 37 % N},{i * 17 % 31 / 10},{i % 9},{['benign', 'malignant'][i * 7 % 5 > 2]}"
    for i in range(N)
]
UNITS = "mmHg,mg,kg,"


def draft(*lines, **options):
    return inspect_table("\n".join([*lines, *BODY]).encode(), **options)


@pytest.mark.parametrize(
    "types",
    [
        *("int,float,int,str", "int64,float64,int64,object", "integer,numeric,integer,factor"),
        *("<dbl>,<dbl>,<int>,<chr>", "i64,f64,i64,str", "INTEGER,REAL,INTEGER,VARCHAR(20)"),
        "number,float,int,string".replace("number", "double"),
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_types_beside_units(types, turned):
    lines = [types, UNITS] if turned else [UNITS, types]
    read = draft("a,b,c,diagnosis", *lines)
    assert [column.unit for column in read.columns] == ["mmHg", "mg", "kg", ""]
    assert [column.role for column in read.columns][:3] == ["numeric"] * 3
    assert (read.n_rows, len(read.to_dataset().y)) == (N, N)
    assert any(f"Line {2 if turned else 3} holds data types" in note for note in read.warnings)
    assert any(f"Line {3 if turned else 2} holds units" in note for note in read.warnings)


@pytest.mark.parametrize("types", [[], ["int,float,int,str"]])
def test_units_under_two_rows_of_names(types):
    read = draft("blood,,body,diagnosis", "a,b,c,", UNITS, *types)
    names = [column.name for column in read.columns]
    assert names == ["blood a", "blood b", "body c", "diagnosis"]
    assert [column.unit for column in read.columns] == ["mmHg", "mg", "kg", ""]
    assert (read.n_rows, len(read.to_dataset().y)) == (N, N)
    assert {"units": False} in [proposal.reading for proposal in read.proposals]


@pytest.mark.parametrize("turned", [False, True])
def test_descriptions_beside_units(turned):
    lines = [UNITS, "Blutdruck,Dosis,Gewicht,Befund"]
    read = draft("a,b,c,diagnosis", *(lines[::-1] if turned else lines))
    assert [column.unit for column in read.columns] == ["mmHg", "mg", "kg", ""]
    assert (read.n_rows, len(read.to_dataset().y)) == (N, N)
    assert any("describes the columns and is left out" in note for note in read.warnings)


def test_words_that_are_types_among_other_words_are_values():
    rows = [f"{['int', 'str', 'float'][i % 3]},{i % 7},{'pq'[i % 2]}" for i in range(N)]
    read = inspect_table("\n".join(["type,n,class", *rows]).encode())
    assert read.n_rows == N
