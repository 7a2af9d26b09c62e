"""Columns that have a value only in the first row of each block of rows, as pivot tables write
them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from l2dwk_core.datasets.tables.columns import Column

_LEAST_ROWS = 10
_LEAST_BLOCKS = 2
_MISSING = 0.5
_LONGEST = 60


def filled_in_blocks(columns: Sequence[Column]) -> list[str]:
    """Return a note on the first columns that are filled only at the beginning of blocks.

    At least half of the cells are empty, the first one is not, and no value comes twice, or twice
    in one block of the column before. Such columns stand at the left of a table, one after another.
    """
    notes: list[str] = []
    block = np.zeros(len(columns[0].codes), dtype=int)
    for column in columns:
        places = np.flatnonzero(column.codes >= 0)
        if (
            len(column.codes) < _LEAST_ROWS
            or not _LEAST_BLOCKS <= len(places) <= _MISSING * len(column.codes)
            or places[0] != 0
            or len(column.levels) < 2
            or column.words
            or column.n_numbers == column.n_present
            or len({*zip(block[places], column.codes[places], strict=True)}) < len(places)
            or max(map(len, column.levels)) > _LONGEST
        ):
            break
        notes.append(
            f"Column {column.name!r} has a value in {len(places)} of {len(column.codes)} rows, "
            "none of them twice: it seems to be filled only at the beginning of blocks, as in "
            "pivot tables. If so, write the value into all rows of its block; as it is, the "
            "empty cells are missing."
        )
        block = np.cumsum(column.codes >= 0)
    return notes
