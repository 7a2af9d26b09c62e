"""Numbers that tell the class by where they lie: up to some number one class, above it another."""

from __future__ import annotations

from collections.abc import Sequence
from math import lgamma, log

import numpy as np

from l2dwk_core.common.text import counted
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.limits import MAX_NUMERIC_CLASSES
from l2dwk_core.datasets.tables.target.one_class_each import CHANCE, KNOWN, log_combinations
from l2dwk_core.datasets.tables.values import shortest

_SHOWN_CLASSES = 3
_SHOWN = 40


def cut_points_that_tell(
    column: Column, labels: np.ndarray, classes: Sequence[str], n_columns: int, allowed: int
) -> str:
    """Return that cut points between the numbers of a column tell the class, and in how many rows,
    or "" when that is not so or may be chance.

    Each class has one interval of numbers. For n rows of K classes with n_c rows each, L different
    numbers and e rows in the interval of another class, the probability is bounded by
    K! (L + 1)^(K - 1) C(n, e) K^e times the product over c of (n_c / n)^n_c. It is below one in a
    million, also after multiplication by the number of columns. Half of the rows have a number.

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
    allowed
        How many rows may be in the interval of another class.
    """
    values = column.values()
    rows = np.isfinite(values)
    values, labels = values[rows], labels[rows]
    found = np.unique(labels)
    n, many = len(values), len(found)
    if n < KNOWN * len(rows) or not 2 <= many <= MAX_NUMERIC_CLASSES or not len(column.levels) > 2:
        return ""
    # Each row beside its interval begins a run of classes, and one behind it.
    runs = 1 + np.count_nonzero(np.diff(labels[np.argsort(values, kind="stable")]))
    if runs > many + 2 * allowed:
        return ""
    numbers, at = np.unique(values, return_inverse=True)
    right, ends = _intervals(at, labels, found)
    wrong = n - right
    shares = np.bincount(labels)[found] / n
    chance = lgamma(many + 1) + (many - 1) * log(len(numbers) + 1) + wrong * log(many)
    chance += float(log_combinations(np.array(n), np.array(wrong))) + n * shares @ np.log(shares)
    if wrong > allowed or chance + log(n_columns) > log(CHANCE):
        return ""
    where = ""
    if many <= _SHOWN_CLASSES and len(ends) == many:
        *below, (_, last) = ends
        parts = [f"up to {shortest(float(numbers[k]))} {classes[c][:_SHOWN]!r}" for k, c in below]
        where = f": {', '.join(parts)}, above {classes[last][:_SHOWN]!r}"
    return f"Its number alone tells the class in {right} of {counted(n, 'row')}{where}."


def _intervals(
    at: np.ndarray, labels: np.ndarray, found: np.ndarray
) -> tuple[int, list[tuple[int, int]]]:
    """Return how many rows lie in the interval of their class, at most, and for each interval the
    position of its last number and its class. Classes are in the order of their medians.

    With N_c(t) rows of class c among the first t numbers, the most for the classes up to c is
    f_c(t) = N_c(t) + max over s <= t of (f_b(s) - N_c(s)), where b is the class before.
    """
    size = int(at.max()) + 1
    below = {
        int(c): np.append(0, np.cumsum(np.bincount(at[labels == c], minlength=size))) for c in found
    }
    order = sorted(below, key=lambda c: float(np.median(at[labels == c])))
    most, begins = below[order[0]], []
    for c in order[1:]:
        gain = most - below[c]
        highest = np.maximum.accumulate(gain)
        begins.append(np.maximum.accumulate(np.where(gain == highest, np.arange(size + 1), 0)))
        most = highest + below[c]
    end, ends = size, []
    for c, begin in zip(reversed(order), [*reversed(begins), np.zeros(size + 1, int)], strict=True):
        if begin[end] < end:
            ends.append((end - 1, c))
        end = int(begin[end])
    return int(most[-1]), ends[::-1]
