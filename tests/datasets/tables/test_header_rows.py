"""Names over two rows, and rows under them without values, as pandas and others write them."""

from __future__ import annotations

import io

import numpy as np
import pandas as pd
import pytest

from l2dwk_core import read_table
from l2dwk_core.datasets.tables import inspect_table

N = 60


def draw():
    return np.random.default_rng(3)


def words():
    return np.array(["a", "b"])[draw().integers(0, 2, N)]


def as_csv(frame, **options):
    return frame.to_csv(**options).encode()


def as_excel(frame, **options):
    buffer = io.BytesIO()
    frame.to_excel(buffer, **options)
    return buffer.getvalue()


def grouped():
    frame = pd.DataFrame({"site": np.repeat(np.arange(N), 3), "x": draw().random(3 * N).round(3)})
    frame["z"] = draw().random(3 * N).round(3) + 1
    made = frame.groupby("site").agg({"x": ["mean", "std"], "z": ["max"]}).round(3)
    made[("class", "")] = words()
    return made


@pytest.mark.parametrize("write", [as_csv, as_excel])
def test_a_table_that_groupby_made(write):
    data = read_table(write(grouped()))
    assert list(data.X) == ["x mean", "x std", "z max"]
    assert data.y.tolist() == words().tolist()
    assert any("names the index alone ('site')" in note for note in data.notes)


def measured(index=True):
    columns = [("lab", "Hb"), ("lab", "CRP"), ("pat", "age"), ("out", "class")]
    frame = pd.DataFrame(draw().random((N, 3)).round(3))
    frame["class"] = words()
    frame.columns = pd.MultiIndex.from_tuples(columns)
    return frame


@pytest.mark.parametrize("write", [as_csv, as_excel])
def test_columns_of_two_levels_with_an_index(write):
    data = read_table(write(measured()))
    assert list(data.X) == ["lab Hb", "lab CRP", "pat age"]
    assert data.y.tolist() == words().tolist()


def test_groups_of_one_column_each():
    rows = "\n".join(f"{i},{i * 7 % 13}.5,{i * 3 % 11}.25,{'ab'[i % 2]}" for i in range(N))
    data = read_table(f",lab,pat,out\n,Hb,age,class\n{rows}".encode())
    assert list(data.X) == ["lab Hb", "pat age"]
    assert sorted(data.classes) == ["a", "b"]
    assert len(data.y) == N


def test_units_beside_an_index_stay_units():
    rows = "\n".join(f"{i},{i * 7 % 13}.5,{i * 3 % 11}.25,{'ab'[i % 2]}" for i in range(N))
    draft = inspect_table(f",length,mass,class\n,mm,kg,\n{rows}".encode())
    assert [column.unit for column in draft.columns] == ["", "mm", "kg", ""]
    assert draft.n_rows == N


def test_columns_of_two_levels_without_an_index():
    data = read_table(as_csv(measured(), index=False))
    assert list(data.X) == ["lab Hb", "lab CRP", "pat age"]
    assert data.y.tolist() == words().tolist()


@pytest.mark.parametrize("write", [as_csv, as_excel])
def test_a_pivot_table_whose_levels_have_names(write):
    long = pd.DataFrame(
        {"site": np.repeat(np.arange(N), 2), "kind": ["p", "q"] * N, "v": draw().random(2 * N)}
    )
    long["w"] = draw().random(2 * N).round(3)
    wide = long.pivot_table(index="site", columns="kind", values=["v", "w"]).round(3)
    wide[("class", "")] = words()
    data = read_table(write(wide))
    assert list(data.X) == ["v p", "v q", "w p", "w q"]
    assert data.y.tolist() == words().tolist()


