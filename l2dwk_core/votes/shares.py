"""Columns of numbers from 0 to 1, as probabilities are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from l2dwk_core.common.text import agreeing, counted, shown
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.notation import BOUND, MARKED
from l2dwk_core.votes.build import ROUNDING


def holds_shares(column: Column) -> bool:
    """Return whether every value is a number from 0 to 1, up to rounding."""
    numbers = column.numbers
    return (
        0 < column.n_numbers == column.n_present
        and bool((numbers >= -ROUNDING).all())
        and bool((numbers <= 1 + ROUNDING).all())
    )


def holds_fractions(column: Column) -> bool:
    """Return whether every value is a number from 0 to 1 and some are neither."""
    return holds_shares(column) and bool((column.numbers != np.floor(column.numbers)).any())


def has_fractions(column: Column) -> bool:
    """Return whether every value is a number and some are no whole numbers."""
    complete = 0 < column.n_numbers == column.n_present
    return complete and bool((column.numbers % 1 != 0).any())


def holds_other_fractions(column: Column) -> bool:
    """Return whether every value is a number and some fraction is not from 0 to 1."""
    return has_fractions(column) and not holds_shares(column)


def note_of_bounds(columns: Sequence[Column]) -> list[str]:
    """Return a note on probabilities that are written as bounds (<0.1, >0.9) or with a mark (~0.1,
    0.9*), which are read as the number."""
    odd = [(column, column.odd(BOUND, MARKED)) for column in columns]
    odd = [(column, its) for column, its in odd if its]
    if not odd:
        return []
    n = sum(count for _, its in odd for _, count in its)
    column, its = odd[0]
    written = its[0][0]
    number = f"{column.numbers[column.levels.index(written)]:g}{'%' if '%' in written else ''}"
    names = ", ".join(repr(column.name) for column, _ in odd[:3])
    more = f" and {len(odd) - 3} more" if len(odd) > 3 else ""
    return [
        f"{counted(n, 'probability', 'probabilities')} in {counted(len(odd), 'column')} ({names}"
        f"{more}) {agreeing(n, 'is a bound or has', 'are bounds or have')} a mark and "
        f"{agreeing(n, 'is', 'are')} read as the number: {shown(written)} as {number}."
    ]
