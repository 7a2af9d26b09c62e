"""Dates, months and times of day with a point are no decimals; measures with a point stay."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table

N = 60


def draft(name, cell, point=","):
    rows = (f"{name};Temp;Klasse", *(
        f"{cell(i)};{20 + i % 13}{point}{i % 7};{'ab'[i * 7 % 5 > 2]}" for i in range(N)
    ))  # fmt: skip
    return inspect_table("\n".join(rows).encode())


TIMES = {
    "Datum": lambda i: f"{i % 28 + 1:02d}.{i % 12 + 1:02d}",
    "date": lambda i: f"{i % 28 + 1}.{i % 12 + 1}",
    "visit date": lambda i: f"{i % 12 + 1}.{i % 28 + 1}",
    "Geburtstag": lambda i: f"{i % 28 + 1:02d}.{i % 12 + 1:02d}",
    "Besuchsdatum": lambda i: f"{i % 28 + 1:02d}.{i % 12 + 1:02d}",
    "Monat": lambda i: f"{i % 12 + 1:02d}.{2012 + i % 5}",
    "Period": lambda i: f"{2012 + i % 5}.{i % 12 + 1:02d}",
    "month": lambda i: f"{i % 12 + 1}.{2012 + i % 5}",
    "Uhrzeit": lambda i: f"{7 + i % 9:02d}.{i * 37 % 60:02d}",
    "Zeit": lambda i: f"{7 + i % 9}.{i * 37 % 60:02d}",
    "time": lambda i: f"{i % 24:02d}.{i * 37 % 60:02d}",
    "start time": lambda i: f"{i % 24:02d}.{i * 37 % 60:02d}",
    "Tag": lambda i: f"{i % 28 + 1:02d}.{i % 12 + 1:02d}",
    "Aufnahme": lambda i: f"{i % 28 + 1:02d}.{i % 12 + 1:02d}.",
    "Termin": lambda i: f"{(3, 28, 17)[i % 3]:02d}.{(2, 7, 11)[i % 3]:02d}",
    "visite": lambda i: f"{10 + i % 20}.{10 + i % 3}",
    "t": lambda i: f"{i % 12 + 1}.{i * 37 % 60:02d} pm",
    "w": lambda i: f"{i % 12 + 1:02d}.{i % 2 * 30:02d} {'ap'[i % 2]}.m.",
    "x": lambda i: f"{i % 28 + 1:02d}.{i % 12 + 1:02d}",
}


@pytest.mark.parametrize("point", [",", "."])
@pytest.mark.parametrize("name", TIMES)
def test_a_date_or_time_with_a_point_is_left_out(name, point):
    found = draft(name, TIMES[name], point)
    assert found.columns[0].role == "date", found.columns[0].reason
    assert "no decimals" in found.columns[0].reason
    data = found.to_dataset(target="Klasse")
    assert list(data.X) == ["Temp"]
    assert any(f"{name!r} is left out" in note for note in data.notes)
    role = "symbolic" if TIMES[name](0)[-1] in ".m" else "numeric"
    assert f"choose {role} if they are none" in found.columns[0].reason
    kept = found.to_dataset(target="Klasse", roles={name: role})
    assert list(kept.X) == [name, "Temp"]


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("reaction time", lambda i: f"{i % 5}.{i * 37 % 60:02d}"),
        ("time", lambda i: f"{i % 5}.{i * 37 % 100:02d}"),
        ("time", lambda i: f"0.{10 + i * 37 % 50:02d}"),
        ("date", lambda i: f"{i % 40}.{i % 12 + 1:02d}"),
        ("glucose", lambda i: f"{i % 28 + 1}.{i % 12 + 1:02d}"),
        ("period", lambda i: f"{i % 9 + 1}.{i % 12 + 1}"),
        ("update", lambda i: f"{i % 9 + 1}.{i % 8 + 1}"),
        ("Monat", lambda i: f"{i % 12}.{i % 10}"),
        ("Tag", lambda i: f"{i % 28 + 1}.{i % 9 + 1}"),
        ("day", lambda i: f"{10 + i % 20}.{10 + i % 4}"),
        ("x", lambda i: f"{10 + i % 20}.{10 + i % 3}"),
        ("x", lambda i: f"{i % 28 + 1:02d}.{i % 14:02d}"),
        ("NACE code", lambda i: f"{i % 28 + 1:02d}.{i % 12 + 1:02d}"),
    ],
)
def test_a_measure_with_a_point_stays_a_number(name, cell):
    assert draft(name, cell, ".").columns[0].role == "numeric"
