"""Dates in digits under names of birth and admission are left out, however many rows there are."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from l2dwk_core.datasets.tables import inspect_table


def draft(name, cell, rows, repeat=1):
    days = [date(1931, 5, 3) + timedelta(days=(at // repeat) * 457 % 25_000) for at in range(rows)]
    lines = (f"{i % 13}.5,{cell(day)},{'ab'[i * 7 % 5 > 2]}" for i, day in enumerate(days))
    return inspect_table((f"x,{name},class\n" + "\n".join(lines)).encode())


FORMS = {
    "yymmdd": lambda day: f"{day:%y%m%d}",
    "mddyyyy": lambda day: f"{day:%m%d%Y}".lstrip("0"),
    "ddmmyyyy": lambda day: f"{day:%d%m%Y}",
    "ddmmyy": lambda day: f"{day:%d%m%y}",
    "mmddyy": lambda day: f"{day:%m%d%y}",
    "days": lambda day: (day - date(1899, 12, 30)).days,
}
NAMES = ("DOB", "birth", "dob", "admit_dt", "date", "fecha", "Geburtsdatum", "date of birth")


@pytest.mark.parametrize(("rows", "repeat"), [(40, 1), (150, 1), (150, 2), (400, 4)])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", NAMES)
def test_digits_of_a_date_are_left_out(name, form, rows, repeat):
    if form == "days" and name in ("admit_dt", "date", "fecha"):
        pytest.skip("They begin in 1954.")
    column = draft(name, FORMS[form], rows, repeat).columns[1]
    assert column.role == "date", column.reason


@pytest.mark.parametrize("name", ["birth_weight", "weight at birth", "admission_score"])
def test_measures_at_birth_stay(name):
    found = draft(name, lambda day: 3_100 + day.toordinal() * 37 % 900, 300)
    assert found.columns[1].role == "numeric"
