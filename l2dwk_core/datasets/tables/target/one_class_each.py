"""Columns each of whose values occurs with one class only, or nearly, so that they tell the
class."""

from __future__ import annotations

import numpy as np
from scipy.special import gammaln

from l2dwk_core.common.text import counted
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.notation import WORD
from l2dwk_core.datasets.tables.values import is_whole

MOST_VALUES = 50
"""More values are those of a quantity or of names."""
# Values of one row have one class always; those of several rows cover that share of the rows.
_COVERED = 0.95
KNOWN = 0.5
"""A column that is known of fewer rows tells little."""
CHANCE = 1e-6
"""The probability below which it is no chance that a column tells the class."""


def log_chance(codes: np.ndarray, labels: np.ndarray) -> float:
    """Return the logarithm of the probability that all rows of each value have one class, when
    classes are drawn for each row with their shares p_c: the sum over values v, with n_v rows, of
    log(sum over c of p_c^n_v); or infinity, where some value has several classes.

    Parameters
    ----------
    codes, labels
        Value and class of each row (n,), whole numbers from 0 on.
    """
    table = table_of(codes, labels)
    return np.inf if (np.count_nonzero(table, axis=1) > 1).any() else log_chance_of_most(table)


def log_chance_of_most(table: np.ndarray, of_class: np.ndarray | None = None) -> float:
    """Return the logarithm of a bound of the probability that of the n_v rows of each value v as
    many have one class as in this table, m_v: the sum over v of
    log(sum over c of C(n_v, m_v) p_c^m_v).

    Parameters
    ----------
    table
        Rows by value and class (values, classes).
    of_class
        How many rows each class has (classes,), from which its share follows; by default those of
        the table.
    """
    most, rows = table.max(axis=1), table.sum(axis=1)
    of_class = table.sum(axis=0) if of_class is None else of_class
    shares = np.log(of_class[of_class > 0] / of_class.sum())
    ways = log_combinations(rows, most)
    return float(np.sum(ways + np.logaddexp.reduce(most[:, None] * shares, axis=1)))


def log_combinations(n: np.ndarray, k: np.ndarray) -> np.ndarray:
    """Return log C(n, k), elementwise."""
    found: np.ndarray = gammaln(n + 1.0) - gammaln(k + 1.0) - gammaln(n - k + 1.0)
    return found


def table_of(codes: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Return rows by value and class (values, classes) from whole numbers from 0 on (n,)."""
    table = np.zeros((codes.max(initial=0) + 1, labels.max(initial=0) + 1), dtype=int)
    np.add.at(table, (codes, labels), 1)
    return table


def values_that_tell(column: Column, labels: np.ndarray, n_columns: int, allowed: int) -> str:
    """Return that each value of a column occurs with one class only, or with another one in a few
    rows, or "" when that is not so or may be chance.

    The values are words or whole numbers, at most 50, and those of several rows cover 95 % of the
    rows. A missing cell is a value where all rows with one have one class; otherwise half of the
    rows have a value. The probability of it (see `log_chance_of_most`) is below one in a million,
    also after multiplication by the number of columns.

    Parameters
    ----------
    column
        The column in the rows that are used.
    labels
        The class of each of these rows (n,), whole numbers from 0 on.
    n_columns
        Of how many columns this is one.
    allowed
        In how many rows the class may be another one than in most rows of the value.
    """
    if len(column.levels) > MOST_VALUES or not is_whole(column.numbers[column.how != WORD]):
        return ""
    codes = column.codes
    without = codes < 0
    if without.any() and len(np.unique(labels[without])) == 1:
        codes = np.where(without, len(column.levels), codes)
    rows = codes >= 0
    codes = codes[rows]
    counts = np.bincount(codes)
    if len(np.unique(labels[rows])) < 2 or len(codes) < KNOWN * len(rows):
        return ""
    if counts[counts > 1].sum() < _COVERED * len(codes):
        return ""
    table = table_of(codes, labels[rows])
    others = int(table.sum() - table.max(axis=1).sum())
    if others > allowed or len(np.unique(table.argmax(axis=1))) < 2:
        return ""
    if log_chance_of_most(table) + np.log(n_columns) > np.log(CHANCE):
        return ""
    empty = ", and so does an empty cell" if len(counts) > len(column.levels) else ""
    if others:
        return (
            f"Each of its {counted(len(column.levels), 'value')} occurs with one class{empty}, "
            f"apart from {others} of {counted(len(codes), 'row')}."
        )
    return (
        f"Each of its {counted(len(column.levels), 'value')} occurs with one class only, in "
        f"{counted(column.n_present, 'row')}{empty}."
    )
