"""Whole numbers with a minus behind them that are ranges with an open end, and amounts that are
none."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table


def column_of(cells: list[str]):
    rows = [f"{i % 11}.5,{cell},{'ab'[i // 2 % 2]}" for i, cell in enumerate(cells)]
    return inspect_table("\n".join(["x,age,class", *rows]).encode()).columns[1]


@pytest.mark.parametrize(
    "ranges", [["1935-", "1940-", "1945-"], ["24-", "25+"], ["50 -", "55 -", "60 +"], ["0–", "5–"]]
)
def test_ranges_with_an_open_end_are_categories(ranges: list[str]) -> None:
    column = column_of([ranges[i % len(ranges)] for i in range(60)])
    assert column.role == "symbolic"
    assert "ranges with an open end" in column.reason
    assert column.n_distinct == len(ranges)


@pytest.mark.parametrize(
    "cells",
    [
        ["25", "30-", "40", "12-"] * 15,  # of accounting
        [f"{100 + i}-" for i in range(60)],
        ["1.50-", "2.50-"] * 30,
        ["18+", "25+", "40+"] * 20,
    ],
)
def test_amounts_with_the_minus_behind_them_are_numbers(cells: list[str]) -> None:
    column = column_of(cells)
    assert column.role == "numeric"
    assert "open end" not in column.reason
