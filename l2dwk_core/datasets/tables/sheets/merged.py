"""Merged cells of a worksheet: only the first cell of a merged range holds its value."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from l2dwk_core.datasets.tables.row import NoGroup, Row

_MERGED = re.compile(
    rb"<(?:\w{1,20}:)?mergeCell\s[^<>]{0,200}?\bref\s?=\s?[\"']"
    rb"([A-Z]{1,3})([0-9]{1,7}):([A-Z]{1,3})([0-9]{1,7})[\"']"
)
# Rows in which names are looked for: some may stand before a table.
_MOST_NAMES = 60
_TAG = re.compile(rb"<(?:\w{1,20}:)?mergeCell\b")


class MergedRange(NamedTuple):
    """The first column of a range, from 0, its first and last row, from 1, and its last column."""

    column: int
    top: int
    bottom: int
    last: int


def count_merged(part: bytes) -> int:
    """Return how many merged ranges the XML of a worksheet states."""
    return sum(1 for _ in _TAG.finditer(part, _start(part)))


def merged_ranges(part: bytes) -> Iterator[MergedRange]:
    """Return the merged ranges that the XML of a worksheet states."""
    for found in _MERGED.finditer(part, _start(part)):
        first, top, last, bottom = found.groups()
        yield MergedRange(_column(first), int(top), int(bottom), _column(last))


def _column(letters: bytes) -> int:
    """Return the place of a column, from 0."""
    column = 0
    for letter in letters:
        column = 26 * column + letter - ord("A") + 1
    return column - 1


def _start(part: bytes) -> int:
    """Return where to begin: before the first merged range, behind all cells."""
    first = part.find(b"mergeCell")
    return max(0, first - 30) if first >= 0 else len(part)


def mark_groups(rows: Sequence[Row], merged: Iterable[MergedRange]) -> list[Row]:
    """Return the rows with a `NoGroup` for each blank cell that no merged range of its row holds,
    where one of the row is merged over several columns: there the merged ranges say where the names
    of groups end.

    Only the first rows may hold names of groups. No row gets longer than the longest.
    """
    marked = list(rows)
    lines = {row.line: at for at, row in enumerate(rows[:_MOST_NAMES])}
    in_row: dict[int, list[MergedRange]] = {}
    for found in merged:
        if found.last > found.column and found.top in lines:
            in_row.setdefault(lines[found.top], []).append(found)
    width = max((len(row.cells) for row in rows), default=0) if in_row else 0
    for at, ranges in in_row.items():
        cells = [*rows[at].cells, *[""] * (width - len(rows[at].cells))]
        begin = 0
        for found in [*sorted(ranges), MergedRange(width, 0, 0, width)]:
            for place in range(begin, min(found.column, width)):
                cells[place] = cells[place] or NoGroup()
            begin = max(begin, found.last + 1)
        marked[at] = rows[at]._replace(cells=cells)
    return marked


def fill_merged(
    rows: Sequence[Row], merged: Iterable[MergedRange], first: int
) -> tuple[list[Row], Counter[int]]:
    """Return the rows with the value of each vertically merged range in its first column, and how
    many cells of each column got one.

    Ranges that begin above row *first* of the sheet, such as those of names, are left as they are.
    A cell that holds a value keeps it. No column is filled that has no cell, so the work is at most
    the rows times the widest row.
    """
    begin: dict[int, list[MergedRange]] = {}
    for found in merged:
        if found.top >= first and found.bottom > found.top:
            begin.setdefault(found.top, []).append(found)
    made: list[Row] = []
    filled: Counter[int] = Counter()
    values: dict[int, tuple[int, str]] = {}  # by column: the range's last row and its value
    for row in rows:
        cells = row.cells
        if values:
            values = {at: found for at, found in values.items() if found[0] >= row.line}
            cells = [*cells, *[""] * (max(values, default=-1) + 1 - len(cells))]
            for at, (_, value) in values.items():
                if not cells[at]:
                    cells[at] = value
                    filled[at] += 1
        for column, _, bottom, _ in begin.get(row.line, ()):
            if column < len(cells) and cells[column]:
                values[column] = bottom, cells[column]
        made.append(row._replace(cells=cells))
    return made, filled
