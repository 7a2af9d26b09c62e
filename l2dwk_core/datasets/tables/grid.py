"""The grid of names and cells that every file format is read into."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.tables.limits import (
    MAX_CELLS,
    MAX_CHARACTERS,
    MAX_COLUMNS,
    MAX_LINE_CHARACTERS,
)


class NotATable(InputError):
    """The lines do not form a table from the first one on; perhaps from a later one."""


@dataclass(frozen=True)
class Proposal:
    """One decision about a file that may be wrong, and what undoes it.

    Attributes
    ----------
    text
        What was found and what is made of it, in one sentence or two.
    undo
        What the other way is called, in a few words.
    reading
        The arguments of `inspect_table` that take the other way; empty for a column.
    column, role
        The column and the role that take it.
    """

    text: str
    undo: str
    reading: Mapping[str, object] = field(default_factory=dict)
    column: str = ""
    role: str = ""


@dataclass
class Grid:
    """Names and cells of a file, column by column, before anything is interpreted.

    ``declared`` holds the role a file states for each column ("" for none), ``target`` the column
    it names as class ("" for none), ``units`` what a line under the names says about each column,
    ``detected`` what was found out about the format, ``decided`` those of the warnings that may be
    wrong, ``elsewhere`` what else the file holds that may be meant, ``delimiter`` the character
    between cells, if there is one, ``stored`` which cells of each column are numbers that the file
    stores as such, with a point, in all formats but text: all (True), none, or those of an array
    (n,).
    """

    names: Sequence[str]
    cells: Iterable[Sequence[str]]
    declared: Sequence[str] = ()
    target: str = ""
    detected: dict[str, str] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    units: Sequence[str] = ()
    decided: list[Proposal] = field(default_factory=list)
    elsewhere: str = ""
    delimiter: str = ""
    stored: Sequence[bool | np.ndarray] = ()


def check_width(title: str, width: int) -> None:
    """Refuse tables that are too wide or have nothing to learn from."""
    if width > MAX_COLUMNS:
        raise InputError(
            f"{title!r} has {width:,} columns; at most {MAX_COLUMNS:,} are read. Keep the columns "
            "that matter, or turn the table if its rows are the columns."
        )


def check_cells(title: str, n_rows: int, width: int, limit: int = MAX_CELLS) -> None:
    """Refuse tables with more cells than are read."""
    if n_rows * width > limit:
        raise InputError(
            f"{title!r} has more than {limit:,} cells ({width:,} in each row); at most that many "
            "are read. Keep fewer rows or columns."
        )


def check_characters(title: str, characters: int) -> int:
    """Refuse cells that are too much text when each is written out; returns how much it is."""
    if characters > MAX_CHARACTERS:
        raise InputError(
            f"{title[:60]!r}: the cells hold more than {MAX_CHARACTERS:,} characters; at most that "
            "many are read. Leave columns of long texts out, or keep fewer rows."
        )
    return characters


def check_line(title: str, line: int, content: str, separator: str) -> None:
    """Refuse a line before its cells are made, which would cost a hundred times its size."""
    if len(content) > MAX_LINE_CHARACTERS or content.count(separator) > 2 * MAX_COLUMNS:
        check_width(title, content.count(separator) + 1)
        raise InputError(
            f"{title!r}, line {line:,}: {len(content):,} characters; at most "
            f"{MAX_LINE_CHARACTERS:,} are read in one line. Check where the lines end."
        )


def check_lines(title: str, text: str) -> None:
    """Refuse more lines than there can be cells."""
    lines = max(text.count("\n"), text.count("\r"))
    if lines > MAX_CELLS:
        raise InputError(
            f"{title!r} has {lines:,} lines; at most {MAX_CELLS:,} are read. Keep fewer rows."
        )


def check_shape(title: str, n_rows: int, width: int, remedy: str = "") -> None:
    """Refuse tables without rows or with a single column, where *remedy* says what to do."""
    if n_rows == 0:
        raise InputError(f"{title!r} has a header line but no rows; add the rows.")
    if width < 2:
        needed = "a class and at least one other column are needed"
        raise NotATable(f"{title!r} has one column; {needed}. {remedy}".rstrip())
