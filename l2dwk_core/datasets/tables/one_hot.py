"""A class that is written as several columns of 0 and 1."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from l2dwk_core.datasets.tables.columns import Column

_LEAST = 3
_NAMED = 5


def one_hot_notes(
    columns: Sequence[Column], used: Collection[str], target: str, rows: np.ndarray
) -> list[str]:
    """Return a note when the target and columns beside it hold exactly one 1 in each row: they are
    one class, and the others tell the target."""
    at = next(i for i, column in enumerate(columns) if column.name == target)
    flags: dict[int, np.ndarray] = {}
    for i, column in enumerate(columns):
        found = _flags(column, rows) if column.name in used or i == at else None
        if found is not None:
            flags[i] = found
    if at not in flags:
        return []
    low = next(i for i in range(at, -2, -1) if i not in flags) + 1
    for start in range(low, at + 1):
        total = np.zeros(len(rows))
        for end in range(start, len(columns)):
            if end not in flags:
                break
            total = total + flags[end]
            if end >= at and end - start + 1 >= _LEAST and (total == 1).all():
                names = [column.name for column in columns[start : end + 1]]
                shown = ", ".join(map(repr, names[:_NAMED])) + ", …" * (len(names) > _NAMED)
                return [
                    f"In each row exactly one of the columns {shown} is 1, so they seem to be one "
                    "class. Write them as one column; as they are, the others tell the target."
                ]
    return []


def _flags(column: Column, rows: np.ndarray) -> np.ndarray | None:
    """Return the numbers of a column of 0 and 1 without missing cells, or None."""
    if len(column.levels) != 2 or set(column.numbers.tolist()) != {0.0, 1.0}:
        return None
    values = column.values()[rows]
    return None if np.isnan(values).any() else values
