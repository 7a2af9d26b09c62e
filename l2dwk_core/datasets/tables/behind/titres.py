"""Titres such as 1:40 and <1:10: a dilution, of which the second number is taken."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from l2dwk_core.datasets.tables.values import BLANKS

_HALF = 0.5
# Two times of day may be each twice the other, as 1:15 and 1:30.
_LEAST_DILUTIONS = 3
_BLANK = f"[{BLANKS}]"
_TITRE = re.compile(
    rf"(?P<bound>(?:[<>]=?|[≤≥~≈])?){_BLANK}?1{_BLANK}?:{_BLANK}?"
    r"(?P<second>[1-9][0-9]{0,6}|[1-9][0-9]{0,2}(?:[,.'’][0-9]{3})+)(?P<more>\+?)"
)
_RATIO = re.compile(rf"[0-9]+{_BLANK}?:{_BLANK}?[0-9]+.*")
_NO_MARKS = str.maketrans("", "", ",.'’")


def reciprocal(text: str) -> str | None:
    """Return the second number of a titre, with its bound if there is one, or None."""
    found = _TITRE.fullmatch(text)
    if found is None:
        return None
    return found["bound"] + found["second"].translate(_NO_MARKS) + found["more"]


def are_titres(levels: Sequence[str], rows: Mapping[str, int], n: int) -> bool:
    """Return whether at least half of the rows hold a titre and no other ratio or time.

    *rows* are those of each value, *n* is the number of all rows. All ratios begin with 1, and they
    are no times of one hour: a second number has another length than two digits, or is larger than
    59, or each of three or more is a multiple of the one before.
    """
    found = {level: match for level in levels if (match := _TITRE.fullmatch(level))}
    second = sorted({int(match["second"].translate(_NO_MARKS)) for match in found.values()})
    if len(second) < 2 or sum(rows[level] for level in found) < _HALF * n:
        return False
    if any(_RATIO.fullmatch(level) for level in levels if level not in found):
        return False
    if any(len(match["second"]) != 2 for match in found.values()) or second[-1] > 59:
        return True
    return len(second) >= _LEAST_DILUTIONS and all(b % a == 0 for a, b in pairwise(second))
