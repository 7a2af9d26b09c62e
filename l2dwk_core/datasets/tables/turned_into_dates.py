"""1-5 and 10-14 that Excel made a date: 5-Jan, Oct-14, 2024-01-05, or the number of a day."""

from __future__ import annotations

import re

import numpy as np

from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.values import MONTH_ABBREVIATIONS, is_date

_BETWEEN = r"(?:[-–—/]|to|bis|a|à)"
_RANGE = re.compile(
    rf"[0-9]{{1,3}}\s?{_BETWEEN}\s?[0-9]{{1,3}}|[0-9]{{1,3}}\s?[+<>]|[<>≤≥]=?\s?[0-9]{{1,3}}"
)
_MONTH = rf"(?:{MONTH_ABBREVIATIONS})[a-z]{{0,2}}\.?"
_DAY = r"[0-9]{1,2}\.?"
_MONTH_AND_NUMBER = re.compile(rf"{_MONTH}[-/. ]{{0,2}}{_DAY}|{_DAY}[-/. ]{{0,2}}{_MONTH}", re.I)
# Days of spreadsheets from 2000 to 2064: a day of the year in which the file was made.
_DAY_NUMBER = re.compile(r"(?:3[7-9]|[45][0-9])[0-9]{3}")
_LARGELY = 0.8
_NAMED = 5


def turned_into_dates(column: Column) -> str:
    """Return a hint at dates among ranges such as 6-10, with their rows, or "" where there are
    none."""
    levels = column.levels
    ranges = [level for level in levels if _RANGE.fullmatch(level)]
    if not ranges:
        return ""
    dates = [at for at, level in enumerate(levels) if _may_be_a_date(level)]
    # Words such as unknown may stand beside them.
    digits = sum(any(map(str.isdecimal, level)) for level in levels)
    if not dates or len(dates) + len(ranges) < _LARGELY * digits:
        return ""
    rows = np.flatnonzero(np.isin(column.codes, dates)) + 1
    shown = ", ".join(map(str, rows[:_NAMED].tolist()))
    more = f" and {len(rows) - _NAMED} more" if len(rows) > _NAMED else ""
    named = " and ".join(repr(levels[at][:20]) for at in dates[:2])
    many = "row" if len(rows) == 1 else "rows"
    stands = "stands" if len(dates) == 1 else "stand"
    return (
        f"{named} {stands} beside {ranges[0]!r} ({many} {shown}{more} of the table): Excel makes a "
        "date of 2-3 or 10-14. If that happened here, write these ranges anew, as text."
    )


def _may_be_a_date(level: str) -> bool:
    return is_date(level) or bool(
        len(level) <= 12 and (_MONTH_AND_NUMBER.fullmatch(level) or _DAY_NUMBER.fullmatch(level))
    )
