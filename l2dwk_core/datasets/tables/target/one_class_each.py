"""Columns each of whose values occurs with one class only, so that they tell the class."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from l2dwk_core.common.text import counted
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.notation import WORD
from l2dwk_core.datasets.tables.values import is_whole

# More values are those of a quantity or of names.
_MOST_VALUES = 50
# Values of one row have one class always; those of several rows cover that share of the rows.
_COVERED = 0.95
# A column that is known of fewer rows tells little.
_KNOWN = 0.5
_CHANCE = 1e-6


def log_chance(codes: np.ndarray, labels: np.ndarray) -> float:
    """Return the logarithm of the probability that all rows of each value have one class, when
    classes are drawn for each row with their shares p_c: the sum over values v, with n_v rows, of
    log(sum over c of p_c^n_v); or infinity, where some value has several classes.

    Parameters
    ----------
    codes, labels
        Value and class of each row (n,), whole numbers from 0 on.
    """
    table = np.zeros((codes.max(initial=0) + 1, labels.max(initial=0) + 1), dtype=int)
    np.add.at(table, (codes, labels), 1)
    if (np.count_nonzero(table, axis=1) > 1).any():
        return np.inf
    shares = np.log(np.bincount(labels)[np.bincount(labels) > 0] / len(labels))
    return float(np.logaddexp.reduce(table.sum(axis=1)[:, None] * shares, axis=1).sum())


def tells_class(column: Column, labels: np.ndarray, n_columns: int) -> str:
    """Return that each value of a column occurs with one class only, or "" when that is not so or
    may be chance.

    The values are words or whole numbers, at most 50, and those of several rows cover 95 % of the
    rows. A missing cell is a value where all rows with one have one class; otherwise half of the
    rows have a value. The probability of it (see `log_chance`) is below one in a million, also
    after multiplication by the number of columns.

    Parameters
    ----------
    column
        The column in the rows that are used.
    labels
        The class of each of these rows (n,), whole numbers from 0 on.
    n_columns
        Of how many columns this is one.
    """
    if len(column.levels) > _MOST_VALUES or not is_whole(column.numbers[column.how != WORD]):
        return ""
    codes = column.codes
    without = codes < 0
    if without.any() and len(np.unique(labels[without])) == 1:
        codes = np.where(without, len(column.levels), codes)
    rows = codes >= 0
    codes = codes[rows]
    counts = np.bincount(codes)
    if len(np.unique(labels[rows])) < 2 or len(codes) < _KNOWN * len(rows):
        return ""
    if counts[counts > 1].sum() < _COVERED * len(codes):
        return ""
    if log_chance(codes, labels[rows]) + np.log(n_columns) > np.log(_CHANCE):
        return ""
    empty = ", and so does an empty cell" if len(counts) > len(column.levels) else ""
    return (
        f"Each of its {counted(len(column.levels), 'value')} occurs with one class only, in "
        f"{counted(column.n_present, 'row')}{empty}. If it is known only after the class is, or "
        "is made from it, leave it out."
    )


def columns_that_tell(columns: Sequence[Column], target: Column | None) -> dict[str, str]:
    """Return, by name, why columns tell the class that *target* holds; see `tells_class`. Without
    a target, or with one of many values, none do."""
    if target is None or not 2 <= len(target.levels) <= _MOST_VALUES:
        return {}
    rows = np.flatnonzero(target.codes >= 0)
    labels = target.codes[rows]
    others = [column for column in columns if column.name != target.name]
    few = [column for column in others if len(column.levels) <= _MOST_VALUES]
    found = {c.name: tells_class(c.take(rows), labels, len(others)) for c in few}
    return {name: why for name, why in found.items() if why}


def class_told_notes(
    columns: Sequence[Column],
    used: Collection[str],
    target: str,
    rows: np.ndarray,
    y: np.ndarray,
    told: Collection[str],
) -> list[str]:
    """Return a note on each used column that tells the class, one to one or otherwise; *told* are
    columns of which that is said already."""
    classes, labels = np.unique(y, return_inverse=True)
    notes = []
    for column in columns:
        if column.name not in used or column.name == target:
            continue
        part = column.take(rows)
        if len(part.levels) == len(classes) and not part.n_missing:
            if len(np.unique(part.codes * len(classes) + labels)) == len(classes):
                notes.append(
                    f"Column {column.name!r} stands one to one for the target {target!r}; leave it "
                    "out if it is not known before the class is."
                )
        elif column.name not in told and (why := tells_class(part, labels, len(used))):
            notes.append(f"Column {column.name!r} tells the class {target!r}. {why}")
    return notes
