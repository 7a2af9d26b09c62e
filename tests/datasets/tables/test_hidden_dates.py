"""Dates that look like numbers, and ranges of which Excel made dates."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from l2dwk_core import read_table
from l2dwk_core.datasets.tables import inspect_table

N = 60
DAYS = [date(2023, 1, 1) + timedelta(days=9 * i) for i in range(N)]
SERIAL = [(day - date(1899, 12, 30)).days for day in DAYS]


def table(values, name="v"):
    rows = (f"{value}\t{i % 9}.5\t{'ab'[i % 2]}" for i, value in enumerate(values))
    return "\n".join([f"{name}\tx\tclass", *rows]).encode()


@pytest.mark.parametrize("name", ["v", "Datum"])
def test_a_year_a_month_and_a_day_without_marks(name):
    draft = inspect_table(table([f"{day:%Y%m%d}" for day in DAYS], name))
    assert draft.columns[0].role == "date"
    assert "without marks, such as 20230101" in draft.columns[0].reason
    assert [p.role for p in draft.proposals if p.column == name] == ["numeric"]


def test_the_days_of_a_spreadsheet():
    assert SERIAL[0] == 44927
    for name in ("Datum", "order date", "date_of_birth"):
        column = inspect_table(table(SERIAL, name)).columns[0]
        assert (column.role, "44927 is 2023-01-01" in column.reason) == ("date", True)
    for name in ("price", "candidate", "update"):
        assert inspect_table(table(SERIAL, name)).columns[0].role in ("numeric", "identifier")


def test_other_numbers_of_eight_digits_stay():
    values = [20230100 + 37 * i for i in range(N)]
    assert inspect_table(table(values)).columns[0].role != "date"


def test_ranges_that_became_dates_are_hinted_at():
    values = ["2023-05-01 00:00:00", "2023-10-06 00:00:00", "11-15", "16+"] * 15
    data = read_table(table(values), "class")
    assert any("Excel makes a date of 2-3" in note for note in data.notes)
    plain = read_table(table(["1-5", "6-10", "11-15", "16+"] * 15), "class")
    assert not any("Excel" in note for note in plain.notes)
