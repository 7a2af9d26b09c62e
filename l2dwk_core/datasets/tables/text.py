"""Delimited text: encoding, delimiter and header are found out, or taken as told."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable

from l2dwk_core.datasets.tables.grid import (
    Grid,
    check_cells,
    check_line,
    check_shape,
    check_width,
)
from l2dwk_core.datasets.tables.header import guess_header
from l2dwk_core.datasets.tables.limits import MAX_CELL_CHARACTERS
from l2dwk_core.errors import InputError
from l2dwk_core.wording import counted

DELIMITERS = {"\t": "tab", ";": "semicolon", "|": "bar", ",": "comma", " ": "white space"}

_BOMS = (  # UTF-32 first: its mark begins with UTF-16's
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_CONTROL = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_SAMPLE_LINES = 60
_SAMPLE_CHARACTERS = 2_000_000
_SEP_LINE = re.compile(r"sep=(.)\r?\n?", re.IGNORECASE)


def decode(title: str, data: bytes, encoding: str | None) -> tuple[str, str, list[str]]:
    """The text, the encoding's name, and a warning when the encoding is a guess."""
    text, used = _decoded(title, data, encoding)
    control = _CONTROL.search(text)
    if control:
        what = "NUL bytes" if control.group() == "\0" else "control characters"
        raise InputError(
            f"{title!r} is not a text file: it holds {what} (the first at character "
            f"{control.start() + 1:,}); save the table as CSV, ARFF or .xlsx."
        )
    if encoding is None and used in ("cp1252", "latin-1"):
        return text, used, [
            f"The text is not UTF-8 and was read as {used}; if letters look wrong, name it."
        ]  # fmt: skip
    return text, used, []


def _decoded(title: str, data: bytes, encoding: str | None) -> tuple[str, str]:
    if encoding is not None:
        try:
            return data.decode(encoding), encoding
        except LookupError:
            raise InputError(
                f"Unknown encoding {encoding!r}; common ones are utf-8, utf-16, cp1252, latin-1."
            ) from None
        except (UnicodeError, ValueError) as problem:
            raise InputError(
                f"{title!r} is not written in {encoding} ({problem}); leave the encoding open."
            ) from problem
    for mark, name in _BOMS:
        if data.startswith(mark):
            try:
                return data.decode(name), name
            except UnicodeError as problem:
                raise InputError(
                    f"{title!r} begins like {name} but is damaged ({problem}); save it as UTF-8."
                ) from problem
    # UTF-16 without a mark shows as a zero in every other byte of plain letters.
    head = data[:1000]
    for name, zeros in (("utf-16-le", head[1::2]), ("utf-16-be", head[0::2])):
        if len(zeros) > 1 and zeros.count(0) > 0.8 * len(zeros):
            try:
                return data.decode(name), name
            except UnicodeError:
                break
    for name in ("utf-8", "cp1252"):
        try:
            return data.decode(name), name
        except UnicodeError:
            continue
    return data.decode("latin-1"), "latin-1"


def read_text(
    title: str, text: str, delimiter: str | None = None, header: bool | None = None
) -> Grid:
    """The grid of a delimited text.

    Lines shorter than the header count as missing at their end, with a warning; longer ones are an
    error, because nobody can tell which cell is the one too many.
    """
    if hint := _SEP_LINE.match(text):  # Excel's own way to name the delimiter
        delimiter = delimiter or hint.group(1)
        text = text[hint.end() :]
    if delimiter is not None and (len(delimiter) != 1 or delimiter in '\r\n"'):
        raise InputError(f"The delimiter is {delimiter!r}; give one character, like ','.")
    mark = delimiter or _find_delimiter(text)
    rows = list(_rows(title, text, mark))
    if not rows:
        raise InputError(f"{title!r} has no cells; give a file with a header line and rows.")
    warnings: list[str] = []
    longest = max(map(len, rows))
    if longest > len(rows[0]):
        if any(len(row) != longest for row in rows[1:]):
            raise InputError(
                f"{title!r}: some lines have {longest} cells where the first line has "
                f"{len(rows[0])}; give every line the same number of cells."
            )
        # R writes row names without a name for their column.
        rows[0] = ["row name", *rows[0]]
    width = len(rows[0])
    check_width(title, width)
    has_header = guess_header(rows) if header is None else header
    names = rows[0] if has_header else [f"c{i}" for i in range(1, width + 1)]
    body = rows[1:] if has_header else rows
    check_shape(title, len(body), width)
    short = sum(len(row) < width for row in body)
    if short:
        warnings.append(
            f"{counted(short, 'line has', 'lines have')} fewer cells than the first line; those "
            f"lacking at the end count "
            "as missing."
        )
    cells = ([row[at] if at < len(row) else "" for row in body] for at in range(width))
    if not has_header:
        warnings.append("The first line looks like data, so columns are called c1, c2, ….")
    return Grid(
        names,
        cells,
        detected={
            "format": "delimited text",
            "delimiter": DELIMITERS.get(mark, repr(mark)),
            "header": "yes" if has_header else "no",
        },
        warnings=warnings,
    )


