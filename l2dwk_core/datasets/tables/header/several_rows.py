"""Names of columns that take two rows, and rows under the names that hold no values: the names of
an index as pandas writes them, and the identifiers of questions that Qualtrics writes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from l2dwk_core.datasets.tables.header.guess import guess_header
from l2dwk_core.datasets.tables.notation import UNIT_ALONE, is_written_number
from l2dwk_core.datasets.tables.row import NoGroup, Row, reach
from l2dwk_core.datasets.tables.values import is_missing

_LOOKED_AT = 60
_BRACKETED = re.compile(r"[\[(][^\])]{1,15}[\])]")
# More columns of an index are hardly ever written.
_MOST_INDEX = 3


def is_unit(text: str) -> bool:
    """Return whether a stripped cell holds a unit alone, or something short in brackets."""
    return bool(UNIT_ALONE.fullmatch(text) or _BRACKETED.fullmatch(text))


def rows_of_names(names: Sequence[str], body: Sequence[Sequence[str]]) -> int:
    """Return how many of the first rows of the body name the columns too: 0, 1 or 2.

    The row above it names groups: it has gaps, as joined cells of a spreadsheet have, or repeats a
    name, as pandas writes them; or both begin with a blank cell above an index. The second row
    fills all gaps except those of an index. It holds words alone, or whole numbers that increase in
    each group, such as years; none comes back in its column. Joined, the names are distinct, or
    another such row follows.
    """
    return _further_rows(names, body[:_LOOKED_AT], 2)


def _further_rows(names: Sequence[str], body: Sequence[Sequence[str]], most: int) -> int:
    if len(body) < 3 or not most:
        return 0
    first, second = _padded(names, body[0])
    index = _blank_start(first, second)
    groups = first[index:]
    gaps = [at for at, name in enumerate(groups, start=index) if not name]
    named = [name for name in groups if name]
    repeats = len(set(named)) < len(named)
    words = [cell for cell in second if cell]
    if not named or not words or not (gaps or repeats or index):
        return 0
    if not (gaps or repeats) and (not all(second[index:]) or any(map(is_unit, words))):
        return 0
    if gaps == [0] and not repeats:  # row names whose column has no name of its own
        return 0
    if not all(second[at] for at in gaps):
        return 0
    if any(is_missing(word) and not word.isalpha() for word in words):
        return 0
    joined, more = joined_names(names, second), 0
    if len(set(joined[index:])) < len(joined) - index:
        more = _further_rows(joined, body[1:], most - 1)
        if not more:
            return 0
    begin = 2 if _is_row_of_index(body[1], max(index, 1)) else 1
    below = body[begin:]
    if any(map(is_written_number, words)) and not (
        _numbers_increase(first, second) and (begin == 2 or _lacks_a_word(second, below))
    ):
        return 0
    above_numbers = 0
    for at, word in enumerate(second):
        present = [row[at].strip() for row in below if at < len(row)]
        present = [cell for cell in present if not is_missing(cell)]
        if word and word in present:
            return 0
        if word and sum(map(is_written_number, present)) > 0.8 * len(present) > 0:
            # Sodium is Na, but a row of values may lack values.
            above_numbers += not is_missing(word)
    if all(map(is_unit, words)) and (repeats or len(set(words)) < len(words)):
        return 0
    named_below = above_numbers > 0 or (not repeats and guess_header([second, *below]))
    return 1 + more if named_below else 0


def _numbers_increase(groups: Sequence[str], second: Sequence[str]) -> bool:
    """Return whether all names in the second row are whole numbers, which increase in each group,
    of which one has several."""
    by_group: dict[str, list[int]] = {}
    group = ""
    for name, cell in zip(groups, second, strict=True):
        group = name or group
        if cell and is_written_number(cell):
            if not cell.isdecimal():
                return False
            by_group.setdefault(group, []).append(int(cell))
    increase = all(a < b for found in by_group.values() for a, b in pairwise(found))
    return increase and max(map(len, by_group.values())) > 1


def _lacks_a_word(second: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Return whether a row of values would lack one that all rows below have: the class stands in
    the row of groups alone."""
    return any(
        not cell and all(at < len(row) and row[at].strip() for row in below)
        for at, cell in enumerate(second)
        if at
    )


