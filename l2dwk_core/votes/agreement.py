"""How much two columns agree, and whether more often than chance explains."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.statistics.matches_by_chance import tails
from l2dwk_core.statistics.multiple_tests import LEVEL
from l2dwk_core.votes.spelling import are_whole, by_number


def agree(one: Column, other: Column) -> bool:
    """Return whether the values of two columns are equal in more rows than chance explains, at
    ``LEVEL``, where both keep their frequencies. 1 and 1.0 are equal."""
    first, second = _codes(one, other)
    return first.size > 0 and tails(first, second, first.size)[1] < LEVEL


def kappa(one: Column, other: Column) -> float:
    """Return Cohen's kappa of two columns on the rows in which both have a value, in [-1, 1];
    0 when there is no such row, or when both have one value. 1 and 1.0 are equal."""
    first, second = _codes(one, other)
    if not first.size:
        return 0.0
    size = int(max(first.max(), second.max())) + 1
    shares = [np.bincount(codes, minlength=size) / codes.size for codes in (first, second)]
    by_chance = min(float(shares[0] @ shares[1]), 1.0)
    equal = float(np.mean(first == second))
    return 0.0 if by_chance >= 1.0 else (equal - by_chance) / (1.0 - by_chance)


def _codes(one: Column, other: Column) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the numbers of the values of both columns in the rows in which both have one. Values
    of the other that the first has not share a number."""
    here, there = (by_number(c) if are_whole(c) else c for c in (one, other))
    place = {level: at for at, level in enumerate(here.levels)}
    unknown = len(here.levels)
    codes = np.array([*(place.get(level, unknown) for level in there.levels), -1])[there.codes]
    known = (here.codes >= 0) & (codes >= 0)
    return here.codes[known].astype(np.intp), codes[known].astype(np.intp)