def _rows(title: str, text: str, delimiter: str) -> Iterable[list[str]]:
    """The rows that are not blank, none longer than the first."""
    width = 0
    kept = 0
    for line, row in _parsed(title, text, delimiter):
        if not row or (len(row) == 1 and not row[0].strip()):
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
                    "correct the line, or put cells that hold the delimiter "
                    f"({DELIMITERS.get(delimiter, delimiter)}) in double quotes."
                )
            else:
                width = len(row)  # the second line of a table with unnamed row names
        kept += 1
        check_cells(title, kept, width)
        yield row


def _parsed(title: str, text: str, delimiter: str) -> Iterable[tuple[int, list[str]]]:
    lines = _short_lines(title, text, delimiter)
    if delimiter == " ":
        for line, content in enumerate(lines, start=1):
            yield line, content.split()
        return
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=True)
    while True:
        start = reader.line_num + 1
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as problem:
            if "limit" in str(problem):
                raise _too_long(title, start) from problem
            raise InputError(
                f"{title!r}, line {start:,}: broken quotes; close every double quote, and double "
                "the ones inside a cell."
            ) from problem
        # The reader's own limit belongs to the whole process, and may have been raised by others.
        if row and max(map(len, row)) > MAX_CELL_CHARACTERS:
            raise _too_long(title, start)
        yield start, row


def _short_lines(title: str, text: str, delimiter: str) -> Iterable[str]:
    for line, content in enumerate(io.StringIO(text, newline=""), start=1):
        check_line(title, line, content, delimiter)
        yield content


def _too_long(title: str, line: int) -> InputError:
    return InputError(
        f"{title!r}, line {line:,}: a cell of more than {MAX_CELL_CHARACTERS:,} characters; "
        "close every double quote, or leave the column out."
    )


def _find_delimiter(text: str) -> str:
    """The delimiter that gives the first lines one width; the better-known later in the order."""
    sample = text[:_SAMPLE_CHARACTERS]
    lines = [line for line in io.StringIO(sample, newline="") if line.strip()]
    lines = lines[:_SAMPLE_LINES]
    if len(lines) > 1 and len(lines) < _SAMPLE_LINES and len(sample) < len(text):
        lines.pop()  # it may be cut
    widths: dict[str, int] = {}
    for mark in ("\t", ";", "|", ","):
        found = [len(row) for row in _loose(lines, mark) if row]
        if not found:
            continue
        width, share = Counter(found).most_common(1)[0]
        fits = found[0] == width or (found[0] == width - 1 >= 2)
        if width >= 2 and fits and share >= 0.8 * len(found):
            return mark
        widths[mark] = found[0]
    by_space = Counter(len(line.split()) for line in lines)
    if len(by_space) == 1 and next(iter(by_space)) >= 2 and len(lines) > 1:
        return " "
    # Nothing fits: read with the likeliest, so that the line that does not fit is named.
    return max(widths, key=lambda mark: widths[mark], default=",")


def _loose(lines: list[str], delimiter: str) -> list[list[str]]:
    try:
        return list(csv.reader(lines, delimiter=delimiter, skipinitialspace=True))
    except csv.Error:
        return []
