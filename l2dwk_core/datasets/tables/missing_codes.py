"""Numbers that may stand for a missing value, such as 99, -9 or 888 and 999: they are noted.

Codes lie at one end or both ends of the values of a column. What is plausible as a value is not
noted: an age of 99 beside one of 87, or 9 on a scale up to 8. Numbers of any digits, such as -200,
are noted where a measured column repeats them exactly, far from all others.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from l2dwk_core.common.text import agreeing
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.meaning.lone_codes import is_lone_code
from l2dwk_core.datasets.tables.values import shortest

# 99 and 88, those of surveys up to 95, and 999.9; -999.25 of logs of wells.
_CODE = re.compile(
    r"-?(?:9+[5-9]|8{2,}|7{2,}|6{2,}|9+\.9+|8+\.8+|7+\.7+)|-9{2,}\.(?:25|5|75)|-32768|-2147483648"
)
_AMONG_WORDS = re.compile(rf"{_CODE.pattern}|-[1-9]")
# The largest numbers of 16, 32 and 64 bits, powers of ten and of two, and what netCDF fills with.
_FILLS = (
    32767.0, 65535.0, 2147483647.0, 4294967295.0, 2.0**63, 2.0**64,
    3276.7, 327.67, 6553.5, 655.35,  # of sensors that count in tenths and hundredths
    *(10.0**power for power in (*range(15, 21), *range(30, 39))),
    9.969209968386869e36, 1.7014118346046923e38, 3.4028234663852886e38,
)  # fmt: skip
# They are rounded: in single precision 1e20 is written as 1.00000002e+20.
_CLOSE, _ROUNDED = 2e-6, 1e9
# Two rows or more with one number as large are hardly values when others are far smaller.
_HUGE = 1e15
_NINES = re.compile(r"-?9+(?:\.9+)?")
_ONE_DIGIT = frozenset({7.0, 8.0, 9.0})
_MOST_CODES = 6
_MANY = 10
_SCALE = 4
# Codes of any digits at one end of the values.
_MOST_REPEATED = 2


def missing_codes(distinct: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return which of the sorted, distinct numbers of a column may stand for a missing value.

    In two rows or more together, or in one where it is the end of a type of numbers, such as 65535,
    or a power, such as 1e+30, codes lie further from the others than these differ among
    themselves: three times as far without a number of nines, and two times as far when they have
    one digit. Codes below zero may lie nearer when all others are zero or more: -9, -99 and their
    like, and -1 and -2 when they are not one step below. For numbers of any digits, see
    ``_repeated``; for a number of nines in one row, ``is_lone_code``.

    Parameters
    ----------
    distinct, counts
        Finite numbers (n,) in ascending order, and in how many rows each stands (n,).

    Returns
    -------
    numpy.ndarray
        Indices of the codes; at least two other numbers are left. Empty when there are none.
    """
    left = np.arange(len(distinct))
    # -200 may hide -999, or lie between it and the values.
    for find in (_written_as_codes, _repeated, _written_as_codes):
        left = np.delete(left, find(distinct[left], counts[left]))
    return np.setdiff1d(np.arange(len(distinct)), left)


