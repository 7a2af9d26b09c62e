"""Tables whose cells are separated by blanks and aligned, in which some cells are blank."""

from __future__ import annotations

import io

from l2dwk_core.common.text import counted
from l2dwk_core.datasets.tables.grid import NotATable
from l2dwk_core.datasets.tables.row import Row


def by_position(title: str, text: str, rows: list[Row]) -> list[Row]:
    """Return the rows with each cell in the column above or below which it stands.

    Raises
    ------
    NotATable
        When the lines are not aligned, so that it is unknown which cell is blank.
    """
    wanted = {row.line for row in rows}
    lines = {
        at: line.rstrip("\r\n")
        for at, line in enumerate(io.StringIO(text, newline=""), start=1)
        if at in wanted
    }
    columns = [] if any("\t" in line or '"' in line for line in lines.values()) else _columns(lines)
    width = len(rows[0].cells)
    if len(columns) != width:
        short = next(row for row in rows if len(row.cells) < width)
        cells = counted(len(short.cells), "cell")
        raise NotATable(
            f"{title!r}, line {short.line:,}: {cells} between blanks where the "
            f"first line has {width}, and the columns are not aligned, so it is unknown which cell "
            "is blank. Write NA there, or save the table as CSV."
        )
    return [
        row._replace(cells=[lines[row.line][start:end].strip() for start, end in columns])
        for row in rows
    ]


def _columns(lines: dict[int, str]) -> list[tuple[int, int]]:
    """Return where columns begin and end: between places at which all lines have blanks."""
    filled: set[int] = set()
    for line in lines.values():
        filled.update(at for at, sign in enumerate(line) if not sign.isspace())
    starts = [at for at in sorted(filled) if at - 1 not in filled]
    return [
        (start, next(at for at in range(start, max(filled) + 2) if at not in filled))
        for start in starts
    ]
