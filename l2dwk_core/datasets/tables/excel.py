"""Excel workbooks (.xlsx), read by openpyxl after the archive was checked."""

from __future__ import annotations

import datetime
import warnings
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from l2dwk_core.common.errors import InputError, optional_package, unknown_choice
from l2dwk_core.common.text import counted
from l2dwk_core.datasets.tables.archive import checked_archive
from l2dwk_core.datasets.tables.codebook import describes, names_listed
from l2dwk_core.datasets.tables.grid import (
    Grid,
    Proposal,
    check_cells,
    check_characters,
    check_shape,
    check_width,
)
from l2dwk_core.datasets.tables.header.guess import guess_header
from l2dwk_core.datasets.tables.limits import (
    MAX_CELL_CHARACTERS,
    MAX_EXCEL_CELLS,
    MAX_PADDED_CELLS,
    MIN_ROWS,
)
from l2dwk_core.datasets.tables.notation import is_written_number
from l2dwk_core.datasets.tables.region import Region, find_region, first_row
from l2dwk_core.datasets.tables.row import Row, reach
from l2dwk_core.datasets.tables.sheets.escapes import unescaped
from l2dwk_core.datasets.tables.sheets.hidden import Hidden, hidden_note
from l2dwk_core.datasets.tables.sheets.merged import MergedRange, fill_merged, mark_groups
from l2dwk_core.datasets.tables.sheets.number_formats import Signs
from l2dwk_core.datasets.tables.sheets.stored import StoredNumber, stored_cells
from l2dwk_core.datasets.tables.values import NO_RESULT, shortest

# Empty rows between rows of a sheet; a stray cell at the end of a sheet would make a million.
_MAX_EMPTY_ROWS = 1_000
_NUMBERS = (int, float)
# Other sheets of which each is one click away.
_OFFERED = 3
# Sheets behind a codebook that are searched for its table.
_LOOKED_AT = 3


def read_excel(
    title: str,
    data: bytes,
    sheet: str | None = None,
    header: bool | None = None,
    skip: int | None = None,
    units: bool | None = None,
    trim: bool | None = None,
) -> Grid:
    """Return the grid of one worksheet: the named one, or the first that holds a table.

    Formulas give the result stored with them; without one the cell is ``NO_RESULT``.
    """
    archive, unsolved, merged, put_away = checked_archive(title, data)
    load_workbook = optional_package("openpyxl", "Reading an Excel file", "excel").load_workbook
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # remarks on styles and names that are not read here
            book = load_workbook(archive, read_only=True, data_only=True)
            sheets = book.worksheets
            names = [found.title for found in sheets]
            if sheet is not None and sheet not in names:
                raise unknown_choice("sheet", sheet, names)
            wanted = [found for found in sheets if sheet in (None, found.title)]
            # What is hidden was put away: it is read only where nothing else is a table.
            wanted.sort(key=_is_hidden)
            # openpyxl says where a sheet is stored only in a field that it keeps to itself.
            part_of = {found.title: found._worksheet_path for found in sheets}
            lost = {found.title: unsolved.get(part_of[found.title], set()) for found in sheets}
            name, rows, passed = _chosen(title, wanted, lost)
            hidden = any(found.title == name and _is_hidden(found) for found in sheets)
    except InputError:
        raise
    except Exception as problem:
        # openpyxl raises errors of many types: KeyError, TypeError, ParseError, …
        raise InputError(
            f"{title!r} is a damaged workbook ({type(problem).__name__}); open it in a spreadsheet "
            "and save it again, or save the table as CSV."
        ) from problem
    others = [other for other in names if other != name]
    notes = _sheet_notes(name, others, passed)
    if hidden and sheet is None:
        notes.append(f"Sheet {name!r} is hidden in the file.")
    decided = [
        Proposal(notes[0], f"Read {other[:31]!r}", {"sheet": other})
        for other in others[:_OFFERED]
        if sheet is None
    ]
    try:
        # In this mode openpyxl says nothing of merged cells.
        part = part_of.get(name, "")
        ranges = merged.get(part, [])
        start, region = _table(
            title, rows, ranges, put_away.get(part, Hidden()), header, skip, units, trim
        )
    except InputError as problem:
        if not others:
            raise
        raise InputError(f"{problem} {_there_are(name, names)}") from problem
    if start:
        notes.append(
            f"The table begins in row {start + 1:,} of the sheet; what stands above it is skipped."
        )
        if skip is None:
            decided.append(Proposal(notes[-1], "Read from the first row", {"skip": 0}))
    notes += region.notes
    width = max(map(len, [region.names or [], *region.rows]))
    if region.names is None:
        notes.append("The first row looks like data, so columns are called c1, c2, ….")
    body = region.rows
    return Grid(
        _padded(region.names, width)
        if region.names is not None
        else [f"c{i}" for i in range(1, width + 1)],
        ([row[at] if at < len(row) else "" for row in body] for at in range(width)),
        declared=_padded(region.declared, width) if region.declared else (),
        target=region.target,
        units=_padded(region.units, width) if region.units else (),
        decided=[*decided, *region.decided],
        elsewhere=_there_are(name, names) if others else "",
        detected={
            "format": "Excel",
            "sheet": name,
            "header": "no" if region.names is None else "yes",
        },
        warnings=notes,
        stored=[stored_cells(body, at) for at in range(width)],
    )


