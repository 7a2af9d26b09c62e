"""How much two columns agree, and whether more often than chance explains."""

from __future__ import annotations

import numpy as np
from scipy.stats import binom

from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.statistics.multiple_tests import LEVEL
from l2dwk_core.votes.spelling import are_whole, by_number


def agree(one: Column, other: Column) -> bool:
    """Return whether the values of two columns are equal in more rows than chance explains, at
    ``LEVEL``, where both keep their frequencies. 1 and 1.0 are equal."""
    n, equal, by_chance = _equal_rows(one, other)
    return n > 0 and bool(binom.sf(equal - 1, n, by_chance) < LEVEL)


def kappa(one: Column, other: Column) -> float:
    """Return Cohen's kappa of two columns on the rows in which both have a value, in [-1, 1];
    0 when there is no such row, or when both have one value. 1 and 1.0 are equal."""
    n, equal, by_chance = _equal_rows(one, other)
    return 0.0 if not n or by_chance >= 1.0 else (equal / n - by_chance) / (1.0 - by_chance)


def _equal_rows(one: Column, other: Column) -> tuple[int, int, float]:
    """Return the number of rows in which both have a value, that in which they are equal, and the
    share of equal rows by chance."""
    here, there = (by_number(c) if are_whole(c) else c for c in (one, other))
    place = {level: at for at, level in enumerate(here.levels)}
    codes = np.array([*(place.get(level, -2) for level in there.levels), -1])[there.codes]
    known = (here.codes >= 0) & (codes != -1)
    n = int(known.sum())
    if not n:
        return 0, 0, 0.0
    size = len(here.levels)
    first = np.bincount(here.codes[known], minlength=size) / n
    second = np.bincount(codes[known & (codes >= 0)], minlength=size) / n
    equal = int(np.count_nonzero(here.codes[known] == codes[known]))
    return n, equal, min(float(first @ second), 1.0)
