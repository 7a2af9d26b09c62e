"""Several choices in a cell, "1,2" beside 1 and 3, are no decimals with a comma."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table
from l2dwk_core.datasets.tables.no_quantities.choices import are_choices

N = 48


def draft(cells, first="{}", mark=","):
    rows = [
        f'{first.format(i * 17 % 101)}{mark}"{cells[i * 11 % len(cells)]}"{mark}'
        f"{'pq'[i * 3 % 5 > 1]}"
        for i in range(N)
    ]
    return inspect_table("\n".join([f"a{mark}x{mark}diagnosis", *rows]).encode())


@pytest.mark.parametrize("first", ["{}", "{}.5"])
@pytest.mark.parametrize(
    "cells",
    [
        ["1,2", "1", "2,3", "3"],
        ["1", "2", "3", "1,3", "2,3", "1,2", "1,2,3"],
        ["1, 2", "2", "3", "2, 3", "1, 3"],
        ["1,2", "2,3", "1,3"],
        ["4", "2", "2,4", "2,5", "5"],
    ],
)
def test_cells_with_several_choices_are_categories(cells, first):
    read = draft(cells, first)
    assert read.columns[1].role == "symbolic", read.columns[1].reason
    assert set(read.to_dataset().X["x"]) == set(cells)
    assert read.detected["decimal"] == "."


def test_the_class_may_hold_several_choices():
    rows = [f'{i % 7},"{["1", "1,2", "2,3", "3"][i * 5 % 7 % 4]}"' for i in range(N)]
    data = inspect_table("\n".join(["a,diagnosis", *rows]).encode()).to_dataset()
    assert sorted(data.classes) == ["1", "1,2", "2,3", "3"]


@pytest.mark.parametrize(
    "cells",
    [
        ["1,5", "2", "2,5", "3", "3,5"],
        ["1,0", "1,3", "1,7", "2,0", "2,3"],
        [f"{i % 7},{i % 10}" for i in range(40)],
        ["36,6", "37,2", "38,1", "36", "37"],
    ],
)
@pytest.mark.parametrize("mark", [",", ";"])
def test_decimals_with_a_comma_stay_numbers(cells, mark):
    read = draft(cells, mark=mark)
    assert read.columns[1].role == "numeric", read.columns[1].reason
    expected = [float(cells[i * 11 % len(cells)].replace(",", ".")) for i in range(N)]
    assert read.to_dataset().X["x"].tolist() == expected


@pytest.mark.parametrize("first", ["{}", "{}.5"])
def test_a_few_numbers_with_a_comma_that_stay_decimals_are_noted(first):
    read = draft(["3", "1,2", "2,1", "1"], first)
    assert read.columns[1].role == "numeric"
    assert any("decimal comma" in note and "choices" in note for note in read.to_dataset().notes)
    for decimals in (["1,0", "1,3", "1,7", "2,0", "2,3"], ["1", "1,5", "2", "2,5"]):
        other = draft(decimals, first)
        assert not any("choices" in note for note in other.to_dataset().notes)


def test_beside_columns_with_a_decimal_comma_they_are_decimals():
    rows = [
        f'"{i % 90},5","{["1,2", "1", "2,3", "3"][i % 4]}",{"pq"[i * 3 % 5 > 1]}' for i in range(N)
    ]
    read = inspect_table("\n".join(["a,x,diagnosis", *rows]).encode())
    assert read.columns[1].role == "numeric"


def test_a_comma_in_one_cell_alone_is_no_choice():
    assert not are_choices(["1,2", *map(str, range(1, 30))], points=True)
    assert not are_choices(["2,1", "1", "3,2", "2"], points=True)
    assert not are_choices(["01,02", "01", "02,03"], points=True)
