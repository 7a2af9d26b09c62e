"""A sheet that describes the columns of another one: their names stand in one of its columns."""

from __future__ import annotations

from collections.abc import Sequence

from l2dwk_core.datasets.tables.notation import is_written_number
from l2dwk_core.datasets.tables.region import first_row
from l2dwk_core.datasets.tables.row import Row

# A codebook has the names in front, perhaps behind a number and a group.
_COLUMNS = 3
_LEAST_NAMES = 3
_MOST = 0.8


def names_listed(rows: Sequence[Row]) -> list[frozenset[str]]:
    """Return the values of each of the first columns that holds words alone, none of them twice."""
    found = []
    for at in range(_COLUMNS):
        values = [row.cells[at].strip().casefold() for row in rows[1:] if at < len(row.cells)]
        words = [value for value in values if value]
        if len(words) >= _LEAST_NAMES and not any(map(is_written_number, words)):
            distinct = frozenset(words)
            if len(distinct) == len(words):
                found.append(distinct)
    return found


def describes(listed: Sequence[frozenset[str]], rows: Sequence[Row]) -> bool:
    """Return whether most names of a sheet's columns are listed in one column of another sheet."""
    cells = [row.cells for row in rows]
    names = [name.strip().casefold() for name in cells[first_row(cells)]]
    return len(names) >= _LEAST_NAMES and any(
        sum(name in words for name in names) >= _MOST * len(names) for words in listed
    )
