"""Columns that have a value in the rows of one class only, such as the days until death."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from l2dwk_core.common.text import counted
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.target.one_class_each import CHANCE, log_chance_of_most

# A value in rows of one class is more of a sign than that a value goes with a class.
_CHANCE = 1e-4
# Of the rows with a value.
_ONE_CLASS = 0.99
# Of all rows, where those without a value have another class; and of the rows of all classes but
# the most frequent one.
_WRONG = 0.05
_WRONG_OF_OTHERS = 0.1
_SHOWN = 40


def filled_in_for_one_class(
    column: Column, labels: np.ndarray, classes: Sequence[str], n_columns: int
) -> str:
    """Return that a column has a value in rows of one class only, or "" when that is not so or may
    be chance.

    Of the rows with a value 99 % have one class. When classes are drawn for each row with their
    shares in all rows, the probability of it is below one in ten thousand, also after
    multiplication by the number of columns; see `log_chance_of_most`.

    Parameters
    ----------
    column
        The column in the rows that are used.
    labels
        The class of each of these rows (n,), whole numbers from 0 on.
    classes
        The name of each class.
    n_columns
        Of how many columns this is one.
    """
    table = _by_value(column, labels)
    known, most, of = int(table[1].sum()), int(table[1].max()), int(table[1].argmax())
    if not 0 < known < len(labels) or most < _ONE_CLASS * known:
        return ""
    if log_chance_of_most(table[1:], table.sum(axis=0)) + np.log(n_columns) > np.log(_CHANCE):
        return ""
    share = "all" if most == known else f"{most}"
    return (
        f"It has a value in {counted(known, 'row')}, {share} of them with the class "
        f"{classes[of][:_SHOWN]!r}."
    )


def filled_in_tells_class(column: Column, labels: np.ndarray, n_columns: int) -> str:
    """Return that whether a column has a value tells the class, or "" when that is not so or may be
    chance.

    Most rows with a value have one class, and most of those without one another; together they are
    95 % of all rows, and no more rows differ than a tenth of those of all classes but the most
    frequent one. The probability is below one in a million. The parameters are those of
    `filled_in_for_one_class`.
    """
    table = _by_value(column, labels)
    n, right = len(labels), int(table.max(axis=1).sum())
    others = n - int(table.sum(axis=0).max())
    if not table.any(axis=1).all() or table[0].argmax() == table[1].argmax():
        return ""
    if n - right > min(_WRONG * n, _WRONG_OF_OTHERS * others):
        return ""
    if log_chance_of_most(table) + np.log(n_columns) > np.log(CHANCE):
        return ""
    return f"Whether it has a value tells the class in {right} of {counted(n, 'row')}."


def _by_value(column: Column, labels: np.ndarray) -> np.ndarray:
    """Return rows by class, without and with a value (2, classes)."""
    filled = (column.codes >= 0).astype(int)
    return np.stack([np.bincount(labels[filled == k], minlength=labels.max() + 1) for k in (0, 1)])
