"""Columns named by years have these names; a first row of numbers that are years is a row."""

from __future__ import annotations

import pytest

from l2dwk_core import read_table


def read(first, row):
    lines = [first, *(row(i) for i in range(60))]
    return read_table("\n".join(lines).encode())


@pytest.mark.parametrize(
    ("first", "names"),
    [
        ("2019,2020,2021,class", ["2019", "2020", "2021"]),
        ("2010,2015,2020,class", ["2010", "2015", "2020"]),
        ("2021,2020,2019,class", ["2021", "2020", "2019"]),
        ("region,2020,2021,class", ["region", "2020", "2021"]),
    ],
)
def test_years_over_what_are_no_years_are_names(first, names):
    data = read(first, lambda i: f"{i * 7 % 13},{i * 3 % 11},{i % 9}.5,{'ab'[i % 2]}")
    assert list(data.X.columns) == names
    assert data.classes.tolist() == ["a", "b"]
    assert len(data.y) == 60


@pytest.mark.parametrize(
    ("first", "row"),
    [
        # Years below too.
        ("2019,2020,5,a", lambda i: f"{2019 - i % 7},{2020 - i % 5},{i % 9},{'ab'[i % 2]}"),
        ("2019,2020,a", lambda i: f"{2019 - i % 7},{2020 - i % 5},{'ab'[i % 2]}"),
        # The last word comes back below: it is a class.
        ("2019,2020,a", lambda i: f"{i * 70 % 3000},{i * 90 % 3000},{'ab'[i % 2]}"),
        # No equal steps.
        ("1901,2020,1950,a", lambda i: f"{i * 7 % 13},{i * 3 % 11},{i % 9},{'ab'[i % 2]}"),
    ],
)
def test_a_first_row_with_years_stays_a_row(first, row):
    assert len(read(first, row).y) == 61
