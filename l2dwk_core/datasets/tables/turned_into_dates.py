"""1-5 and 2-3 that Excel made a date."""

from __future__ import annotations

import re

from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.values import is_date

_RANGE = re.compile(r"[0-9]{1,3}\s?[-–—/]\s?[0-9]{1,3}|[0-9]{1,3}\s?[+<>]|[<>]=?\s?[0-9]{1,3}")


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
