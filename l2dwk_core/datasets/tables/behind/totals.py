"""Marks and counts that name what can be reached: 12/20, 25 von 30, 5 out of 10."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from l2dwk_core.datasets.tables.values import BLANKS

_LARGELY = 0.8
_BLANK = f"[{BLANKS}]"
_NUMBER = r"(?!0\d)\d{1,4}(?:[.,]\d{1,9})?"
OF = r"of|out of|von|aus|sur|de|di|su|van|av|af|z"
"""What stands between the two in words, as a part of a regular expression."""
_MARK = re.compile(
    rf"(?P<number>{_NUMBER})(?:{_BLANK}?/{_BLANK}?|{_BLANK}(?:{OF}){_BLANK})"
    rf"(?P<total>{_NUMBER})",
    re.IGNORECASE,
)
# 1/2 may be a genotype, and 5/2021 is a month.
_LEAST_TOTAL, _LEAST_MARKS = 3, 3
_YEARS = range(1900, 2101)


class Mark(NamedTuple):
    """A number and the most that can be reached, as they are written."""

    reached: str
    total: str


def mark(text: str) -> Mark | None:
    """Return the parts of a mark: a number that is no larger than its total."""
    found = _MARK.fullmatch(text)
    if found is None:
        return None
    reached, most = (float(found[part].replace(",", ".")) for part in ("number", "total"))
    if not reached <= most >= _LEAST_TOTAL or most in _YEARS:
        return None
    return Mark(found["number"], found["total"])


def common_total(levels: Sequence[str], rows: Mapping[str, int], n: int) -> str:
    """Return the most that can be reached, when (nearly) all cells name the same, or "".

    *rows* are those of each value, *n* is the number of all rows.
    """
    by_total: dict[str, list[str]] = {}
    for level in levels:
        if found := mark(level):
            by_total.setdefault(found.total, []).append(level)
    for total, marks in by_total.items():
        if len(marks) >= _LEAST_MARKS and sum(rows[level] for level in marks) >= _LARGELY * n:
            return total
    return ""


def of_different_totals(levels: Sequence[str]) -> tuple[str, str] | None:
    """Return two values such as 8/15 and 12/20, when nearly all are marks, not of one total."""
    found = {level: parts.total for level in levels if (parts := mark(level))}
    if not found or len(found) < _LARGELY * len(levels):
        return None
    shown = next(iter(found))
    other = next((level for level, total in found.items() if total != found[shown]), None)
    return None if other is None else (shown, other)
