"""Lines of a table that a quote swallowed: a text that begins with a quote and stands in none holds
all lines up to the next text that ends with one."""

from __future__ import annotations

from collections.abc import Sequence

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import short_name
from l2dwk_core.datasets.tables.columns import Column

_MARKS = "\t;|,"
_FEWEST = 2
"""So many whole lines of a comma's number of cells are no text; of a tab one is enough."""


def check_no_swallowed_lines(name: str, columns: Sequence[Column]) -> None:
    """Raise ``InputError`` when a cell holds lines that each have the delimiters of a line of the
    table, one less than there are *columns*."""
    for place, column in enumerate(columns):
        for level in column.levels:
            n_lines = _lines_of_table(level, len(columns), place) if "\n" in level else 0
            if n_lines:
                raise InputError(
                    f"A cell of column {column.name!r} of {name!r} holds {n_lines} lines of "
                    f"the table: it begins with a quote, as {short_name(level.splitlines()[0])!r}, "
                    "and the lines up to the next quote count as one text. Write the file with "
                    'texts in double quotes, and each double quote within a text twice (""), or '
                    "leave the column of texts out."
                )


def _lines_of_table(text: str, n_columns: int, place: int) -> int:
    """Return how many lines of the table a cell of the column at *place* holds; 0 for a text."""
    lines = text.replace("\r\n", "\n").split("\n")
    for mark in _MARKS:
        first, *inner, last = (line.count(mark) for line in lines)
        fits = first == n_columns - 1 - place and last == place
        if (
            fits
            and all(count == n_columns - 1 for count in inner)
            and (mark == "\t" or len(inner) >= _FEWEST)
        ):
            return len(lines)
    return 0