def joined_names(names: Sequence[str], second: Sequence[str]) -> list[str]:
    """Return each column's group and name. A group extends over the gaps behind it, up to a
    `NoGroup`."""
    made, group = [], ""
    for name, below in zip(*_padded(names, second), strict=True):
        group = name if name or isinstance(name, NoGroup) else group
        made.append(f"{group} {below}".strip())
    return made


def _padded(*rows: Sequence[str]) -> list[list[str]]:
    """Return the stripped cells of rows, of equal length: a row of a sheet ends with its last
    cell."""
    width = max(map(len, rows))
    return [
        [
            *(cell if isinstance(cell, NoGroup) else cell.strip() for cell in row),
            *[""] * (width - len(row)),
        ]
        for row in rows
    ]


def how_joined(names: Sequence[str], second: Sequence[str]) -> str:
    """Return how two rows of names are joined, for a note that says which they are."""
    first, below = _padded(names, second)
    alone = [f"{name} {cell}".strip() for name, cell in zip(first, below, strict=True)]
    if joined_names(names, second) == alone:
        return "those of one column are joined"
    how = "over the empty cells behind it"
    if any(isinstance(name, NoGroup) for name in first):
        how = "as far as it is merged"
    return f"those of one column are joined, and a name of the first goes on {how}"


def names_of_index(
    names: Sequence[str], body: Sequence[Sequence[str]], least: int = 0
) -> list[str]:
    """Return the names of the first columns that the first row of the body holds alone, or none.

    Above them are no names, except above the first *least*, where the levels of the names have
    theirs."""
    index = max(_blank_start(names), least)
    if not index or len(body) < 2 or len(names) - index < 2:
        return []
    if not _is_row_of_index(body[0], index):
        return []
    found = [cell.strip() for cell in body[0][:index]]
    below = body[1:_LOOKED_AT]
    if any(row[at : at + 1] == [name] for row in below for at, name in enumerate(found)):
        return []
    # Where other rows end there too, it may be one of values.
    return [] if any(reach(row) <= index for row in below) else found


def without_import_ids(rows: list[Row], what: str, notes: list[str]) -> list[Row]:
    """Return the rows without those that Qualtrics writes under the names: the questions, and an
    identifier of each, {"ImportId":"QID1"}."""
    for at in (1, 2):
        cells = [cell.strip() for cell in rows[at].cells if cell.strip()] if at < len(rows) else []
        if cells and all(cell.startswith(('{"ImportId"', "{'ImportId'")) for cell in cells):
            left = f"{what.capitalize()} {rows[1].line:,} holds"
            if at == 2:
                left = (
                    f"{what.capitalize()}s {rows[1].line:,} and {rows[2].line:,} hold questions and"
                )
            are = "are" if at == 2 else "is"
            notes.append(f"{left} identifiers, as Qualtrics writes them, and {are} left out.")
            return [rows[0], *rows[at + 1 :]]
    return rows


def _blank_start(*rows: Sequence[str]) -> int:
    """Return how many first cells are blank in all of these rows."""
    width = min(map(len, rows))
    return next(
        (at for at in range(width) if at >= _MOST_INDEX or any(row[at].strip() for row in rows)), 0
    )


def _is_row_of_index(row: Sequence[str], index: int) -> bool:
    """Return whether there are words in the first cells, as many as said, and nothing behind."""
    first = [cell.strip() for cell in row[:index]]
    return (
        index > 0
        and all(first)
        and reach(row) == index
        and not any(is_written_number(cell) or is_missing(cell) for cell in first)
    )
