"""Which character separates cells, and at which line the table begins."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from itertools import islice, pairwise

from l2dwk_core.datasets.tables.header.guess import guess_header
from l2dwk_core.datasets.tables.notation import is_written_number
from l2dwk_core.datasets.tables.region import COMMENTS, LOOKED_AT, MOST_BEFORE, first_row
from l2dwk_core.datasets.tables.values import is_missing

DELIMITERS = {"\t": "tab", ";": "semicolon", "|": "bar", ",": "comma", " ": "white space"}

_MARKS = ("\t", ";", "|", ",")
_SAMPLE_LINES = LOOKED_AT + MOST_BEFORE
_SAMPLE_CHARACTERS = 2_000_000
_MOSTLY = 0.8
# Lines over which a quoted name with line breaks may extend.
_MOST_BROKEN = 6
# Numbers between blanks in one cell.
_SEVERAL = 3
_BETWEEN_BLANKS = re.compile(r'"((?:[^"\\]|\\.|"")*)"(?=\s|$)|(\S+)')
# Lines in which a table is looked for that could not be read, and how many have to be alike.
_LOOKED_FOR = 5_000
_RUN = 5
_NOT_IN_NUMBERS = re.compile(r"(?<![0-9]),|,(?![0-9])")


def find_start(text: str, delimiter: str | None, skip: int | None) -> tuple[str, int]:
    """Return the delimiter, and how many lines come before the table. What the caller gives is
    kept.

    The delimiter gives the lines one width from the first one on, or from a later one when those
    before it reach less far; of several the better known, in the order of ``DELIMITERS``.
    """
    lines = sample(text, skip or 0)
    if delimiter is None:
        found = _one_width(lines)
        if found is not None and skip is None and (below := _below_title(lines, found)):
            return below
        if found is not None:
            # A spreadsheet pads a title with empty cells: it has the table's width.
            return found, (_start(lines, found) or 0) if skip is None else skip
    marks = (*_MARKS, " ") if delimiter is None else (delimiter,)
    if skip is None:
        for mark in marks:
            start = _start(lines, mark)
            if start is not None:
                return _or_blanks(mark, lines[start:]), start
    if delimiter is not None:
        return delimiter, skip or 0
    # Nothing fits: read with the likeliest, so that the line that does not fit is named.
    widths = {mark: len(rows[0]) for mark in _MARKS if (rows := split(lines, mark))}
    return max(widths, key=lambda mark: widths[mark], default=","), skip or 0


def commented_names(text: str, mark: str, start: int) -> list[str] | None:
    """Return the names in a comment directly above rows that have none of their own: ``# x y
    class``."""
    if not start:
        return None
    above = next(islice(io.StringIO(text, newline=""), start - 1, None), "").strip()
    comment = next((sign for sign in COMMENTS if above.startswith(sign)), None)
    rows = split(sample(text, start), mark)
    if comment is None or guess_header(rows):
        return None
    names = split([above.lstrip(comment).strip(" ")], mark)
    return names[0] if names else None


def seems_to_begin(text: str) -> int:
    """Return the first line from which a few lines have one width of at least two cells, or 0
    for none."""
    lines = list(islice(io.StringIO(text[:_SAMPLE_CHARACTERS], newline=""), _LOOKED_FOR))
    found = []
    for mark in _MARKS:
        widths = [line.count(mark) for line in lines]
        runs = (
            at + 1
            for at in range(1, len(widths) - _RUN)
            if widths[at] and len(set(widths[at : at + _RUN])) == 1
        )
        found.append(next(runs, 0))
    return min(filter(None, found), default=0)


def sample(text: str, skip: int) -> list[str]:
    """Return the first lines after *skip* ones, also blank ones, without a last line that may be
    cut off."""
    looked = text[:_SAMPLE_CHARACTERS]
    lines = list(islice(io.StringIO(looked, newline=""), skip, skip + _SAMPLE_LINES))
    if 1 < len(lines) < _SAMPLE_LINES and len(looked) < len(text):
        lines.pop()
    return lines


def _one_width(lines: list[str]) -> str | None:
    lines = [line for line in lines if line.strip()][:LOOKED_AT]
    for mark in _MARKS:
        found = [len(row) for row in split(lines, mark)]
        if not found:
            continue
        width, share = Counter(found).most_common(1)[0]
        # Names of row names are left away; a last column may be empty in every row.
        fits = found[0] == width or (found[0] == width - 1 >= 2)
        fits = fits or (mark != "," and found[0] == width + 1 and found.count(found[0]) == 1)
        if width >= 2 and fits and share >= _MOSTLY * len(found):
            return _or_blanks(mark, lines)
    return " " if _one_width_by_blanks(lines) else None


def _one_width_by_blanks(lines: list[str]) -> bool:
    """Return whether blanks give all lines one width, or all but the first, which has one cell less
    and the others a quote at their start: so R writes the names of rows."""
    if len(lines) < 2:
        return False
    first, *others = (len(split_at_blanks(line)) for line in lines)
    if len(set(others)) > 1 or others[0] < 2:
        return False
    named = first == others[0] - 1 >= 2 and all(line.startswith('"') for line in lines)
    return first == others[0] or named


def _or_blanks(mark: str, lines: list[str]) -> str:
    """Return the delimiter, or a blank where a tab is only one of the blanks between cells, as in
    UCI's auto-mpg: one cell between tabs holds several numbers in each line, and blanks give all
    lines one width."""
    lines = [line for line in lines if line.strip()][:LOOKED_AT]
    if mark != "\t" or not _one_width_by_blanks(lines):
        return mark
    rows = split(lines, mark)
    several = any(
        all(at < len(row) and _are_numbers(row[at].split()) for row in rows)
        for at in range(len(rows[0]))
    )
    return " " if several else mark


def _are_numbers(cells: list[str]) -> bool:
    return len(cells) >= _SEVERAL and all(
        is_written_number(cell) or is_missing(cell) for cell in cells
    )


def _below_title(lines: list[str], instead: str) -> tuple[str, int] | None:
    """Return the delimiter of a table with names below other lines, and how many these are, where
    commas or blanks give the lines one width by chance; None for no such table.

    That is so with a comma in a title and in numbers, ``Report, May`` above ``a;b`` and ``1,5;x``:
    the line of names has no comma, or all commas below it stand between digits.
    """
    if instead not in (",", " "):
        return None
    for mark in _MARKS[: _MARKS.index(",")]:
        start = _start(lines, mark)
        table = split(lines[start:], mark) if start else []
        if not table or not start or not _has_new_names(table):
            continue
        if instead == " ":
            return mark, start
        below = lines[start + 1 :]
        by_comma = Counter(len(row) for row in split(below, ","))
        usual = max(by_comma, key=lambda width: by_comma[width], default=0)
        same = len(split([lines[start]], ",")[0]) == usual
        if usual <= len(table[0]) and not (same and any(map(_NOT_IN_NUMBERS.search, below))):
            return mark, start
    return None


def _has_new_names(table: list[list[str]]) -> bool:
    """Return whether the first row holds names, none of which comes twice or in its column."""
    names = [cell.strip() for cell in table[0]]
    again = any(
        name == cell.strip() for row in table[1:] for name, cell in zip(names, row, strict=False)
    )
    return len(set(names)) == len(names) and not again and guess_header(table)


def _start(lines: list[str], mark: str) -> int | None:
    """Return how many lines come before a table with this delimiter, or None when there is no
    table."""
    whole = _whole_lines(lines)
    at = [i for i, line in whole.items() if line.strip()]
    plain = [i for i in at if not whole[i].lstrip().startswith(COMMENTS)]
    rows = [(split([whole[i]], mark) or [[]])[0] for i in plain]
    order = [*whole]
    above = {line: whole[before] for before, line in pairwise(order)}
    gaps = [i in above and not above[i].strip() for i in plain]
    begin = first_row(rows, gaps)
    table = rows[begin:]
    if not table:
        return None
    width, share = Counter(map(len, table)).most_common(1)[0]
    fits = len(table[0]) == width or len(table[0]) == width - 1 >= 2
    fits = fits or (mark != "," and len(table[0]) == width + 1)
    if width < 2 or not fits or share < _MOSTLY * len(table) or len(table) < 3:
        return None
    return plain[begin] if plain[begin] != at[0] else 0  # blank lines need no note


def _whole_lines(lines: list[str]) -> dict[int, str]:
    """Return the lines by their position. One in which a quote is open goes on in the next ones.

    A title with a quote that is never closed would swallow the table: it stays alone.
    """
    whole: dict[int, str] = {}
    at = 0
    while at < len(lines):
        end = at + 1
        while lines[at:end] and "".join(lines[at:end]).count('"') % 2 and end - at < _MOST_BROKEN:
            end += 1
        if "".join(lines[at:end]).count('"') % 2:
            end = at + 1
        whole[at] = "".join(lines[at:end])
        at = end
    return whole


def split_at_blanks(line: str) -> list[str]:
    """Return what stands between blanks. Double quotes hold blanks together, as R writes them."""
    if '"' not in line:
        return line.split()
    return [
        quoted.replace('\\"', '"').replace('""', '"') if quoted or not plain else plain
        for quoted, plain in _BETWEEN_BLANKS.findall(line)
    ]


def split(lines: list[str], mark: str) -> list[list[str]]:
    """Return the cells of the lines, as far as they can be separated. Blank lines are left out."""
    if mark == " ":
        return [cells for line in lines if (cells := split_at_blanks(line))]
    try:
        found = list(csv.reader(lines, delimiter=mark, skipinitialspace=True))
    except csv.Error:
        return []
    return [row for row in found if row]