def _is_hidden(sheet: Any) -> bool:
    return bool(sheet.sheet_state != "visible")


def _padded(cells: Sequence[str], width: int) -> list[str]:
    return [*cells, *[""] * (width - len(cells))]


def _there_are(name: str, names: list[str]) -> str:
    shown = ", ".join(repr(other[:31]) for other in names[:10])
    more = f" and {len(names) - 10} more" if len(names) > 10 else ""
    return f"The sheet is {name[:31]!r}; the file has {shown}{more}."


def _sheet_notes(name: str, others: list[str], passed: list[str]) -> list[str]:
    if not others:
        return []
    unread = counted(len(others), "other sheet was", "other sheets were")
    shown = ", ".join(repr(other[:31]) for other in others[:5])
    more = f" and {len(others) - 5} more" if len(others) > 5 else ""
    why = ""
    if passed:
        why = f" {', '.join(repr(other[:31]) for other in passed[:3])} before it" + (
            " holds no cases." if len(passed) == 1 else " hold no cases."
        )
    return [f"Sheet {name!r} was read; {unread} not ({shown}{more}).{why}"]


def _chosen(
    title: str, sheets: Sequence[Any], lost: Mapping[str, Collection[tuple[int, int]]]
) -> tuple[str, list[Row], list[str]]:
    """Return the first sheet that holds a table, its rows, and the sheets with cells that were
    passed over; of a codebook and the sheet it describes, the latter.

    Without one the first that holds cells.
    """
    characters = padded = 0

    def count(more_characters: int, more_cells: int) -> None:
        nonlocal characters, padded
        characters = check_characters(title, characters + more_characters)
        padded += more_cells
        if padded > MAX_PADDED_CELLS:
            raise InputError(
                f"{title!r} has rows that reach far beyond their cells, {MAX_PADDED_CELLS:,} cells "
                "in all; delete the columns behind the table, or save it as CSV."
            )

    first: tuple[str, list[Row]] | None = None
    passed: list[str] = []
    for at, sheet in enumerate(sheets):
        rows = _rows(title, sheet, count, lost[sheet.title])
        if len(sheets) == 1 or _is_table(rows):
            if listed := names_listed(rows):
                for other in sheets[at + 1 : at + 1 + _LOOKED_AT]:
                    try:
                        more = _rows(title, other, count, lost[other.title])
                    except InputError:
                        break
                    if _is_table(more) and describes(listed, more):
                        return other.title, more, [*passed, sheet.title]
            return sheet.title, rows, passed
        if rows:
            first = first or (sheet.title, rows)
            passed.append(sheet.title)
    if first is not None:
        return *first, []
    return (sheets[0].title if sheets else ""), [], []


def _is_table(rows: list[Row]) -> bool:
    """Return whether similar rows follow each other: with a column of numbers, or of a few
    words."""
    cells = [row.cells for row in rows]
    table = cells[first_row(cells) :]
    if len(table) <= MIN_ROWS or Counter(map(reach, table)).most_common(1)[0][0] < 2:
        return False
    for at in range(max(map(len, table))):
        below = [row[at] for row in table[1:] if at < len(row) and row[at]]
        numbers = sum(map(is_written_number, below))
        if len(below) >= MIN_ROWS and (
            numbers > 0.8 * len(below) or len(set(below)) <= 0.5 * len(below)
        ):
            return True
    return False


