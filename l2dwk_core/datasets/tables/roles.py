"""What each column is, which one is the class, and why: proposals a person may change."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np

from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.limits import MAX_CLASSES, MAX_NUMERIC_CLASSES

NUMERIC, SYMBOLIC = "numeric", "symbolic"
IDENTIFIER, CONSTANT, DATE, TEXT = "identifier", "constant", "date", "text"
IGNORED = "ignored"

ROLES: Mapping[str, str] = MappingProxyType(
    {
        NUMERIC: "used as numbers",
        SYMBOLIC: "used as categories",
        IDENTIFIER: "left out: it names the row and tells nothing about others",
        CONSTANT: "left out: it has one value, or none",
        DATE: "left out: trees cannot use dates as they are",
        TEXT: "left out: free text is not a set of categories",
        IGNORED: "left out by choice",
    }
)
USED = (NUMERIC, SYMBOLIC)

# A few cells of another kind do not change what a column is; they are named in the reason.
_MOSTLY = 0.95
_LEADING_ZERO = re.compile(r"^0[0-9]+$", re.MULTILINE)
# Fewer distinct values than that may differ by chance.
_MIN_IDENTIFIERS = 20
_IDENTIFIER_NAMES = {"id", "index", "idx", "row", "row name", "nr", "no", "number", "key", "uuid"}
# "patientid" and "user id", but not "fluid".
_IDENTIFIER_ENDING = re.compile(
    r"[_ ]id$|^id[_ ]|^(patient|user|customer|client|person|subject|sample|case|record|order)s?id$"
)
_TARGET_NAMES = (
    "class", "target", "label", "labels", "y", "outcome", "species", "category", "diagnosis",
    "classification", "result", "response",
)  # fmt: skip


def propose_role(column: Column) -> tuple[str, str]:
    """The role of a column and the reason for it, in one sentence."""
    present, distinct = column.n_present, len(column.levels)
    if present == 0:
        return CONSTANT, "It has no values."
    if distinct == 1:
        only = column.levels[0][:40]
        return CONSTANT, f"Every value is {only!r}."
    if column.declared == NUMERIC and column.n_numbers == present:
        return NUMERIC, "The file declares it numeric."
    if column.declared == SYMBOLIC:
        return SYMBOLIC, f"The file declares its {distinct} values."
    if column.declared == DATE:
        return DATE, "The file declares it a date."
    numbers = column.n_numbers
    if numbers >= _MOSTLY * present:
        return _number_role(column, numbers)
    dates = column.n_dates
    if dates >= _MOSTLY * present:
        return DATE, "Its values are dates or times; derive a number from them to use them."
    return _word_role(column, numbers)


def _number_role(column: Column, numbers: int) -> tuple[str, str]:
    distinct = len(column.levels)
    if _has_leading_zeros(column):
        if distinct == column.n_present >= _MIN_IDENTIFIERS:
            return IDENTIFIER, "Its values are codes with leading zeros, each occurring once."
        return SYMBOLIC, "Its values are codes with leading zeros, not quantities."
    if distinct == len(column.codes) >= _MIN_IDENTIFIERS:
        if _is_running(column.numbers):
            return IDENTIFIER, "It counts the rows."
        if _names_rows(column.name) and _is_whole(column.numbers):
            return IDENTIFIER, "By its name it identifies rows, and no value occurs twice."
    strange = [column.levels[at] for at in np.flatnonzero(np.isnan(column.numbers))]
    if strange:
        shown = ", ".join(repr(text[:20]) for text in strange[:3])
        return NUMERIC, (
            f"{numbers} of {column.n_present} values are numbers; the others ({shown}) would count "
            "as missing. Choose symbolic to keep them."
        )
    if distinct <= 2:
        return NUMERIC, "Its values are numbers; with two of them the role makes no difference."
    return NUMERIC, "Its values are numbers."


def _word_role(column: Column, numbers: int) -> tuple[str, str]:
    present, distinct = column.n_present, len(column.levels)
    lengths = np.array([len(level) for level in column.levels])
    words = np.array([level.count(" ") + 1 for level in column.levels])
    many = distinct > max(_MIN_IDENTIFIERS, 0.5 * present)
    if many and (np.mean(words) > 3 or np.mean(lengths) > 40):
        return TEXT, f"It has {distinct} different texts in {present} rows."
    if present >= _MIN_IDENTIFIERS and distinct >= _MOSTLY * present:
        return IDENTIFIER, f"It has {distinct} different values in {present} rows."
    if numbers:
        return SYMBOLIC, (
            f"It mixes numbers with words: {numbers} of {present} values are numbers. Choose "
            "numeric to use those and count the others as missing."
        )
    return SYMBOLIC, f"It has {distinct} different values that are not numbers."


def _has_leading_zeros(column: Column) -> bool:
    return _LEADING_ZERO.search("\n".join(column.levels)) is not None


def _is_whole(numbers: np.ndarray) -> bool:
    return bool(np.isfinite(numbers).all() and (numbers == np.floor(numbers)).all())


def _is_running(numbers: np.ndarray) -> bool:
    """1, 2, 3, … in some order."""
    if not _is_whole(numbers):
        return False
    ordered = np.sort(numbers)
    return bool(ordered[-1] - ordered[0] == len(ordered) - 1 and ordered[0] in (0, 1))


def _names_rows(name: str) -> bool:
    plain = name.strip().lower().replace("-", "_")
    return plain in _IDENTIFIER_NAMES or _IDENTIFIER_ENDING.search(plain) is not None


def propose_target(
    columns: Sequence[Column], roles: Sequence[str], stated: str
) -> tuple[str | None, str]:
    """The column that is most likely the class, and why; None when no column is likely."""
    fit = {
        column.name: len(column.levels)
        for column, role in zip(columns, roles, strict=True)
        if role in USED and 2 <= len(column.levels) <= MAX_CLASSES
    }
    if stated in fit:
        return stated, "The file names it as its output."
    by_name = {name.strip().lower(): name for name in reversed(fit)}
    for usual in _TARGET_NAMES:
        if usual in by_name:
            return by_name[usual], "Its name is a usual one for a class."
    symbolic = [
        column.name
        for column, role in zip(columns, roles, strict=True)
        if role == SYMBOLIC and column.name in fit
    ]
    first, last = columns[0].name, columns[-1].name
    if last in symbolic:
        return last, f"It is the last column and has {fit[last]} values."
    if fit.get(last, MAX_CLASSES) <= MAX_NUMERIC_CLASSES and _is_whole(columns[-1].numbers):
        return last, f"It is the last column and has {fit[last]} whole-number values."
    if first in symbolic:
        return first, f"It is the first column and has {fit[first]} values."
    if symbolic:
        name = min(symbolic, key=lambda key: fit[key])
        return name, f"Of the symbolic columns it has the fewest values, {fit[name]}."
    # One class or hundreds: unfit, but what is wrong with it is better said about it than not.
    by_name = {column.name.strip().lower(): column.name for column in reversed(columns)}
    for usual in _TARGET_NAMES:
        if usual in by_name:
            return by_name[usual], "Its name is a usual one for a class."
    return None, "No column looks like a class; choose one, or cut a numeric column into classes."
