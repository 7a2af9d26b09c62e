"""Cells beside a table, behind a blank column: a legend, or remarks on its first rows."""

from __future__ import annotations

from l2dwk_core.common.text import counted
from l2dwk_core.datasets.tables.row import Row

# Rows in which a blank column is searched for before all rows are looked at.
_LOOKED_AT = 60
_LEAST_COLUMNS = 2
# A block that fills more of the table's rows may belong to it.
_MOST = 0.5


def without_beside(rows: list[Row], what: str, notes: list[str]) -> list[Row]:
    """Return the rows without a block of cells behind a blank column.

    The block fills one run of rows, at most half of those of the table. Columns of a table that
    are nearly empty have their values here and there. *what* is the word for a row.
    """
    for at in _blank_columns(rows):
        filled = [i for i, row in enumerate(rows) if any(map(str.strip, row.cells[at + 1 :]))]
        left = [any(map(str.strip, row.cells[:at])) for row in rows]
        if (
            not filled
            or len(filled) > _MOST * sum(left)
            or filled[-1] - filled[0] >= len(filled)
            or not left[0]
        ):
            continue
        first = next(cell.strip() for cell in rows[filled[0]].cells[at + 1 :] if cell.strip())
        notes.append(
            f"Beside the table, behind a blank column, {counted(len(filled), what)} from {what} "
            f"{rows[filled[0]].line:,} on hold other cells, the first of them {first[:40]!r}; they "
            "are left out."
        )
        return _cut(rows, at, left)
    return rows


def _blank_columns(rows: list[Row]) -> list[int]:
    """Return the columns without any cell behind at least two with some, and before others."""
    looked = rows[:_LOOKED_AT]
    width = max((len(row.cells) for row in looked), default=0)
    few = [
        at
        for at in range(_LEAST_COLUMNS, width - 1)
        if not any(at < len(row.cells) and row.cells[at].strip() for row in looked)
    ]
    return [
        at for at in few if not any(at < len(row.cells) and row.cells[at].strip() for row in rows)
    ]


def _cut(rows: list[Row], width: int, left: list[bool]) -> list[Row]:
    """Return the rows of that width. One that then has no cells is a blank line."""
    made: list[Row] = []
    gap = False
    for row, has_cells in zip(rows, left, strict=True):
        if has_cells:
            made.append(row._replace(cells=row.cells[:width], gap=row.gap or gap))
        gap = not has_cells
    return made
