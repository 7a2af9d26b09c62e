"""Columns that name or number the rows, and so tell nothing about others."""

from __future__ import annotations

import re

import numpy as np

from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.values import is_whole

# Fewer distinct values than that may differ by chance, whatever they are called.
MIN_IDENTIFIERS = 20
# Fewer rows than that are no list.
_LEAST = 5
# Most cells of a column that counts the rows are filled; a few may have been lost.
_FILLED = 0.9
_NAMES = frozenset(
    "id index idx row rowname nr no number nummer # key uuid obs".split()
) | {"row name", "lfd. nr", "lfd nr", "lfd.nr"}  # fmt: skip
# "patientid" and "user id", but not "fluid".
_ENDING = re.compile(
    r"[_ ]id$|^id[_ ]|^(patient|user|customer|client|person|subject|sample|case|record|order)s?id$"
)
# These hold words.
_NAMES_OF_WORDS = frozenset(
    "name names vorname nachname surname nom prénom nombre nome lastname firstname".split()
) | {"first name", "last name", "full name", "family name"}
# They may also be a quantity, whose few values differ by chance.
_UNSURE = frozenset({"number", "key"})
# As pandas calls a column that had no name in the file it read.
_UNNAMED = re.compile(r"unnamed: 0(?:\.[0-9]+)?")


def why_row_names(column: Column) -> str:
    """Return why a column names the rows, or "" when nothing speaks for it.

    No value occurs twice, and these are words or whole numbers. Its name says so, or it has none,
    in five rows or more; or it counts the rows, of which there are twenty or more. Cells without a
    value do not matter.
    """
    present, numbers = column.n_present, column.n_numbers
    if len(column.levels) < present or present < _LEAST or column.sign or column.unit:
        return ""
    whole = numbers == present and is_whole(column.numbers)
    if numbers and not whole:
        return ""
    if whole and present >= MIN_IDENTIFIERS and _counts_rows(column):
        return "It counts the rows."
    name = column.name.strip().lower().replace("-", "_").rstrip(".:")
    if column.nameless or _UNNAMED.fullmatch(name):
        if whole and column.numbers.min() < 0:
            return ""
        return "It has no name, as an index of the rows has none, and no value occurs twice."
    if name in _UNSURE and present < MIN_IDENTIFIERS and not (whole and _counts_rows(column)):
        return ""
    if name in _NAMES or _ENDING.search(name) or (not numbers and name in _NAMES_OF_WORDS):
        return "By its name it identifies rows, and no value occurs twice."
    return ""


def _counts_rows(column: Column) -> bool:
    """Return whether the values are 1, 2, 3, … in some order, apart from those of lost cells."""
    rows, ordered = len(column.codes), np.sort(column.numbers)
    return bool(
        ordered[0] in (0, 1) and ordered[-1] - ordered[0] < rows and len(ordered) >= _FILLED * rows
    )