def _written_as_codes(distinct: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return the indices of codes with digits that codes have."""
    low = _at_end(distinct)
    high = _at_end(distinct[::-1])
    for below in range(low, -1, -1):
        for above in range(high, -1, -1):
            end = len(distinct) - above
            lower, others, upper = distinct[:below], distinct[below:end], distinct[end:]
            if below + above == 0 or len(others) < 2:
                continue
            fills = map(_is_fill, (*lower.tolist(), *upper.tolist()))
            if counts[:below].sum() + counts[end:].sum() < 2 and not any(fills):
                code = float(lower[0] if below else upper[0])
                if is_lone_code(code, others, counts[below:end]):
                    return np.array([0 if below else end])
                continue
            fits = not below or _far_below(lower, others)
            if fits and (not above or _far_above(upper, others)):
                return np.concatenate([np.arange(below), np.arange(end, len(distinct))])
    return np.empty(0, dtype=int)


def _repeated(distinct: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return the indices of codes of any digits: at most two at each end, each exactly so in two
    rows or more, as far from the others as -999 has to lie. Zero is no code.

    Where they are not the only numbers below zero, they stand in three rows or more and twice as
    often as the others usually do, which are at least ten numbers: doses and powers of ten are
    equally frequent. On a scale of few numbers with equal steps they lie ten times as far above
    as these differ.
    """
    for below in range(_MOST_REPEATED, -1, -1):
        for above in range(_MOST_REPEATED, -1, -1):
            end = len(distinct) - above
            lower, others, upper = distinct[:below], distinct[below:end], distinct[end:]
            if below + above == 0 or len(others) < 2:
                continue
            least = max(3.0, 2 * float(np.median(counts[below:end])))
            fits = not below or _repeated_below(lower, counts[:below], others, least)
            if fits and (not above or _repeated_above(upper, counts[end:], others, least)):
                return np.concatenate([np.arange(below), np.arange(end, len(distinct))])
    return np.empty(0, dtype=int)


def _repeated_below(
    codes: np.ndarray, counts: np.ndarray, others: np.ndarray, least: float
) -> bool:
    gap, spread = others[0] - codes[-1], others[-1] - others[0]
    fewest = counts.min()
    if codes[-1] >= 0:
        return False
    if others[0] < 0:
        return bool(len(others) >= _MANY and fewest >= least and gap > spread)
    if gap > 2 * spread and fewest >= 2:
        return len(others) > 2 or bool(others[0] == 0 and others[1] == 1 and gap > 10)
    if len(others) < _MANY or fewest < least:
        return False
    # A lone number below zero may lie nearer, beyond the distances among the lower others.
    steps = np.diff(others[: len(others) // 2 + 1])
    return bool(gap > spread or (len(codes) == 1 and codes[0] <= -10 and gap >= 2 * steps.max()))


def _repeated_above(
    codes: np.ndarray, counts: np.ndarray, others: np.ndarray, least: float
) -> bool:
    gap, spread = codes[0] - others[-1], others[-1] - others[0]
    if codes[0] <= 0 or counts.min() < 3:
        return False
    if len(others) < _MANY:
        steps = np.diff(others)
        return bool(len(others) >= _SCALE and np.ptp(steps) == 0 and gap > 10 * spread)
    if counts.min() < least or gap <= 3 * spread:
        return False
    # Sums of money have a few round ones far above: the ratio to the largest of the others has to
    # be more than that of the largest to the middle one.
    return bool(others[0] < 0 or codes[0] * float(np.median(others)) > others[-1] ** 2)


def codes_note(name: str, values: np.ndarray, used: str = "number") -> list[str]:
    """Return a note on the codes among the finite numbers of a column; empty when there are none.
    *used* says as what the column is used."""
    distinct, counts = np.unique(values, return_counts=True)
    codes = missing_codes(distinct, counts)
    if not codes.size:
        return []
    others = np.delete(distinct, codes)
    between = f"{shortest(float(others[0]))} to {shortest(float(others[-1]))}"
    found = [(shortest(float(distinct[at])), int(counts[at])) for at in codes]
    lies = agreeing(len(found), "lies", "lie")
    return [
        f"{_in_rows(found)} of {name!r} {lies} far from the others ({between}). {_if(found, used)}"
    ]


def category_codes_note(column: Column, used: str = "category") -> list[str]:
    """Return a note on codes among categories or classes: far from the others when all are
    numbers, or beside at least two words without digits."""
    numbers = column.numbers
    if np.isfinite(numbers).all():
        return codes_note(column.name, np.repeat(numbers, column.counts), used)
    coded = [at for at, level in enumerate(column.levels) if _AMONG_WORDS.fullmatch(level)]
    words = [level for at, level in enumerate(column.levels) if at not in coded]
    if not coded or len(coded) > _MOST_CODES or len(words) < 2:
        return []
    if any(map(str.isdigit, "".join(words))):
        return []
    found = [(column.levels[at], int(column.counts[at])) for at in coded]
    stands = agreeing(len(found), "stands", "stand")
    return [f"{_in_rows(found)} of {column.name!r} {stands} among words. {_if(found, used)}"]


def _in_rows(found: Sequence[tuple[str, int]]) -> str:
    parts = [f"{code} in {n} {agreeing(n, 'row', 'rows')}" for code, n in found]
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _if(found: Sequence[tuple[str, int]], used: str) -> str:
    if len(found) == 1:
        cells = agreeing(found[0][1], "that cell", "those cells")
        return f"It is used as a {used}; if it means a missing value, leave {cells} empty."
    plural = {"category": "categories", "class": "classes"}.get(used, f"{used}s")
    return f"They are used as {plural}; if they mean missing values, leave those cells empty."


def _at_end(distinct: np.ndarray) -> int:
    """Return how many of the first numbers are written as codes are, up to six."""
    for at, value in enumerate(distinct[:_MOST_CODES].tolist()):
        if not (_is_code(value) or value in _ONE_DIGIT or (-9 <= value < 0 and value % 1 == 0)):
            return at
    return min(len(distinct), _MOST_CODES)


def _is_code(value: float) -> bool:
    return _CODE.fullmatch(shortest(value)) is not None or _is_fill(value) or abs(value) >= _HUGE


def _is_fill(value: float) -> bool:
    size = abs(value)
    return value in (-32768.0, -3276.8, -327.68, -2147483648.0) or any(
        abs(size - fill) <= (_CLOSE * fill if fill > _ROUNDED else 0.0) for fill in _FILLS
    )


def _far_above(codes: np.ndarray, others: np.ndarray) -> bool:
    gap, spread = codes[0] - others[-1], others[-1] - others[0]
    if codes[0] in _ONE_DIGIT:
        return bool(codes[-1] == 9 and gap > 2 * spread and (others % 1 == 0).all())
    if codes[0] < 0:
        return False
    nines = any(_NINES.fullmatch(shortest(float(code))) for code in codes)
    return bool(gap > (spread if nines else 3 * spread))


def _far_below(codes: np.ndarray, others: np.ndarray) -> bool:
    if (codes >= 0).any():
        return False
    gap, spread = others[0] - codes[-1], others[-1] - others[0]
    small = codes[codes > -10]
    if others[0] < 0:
        return not small.size and bool(gap > spread)
    if gap > spread and len(others) > 2:
        return True
    steps = float(np.diff(others).max())
    if (small < -6).sum() == small.size:
        return len(others) >= _MANY or gap >= 2 * steps
    return bool(codes[-1] == -1 and len(others) >= _SCALE and gap >= 2 * steps)
