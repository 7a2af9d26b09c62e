"""Where the table is in a file: lines before it, a line of units, a second table, foot notes.

All of it is guessed from what repeats. Most rows of a table extend equally far to the right; lines
before it do not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from l2dwk_core.common.text import counted
from l2dwk_core.datasets.tables.grid import Proposal
from l2dwk_core.datasets.tables.header.column_numbers import without_column_numbers
from l2dwk_core.datasets.tables.header.guess import guess_header
from l2dwk_core.datasets.tables.header.orange import stated_by_orange
from l2dwk_core.datasets.tables.header.rows_about_columns import (
    without_points_possible,
    without_ranges,
    without_responses,
)
from l2dwk_core.datasets.tables.header.several_rows import (
    how_joined,
    is_unit,
    joined_names,
    names_of_index,
    rows_of_names,
    without_import_ids,
)
from l2dwk_core.datasets.tables.notation import is_written_number
from l2dwk_core.datasets.tables.outside.beside import without_beside
from l2dwk_core.datasets.tables.outside.count_below import without_count_below
from l2dwk_core.datasets.tables.outside.foot import without_foot
from l2dwk_core.datasets.tables.outside.group_summaries import without_group_summaries
from l2dwk_core.datasets.tables.outside.preamble import rows_of_preamble
from l2dwk_core.datasets.tables.outside.rules import without_rules
from l2dwk_core.datasets.tables.outside.second_table import first_table
from l2dwk_core.datasets.tables.outside.totals import without_totals
from l2dwk_core.datasets.tables.outside.unnamed_totals import without_unnamed_totals
from l2dwk_core.datasets.tables.row import Row, reach
from l2dwk_core.datasets.tables.values import is_missing

# Rows that are looked at, and the most that may stand before a table.
LOOKED_AT = 60
MOST_BEFORE = 30
# A row reaches as far as a table's when it reaches that share of it: last cells may be missing.
_REACH = 0.6
COMMENTS = ("#", "//", "%")
# Fewer rows say too little about what a column holds.
_LEAST_BELOW = 10
_NUMBER_TYPE = re.compile(
    r"u?int(?:8|16|32|64)?|float(?:16|32|64)?|double|integer|numeric|decimal|real|bigint|smallint"
    r"|<(?:dbl|int|num)>|[iuf](?:8|16|32|64)",
    re.IGNORECASE,
)
_OTHER_TYPE = re.compile(
    r"object|category|categorical|bool|boolean|str|string|text|char|character|varchar(?:\(\d+\))?"
    r"|factor|enum|logical|nominal|<(?:chr|fct|lgl|date|ord)>"
    r"|date|datetime(?:64(?:\[\w{1,3}\])?)?",
    re.IGNORECASE,
)
# Of names, names of groups above them, and units.
_MOST_ABOVE_TYPES = 3


@dataclass
class Region:
    """The names (None without any), the rows, what a line of units says, what was left out, the
    decisions in that which may be wrong, and what the lines of names say of roles and the class."""

    names: list[str] | None
    rows: list[list[str]]
    units: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    decided: list[Proposal] = field(default_factory=list)
    declared: list[str] = field(default_factory=list)
    target: str = ""


def first_row(rows: Sequence[Sequence[str]], gaps: Sequence[bool] = ()) -> int:
    """Return the position of the row at which the table begins, or 0 when no later row is likely.

    *gaps* says for each row whether a blank line stands before it.
    """
    start = _first_full(rows)
    return start + rows_of_preamble(rows[start:], gaps[start:])


def _first_full(rows: Sequence[Sequence[str]]) -> int:
    """Return the position of the first row that reaches about as far as most do."""
    reaches = [reach(row) for row in rows[:LOOKED_AT]]
    if not reaches:
        return 0
    usual = max(Counter(reaches).items(), key=lambda pair: (pair[1], pair[0]))[0]
    if usual < 2:
        return 0
    least = max(2, _REACH * usual)
    start = next((at for at, far in enumerate(reaches) if far >= least), 0)
    # A sentence with a comma may reach nearly as far as the names below it.
    full = next((at for at, far in enumerate(reaches) if far >= usual), start)
    if start < full <= MOST_BEFORE and guess_header(rows[full:]):
        # Names of groups have gaps between them, and names below.
        gaps = full == start + 1 and not all(map(str.strip, rows[start][: reaches[start]]))
        start = start if gaps and rows_of_names(rows[start], rows[full:]) else full
    if start > MOST_BEFORE or len(reaches) - start < 3:
        return 0
    # Names for the first columns only reach less far than their rows.
    if start and reaches[start - 1] >= 2 and not guess_header(rows[start:]):
        return start - 1
    return start


def find_region(
    rows: list[Row], header: bool | None, units: bool | None, trim: bool | None, what: str
) -> Region:
    """Return the table that begins with the first row. *what* is the word for a row: "line" or
    "row"."""
    outside: list[str] = []
    if trim or trim is None:
        rows = without_beside(rows, what, outside)
        rows = first_table(rows, what, outside)
        rows = without_foot(rows, what, outside)
        rows = without_group_summaries(rows, what, outside)
        rows = without_totals(rows, what, outside)
        rows = without_unnamed_totals(rows, what, outside)
        rows = without_count_below(rows, what, outside)
    decided: list[Proposal] = []
    region = _named_rows(rows, header, units, what, decided)
    region.decided[:0] = decided
    if outside:
        region.notes.insert(0, " ".join(outside))
        region.decided.insert(0, Proposal(region.notes[0], "Read it too", {"trim": False}))
    return region


def _named_rows(
    rows: list[Row], header: bool | None, units: bool | None, what: str, decided: list[Proposal]
) -> Region:
    """Return the names, the units and the rows of values. *decided* gets what may be wrong."""
    notes: list[str] = []
    if header is not False and (stated := stated_by_orange(rows, what)):
        body = [row.cells for row in stated.rows]
        return Region(
            stated.names, body, notes=[stated.note], declared=stated.roles, target=stated.target
        )
    rows = without_rules(rows, what, notes)
    once = [rows[0], *(row for row in rows[1:] if not _is_again(rows[0].cells, row.cells))]
    if 2 * len(once) < len(rows) or any(is_written_number(c.strip()) for c in rows[0].cells):
        once = rows  # values that come again
    has_header = guess_header([row.cells for row in once]) if header is None else header
    if has_header:
        rows = _without_types(_names_once(rows, once, what, notes), what, notes)
        rows = without_import_ids(rows, what, notes)
        if units is None:
            rows = without_column_numbers(rows, what, notes, decided)
            rows = without_responses(rows, what, notes, decided)
            rows = without_points_possible(rows, what, notes, decided)
            rows = without_ranges(rows, what, notes, decided)
    cells = [row.cells for row in rows]
    if not has_header:
        return Region(None, cells, notes=notes)
    names, body = cells[0], cells[1:]
    if units is None and (further := rows_of_names(names, body)):
        count = "Two" if further == 1 else "Three"
        until = f"{'and' if further == 1 else 'to'} {rows[further].line:,}"
        notes.append(
            f"{count} {what}s hold names, {what}s {rows[0].line:,} {until}; "
            f"{how_joined(names, body[0])}."
        )
        for second in body[:further]:
            names = joined_names(names, second)
        body, rows = body[further:], rows[further:]
        if index := names_of_index(names, body, 1):
            return _without_index(
                names, body, index, f"{what.capitalize()} {rows[1].line:,}", notes
            )
        return _with_units(names, body, rows[1:2], what, notes)
    if index := names_of_index(names, body):
        return _without_index(names, body, index, f"{what.capitalize()} {rows[1].line:,}", notes)
    if units is None and _descriptions(names, body):
        if len({name.strip() for name in names}) < len(names):
            notes.append(
                f"The names take two {what}s, {rows[0].line:,} and {rows[1].line:,}; "
                f"{how_joined(names, body[0])}."
            )
            return Region(joined_names(names, body[0]), body[1:], notes=notes)
        note = (
            f"{what.capitalize()} {rows[1].line:,} holds words above every column of numbers "
            f"({body[0][0].strip()[:40]!r}, …), so it describes the columns and is left out."
        )
        undo = Proposal(note, "It holds values", {"units": False})
        region = _with_units(names, body[1:], rows[2:3], what, [*notes, note])
        region.decided.insert(0, undo)
        return region
    if units is False or not body:
        return Region(names, body, notes=notes)
    return _with_units(names, body, rows[1:2], what, notes, sure=units is True)


def _with_units(
    names: list[str],
    body: list[list[str]],
    first: Sequence[Row],
    what: str,
    notes: list[str],
    sure: bool = False,
) -> Region:
    """Return the table, without the *first* row of its body if that holds units. It is *sure* when
    a person says so."""
    if not (sure or _units(names, body)):
        return Region(names, body, notes=notes)
    said = [text.strip().strip("[]()").strip() for text in body[0]]
    said = ["" if is_missing(unit) else unit for unit in said]
    told = [f"{name.strip()} in {unit}" for name, unit in zip(names, said, strict=False) if unit]
    more = f", and {len(told) - 6} more" if len(told) > 6 else ""
    note = (
        f"{what.capitalize()} {first[0].line:,} holds units, not values: "
        f"{', '.join(told[:6])}{more}."
    )
    undo = Proposal(note, "It holds values", {"units": False})
    notes, body = [*notes, note], body[1:]
    if not sure and _descriptions(names, body):
        notes.append(f"The {what} below it describes the columns and is left out.")
        body = body[1:]
    return Region(names, body, said, notes, [undo])


def _without_index(
    names: list[str], body: list[list[str]], index: list[str], which: str, notes: list[str]
) -> Region:
    """Return the table without its first row, which names the first columns."""
    shown = ", ".join(map(repr, index))
    notes.append(f"{which} names the index alone ({shown}), as pandas writes it, and is left out.")
    return Region([*index, *names[len(index) :]], body[1:], notes=notes)


def _is_again(names: Sequence[str], cells: Sequence[str]) -> bool:
    """Return whether a row repeats all names, at least two."""
    if not cells or cells[0].strip() != names[0].strip():  # nearly all rows of a long table
        return False
    far = reach(names)
    return (
        far >= 2
        and far == reach(cells)
        and all(a.strip() == b.strip() for a, b in zip(names[:far], cells[:far], strict=True))
    )


def _names_once(rows: list[Row], once: list[Row], what: str, notes: list[str]) -> list[Row]:
    """Return the rows without those that repeat the names, with a note when there are any."""
    if again := len(rows) - len(once):
        first = next(row.line for row in rows[1:] if _is_again(rows[0].cells, row.cells))
        many = counted(again, f"{what} repeats", f"{what}s repeat")
        left = "is" if again == 1 else "are"
        notes.append(
            f"{many} the names of the columns and {left} left out, the first in {what} {first:,}."
        )
    return once


def _without_types(rows: list[Row], what: str, notes: list[str]) -> list[Row]:
    """Return the rows without a line of data types under the names, such as float64, above numbers
    where a type is one of numbers. Lines without numbers, as of units, may stand between."""
    for at in range(1, min(_MOST_ABOVE_TYPES + 1, len(rows) - 2)):
        if _are_types(rows[at].cells, [row.cells for row in rows[at + 1 : LOOKED_AT]]):
            notes.append(f"{what.capitalize()} {rows[at].line:,} holds data types and is left out.")
            return [*rows[:at], *rows[at + 1 :]]
        if any(is_written_number(cell.strip()) for cell in rows[at].cells):
            break
    return rows


def _are_types(cells: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    numbers = 0
    for at, cell in enumerate(cells):
        text = cell.strip()
        if _NUMBER_TYPE.fullmatch(text):
            present = [row[at].strip() for row in below if at < len(row)]
            present = [other for other in present if not is_missing(other)]
            # A line of units may stand below the types.
            if sum(map(is_written_number, present)) < 0.8 * len(present):
                return False
            numbers += 1
        elif text and not _OTHER_TYPE.fullmatch(text):
            return False
    return numbers > 0


def _units(names: Sequence[str], body: Sequence[Sequence[str]]) -> bool:
    """Return whether the row under the names holds units.

    Above each column of numbers stands a unit, something in brackets, or nothing; nothing of it
    comes back in other columns.
    """
    if len(body) < 3:
        return False
    first, below = body[0], body[1:LOOKED_AT]
    units = 0
    for at in range(len(names)):
        text = first[at].strip() if at < len(first) else ""
        present = [row[at].strip() for row in below if at < len(row)]
        present = [cell for cell in present if not is_missing(cell)]
        if not present:
            continue
        if sum(map(is_written_number, present)) > 0.8 * len(present):
            if is_missing(text):
                continue
            if is_unit(text):
                units += 1
            elif is_written_number(text) or len(text) > 15 or " " in text:
                return False
        elif text in present:
            return False
    return units > 0


def _descriptions(names: Sequence[str], body: Sequence[Sequence[str]]) -> bool:
    """Return whether the row under the names describes the columns, as the questions of a survey
    do: words above each column of numbers, and nowhere a value of the rows below.

    Units and blank cells are not enough.
    """
    if len(body) < _LEAST_BELOW:
        return False
    first, below = body[0], body[1:LOOKED_AT]
    distinct = len({name.strip() for name in names}) == len(names)
    described = 0
    for at in range(len(names)):
        text = first[at].strip() if at < len(first) else ""
        present = [row[at].strip() for row in below if at < len(row)]
        present = [cell for cell in present if not is_missing(cell)]
        if sum(map(is_written_number, present)) > 0.9 * len(present) > 0:
            if is_missing(text) or is_written_number(text) or (distinct and is_unit(text)):
                return False
            described += any(map(str.isalpha, text))
        elif text in present or not text:
            return False
    return described > 0