def test_an_index_of_two_columns():
    keys = {"site": np.repeat(np.arange(N // 4), 4), "year": np.tile([2019, 2020, 2021, 2022], 15)}
    frame = pd.DataFrame({**keys, "x": draw().random(N).round(3)}).groupby(["site", "year"])
    made = frame.agg({"x": ["mean", "max"]})
    made[("class", "")] = words()
    data = read_table(as_csv(made))
    assert list(data.X) == ["site", "year", "x mean", "x max"]
    assert len(data.y) == N


def test_one_row_of_names_and_the_name_of_the_index():
    rows = "\n".join(f"{i},{i * 7 % 13}.5,{'ab'[i % 2]}" for i in range(N))
    draft = inspect_table(f",x,class\nsite,,\n{rows}".encode())
    assert [column.name for column in draft.columns] == ["site", "x", "class"]
    assert draft.n_rows == N


def test_a_first_row_with_gaps_stays_a_row():
    rows = "\n".join(f"s{i},{i * 7 % 13}.5,{'ab'[i % 2]}" for i in range(N))
    assert inspect_table(f",x,class\nsite,,\ns80,,\n{rows}".encode()).n_rows == N + 2
    assert inspect_table(f"who,x,class\nsite,,\n{rows}".encode()).n_rows == N + 1


def test_a_group_over_sodium():
    rows = "\n".join(
        f"{20 + i % 40},{'mf'[i % 2]},{135 + i % 9},{4 + i % 3},{'AB'[i * 7 % 5 > 2]}"
        for i in range(N)
    )
    data = read_table(f"Pat,,Lab,,Outcome\nage,sex,Na,K,class\n{rows}".encode())
    assert list(data.X) == ["Pat age", "Pat sex", "Lab Na", "Lab K"]
    assert sorted(data.classes) == ["A", "B"]
    assert len(data.y) == N


@pytest.mark.parametrize("title", [False, True])
@pytest.mark.parametrize("first", [False, True])
def test_joined_cells_over_the_names_of_a_worksheet(title, first):
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.active
    if title:
        sheet.append(["Table 1: patients"])
        sheet.merge_cells("A1:E1")
    top = 1 + title
    groups, names = ["Patient", None, "Lab", None], ["age", "sex", "Hb", "Na"]
    ends = [f"A{top}:B{top}", f"C{top}:D{top}", f"E{top}:E{top + 1}"]
    if first:
        ends = [f"A{top}:A{top + 1}", f"B{top}:C{top}", f"D{top}:E{top}"]
    sheet.append(["class", *groups] if first else [*groups, "class"])
    sheet.append([None, *names] if first else [*names, None])
    for cells in ends:
        sheet.merge_cells(cells)
    for i in range(N):
        values, word = [20 + i % 40, "mf"[i % 2], 10 + i % 5 + 0.5, 135 + i % 9], "AB"[i % 2]
        sheet.append([word, *values] if first else [*values, word])
    buffer = io.BytesIO()
    book.save(buffer)
    data = read_table(buffer.getvalue())
    assert list(data.X) == ["Patient age", "Patient sex", "Lab Hb", "Lab Na"]
    assert sorted(data.classes) == ["A", "B"]
    assert len(data.y) == N


QUESTIONS = "Who are you?,How x?,How y?,Which class"
IDS = ",".join(f'"{{""ImportId"":""QID{k}""}}"' for k in range(4))


@pytest.mark.parametrize("under", [f"{QUESTIONS}\n{IDS}", IDS])
def test_rows_that_qualtrics_writes(under):
    rows = "\n".join(f"p{i},{i % 13}.5,{i % 7},{'AB'[i % 2]}" for i in range(N))
    data = read_table(f"who,x,y,class\n{under}\n{rows}".encode())
    assert list(data.X) == ["x", "y"]
    assert data.X["x"].tolist() == [i % 13 + 0.5 for i in range(N)]
    assert sorted(data.classes) == ["A", "B"]
    assert any("as Qualtrics writes them" in note for note in data.notes)


@pytest.mark.parametrize(
    ("head", "rows"),
    [
        # Names that repeat, and a first row of words that come nowhere else.
        ("name,name,class", 1),
        # A row of values without numbers in a table with a nameless column.
        ("who,,x,class", 1),
    ],
)
def test_a_first_row_of_words_without_numbers_below_stays_a_row(head, rows):
    width = head.count(",")
    body = [
        ",".join([*(f"w{i}q{k}" for k in range(width - rows)), str(i % 9), "AB"[i % 2]])
        for i in range(N)
    ]
    first = ",".join([*(f"w{k}" for k in range(width - rows)), "", "A"])
    draft = inspect_table("\n".join([head, first, *body]).encode())
    assert draft.n_rows == N + 1


@pytest.mark.parametrize("write", [as_csv, as_excel])
def test_groups_over_years(write):
    long = pd.DataFrame({"site": np.repeat(np.arange(N), 3), "year": [2019, 2020, 2021] * N})
    long["v"] = draw().random(3 * N).round(3)
    wide = long.pivot_table(index="site", columns="year", values=["v"])
    wide[("class", "")] = words()
    data = read_table(write(wide))
    assert list(data.X) == ["v 2019", "v 2020", "v 2021"]
    assert data.y.tolist() == words().tolist()


@pytest.mark.parametrize("index", [False, True])
def test_groups_over_positions(index):
    frame = pd.DataFrame(
        draw().random((N, 4)).round(3), columns=pd.MultiIndex.from_product([["a", "b"], [0, 1]])
    )
    frame[("class", "")] = words()
    data = read_table(as_csv(frame, index=index))
    assert list(data.X) == ["a 0", "a 1", "b 0", "b 1"]
    assert data.y.tolist() == words().tolist()


def test_names_over_three_rows():
    columns = pd.MultiIndex.from_product([["a", "b"], ["x", "y"], ["mean", "std"]])
    frame = pd.DataFrame(draw().random((N, 8)).round(3), columns=columns)
    frame[("class", "", "")] = words()
    data = read_table(as_csv(frame))
    assert list(data.X)[:3] == ["a x mean", "a x std", "a y mean"]
    assert data.y.tolist() == words().tolist()
    assert "Three lines hold names, lines 1 to 3; those of one column are joined." in data.notes


@pytest.mark.parametrize("first", ["0.25,0.75,", "5,3,", "4,5,a", ",5,"])
def test_a_first_row_of_numbers_under_names_that_repeat_stays_a_row(first):
    rows = [f"0.{i:02d},{i % 3}.5,{'ab'[i % 2]}" for i in range(10, N)]
    assert inspect_table("\n".join(["x,x,class", first, *rows]).encode()).n_rows == N - 9


def test_many_equal_rows_of_words_end_the_search_for_names():
    assert inspect_table(("a,a\n" + "b,b\n" * 3000).encode()).n_rows == 3000
