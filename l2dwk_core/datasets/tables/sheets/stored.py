"""Numbers that a file stores as numbers, with a point, beside numbers that it holds as text.

Stored numbers say nothing about the decimal mark of texts: ``4.391 €`` in a sheet may be about four
thousand. Where the texts of a column have a decimal comma, its stored numbers get one too, so that
the column has one mark.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from l2dwk_core.datasets.tables.notation import bare
from l2dwk_core.datasets.tables.values import number

_POINT = re.compile(r"(?<=[0-9])\.(?=[0-9])")


class StoredNumber(str):
    """The text of a number that a sheet stores as a number."""

    __slots__ = ()


def stored_cells(rows: Sequence[Sequence[str]], at: int) -> np.ndarray:
    """Return in which rows (n,) the cell in this place is a `StoredNumber`."""
    found = (at < len(row) and type(row[at]) is StoredNumber for row in rows)
    return np.fromiter(found, dtype=bool, count=len(rows))


def texts_of(cells: Sequence[str], stored: bool | np.ndarray) -> list[str] | None:
    """Return the distinct stripped texts of a column beside its *stored* numbers; None when it
    stores no numbers."""
    if isinstance(stored, bool):
        return [] if stored else None
    if not stored.any():
        return None
    texts = (cells[at].strip() for at in np.flatnonzero(~stored).tolist())
    return list(dict.fromkeys(filter(None, texts)))


def numbers_of(cells: Sequence[str], stored: np.ndarray) -> np.ndarray:
    """Return the distinct *stored* numbers in their order, without the signs that they are shown
    with."""
    written = dict.fromkeys(cells[at] for at in np.flatnonzero(stored).tolist())
    found = (number(bare(text), ".") for text in written)
    return np.array([value for value in found if value is not None and np.isfinite(value)])


def with_comma(cells: Sequence[str], stored: np.ndarray) -> list[str]:
    """Return the cells, with a decimal comma in those that are *stored*."""
    pairs = zip(cells, stored.tolist(), strict=True)
    return [_POINT.sub(",", cell) if is_number else cell for cell, is_number in pairs]
