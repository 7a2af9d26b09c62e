"""Flags beside numbers, such as those of a laboratory, are left off and named."""

from __future__ import annotations

import pytest

from tests.datasets.tables.behind.test_units import N, draft, notes

VALUES = [2.5 + i * 37 % N / 10 for i in range(N)]


def flag(value: float, low: str, high: str, usual: str = "") -> str:
    return low if value < 3.5 else high if value > 7 else usual


@pytest.mark.parametrize(
    ("low", "high", "usual"),
    [
        *((" L", " H", ""), ("L", "H", ""), (" L", " H", " N"), (" (L)", " (H)", "")),
        *(
            ("-", "+", ""),
            (" LL", " HH", ""),
            (" *", " H", ""),
            ("", " H", ""),
            ("↓", "↑", ""),
            ("!", "!", ""),
        ),
    ],
)
def test_flags_are_no_units_and_no_signs(low, high, usual):
    read = draft(lambda i: f"{VALUES[i]:.1f}{flag(VALUES[i], low, high, usual)}")
    column = read.columns[1]
    assert (column.role, column.unit) == ("numeric", ""), column.reason
    assert read.to_dataset("class").X["m"].tolist() == [round(v, 1) for v in VALUES]
    (note,) = notes(read)
    named = sorted({mark.strip(" ()") for mark in (low, high, usual)} - {""})
    assert f"Flags such as those of laboratories ({', '.join(named)})" in note


@pytest.mark.parametrize(("low", "high"), [("- ", "+ "), ("L ", "H "), ("!", "!"), ("↓", "↑")])
def test_flags_before_numbers(low, high):
    read = draft(lambda i: f"{flag(VALUES[i], low, high)}{VALUES[i]:.1f}")
    assert read.to_dataset("class").X["m"].tolist() == [round(v, 1) for v in VALUES]


def test_signs_stay_signs():
    values = [(i - 30) / 4 for i in range(N)]
    for cell in (lambda i: f"{values[i]:+.2f}", lambda i: f"{abs(values[i])}{'-' * (i < 30)}"):
        assert draft(cell).to_dataset("class").X["m"].tolist() == values


def test_litres_stay_litres():
    read = draft(lambda i: f"{VALUES[i]:.1f} L")
    assert (read.columns[1].role, read.columns[1].unit) == ("numeric", "L")


def test_seats_and_marks_whose_letter_does_not_follow_from_the_number_stay_categories():
    for cell in (
        lambda i: f"{i % 20 + 1}{'HL'[i // 20 % 2]}",
        lambda i: f"{i % 5 + 1}{['', '+', '-'][i // 5 % 3]}",
    ):
        assert draft(cell).columns[1].role == "symbolic"
