"""Days of spreadsheets under the names of events and under plain names such as time."""

from __future__ import annotations

import datetime

from l2dwk_core.datasets.tables import inspect_table, read_table

N = 80
DAYS = [43000 + 37 * (i * i % 41) for i in range(N)]
EVENTS = (
    "admission discharge onset dob birth birthday date_of_onset Aufnahme Entlassung surgery "
    "diagnosed last_seen arrival departure ingreso hospital_admission date_of_birth"
).split()
PLAIN = "time t visit when start end exit hire follow_up last_visit purchase death event".split()
OTHERS = "income price weight steps platelets population timber salary sale_price".split()


def _file(name: str, values: list) -> bytes:
    rows = "".join(f"{v},{i % 13}.5,{'ab'[i // 3 % 2]}\n" for i, v in enumerate(values))
    return f"{name},x,class\n{rows}".encode()


def _date(day: int) -> str:
    # Day 1 of a spreadsheet is 1900-01-01, and it counts a 29th of February 1900.
    return str(datetime.date(1900, 1, 1) + datetime.timedelta(days=day - 2))


def test_days_under_the_names_of_events_are_dates() -> None:
    for name in EVENTS:
        column = inspect_table(_file(name, DAYS)).columns[0]
        assert column.role == "date", f"{name}: {column.reason}"
        assert f"{DAYS[0]} is {_date(DAYS[0])}" in column.reason


def test_seconds_and_digits_under_the_names_of_events_are_dates() -> None:
    seconds = [1_400_000_000 + 86_400 * 31 * (i % 40) for i in range(N)]
    digits = [f"2019{1 + i % 12:02}{1 + i % 28:02}" for i in range(N)]
    for name in EVENTS:
        for values in (seconds, digits):
            column = inspect_table(_file(name, values)).columns[0]
            assert column.role == "date", f"{name}, {values[0]}: {column.reason}"


def test_days_under_plain_names_are_told() -> None:
    for name in PLAIN:
        for values in (DAYS, [day + 0.5 for day in DAYS]):
            notes = [
                n for n in read_table(_file(name, values), "class").notes if "may be days" in n
            ]
            assert len(notes) == 1 and f"{name!r}" in notes[0], f"{name}: {notes}"
            assert f"is {_date(int(values[0]))}" in notes[0] and "leave it out" in notes[0]
            offered = [p.role for p in inspect_table(_file(name, values)).proposals]
            assert offered == ["ignored"], f"{name}: {offered}"


def test_amounts_and_durations_are_not_told() -> None:
    wide = [300 + 700 * (i % 70) for i in range(N)]
    short = [30 + i % 60 for i in range(N)]
    for name, values in (
        *((name, DAYS) for name in OTHERS),
        *((name, wide) for name in EVENTS + PLAIN),
        *((name, short) for name in EVENTS + PLAIN),
    ):
        dataset = read_table(_file(name, values), "class")
        assert name in dataset.X, f"{name}, {values[:3]}: {dataset.notes}"
        assert not any("may be days" in note for note in dataset.notes), name


def test_who_chose_numeric_is_not_told_again() -> None:
    notes = read_table(_file("time", DAYS), "class", roles={"time": "numeric"}).notes
    assert not any("may be days" in note for note in notes)
