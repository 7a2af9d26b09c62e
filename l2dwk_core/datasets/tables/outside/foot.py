"""Remarks below a table."""

from __future__ import annotations

from l2dwk_core.common.text import counted
from l2dwk_core.datasets.tables.notation import is_written_number
from l2dwk_core.datasets.tables.row import Row, reach
from l2dwk_core.datasets.tables.values import is_missing


def without_foot(rows: list[Row], what: str, notes: list[str]) -> list[Row]:
    """Return the rows without sentences in the first cell of the last rows."""
    width = max((reach(row.cells) for row in rows), default=0)
    end = len(rows)
    while end > 3 and reach(rows[end - 1].cells) == 1 and width >= 3:
        text = rows[end - 1].cells[0].strip()
        if not text or is_written_number(text) or is_missing(text):
            break
        end -= 1
    if end < len(rows):
        left = counted(len(rows) - end, f"{what} below it is", f"{what}s below it are")
        notes.append(f"The table ends before {what} {rows[end].line:,}; {left} left out.")
    return rows[:end]