def _table(
    title: str,
    rows: list[Row],
    merged: Sequence[MergedRange],
    hidden: Hidden,
    header: bool | None,
    skip: int | None,
    units: bool | None,
    trim: bool | None,
) -> tuple[int, Region]:
    """Return how many rows of the sheet come before the table, and the table."""
    rows = mark_groups(rows, merged)
    if skip is None:
        start = first_row([row.cells for row in rows], [row.gap for row in rows])
        before = rows[start].line - 1 if start else 0
        rows = rows[start:]
    else:
        rows, before = [row for row in rows if row.line > skip], skip
    if not rows:
        raise InputError(f"{title!r} has no cells; give a sheet with a header row and rows.")
    cells = [row.cells for row in rows]
    named = guess_header(cells) if header is None else header
    rows, filled = fill_merged(rows, merged, rows[0].line + named)
    check_characters(title, sum(len(cell) for row in rows for cell in row.cells))
    # Many begin their table in the second or third column.
    blank = min(next(at for at, cell in enumerate(row.cells) if cell) for row in rows)
    rows = [row._replace(cells=row.cells[blank:]) for row in rows]
    region = find_region(rows, header, units, trim, "row")
    width = max(map(len, [region.names or [], *region.rows]))
    check_shape(title, len(region.rows), width)
    names = region.names or [f"c{at}" for at in range(1, width + 1)]
    told = [
        f"{names[at - blank].strip() or 'without a name'!r} ({counted(n, 'cell')})"
        if at - blank < len(names)
        else f"{at + 1} of the sheet ({counted(n, 'cell')})"
        for at, n in sorted(filled.items())
    ]
    if told:
        more = f", and {len(told) - 5} more columns" if len(told) > 5 else ""
        region.notes.append(
            "Cells that are merged over several rows have the merged value in each row: column "
            f"{', '.join(told[:5])}{more}."
        )
    lines = [row.line for row in rows]
    names = [name.strip() or "without a name" for name in _padded(names, width)]
    if note := hidden_note(hidden, lines, blank, names):
        region.notes.append(note)
    return before, region


def _rows(
    title: str,
    sheet: Any,
    count: Callable[[int, int], None],
    lost: Collection[tuple[int, int]],
) -> list[Row]:
    signs = Signs()
    rows = list(_read_rows(title, sheet, count, lost, signs))
    signs.put_into(rows)
    return rows


def _read_rows(
    title: str,
    sheet: Any,
    count: Callable[[int, int], None],
    lost: Collection[tuple[int, int]],
    signs: Signs,
) -> Iterator[Row]:
    sheet.reset_dimensions()  # the stated size may be wrong, or a million rows
    kept = empty = width = 0
    gap = False
    for line, row in enumerate(sheet.iter_rows(), start=1):
        values = [cell.value for cell in row]
        cells = [_text(title, value) for value in values]
        if lost:
            cells = [
                NO_RESULT if not cell and (line, at) in lost else cell
                for at, cell in enumerate(cells)
            ]
        count(sum(map(len, cells)), len(cells))
        while cells and not cells[-1]:
            cells.pop()
        if not cells:
            empty += 1
            gap = True
            if empty > _MAX_EMPTY_ROWS:
                return
            continue
        width = max(width, len(cells))
        check_width(title, width)
        kept += 1
        check_cells(title, kept, width, MAX_EXCEL_CELLS)
        for at, value in enumerate(values[: len(cells)]):
            if type(value) in _NUMBERS and row[at].data_type == "n":
                signs.add(kept - 1, at, row[at])
        yield Row(line, cells, gap and kept > 1)
        gap = False


def _text(title: str, value: object) -> str:
    if value is None:
        return ""
    if type(value) is int:
        return StoredNumber(value)
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return StoredNumber(shortest(value) if abs(value) < float("inf") else value)
    if isinstance(value, datetime.datetime):
        return value.isoformat(" ", "seconds")
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    text = unescaped(str(value))
    if len(text) > MAX_CELL_CHARACTERS:
        raise InputError(
            f"{title!r}: a cell of more than {MAX_CELL_CHARACTERS:,} characters; a spreadsheet's "
            "cells have at most 32,767. Leave the column out, or save the table as CSV."
        )
    return text.strip()
