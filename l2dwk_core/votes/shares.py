"""Columns of numbers from 0 to 1, as probabilities are."""

from __future__ import annotations

import numpy as np

from l2dwk_core.datasets.tables.columns import Column
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
