"""Double quotes that open no quoted cell: ditto marks, and cells that swallow the lines below."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from l2dwk_core.common.text import counted
from l2dwk_core.datasets.tables.limits import MAX_LINE_CHARACTERS
from l2dwk_core.datasets.tables.row import Row

_MARKS = "\t;|,"
_QUOTED_MARKS = ",;"
# A cell that is no quote alone may be in quotes, or have quotes elsewhere than at its start.
_CLOSED = re.compile(r'"(?:[^"]|"")*"|[^"].*')
# Lines within one cell that each have the delimiters of a row.
_LEAST_LINES = 3


def without_lone_quotes(text: str, delimiter: str | None, before: int, notes: list[str]) -> str:
    """Return the text with each cell that is one double quote alone, as a ditto mark, written so
    that it is read as that, and a note. *before* are lines left out above it, for the note.

    The lines from the first to the last such cell have one number of delimiters, as the one above
    them, and no quote among them opens a cell that it does not close. Between commas or semicolons
    one of the lines has an odd number of quotes: otherwise "," is a comma in quotes.
    """
    for mark in _MARKS if delimiter is None else delimiter:
        ends = [f'{mark}"{mark}', f'\n"{mark}', f'{mark}"\n', f'{mark}"\r']
        if mark == " " or not any(end in text for end in ends):
            continue
        lines = text.split("\n")
        if any(len(line) > MAX_LINE_CHARACTERS for line in lines):
            return text  # it is refused later
        lone = [at for at, line in enumerate(lines) if '"' in line and _lone_cells(line, mark)]
        if not lone:
            continue
        among = [line for line in lines[max(0, lone[0] - 1) : lone[-1] + 1] if line.strip()]
        quoted = [line for line in among if '"' in line]
        if len({line.count(mark) for line in among}) > 1 or not _all_closed(quoted, mark):
            continue
        if mark in _QUOTED_MARKS and not any(line.count('"') % 2 for line in quoted):
            continue
        n_cells = sum(len(_lone_cells(lines[at], mark)) for at in lone)
        for at in lone:
            lines[at] = _written(lines[at], mark)
        notes.append(
            f"{counted(n_cells, 'cell holds', 'cells hold')} one double quote alone, the first in "
            f"line {lone[0] + 1 + before:,}, and {'is' if n_cells == 1 else 'are'} read as that. "
            "If it is a ditto mark, write the value from above in its place."
        )
        return "\n".join(lines)
    return text


def _lone_cells(line: str, mark: str) -> list[int]:
    return [at for at, cell in enumerate(line.split(mark)) if cell.strip() == '"']


def _all_closed(lines: Sequence[str], mark: str) -> bool:
    """Return whether every cell of the lines that begins with a quote ends with it, or is one."""
    cells = (cell.strip() for line in lines for cell in line.split(mark))
    return all(not cell or cell == '"' or _CLOSED.fullmatch(cell) for cell in cells)


def _written(line: str, mark: str) -> str:
    end = "\r" if line.endswith("\r") else ""
    cells = line.removesuffix("\r").split(mark)
    return mark.join('""""' if cell.strip() == '"' else cell for cell in cells) + end


def lines_within_cells(rows: Sequence[Row], mark: str) -> str:
    """Return a note on the first quoted cell that holds several lines with the delimiters of a row
    each, or "": its quotes may be none."""
    width = len(rows[0].cells)
    found = []
    for row, after in pairwise([*rows, Row(rows[-1].line + _LEAST_LINES + 2, [])]):
        if after.line - row.line <= _LEAST_LINES:
            continue
        lines = max((cell.split("\n") for cell in row.cells), key=len)
        full = sum(line.count(mark) == width - 1 for line in lines[1:-1])
        if full >= _LEAST_LINES and width > 2:
            found.append((row.line, full))
    if not found:
        return ""
    line, full = found[0]
    more = counted(len(found) - 1, "other cell does", "other cells do")
    also = f" {more} so too." if len(found) > 1 else ""
    return (
        f"A cell in double quotes in line {line:,} holds {full:,} lines that each look like a row, "
        f"and they are not read as rows. If its quotes are no quotes, remove or double them.{also}"
    )
