"""Large whole numbers that hardly repeat and may name the rows, though a few stand twice, as those
of persons with several samples do."""

from __future__ import annotations

import numpy as np

from l2dwk_core.common.text import without_accents, words_of
from l2dwk_core.datasets.tables.cases.names import names_a_time
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.no_quantities.padded import QUANTITIES, names_a_quantity
from l2dwk_core.datasets.tables.values import is_whole

_LEAST_ROWS = 20
_DIFFERENT = 0.8
_LARGE = 10_000
# One in five numbers is a multiple of five; amounts are rounded more often.
_MOST_ROUNDED = 0.4
# Sizes of towns have many numbers of digits; numbers that are given one after another hardly do.
_TWO_LENGTHS = 0.9
# In other columns than the first one.
_LEAST_DIGITS = 6
_TIMES_CHANCE = 3.0
# Endings of compounds: Jahreseinkommen. Shorter words end others by chance.
_LEAST_LETTERS = 5
_ENDS = tuple(word for word in QUANTITIES if len(word) >= _LEAST_LETTERS)


def may_hardly_repeat(column: Column, first: bool) -> str:
    """Return why a column may name the rows, or "".

    In twenty rows or more its values are whole numbers, half of them 10,000 or more, few are
    rounded, at least 80 % as many as the rows are different, 90 % of these have one of two
    successive numbers of digits, and the name is not that of a quantity or a time.

    Amounts hardly repeat too. So in another column than the *first* of the table all numbers have
    as many digits, six or more, and more rows have an equal number than three times as many as is
    likely for numbers drawn from their range: n (n - 1) / (2 (largest - smallest + 1)).
    """
    many, rows = len(column.levels), column.n_present
    if (
        rows < _LEAST_ROWS
        or many < _DIFFERENT * rows
        or column.n_numbers < rows
        or column.declared
        or column.sign
        or column.unit
        or any(column.behind)
        or not is_whole(column.numbers)
        or bool((column.numbers < 0).any())
        or _names_a_quantity(column.name)
    ):
        return ""
    numbers = column.numbers
    if np.median(numbers) < _LARGE or np.mean(numbers % 5 == 0) >= _MOST_ROUNDED:
        return ""
    digits = np.log10(np.maximum(numbers, 1)).astype(int) + 1
    lengths = np.bincount(digits, minlength=3)
    if (lengths[1:] + lengths[:-1]).max() < _TWO_LENGTHS * many:
        return ""
    if not first:
        if digits.min() < max(digits.max(), _LEAST_DIGITS):
            return ""
        likely = rows * (rows - 1) / (2 * (float(np.ptp(numbers)) + 1))
        if rows - many <= max(1.0, _TIMES_CHANCE * likely):
            return ""
    return (
        f"It may name the rows: these are large whole numbers that hardly repeat, {many} different "
        f"ones in {rows} rows. If it does, leave it out."
    )


def _names_a_quantity(name: str) -> bool:
    words = [without_accents(word) for word in words_of(name)]
    return names_a_quantity(name) or names_a_time(name) or any(w.endswith(_ENDS) for w in words)
