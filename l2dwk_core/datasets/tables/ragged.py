"""Lines that do not fit the first one, or have one cell alone: what is wrong, and what to do."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted, shown
from l2dwk_core.datasets.tables.cases.names import names_one
from l2dwk_core.datasets.tables.delimiter import DELIMITERS, sample, split
from l2dwk_core.datasets.tables.grid import NotATable
from l2dwk_core.datasets.tables.notation import is_written_number
from l2dwk_core.datasets.tables.region import LOOKED_AT
from l2dwk_core.datasets.tables.row import Row, reach

_WHOLE_PART = re.compile(r"[+-]?(?:\d{1,3}(?:\.\d{3})+|\d+)")
_DECIMALS = re.compile(r"\d+")
_MOSTLY = 0.8
_LEAST_ROWS = 3
# Rows that may stand above a table and be of another one.
_MOST_ABOVE = 1_000
# Rows of whole numbers that may stand above the first decimals.
_FIRST = 2
# Of the first line, in which a delimiter is looked for.
_CHARACTERS = 200
# They stand in words, numbers and dates.
_NO_DELIMITERS = "\"'.-_+"


def say_skip(line: int) -> str:
    """Return what to do where the table begins at this line."""
    before = counted(line - 1, "line stands", "lines stand")
    return f"say that {before} before the table (skip={line - 1})"


def has_decimal_commas(width: int, rows: Sequence[Sequence[str]]) -> bool:
    """Return whether rows below *width* names, split at commas, have more cells because a comma is
    also the decimal mark of their numbers.

    Most of the longer rows have as many pairs of digits side by side as they have cells too many.
    They begin right below the names, or shorter rows follow: a wider table below has neither.
    """
    rows = [row[: max(width, reach(row))] for row in rows]  # blank cells at the end do no harm
    longer = [at for at, row in enumerate(rows) if len(row) > width]
    if len(longer) < min(_LEAST_ROWS, len(rows)) or not longer:
        return False
    if longer[0] > _FIRST and longer[-1] - longer[0] + 1 == len(longer):
        return False
    split_up = [_pairs(rows[at]) >= len(rows[at]) - width for at in longer]
    return split_up[0] and sum(split_up) >= _MOSTLY * len(split_up)


def _pairs(cells: Sequence[str]) -> int:
    """Return how many numbers with a decimal comma the cells may be the halves of."""
    found = at = 0
    while at + 1 < len(cells):
        halves = _WHOLE_PART.fullmatch(cells[at].strip()) and _DECIMALS.fullmatch(
            cells[at + 1].strip()
        )
        found += bool(halves)
        at += 2 if halves else 1
    return found


def of_decimal_commas(cells: Sequence[str]) -> str:
    """Return what is wrong where a row has too many cells because of its decimal commas, and what
    to do."""
    shown = ",".join(map(str.strip, cells))[:40]
    return (
        f"its numbers seem to have a decimal comma ({shown!r}), and commas separate the cells too, "
        "so it is unknown where a cell ends. Save the table with semicolons or tabs between the "
        "cells, or put these numbers in double quotes."
    )


def with_first_name(title: str, rows: list[Row], delimiter: str, *, quoted: bool) -> str:
    """Give the first row a name for the first column, in place, where all others have one cell
    more: R writes names of rows without a name for their column. Return a note, or "".

    *quoted*: names stand in quotes, so a delimiter within a cell would too.

    Raise InputError where it is unknown which column has no name, or lines have other numbers of
    cells.
    """
    width = len(rows[0].cells)
    body = [row.cells for row in rows[1:]]
    longest = max(map(len, body), default=0)
    if longest <= width:
        return ""
    names_the_first = _names_the_first(rows[0].cells[0], body)
    no_names_of_rows = _repeats(body) or len(set(map(len, body))) > 1 or names_the_first
    if delimiter == "," and no_names_of_rows and has_decimal_commas(width, body[:LOOKED_AT]):
        longer = next(row for row in rows[1:] if len(row.cells) > width)
        cells = counted(len(longer.cells), "cell")
        raise InputError(
            f"{title!r}, line {longer.line:,}: {cells} where the first line has {width}; "
            f"{of_decimal_commas(longer.cells)}"
        )
    if any(len(row) != longest for row in body):
        usual = Counter(map(len, body)).most_common(1)[0][0]
        if usual == width:  # only the second line may be longer, see ``_rows`` of ``text``
            cells = counted(longest, "cell")
            raise InputError(
                f"{title!r}, line {rows[1].line:,}: {cells} where the first line has {width}; "
                f"correct the line. {_need_quotes(delimiter)}"
            )
        raise NotATable(
            f"{title!r}: some lines have {longest} cells where the first line has {width}; give "
            "every line the same number of cells."
        )
    if names_the_first and not quoted:
        raise InputError(
            f"{title!r}: all lines have {longest} cells but the first has {width}, and its first "
            f"name, {shown(rows[0].cells[0].strip())}, is that of the first column, so a cell of "
            f"each line seems to be cut in two. {_need_quotes(delimiter)}"
        )
    found = (
        "The first line has one cell less than the others: their first cell is taken for the name "
        "of the row."
    )
    if not _repeats(body):
        rows[0] = rows[0]._replace(cells=["row name", *rows[0].cells])
        return found
    if _words_before_numbers(rows[0].cells, body[:LOOKED_AT]):
        rows[0] = rows[0]._replace(cells=["column 1", *rows[0].cells])
        return (
            "The first line has one cell less than the others: the name of the first column is "
            "taken to be lacking, for words stand there, and numbers in all others."
        )
    raise InputError(
        f"{title!r}: all lines have {longest} cells but the first has {width}, and the first cells "
        "are no names of rows, for some repeat. Name every column; or, to read the lines below "
        f"without names, {say_skip(rows[1].line)}."
    )


def _repeats(body: Sequence[Sequence[str]]) -> bool:
    """Return whether some first cells come again."""
    return len({row[0].strip() for row in body}) < len(body)


def _names_the_first(name: str, body: Sequence[Sequence[str]]) -> bool:
    """Return whether the first name is that of the first column and not of the second: it names
    a case, and the second column repeats values without order, as no numbers of cases do."""
    second = [row[1].strip() for row in body[:LOOKED_AT] if len(row) > 1]
    if not names_one(name.strip()) or not all(map(str.isdecimal, second)):
        return False
    numbers = [int(cell) for cell in second]
    return len(set(numbers)) < len(numbers) and numbers != sorted(numbers)


def _words_before_numbers(names: Sequence[str], body: Sequence[Sequence[str]]) -> bool:
    """Return whether words stand in the first column and numbers in all others, below words."""
    if any(is_written_number(name.strip()) for name in names):
        return False
    columns = [[row[at].strip() for row in body] for at in range(len(body[0]))]
    numbers = [sum(map(is_written_number, column)) for column in columns]
    return not numbers[0] and min(numbers[1:]) >= _MOSTLY * len(body)


def _need_quotes(delimiter: str) -> str:
    name = DELIMITERS.get(delimiter, delimiter)
    return f"Cells that hold the delimiter ({name}) need double quotes."


def of_longer_line(text: str, delimiter: str, first: int, row: Row, width: int, kept: int) -> str:
    """Return what is wrong with a line that has more cells than the first one, and what to do.

    *first* are the lines before the table, *width* are the cells of its first line, *kept* are the
    rows above the line.
    """
    if row.gap and kept > 3:
        return "a second table seems to begin there. Put each table into a file of its own."
    if delimiter == ",":
        rows = split(sample(text, first), delimiter)[1:]
        if has_decimal_commas(width, rows):
            return of_decimal_commas(row.cells)
    quotes = _need_quotes(delimiter)
    below = Counter(map(len, split(sample(text, row.line), delimiter)[:LOOKED_AT])).most_common(1)
    if kept <= _MOST_ABOVE and below and below[0][0] != width:
        return f"correct the line, or, if the table begins there, {say_skip(row.line)}. {quotes}"
    return f"correct the line. {quotes}"


def of_one_column(text: str, delimiter: str) -> str:
    """Return what to do with a text in which this delimiter separates nothing."""
    mark = unusual_delimiter(text, delimiter)
    if mark:
        return (
            f"Its lines hold {mark!r} equally often: if it separates the cells, give it as the "
            f"delimiter (delimiter={mark!r})."
        )
    return (
        "If an unusual character separates the cells, give it as the delimiter (such as "
        "delimiter='~'); if blanks align them, save the table as CSV."
    )


def unusual_delimiter(text: str, instead: str) -> str:
    """Return another character that nearly all of the first lines hold equally often, the most
    frequent one, or "" for none."""
    lines = [line for line in sample(text, 0) if line.strip()][:LOOKED_AT]
    found = []
    for mark in {sign for line in lines[:1] for sign in line[:_CHARACTERS]}:
        if mark.isalnum() or mark.isspace() or mark in _NO_DELIMITERS or mark == instead:
            continue
        usual, share = Counter(line.count(mark) for line in lines).most_common(1)[0]
        if usual and share >= _MOSTLY * len(lines):
            found.append((usual, mark))
    return max(found, default=(0, ""))[1]
