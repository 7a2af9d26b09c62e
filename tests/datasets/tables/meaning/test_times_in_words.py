"""Many dates, durations and lengths in words are no categories without a sentence on them."""

from __future__ import annotations

import io
from datetime import date, timedelta

import pandas as pd
import pytest

from l2dwk_core.datasets.tables import inspect_table

N = 240
DAYS = [date(2019, 1, 1) + timedelta(days=i * 7 % 173) for i in range(N)]


def draft(cell, name="v"):
    rows = (f"{cell(i)}\t{i % 13}.5\t{'ab'[i * 7 % 5 > 2]}" for i in range(N))
    return inspect_table((f"{name}\tx\tclass\n" + "\n".join(rows)).encode())


def ordinal(day):
    end = "th" if 10 < day.day < 20 else {1: "st", 2: "nd", 3: "rd"}.get(day.day % 10, "th")
    return f"{day.day}{end} {day:%B %Y}"


@pytest.mark.parametrize(
    "cell",
    [
        lambda i: f"{DAYS[i]:%d-%b}",
        lambda i: ordinal(DAYS[i]),
        lambda i: (
            f"{DAYS[i]:%Y/%m/%d} 10:{i % 60:02d}:11 AM GMT+1"
            if i % 2
            else f"{DAYS[i]:%Y/%m/%d} 9:00:00 PM GMT+1"
        ),
        lambda i: f"{DAYS[i]:%Y:%m:%d} 10:00:00",
    ],
)
def test_dates_in_words_are_left_out(cell):
    found = draft(cell)
    assert found.columns[0].role == "date", found.columns[0].reason
    assert list(found.to_dataset(target="class").X) == ["x"]


@pytest.mark.parametrize(
    "cell",
    [
        lambda i: f"{i % 7}h {i * 7 % 23}m",
        lambda i: f"{i % 7 + 1} hours {i * 7 % 23} minutes",
        lambda i: f"{100 + i * 7 % 50}:30",
        lambda i: f"{1 + i % 3}:{i * 7 % 31:02d}.9",
        lambda i: f"{4 + i % 3}'{i % 11}" + '"',
        lambda i: f"{9 + i % 5}st {i % 13}lb",
        lambda i: f"{24 + i * 7 % 17}+{i % 7}",
        lambda i: f"{i * 7 % 31} days {i % 3 + 10}:00:00",
        lambda i: f"52°{i * 7 % 60}'N",
        lambda i: f"W 13° {i % 6}' {i * 7 % 60}.5″",
        lambda i: f"{i * 7 % 60 + 0.25}º E",
    ],
)
def test_durations_lengths_and_places_are_told(cell):
    found = draft(cell)
    assert "not readable as numbers" in found.columns[0].reason, found.columns[0].reason
    data = found.to_dataset(target="class", roles={"v": "symbolic"})
    assert any("'v'" in note and "not readable as numbers" in note for note in data.notes)


def test_timedeltas_of_parquet_are_told():
    table = pd.DataFrame({"v": [timedelta(hours=i * 7 % 97) for i in range(N)]})
    table["x"] = [i % 13 / 2 for i in range(N)]
    table["class"] = ["ab"[i * 7 % 5 > 2] for i in range(N)]
    file = io.BytesIO()
    table.to_parquet(file)
    column = inspect_table(file.getvalue()).columns[0]
    assert "97 different ones are durations" in column.reason


@pytest.mark.parametrize(
    "cell",
    [
        lambda i: f"T{i % 40}",
        lambda i: f"SEP-{i % 30 + 1}",
        lambda i: f"{i % 40} Mann",
        lambda i: f"{i % 4}h",
        lambda i: f"{i % 40}°",
        lambda i: f"{i % 40} W",
    ],
)
def test_other_words_stay(cell):
    assert "not readable" not in draft(cell).columns[0].reason
    assert draft(cell).columns[0].role in ("symbolic", "numeric")
