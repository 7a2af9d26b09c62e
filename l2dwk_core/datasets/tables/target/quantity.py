"""Whether the values of a column are a quantity to be predicted as a number, and no classes."""

from __future__ import annotations

import numpy as np

from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.limits import MAX_NUMERIC_CLASSES
from l2dwk_core.datasets.tables.values import is_whole

# Ratings in steps of a half have up to that many values.
_MOST_DECIMALS = 10
# Codes of classes come back and leave out few numbers.
_LEAST_ROWS = 5
_MOST_GAPS = 1.5


def is_quantity(column: Column) -> bool:
    """Return whether all values are numbers, and more different ones than classes have.

    Decimals are a quantity when there are more than ten, or when most rows have one of their own.
    Whole numbers are when there are more than ``MAX_NUMERIC_CLASSES`` and they are no codes from 0
    or 1 on, each in several rows.
    """
    if column.declared or not column.n_present or column.n_numbers < column.n_present:
        return False
    values = np.unique(column.numbers)
    many, rows = len(values), column.n_present
    if not is_whole(values):
        return many > _MOST_DECIMALS or (many > 2 and 2 * many > rows)
    if many <= MAX_NUMERIC_CLASSES:
        return False
    codes = values[0] in (0, 1) and values[-1] - values[0] + 1 <= _MOST_GAPS * many
    return not (codes and rows >= _LEAST_ROWS * many)
