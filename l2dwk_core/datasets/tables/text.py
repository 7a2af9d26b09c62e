"""Delimited text. Delimiter and header are detected, or given by the caller."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from itertools import islice
from operator import itemgetter

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted, shown
from l2dwk_core.datasets.tables.delimiter import (
    DELIMITERS,
    commented_names,
    find_start,
    seems_to_begin,
    split_at_blanks,
)
from l2dwk_core.datasets.tables.doubled_tabs import without_doubled_tabs
from l2dwk_core.datasets.tables.fixed_width import by_position
from l2dwk_core.datasets.tables.grid import (
    Grid,
    NotATable,
    Proposal,
    check_cells,
    check_line,
    check_shape,
    check_width,
)
from l2dwk_core.datasets.tables.limits import MAX_CELL_CHARACTERS
from l2dwk_core.datasets.tables.lone_quotes import lines_within_cells, without_lone_quotes
from l2dwk_core.datasets.tables.outside.row_count import without_row_count
from l2dwk_core.datasets.tables.outside.sizes_above import without_sizes
from l2dwk_core.datasets.tables.quoted_lines import (
    are_quoted,
    without_quotes,
    without_single_quotes,
)
from l2dwk_core.datasets.tables.ragged import (
    of_longer_line,
    of_one_column,
    say_skip,
    with_first_name,
)
from l2dwk_core.datasets.tables.region import COMMENTS, find_region
from l2dwk_core.datasets.tables.row import Row

# Characters in which quotes are looked for.
_LOOKED_AT = 100_000
_SEP_LINE = re.compile(r"sep=(.)\r?\n?", re.IGNORECASE)
_ESCAPED = '\\"'


class _BrokenQuotes(InputError):
    """A quote is open at the end of the text, or something stands behind a closed one."""


def read_text(
    title: str,
    text: str,
    delimiter: str | None = None,
    header: bool | None = None,
    skip: int | None = None,
    units: bool | None = None,
    trim: bool | None = None,
) -> Grid:
    """Return the grid of a delimited text.

    Lines before the table and comments are skipped. Lines shorter than the header count as missing
    at their end, with a warning; longer ones are an error, because it is unknown which cell is the
    extra one.
    """
    try:
        return _read_text(title, text, delimiter, header, skip, units, trim)
    except _BrokenQuotes as problem:
        if _ESCAPED not in text:
            raise
        doubled = text.replace(_ESCAPED, '""')
        try:
            grid = _read_text(title, doubled, delimiter, header, skip, units, trim)
        except InputError:
            raise problem from None
        grid.warnings.append(
            f"Quotes within cells are written as {_ESCAPED}, as R and MySQL do, and read as quotes."
        )
        return grid
    except NotATable as problem:
        line = seems_to_begin(text) if skip is None else 0
        if not line:
            raise
        raise InputError(
            f"{problem} The table seems to begin at line {line:,}: {say_skip(line)}."
        ) from problem


def _read_text(
    title: str,
    text: str,
    delimiter: str | None,
    header: bool | None,
    skip: int | None,
    units: bool | None,
    trim: bool | None,
) -> Grid:
    before = 0
    single = without_single_quotes(text)
    text = single or text
    whole = delimiter != " " and are_quoted(text[:_LOOKED_AT])
    if whole:
        text = without_quotes(text)
    if hint := _SEP_LINE.match(text):  # Excel's own way to name the delimiter
        delimiter = delimiter or hint.group(1)
        before = hint.group().count("\n")
        text = text[hint.end() :]
    counts: list[str] = []
    if trim is not False:
        if skip is None and header is not True and delimiter in (None, ","):
            text = without_sizes(text, before, counts)
            before += len(counts)
        text = without_row_count(text, before, counts)
    doubled = without_doubled_tabs(text) if delimiter in (None, "\t") else None
    text = doubled or text
    if delimiter is not None and (len(delimiter) != 1 or delimiter in '\r\n"'):
        raise InputError(f"The delimiter is {shown(delimiter)}; give one character, like ','.")
    quotes: list[str] = []
    if '"' in text:
        text = without_lone_quotes(text, delimiter, before, quotes)
    told = None if skip is None else max(0, skip - before)
    mark, start = find_start(text, delimiter, told)
    names = commented_names(text, mark, start) if header is None and told is None else None
    comments: list[int] = []
    rows = list(_rows(title, text, mark, start, comments))
    if mark == " " and any(len(row.cells) < len(rows[0].cells) for row in rows):
        rows = by_position(title, text, rows)
    if not rows:
        raise InputError(f"{title!r} has no cells; give a file with a header line and rows.")
    if names is not None and len(names) == len(rows[0].cells):
        rows.insert(0, Row(start, names))
        header = True
    else:
        names = None
    if '"' in text and mark != " " and (within := lines_within_cells(rows, mark)):
        quotes.append(within)
    # A header with a delimiter at its end names one more column than there is.
    while len(rows[0].cells) > 2 and not rows[0].cells[-1].strip() and _alone(rows):
        rows[0] = rows[0]._replace(cells=rows[0].cells[:-1])
    named = with_first_name(title, rows, mark, quoted=text.startswith('"'))
    check_width(title, len(rows[0].cells))
    region = find_region(rows, header, units, trim, "line")
    warnings: list[str] = []
    if start:
        lines = counted(start + before, "line before it is", "lines before it are")
        warnings.append(f"The table begins at line {start + before + 1:,}; {lines} skipped.")
        if told is None:
            region.decided.append(Proposal(warnings[-1], "Read from the first line", {"skip": 0}))
    if counts:
        warnings += counts
        region.decided.insert(0, Proposal(counts[0], "Read it too", {"trim": False}))
    warnings += quotes
    if single:
        warnings.append("Cells stand in single quotes, which are taken off.")
    if doubled:
        warnings.append(
            "Some cells are separated by two tabs or more, which count as one: only so all lines "
            "have the same number of cells."
        )
    if whole:
        warnings.append("Each line stood in quotes as a whole; they are taken off.")
    if names is not None:
        warnings.append(f"The names of the columns stand in a comment, line {start + before:,}.")
    if named:
        warnings.append(named)
    if comments:
        warnings.append(
            f"{counted(len(comments), 'comment is', 'comments are')} skipped, the first in line "
            f"{comments[0] + before:,}."
        )
    body = region.rows
    width = len(region.names if region.names is not None else body[0])
    check_shape(title, len(body), width, "" if width > 1 else of_one_column(text, mark))
    short = sum(len(row) < width for row in body)
    if short:
        warnings.append(
            f"{counted(short, 'line has', 'lines have')} fewer cells than the first line; those "
            f"lacking at the end count "
            "as missing."
        )
    if short:
        cells = ([row[at] if at < len(row) else "" for row in body] for at in range(width))
    else:
        cells = (list(map(itemgetter(at), body)) for at in range(width))
    if region.names is None:
        warnings.append("The first line looks like data, so columns are called c1, c2, ….")
    return Grid(
        region.names or [f"c{i}" for i in range(1, width + 1)],
        cells,
        declared=[*region.declared, *[""] * (width - len(region.declared))]
        if region.declared
        else (),
        target=region.target,
        units=[*region.units, *[""] * (width - len(region.units))] if region.units else (),
        decided=region.decided,
        delimiter=mark,
        detected={
            "format": "delimited text",
            "delimiter": DELIMITERS.get(mark, repr(mark)),
            "header": "no" if region.names is None else "yes",
        },
        warnings=warnings + region.notes,
    )


def _alone(rows: list[Row]) -> bool:
    """Return whether all rows have fewer cells than the first."""
    return len(rows) > 1 and all(len(row.cells) < len(rows[0].cells) for row in rows[1:])


def _rows(title: str, text: str, delimiter: str, skip: int, comments: list[int]) -> Iterator[Row]:
    """Return the rows that are not blank. None is longer than the first: a wider table below
    ends them."""
    width = 0
    kept = 0
    gap = False
    for line, row in _parsed(title, text, delimiter, skip):
        if not row or (len(row) == 1 and not row[0].strip()):
            gap = True
            continue
        if len(row) != width and (width or kept == 0) and _is_comment(row):
            comments.append(line)
            continue
        if not width:
            width = len(row)
            check_width(title, width)
        elif len(row) > width:
            extra = row[width:]
            if not any(cell.strip() for cell in extra):
                row = row[:width]
            elif kept > 1 or len(row) > width + 1:
                raise InputError(
                    f"{title!r}, line {line:,}: {counted(len(row), 'cell')} where the first line "
                    f"has {width}; "
                    + of_longer_line(text, delimiter, skip, Row(line, row, gap), width, kept)
                )
            else:
                width = len(row)  # the second line of a table with unnamed row names
        kept += 1
        check_cells(title, kept, width)
        if kept == 2 and '"' not in text and delimiter != " ":
            # Reading all before refusing it would take many seconds.
            sure = min(text.count("\n"), text.count(delimiter) // max(1, width - 1)) - line
            check_cells(title, sure, width)
        yield Row(line, row, gap)
        gap = False


def _is_comment(row: list[str]) -> bool:
    """Return whether a row is a comment: it begins with a mark, and does not name a column of
    numbers "#" beside others."""
    first, *others = (cell.strip() for cell in row)
    return first.startswith(COMMENTS) and not (first in COMMENTS and others and all(others))


def _parsed(title: str, text: str, delimiter: str, skip: int) -> Iterator[tuple[int, list[str]]]:
    lines = islice(_short_lines(title, text, delimiter), skip, None)
    if delimiter == " ":
        for line, content in enumerate(lines, start=skip + 1):
            yield line, split_at_blanks(content)
        return
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=True)
    while True:
        start = reader.line_num + 1 + skip
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as problem:
            if "limit" in str(problem):
                raise _too_long(title, start) from problem
            raise _BrokenQuotes(
                f"{title!r}, line {start:,}: broken quotes; close every double quote, and double "
                "the ones inside a cell."
            ) from problem
        # The reader's own limit belongs to the whole process, and may have been raised by others.
        if row and max(map(len, row)) > MAX_CELL_CHARACTERS:
            raise _too_long(title, start)
        yield start, row


def _short_lines(title: str, text: str, delimiter: str) -> Iterator[str]:
    for line, content in enumerate(io.StringIO(text, newline=""), start=1):
        check_line(title, line, content, delimiter)
        yield content


def _too_long(title: str, line: int) -> InputError:
    return InputError(
        f"{title!r}, line {line:,}: a cell of more than {MAX_CELL_CHARACTERS:,} characters; "
        "close every double quote, or leave the column out."
    )
