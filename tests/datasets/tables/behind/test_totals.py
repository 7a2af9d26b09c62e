"""Marks and counts: 12/20 and 25 von 30 with one total, others, and 10,000+."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table
from l2dwk_core.datasets.tables.values import is_date
from tests.datasets.tables.behind.test_units import N, draft, notes


@pytest.mark.parametrize(
    ("between", "decimals"),
    [("/", 0), ("/", 1), (" / ", 1), (" von ", 0), (" out of ", 0), (" of ", 1), (" sur ", 0)],
)
def test_marks_with_one_total_are_numbers(between, decimals):
    values = [round(i * 7 % 41 / 2, decimals) for i in range(N)]
    read = draft(lambda i: f"{values[i]:.{decimals}f}{between}20")
    column = read.columns[1]
    assert (column.role, column.unit) == ("numeric", "of 20"), column.reason
    assert read.to_dataset("class").X["m"].tolist() == values
    (note,) = notes(read)
    assert "marks or counts of 20" in note and f"is read as {values[0]:g}." in note


def test_marks_with_many_decimals():
    read = draft(lambda i: f"{i + 0.12345:.5f}/100")
    assert read.to_dataset("class").X["m"].tolist() == [i + 0.12345 for i in range(N)]


def test_marks_with_a_decimal_comma():
    lines = [f"{i * 17 % 101};{i % 20},5/20;{'pq'[i % 2]}" for i in range(N)]
    read = inspect_table("\n".join(["a;m;class", *lines]).encode())
    assert read.to_dataset("class").X["m"].tolist() == [i % 20 + 0.5 for i in range(N)]


@pytest.mark.parametrize(
    "cell",
    [
        lambda i: f"{i % 12 + 1}/{[15, 20][i % 2]}",
        lambda i: f"{i * 7 % 14}.6/{[15, 20][i % 4 // 2]}",
        lambda i: f"{i % 20} von {[30, 40, 20][i % 3]}",
    ],
)
def test_marks_of_different_totals_are_said_to_be_no_numbers(cell):
    column = draft(cell).columns[1]
    assert column.role in ("symbolic", "identifier")
    assert "not readable as numbers" in column.reason and "share" in column.reason
    assert "case or group" not in column.reason and "dates" not in column.reason


@pytest.mark.parametrize(
    "cell",
    [
        lambda i: f"{110 + i * 7 % 40}/80",
        lambda i: ["0/1", "1/1", "0/0"][i % 3],
        lambda i: f"{i % 12 + 1}/2021",
        lambda i: f"{i % 28 + 1}/{i % 12 + 1}/2020",
        lambda i: f"4/{i % 5 + 4}" if i % 3 else f"2021-05-{i % 28 + 1:02}",
    ],
)
def test_pressures_genotypes_and_dates_are_no_marks(cell):
    column = draft(cell).columns[1]
    assert column.role != "numeric" and "total" not in column.reason


@pytest.mark.parametrize("text", ["14.6/20", "1-2.2020", "2020-1/2"])
def test_a_date_has_one_mark(text):
    assert not is_date(text)


@pytest.mark.parametrize("text", ["14.6.20", "1-2-2020", "2020/1/2", "1. 2. 2020"])
def test_dates_stay_dates(text):
    assert is_date(text)


def test_at_least_ten_thousand_is_a_bound():
    cells = ["1,000+", "10,000+", "500+", "1,000,000+"]
    read = draft(lambda i: cells[i % 4])
    assert read.columns[1].role == "numeric"
    assert read.to_dataset("class").X["m"].tolist() == [1000, 10_000, 500, 1_000_000] * (N // 4)
    (note,) = notes(read)
    assert "Bounds are taken as the number they name" in note


def test_grades_such_as_2_plus_stay_categories():
    for words in (["neg", "1+", "2+", "3+"], ["1+", "2+", "3+"], ["1+", "2-", "3", "2+"]):
        assert draft(lambda i, words=words: words[i % len(words)]).columns[1].role == "symbolic"
