"""Probabilities that are written as per cents, 45% or, without the sign, 45, or rounded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.text import agreeing, counted
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.values import shortest
from l2dwk_core.votes.probability_columns import ProbabilityColumns

PER_CENT = "%"
_MOST_DECIMALS = 6
_EXACT = 1e-6
# So many of the votes have to sum to 100: a few wrong ones are then named as what they are.
_MOSTLY = 0.9


def has_sign(column: Column) -> bool:
    """Return whether every value is a number with a sign of per cent."""
    return PER_CENT in (column.sign, column.unit) and 0 < column.n_numbers == column.n_present


def in_parts(column: Column) -> Column:
    """Return a column of per cents as parts of 1, so that 45 and 45% are 0.45."""
    parts = tuple(shortest(float(number) / 100) for number in column.numbers)
    return replace(column, levels=parts, decimal=".", sign="", unit="")


def are_hundreds(column: Column) -> bool:
    """Return whether every value is a number from 0 to 100."""
    numbers = column.numbers
    complete = 0 < column.n_numbers == column.n_present
    return complete and bool(((numbers >= 0) & (numbers <= 100)).all())


def cube(columns: Sequence[Column], found: ProbabilityColumns) -> NDArray[np.float64]:
    """Return the (N, L, C) numbers of the columns, NaN where a cell is empty."""
    by_name = {column.name: column.values() for column in columns}
    return np.stack(
        [np.stack([by_name[name] for name in names], axis=1) for names in found.columns.values()],
        axis=1,
    )


def sum_to_hundred(columns: Sequence[Column], found: ProbabilityColumns) -> bool:
    """Return whether the numbers of nearly every vote sum to 100, up to the rounding of each."""
    if not all(are_hundreds(column) for column in columns):
        return False
    numbers = cube(columns, found)
    sums = numbers.sum(axis=2)
    sums = sums[~np.isnan(sums)]
    near = np.abs(sums - 100.0) <= rounding(numbers)
    return sums.size > 0 and bool(near.mean() >= _MOSTLY)


def rescaled(parts: NDArray[np.float64], per_cents: bool) -> tuple[NDArray[np.float64], list[str]]:
    """Return (N, L, C) probabilities so that each vote sums to 1, and a note when that changes
    them. ``per_cents``: the file writes them as per cents.

    A vote whose sum differs from 1 by more than the rounding of C numbers stays as it is.
    """
    sums = parts.sum(axis=2)
    off = np.abs(sums - 1.0)
    changed = (off > _EXACT) & (off <= rounding(100.0 * parts) / 100.0)
    if not changed.any():
        return parts, []
    what, whole = ("per cents", 100) if per_cents else ("probabilities", 1)
    n, most = int(changed.sum()), whole * float(off[changed].max())
    return np.where(changed[:, :, None], parts / np.where(changed, sums, 1.0)[:, :, None], parts), [
        f"The {what} of {counted(n, 'vote')} {agreeing(n, 'sums', 'sum')} to {whole} up to "
        f"rounding only (by {most:.2g} at most): rescaled to {whole}."
    ]


def rounding(numbers: NDArray[np.float64]) -> float:
    """Return how far from 100 the sum of a vote can be when each of its (N, L, C) numbers is
    rounded to the decimals that they have."""
    given = numbers[~np.isnan(numbers)]
    for decimals in range(_MOST_DECIMALS):
        scaled = given * 10.0**decimals
        if bool((np.abs(scaled - np.round(scaled)) < _EXACT * 10.0**decimals).all()):
            break
    else:
        decimals = _MOST_DECIMALS
    return float(numbers.shape[2] * 0.5 * 10.0**-decimals + _EXACT)
