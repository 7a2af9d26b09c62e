"""Dates as programs and people write them are left out with the reason, also when they repeat."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table
from l2dwk_core.datasets.tables.values import is_date

WRITTEN = [
    "2020-01-05 09:42:00 UTC", "2020-01-05 09:42:00 CET", "20200105T094200Z",
    "1/5/2020, 9:42:00 AM", "05.01.2020, 09:42", "05.01.2020 09:42 Uhr", "05/01/2020 09h42",
    "05/01/2020 09:42 a. m.", "05:42 AM", "5:42 p.m.", "2020.01.05.", "05. 01. 2020",
    "2020. 01. 05.", "2020年01月05日 09:42", "Sun, 12 Jan 2020 09:42:00 GMT",
    "Sun Jan 12 09:42:00 EST 2020", "January 12th, 2020", "Jan 12 '20",
    "5-mei-2020", "5-mrt-2020", "12 gen 2020", "12 settembre 2020", "12-out-2020", "12 de fev 2020",
    "12-maj-2020", "12. desember 2020", "12-paź-2020", "12 września 2020", "12 Şub 2020",
    "12 янв 2020", "12 мая 2020", "12. května 2020", "12. toukokuuta 2020", "5/Jan/2020",
    "5.Okt.2020",
]  # fmt: skip


@pytest.mark.parametrize("text", WRITTEN)
def test_a_date(text):
    assert is_date(text)


@pytest.mark.parametrize(
    "text",
    [
        "12set34", "5mag2000", "A-mei-2020", "5-xyz-2020", "1.5", "12.01", "5 kg", "10:5", "am",
        "5 AM 7", "12345678T1", "may", "3 red 2020", "1-2", "UTC", "5-mei", "2020.01.05.06",
    ],
)  # fmt: skip
def test_no_date(text):
    assert not is_date(text)


@pytest.mark.parametrize("text", WRITTEN)
def test_dates_that_come_back_are_no_categories(text):
    others = [text.replace("5", str(k)).replace("12", f"1{k}") for k in range(1, 9)]
    rows = "\n".join(f'"{others[i % 8]}";{i % 7};{"ab"[i % 2]}' for i in range(60))
    data = inspect_table(f"when;x;class\n{rows}".encode()).to_dataset()
    assert list(data.X) == ["x"]
    assert any("'when' is left out" in note and "dates" in note for note in data.notes)
