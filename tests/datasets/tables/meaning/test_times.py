"""Times that are stored as numbers are left out as dates are; durations and measures stay."""

from __future__ import annotations

import io
from datetime import datetime, timedelta

import pandas as pd
import pytest

from l2dwk_core.datasets.tables import inspect_table

N = 60
DAYS = [datetime(2020, 1, 1) + timedelta(days=11 * i, hours=7 * i % 24) for i in range(N)]
SECONDS = [int((day - datetime(1970, 1, 1)).total_seconds()) for day in DAYS]


def excel(day):
    return round((day - datetime(1899, 12, 30)).total_seconds() / 86_400, 4)


def matlab(day):
    return day.toordinal() + 366 + day.hour / 24


def spss(day):
    return int((day - datetime(1582, 10, 14)).total_seconds())


def draft(name, cells):
    rows = (f"{i % 13}.5,{cell},{'ab'[i * 7 % 5 > 2]}" for i, cell in enumerate(cells))
    return inspect_table((f"x,{name},class\n" + "\n".join(rows)).encode())


TIMES = {
    "timestamp": SECONDS,
    "created_at": SECONDS,
    "event_time_ms": [1000 * second for second in SECONDS],
    "ts": [second + 0.25 for second in SECONDS],
    "Zeitstempel": SECONDS,
    "epoch": SECONDS,
    "time_stamp": SECONDS,
    "Datum_Uhrzeit": [excel(day) for day in DAYS],
    "Datum": [excel(day) for day in DAYS],
    "date of birth": [int(excel(day)) for day in DAYS],
    "admission_date": [excel(day) for day in DAYS],
    "Entlassungsdatum": [excel(day) for day in DAYS],
    "time": [matlab(day) for day in DAYS],
    "datenum": [int(matlab(day)) for day in DAYS],
    "visit_date": [spss(day) for day in DAYS],
    "Date": [(day - datetime(1970, 1, 1)).days for day in DAYS],
    "date": [f"{day:%Y%j}" for day in DAYS],
    "period": [f"{day:%Y%m}" for day in DAYS],
    "year_month": [f"{day:%Y%m}" for day in DAYS],
    "week": [f"{day:%G%V}" for day in DAYS],
    "Kalenderwoche": [f"{day:%G%V}" for day in DAYS],
    "Quartal": [f"{day.year}{(day.month + 2) // 3}" for day in DAYS],
    "yyyymmdd": [f"{day:%Y%m%d}" for day in DAYS],
    "measured": [f"{day:%Y%m%d%H%M}" for day in DAYS],
    "order_date": [f"{day:%d%m%Y}" for day in DAYS],
    "date ": [f"{day:%y%m%d}" for day in DAYS],
    "Date ": [f"{DAYS[i % 4]:%Y%m%d}" for i in range(N)],
    "JD": [round(2_440_587.5 + second / 86_400, 3) for second in SECONDS],
}


@pytest.mark.parametrize("name", TIMES)
def test_times_as_numbers_are_left_out(name):
    found = draft(name, TIMES[name])
    assert (found.columns[1].role, found.target) == ("date", "class")
    data = found.to_dataset()
    assert list(data.X) == ["x"]
    assert any(f"{name.strip()!r} is left out" in note for note in data.notes)
    other = next(one.role for one in found.proposals if one.column == name.strip())
    assert other == "numeric"
    assert list(found.to_dataset(roles={name.strip(): other}).X) == ["x", name.strip()]


@pytest.mark.parametrize("name", ["time", "timestamp"])
def test_parquet_declares_no_times(name):
    table = pd.DataFrame({"x": [i % 13 / 2 for i in range(N)], name: map(matlab, DAYS)})
    table["class"] = ["ab"[i % 2] for i in range(N)]
    file = io.BytesIO()
    table.to_parquet(file)
    found = inspect_table(file.getvalue())
    assert found.columns[1].role == "date"
    assert [one.role for one in found.proposals if one.column == name] == ["numeric"]


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("timestamp", lambda i: i * 37 % 600),
        ("time", lambda i: 20_000 + i * 977 % 30_000 + 0.5),
        ("length_of_stay_days", lambda i: 1 + i % 40),
        ("period", lambda i: 200_000 + i * 977 % 90_000),
        ("week", lambda i: 1 + i % 52),
        ("year", lambda i: 2000 + i % 20),
        ("salary", lambda i: 200_001 + 100 * (i % 30) + i % 12),
        ("data_usage", lambda i: 25_000.5 + i * 977 % 20_000),
        ("update_size", lambda i: 1_500_000_000 + i * 977),
        ("sales per day", lambda i: 25_000.25 + i * 977 % 20_000),
        ("population", lambda i: 1_577_836_800 + i * 86_400 % 7_000_000),
        ("date_distance", lambda i: 7_300 + i * 977 % 9_000),
    ],
)
def test_numbers_that_are_no_times_stay(name, cell):
    assert list(draft(name, map(cell, range(N))).to_dataset().X) == ["x", name]
