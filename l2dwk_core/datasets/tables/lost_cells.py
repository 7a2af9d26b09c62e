"""Cells whose value a spreadsheet did not store: formulas without a result, and errors.

Excel stores the result of a formula beside it. A script that writes a formula (openpyxl) stores
none, so its cell has no value until a spreadsheet has computed it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from l2dwk_core.common.text import counted
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.values import NO_RESULT, is_spreadsheet_error

# The attributes of a cell with a formula, and the first character of the result stored behind it.
_FORMULA = re.compile(
    rb"<(?:\w{1,20}:)?c\s([^<>]{1,300})>\s*<(?:\w{1,20}:)?f(?:\s[^<>]*)?"
    rb"(?:/>|>[^<]*</(?:\w{1,20}:)?f>)\s*(?:<(?:\w{1,20}:)?v>([^<]))?"
)
_PLACE = re.compile(rb"\br\s?=\s?[\"']([A-Z]{1,3})([0-9]{1,7})[\"']")
# A formula may have an empty text as its result.
_IS_TEXT = re.compile(rb"\bt\s?=\s?[\"']str[\"']")
_NAMED = 5
_REMEDY_FORMULAS = (
    "Open the file in Excel or LibreOffice and save it there, which stores the results, or save "
    "the sheet as CSV there."
)
_REMEDY_ERRORS = "Correct these formulas in the spreadsheet if the cells should count."


def places_without_result(part: bytes) -> set[tuple[int, int]]:
    """Return row (from 1) and column (from 0) of each formula in the XML of a worksheet that has no
    stored result."""
    found = set()
    for formula in _FORMULA.finditer(part):
        attributes, result = formula.groups()
        place = _PLACE.search(attributes)
        if not result and place and not _IS_TEXT.search(attributes):
            column = 0
            for letter in place.group(1):
                column = 26 * column + letter - ord("A") + 1
            found.add((int(place.group(2)), column - 1))
    return found


def why_lost(column: Column) -> str:
    """Return in one sentence which cells of a column a spreadsheet left without a value; empty
    where there are none."""
    formulas, errors, words = _count(column)
    parts = []
    if formulas:
        one_of = "is a formula", "are formulas"
        parts.append(f"{_cells(formulas, *one_of)} without a stored result")
    if errors:
        shown = ", ".join(words[:_NAMED])
        parts.append(f"{_cells(errors, 'holds an error', 'hold an error')} ({shown})")
    return f"{' and '.join(parts)}." if parts else ""


def what_to_do(column: Column) -> str:
    """Return what to do about the cells of ``why_lost``."""
    formulas, errors, _ = _count(column)
    return " ".join([_REMEDY_FORMULAS] * bool(formulas) + [_REMEDY_ERRORS] * bool(errors))


def lost_cells_notes(columns: Sequence[Column]) -> list[str]:
    """Return a note on formulas without a result and one on errors, each with its columns."""
    notes = []
    for what, remedy, count in (
        ("Formulas without a stored result count", _REMEDY_FORMULAS, lambda c: _count(c)[0]),
        ("Errors of the spreadsheet count", _REMEDY_ERRORS, lambda c: _count(c)[1]),
    ):
        if told := _told(columns, count):
            notes.append(f"{what} as missing: {told}. {remedy}")
    return notes


def _told(columns: Sequence[Column], count: Callable[[Column], int]) -> str:
    found = [(column, n) for column in columns if (n := count(column))]
    shown = ", ".join(
        f"column {column.name!r} ({counted(n, 'cell')} of {len(column.codes):,})"
        for column, n in found[:_NAMED]
    )
    more = len(found) - _NAMED
    return shown + (f", and {counted(more, 'more column')}" if more > 0 else "")


def _cells(n: int, one: str, many: str) -> str:
    return f"{counted(n, f'cell {one}', f'cells {many}')}"


def _count(column: Column) -> tuple[int, int, list[str]]:
    """Return the cells with a formula without result, those with an error, and the errors."""
    words = column.missing_words()
    errors = [(word, n) for word, n in words if is_spreadsheet_error(word)]
    formulas = sum(n for word, n in words if word == NO_RESULT)
    return formulas, sum(n for _, n in errors), [word for word, _ in errors]
