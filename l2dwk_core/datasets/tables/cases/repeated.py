"""Columns that say to which case or group a row belongs: a patient with several visits."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

import numpy as np

from l2dwk_core.common.text import counted
from l2dwk_core.datasets.tables.behind.totals import OF
from l2dwk_core.datasets.tables.cases.names import (
    CASE,
    GROUP,
    ID,
    PERSON,
    kind_of_name,
    names_a_lesson,
    names_a_time,
    names_one,
    names_one_alone,
)
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.target.one_class_each import log_chance
from l2dwk_core.datasets.tables.values import is_whole

# Fewer cases than that may have one class each by chance.
_LEAST = 10
_MANY = 20
# With two values it may be a flag.
_FEWEST = 3
_ONE_CLASS = 0.95
# That a few cases have one class each is less likely by chance.
_CHANCE = 0.01
# More rows of one value are rather a category.
_MOST_ROWS = 50
_LONGEST_CODE = 40
_RANGE = re.compile(rf"[0-9]+ ?(?:[-–/]|{OF}) ?[0-9]+", re.IGNORECASE)
_DIGITS = re.compile(r"[0-9]+")
_LONGEST_CODE = 1000


def names_cases(name: str) -> bool:
    """Return whether the name of a column is a usual one for the number of a person or a thing, or
    for a person."""
    return kind_of_name(name) in (CASE, ID, PERSON)


def repeats(column: Column) -> bool:
    """Return whether the column has many values, and nearly each of them in several rows."""
    return len(column.levels) >= _LEAST and _nearly_all_repeat(column)


def _nearly_all_repeat(column: Column) -> bool:
    return bool(np.count_nonzero(column.counts > 1) >= 0.9 * len(column.levels))


def why_cases(column: Column) -> str:
    """Return why a column says to which case a row belongs, or "" when that is not sure.

    Its name says so, and it has ten values or more, some of them in several rows. These are whole
    numbers or codes, such as P001; words too beside the name of a number (patient_id). Without the
    name of a person or thing and of a number, nearly all values are in several rows, or twenty or
    more are half as many as the rows.
    """
    kind = kind_of_name(column.name)
    many, rows = len(column.levels), column.n_present
    if kind not in (CASE, ID, PERSON) or not _LEAST <= many < rows or column.sign or column.unit:
        return ""
    most_differ = many >= _MANY and 2 * many >= rows
    if kind != CASE and not (repeats(column) or most_differ):
        return ""
    if not _are_numbers_or_codes(column) and (kind != CASE or column.n_numbers):
        return ""
    return f"By its name it says to which case a row belongs: {many} values in {rows} rows."


def may_be_cases(column: Column) -> str:
    """Return why a column that is used may say to which case or group a row belongs, or "".

    Ten values or more, nearly all in several rows and none in very many, are whole numbers or
    codes. Its name is that of a person, a thing or a group; or codes are numbered (T1, T2, …), or
    the rows of each are adjacent. Words need the name of a person. With the name of a person or an
    id some values in several rows are enough. With the name of a person, an animal, a recording or
    of the number of one, three values are enough and may be in very many rows; see `_are_few`.
    """
    kind = kind_of_name(column.name)
    many, rows = len(column.levels), column.n_present
    if column.sign or column.unit or names_a_time(column.name) or many < _FEWEST:
        return ""
    if many < _LEAST or rows > _MOST_ROWS * many:
        found = _are_few(column, kind)
    elif _are_numbers_or_codes(column):
        codes = column.n_numbers < rows or _have_leading_zeros(column)
        codes = codes and not _are_ranges(column)
        if kind in (CASE, ID, PERSON):
            found = many < rows
        else:
            listed = codes and (are_numbered(column.levels) or are_adjacent(column))
            found = repeats(column) and (bool(kind) or listed)
    else:
        found = kind in (CASE, ID, PERSON) and not column.n_numbers and repeats(column)
    if not found:
        return ""
    return (
        f"It may say to which case or group a row belongs: {many} values in {rows} rows. If new "
        "rows come from others, leave it out."
    )


def _are_few(column: Column, kind: str) -> bool:
    """Return whether few values, or values in very many rows, are cases by their name: numbers,
    codes, or words beside the name of a person. Each is in several rows.

    Words may also be kinds of persons, or subjects at school: they begin with capitals as names do,
    or the rows of each are adjacent.
    """
    if not (names_one(column.name) and _nearly_all_repeat(column)):
        return False
    if len(column.levels) < _LEAST and not (column.counts > 1).all():
        return False
    if _are_numbers_or_codes(column):
        return not _are_ranges(column) and (kind != GROUP or names_one_alone(column.name))
    if kind == CASE and len(column.levels) < _LEAST:
        return True
    if kind not in (CASE, PERSON) or column.n_numbers:
        return False
    return are_adjacent(column) or (
        not names_a_lesson(column.name)
        and all(len(level) > 1 and level[0].isupper() for level in column.levels)
    )


def are_numbered(levels: Collection[str]) -> bool:
    """Return whether values differ by one number alone, and these are (nearly) all numbers from
    the first to the last: P001, P002, P003."""
    if len({_DIGITS.sub("0", level) for level in levels}) != 1:
        return False
    if any(len(level) > _LONGEST_CODE for level in levels):
        return False  # Python reads no number of more than 4,300 digits
    numbers = [[int(digits) for digits in _DIGITS.findall(level)[:9]] for level in levels]
    columns = [set(column) for column in zip(*numbers, strict=True)]
    if not columns:
        return False
    last = max(columns, key=len)
    return len(last) == len(levels) and max(last) - min(last) < 1.5 * len(levels)


def are_adjacent(column: Column) -> bool:
    """Return whether the rows of each value follow one another."""
    codes = column.codes[column.codes >= 0]
    return bool(1 + np.count_nonzero(np.diff(codes)) == len(column.levels))


def _are_numbers_or_codes(column: Column) -> bool:
    """Return whether all values are whole numbers, or short texts with digits."""
    if column.n_numbers == column.n_present:
        return is_whole(column.numbers)
    if len(max(column.levels, key=len)) > _LONGEST_CODE:
        return False
    return not column.n_numbers and all(map(_DIGITS.search, column.levels))


def _are_ranges(column: Column) -> bool:
    """Return whether all values are bands such as 20-29."""
    return all(map(_RANGE.fullmatch, column.levels))


def _have_leading_zeros(column: Column) -> bool:
    return any(len(level) > 1 and level.startswith("0") for level in column.levels)


def cases_of_one_class(
    columns: Sequence[Column],
    used: Collection[str],
    target: str,
    rows: np.ndarray,
    y: np.ndarray,
) -> list[Column]:
    """Return, in the rows that are kept, the columns that name cases with several rows of one
    class."""
    classes, labels = np.unique(y, return_inverse=True)
    found = []
    for column in columns:
        if column.name == target:
            continue
        part = column.take(rows)
        may_be = column.name in used and may_be_cases(part)
        by_class = are_cases_of_one_class(part, labels)
        if not (names_cases(column.name) or may_be or by_class or _numbers_in_blocks(part)):
            continue
        if not (repeats(part) or by_class) or len(part.levels) <= len(classes):
            continue
        known = part.codes >= 0
        table = np.zeros((len(part.levels), len(classes)), dtype=int)
        np.add.at(table, (part.codes[known], labels[known]), 1)
        if table.max(axis=1).sum() >= _ONE_CLASS * known.sum():
            found.append(part)
    return found


def cases_notes(columns: Sequence[Column]) -> list[str]:
    """Return a note on each column that names cases with several rows of one class.

    A split by rows puts rows of one case into both parts. A member then knows the class from the
    case, and every accuracy is too high.
    """
    return [
        f"Column {column.name!r} {'names' if names_cases(column.name) else 'seems to name'} "
        f"{len(column.levels):,} cases with {counted(column.n_present, 'row')}, and the rows of a "
        "case have one class. A split by rows puts rows of one case on both sides, so accuracies "
        "come out too high. Keep one row for each case."
        for column in columns
    ]


def are_cases_of_one_class(column: Column, labels: np.ndarray) -> bool:
    """Return whether a column names three or more persons, animals, things or their numbers, nearly
    each in several rows and each of one class, and that is no chance. Classes *labels* (n,) are
    whole numbers; rows without one have −1."""
    if len(column.levels) < _FEWEST or not names_one(column.name):
        return False
    if not _nearly_all_repeat(column) or column.sign or column.unit:
        return False
    words = kind_of_name(column.name) == CASE and not column.n_numbers
    if not (words or _are_numbers_or_codes(column)):
        return False
    known = (column.codes >= 0) & (labels >= 0)
    codes, of = column.codes[known], labels[known]
    if len(column.levels) <= len(np.unique(of)) or len(np.unique(of)) < 2:
        return False
    return bool(log_chance(codes, of) < np.log(_CHANCE))


def why_one_class(columns: Sequence[Column], target: Column | None) -> dict[str, str]:
    """Return, by name, why columns that would be used name cases whose rows have one value of the
    *target* each; see `are_cases_of_one_class`."""
    if target is None:
        return {}
    return {
        column.name: f"By its name it says to which case a row belongs: {len(column.levels)} "
        f"values in {column.n_present} rows, each with one value of {target.name!r}."
        for column in columns
        if column is not target
        and not (column.no_input or column.declared)
        and are_cases_of_one_class(column, target.codes)
    }


def _numbers_in_blocks(column: Column) -> bool:
    """Return whether whole numbers go on by one, each in a few rows that follow one another."""
    if column.n_numbers < column.n_present or not repeats(column) or not is_whole(column.numbers):
        return False
    few = column.n_present <= _MOST_ROWS * len(column.levels)
    first = column.codes[np.sort(np.unique(column.codes, return_index=True)[1])]
    steps = np.abs(np.diff(column.numbers[first[first >= 0]]))
    return few and are_adjacent(column) and bool((steps == 1).mean() >= 0.8)
