"""Columns that name or number the rows, and so tell nothing about others."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from l2dwk_core.datasets.tables.cases.names import (
    CASE,
    GROUP,
    ID,
    PERSON,
    ROW,
    kind_of_name,
    names_a_time,
)
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.no_quantities.padded import names_a_quantity
from l2dwk_core.datasets.tables.values import is_whole

# Fewer distinct values than that may differ by chance, whatever they are called.
MIN_IDENTIFIERS = 20
# Fewer rows than that are no list.
_LEAST = 5
# Numbers of that many rows are a list when they go up by one.
_LEAST_STEPS = 10
# Most cells of a column that counts the rows are filled; a few may have been lost.
_FILLED = 0.9
# So many steps are of one where a few rows were left out of a list.
_STEPS_OF_ONE = 0.8
_NAMES = frozenset(
    "id index idx row rowname nr no number nummer # key uuid obs numero num".split()
) | {"row name", "lfd. nr", "lfd nr", "lfd.nr"}  # fmt: skip
# These hold words.
_NAMES_OF_WORDS = frozenset(
    "name names vorname nachname surname nom prénom nombre nome lastname firstname".split()
) | {"first name", "last name", "full name", "family name"}
# They may also be a quantity, whose few values differ by chance.
_UNSURE = frozenset({"number", "key", "num", "numero"})
# As pandas calls a column that had no name in the file it read.
_UNNAMED = re.compile(r"unnamed: 0(?:\.[0-9]+)?")
_PLAIN = re.compile(r"[0-9]+(?:[.,]0*)?")
_MIN_DIGITS = 4
_MOST_LISTS = 2
# exp(-5) is less than one per cent.
_IMPROBABLE = 5.0


def why_row_names(column: Column) -> str:
    """Return why a column names the rows, or "" when nothing speaks for it.

    No value occurs twice, and these are words or whole numbers. Its name says so, or it has none,
    in five rows or more; or it counts the rows, of which there are twenty or more. Cells without a
    value do not matter.
    """
    if not _is_list(column):
        return ""
    present, numbers = column.n_present, column.n_numbers
    whole = numbers == present
    if whole and present >= MIN_IDENTIFIERS and _counts_rows(column):
        return "It counts the rows."
    name = column.name.strip().lower().replace("-", "_").rstrip(".:")
    if column.nameless or _UNNAMED.fullmatch(name):
        if whole and column.numbers.min() < 0:
            return ""
        return "It has no name, as an index of the rows has none, and no value occurs twice."
    if name in _UNSURE and present < MIN_IDENTIFIERS and not (whole and _counts_rows(column)):
        return ""
    if (
        name in _NAMES
        or _is_named_for_rows(column, whole)
        or (not numbers and name in _NAMES_OF_WORDS)
    ):
        return "By its name it identifies rows, and no value occurs twice."
    return ""


def are_names_of_persons(column: Column) -> bool:
    """Return whether a column of words is called surname or the like: a few come several times."""
    name = column.name.strip().lower().replace("_", " ").rstrip(".:")
    return not column.n_numbers and name in _NAMES_OF_WORDS


def may_be_row_names(columns: Sequence[Column]) -> dict[str, str]:
    """Return, by name, why columns of distinct whole numbers may name the rows.

    They go on by one in ten rows or more. Or, in twenty rows or more, they grow or fall; or, where
    the name is not that of a quantity, some of so many numbers would be equal by chance, or all
    have the same number of digits, four or more, and few are rounded. Three such columns or more
    are rather measurements. Times, such as years, go on too, and are not meant.
    """
    found, likely = {}, {}
    for column in columns:
        present = column.n_present
        if not _is_list(column) or column.n_numbers < present or names_a_time(column.name):
            continue
        if not all(map(_PLAIN.fullmatch, column.levels)):
            continue
        values = column.numbers[column.codes[column.codes >= 0]]
        if present >= _LEAST_STEPS and _goes_by_one(values):
            found[column.name] = "go on by one from row to row"
        elif present >= MIN_IDENTIFIERS and _steps_one_way(values):
            likely[column.name] = "grow or fall from row to row"
        elif names_a_quantity(column.name):
            continue
        elif present >= MIN_IDENTIFIERS and (_some_would_be_equal(values) or _are_long(values)):
            likely[column.name] = "differ in every row"
    if len(likely) <= _MOST_LISTS:
        found |= likely
    return {
        name: f"It may name the rows: these are whole numbers that {why}. If it does, leave it out."
        for name, why in found.items()
    }


def _is_list(column: Column) -> bool:
    """Return whether no value occurs twice, and these are words or whole numbers."""
    present, numbers = column.n_present, column.n_numbers
    if len(column.levels) < present or present < _LEAST or column.sign or column.unit:
        return False
    return not numbers or (numbers == present and is_whole(column.numbers))


def _is_named_for_rows(column: Column, whole: bool) -> bool:
    kind = kind_of_name(column.name)
    if kind not in (PERSON, GROUP):
        return kind in (CASE, ID, ROW)
    # Of a household there may be a size.
    if not whole:
        return kind == PERSON
    ordered = _steps_one_way(column.numbers[column.codes[column.codes >= 0]])
    return ordered or (kind == PERSON and column.n_present >= MIN_IDENTIFIERS)


def _counts_rows(column: Column) -> bool:
    """Return whether the values are 1, 2, 3, … in some order, apart from those of lost cells."""
    rows, ordered = len(column.codes), np.sort(column.numbers)
    return bool(
        ordered[0] in (0, 1) and ordered[-1] - ordered[0] < rows and len(ordered) >= _FILLED * rows
    )


def _goes_by_one(values: np.ndarray) -> bool:
    """Return whether the numbers grow or fall from row to row, nearly always by one."""
    ones = np.count_nonzero(np.abs(np.diff(values)) == 1)
    return _steps_one_way(values) and bool(ones >= _STEPS_OF_ONE * (len(values) - 1))


def _steps_one_way(values: np.ndarray) -> bool:
    steps = np.diff(values)
    return bool((steps > 0).all() or (steps < 0).all())


def _some_would_be_equal(values: np.ndarray) -> bool:
    """Return whether n numbers drawn from as many as lie between the least and the greatest would
    hardly all differ: the probability is about exp(-n (n - 1) / (2 range))."""
    n, span = len(values), float(values.max() - values.min()) + 1
    return n * (n - 1) / (2 * span) > _IMPROBABLE


def _are_long(values: np.ndarray) -> bool:
    """Return whether all numbers have as many digits, four or more, and few are rounded."""
    digits = np.floor(np.log10(np.maximum(values, 1)))
    rounded = np.count_nonzero(values % 5 == 0)
    return bool(digits.min() == digits.max() >= _MIN_DIGITS - 1 and rounded < 0.5 * len(values))
