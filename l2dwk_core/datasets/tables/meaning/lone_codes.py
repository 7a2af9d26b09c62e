"""A number of nines that stands in one row and may mean a missing value, such as -99 or 999."""

from __future__ import annotations

import re

import numpy as np

from l2dwk_core.datasets.tables.values import shortest

_NINES = re.compile(r"-?9+|-?9{2,}\.9+")
# Fewer rows hardly show how far the values of a column go.
_LEAST_ROWS = 10
_MANY = 10


def is_lone_code(code: float, others: np.ndarray, counts: np.ndarray) -> bool:
    """Return whether a number in one row may stand for a missing value.

    It is written with nines alone. It is the only number below zero: then -9 lies further from the
    others than half of what these differ, and among ten numbers or more -99 and its like lie
    anywhere. Or it lies more than twice below, or three times above, what the others differ; above,
    its ratio to the largest of them is also more than that of this one to the middle one, for a few
    prices and counts are far larger than most.

    Parameters
    ----------
    code
        The lowest or the highest number of a column.
    others, counts
        The other numbers (n,) in ascending order, n > 1, and in how many rows each stands (n,).
    """
    if not _NINES.fullmatch(shortest(code)) or counts.sum() < _LEAST_ROWS:
        return False
    spread = float(others[-1] - others[0])
    if code > 0:
        if code - others[-1] <= 3 * spread or (code == 9 and (others % 1 != 0).any()):
            return False
        flag = len(others) == 2 and spread == 1
        middle = float(np.median(np.repeat(others, counts)))
        return flag or others[0] < 0 or code * middle > others[-1] ** 2
    gap = float(others[0]) - code
    if others[0] < 0:
        return gap > 2 * spread
    return gap > spread / 2 or (code <= -99 and len(others) >= _MANY)
