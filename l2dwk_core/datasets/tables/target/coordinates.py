"""Coordinates: y beside x is a place or an acceleration, though y is a usual name of a class."""

from __future__ import annotations

from collections.abc import Sequence

from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.roles import SYMBOLIC
from l2dwk_core.datasets.tables.target.quantity import is_quantity

_AXES = ("x", "y", "z")


def coordinates(columns: Sequence[Column], roles: Sequence[str]) -> set[str]:
    """Return the names of columns x and y, and z if it follows, which hold coordinates, or none.

    They are adjacent and hold numbers, y three different ones or more, and other columns are in the
    table. Without z, y is not the last column, or is a quantity beside a column of words: else y
    may be what x explains.
    """
    names = [column.name.strip().lower() for column in columns]
    at = next((at for at in range(len(names) - 1) if tuple(names[at : at + 2]) == _AXES[:2]), None)
    if at is None:
        return set()
    many = 3 if tuple(names[at : at + 3]) == _AXES else 2
    found = columns[at : at + many]
    y = found[1]
    if any(column.n_numbers < column.n_present for column in found) or len(y.levels) < 3:
        return set()
    if many == 2 and y is columns[-1] and not (is_quantity(y) and SYMBOLIC in roles):
        return set()
    return {column.name for column in found} if many < len(columns) else set()
