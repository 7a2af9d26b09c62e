"""Dates that are hard to see: 20230131 and 44957 as numbers, and 1-5 that Excel made a date."""

from __future__ import annotations

import re
from datetime import date, timedelta

import numpy as np

from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.values import is_date

_DATE_NAMES = re.compile(r"(?:.*[_ .-])?(?:date|datum|day|fecha|data|dato|jour|tag)(?:[_ .-].*)?")
_PACKED = re.compile(r"(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])")
_RANGE = re.compile(r"[0-9]{1,3}\s?[-–—/]\s?[0-9]{1,3}|[0-9]{1,3}\s?[+<>]|[<>]=?\s?[0-9]{1,3}")
# Days since the end of 1899 from 1954 to 2064, which fall into few other quantities.
_FIRST, _LAST = 20_000, 60_000
_LEAST = 10


def packed_dates(column: Column) -> str:
    """Return why whole numbers are dates, or "" when nothing speaks for it.

    Either each is a year, a month and a day without marks, or the name says so and each may be the
    number of a day as spreadsheets count them.
    """
    if column.declared or column.sign or len(column.levels) < _LEAST:
        return ""
    if all(map(_PACKED.fullmatch, column.levels)):
        return f"Its values are dates without marks, such as {column.levels[0]}; " + _REMEDY
    numbers = column.numbers
    if (
        _DATE_NAMES.fullmatch(column.name.strip().lower())
        and bool(np.isfinite(numbers).all())
        and bool(((numbers >= _FIRST) & (numbers <= _LAST) & (numbers % 1 == 0)).all())
    ):
        first = date(1899, 12, 30) + timedelta(days=int(numbers[0]))
        return f"Spreadsheets count days like this: {column.levels[0]} is {first}; " + _REMEDY
    return ""


_REMEDY = "derive a number from them to use them, or choose numeric if they are none."


def turned_into_dates(column: Column) -> str:
    """Return a hint at dates among ranges such as 6-10, or "" where there are none."""
    dates = [level for level in column.levels if is_date(level)]
    ranges = [level for level in column.levels if _RANGE.fullmatch(level)]
    if not dates or not ranges or len(dates) + len(ranges) < 0.8 * len(column.levels):
        return ""
    return (
        f"{dates[0][:20]!r} stands beside {ranges[0]!r}: Excel makes a date of 2-3 or 1-5. If that "
        "happened here, write these ranges anew, as text."
    )
