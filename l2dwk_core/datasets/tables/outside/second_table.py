"""A second table below the first one."""

from __future__ import annotations

from collections.abc import Sequence

from l2dwk_core.common.text import counted
from l2dwk_core.datasets.tables.notation import is_written_number
from l2dwk_core.datasets.tables.row import Row, reach
from l2dwk_core.datasets.tables.values import is_missing

_LOOKED_AT = 60
_NUMBERS_ABOVE = 3


def first_table(rows: list[Row], what: str, notes: list[str]) -> list[Row]:
    """Return the rows up to where, after a blank line, another table begins."""
    for at in range(_NUMBERS_ABOVE + 1, len(rows)):
        if not rows[at].gap:
            continue
        # A title may stand above the other table's names.
        heads = at + 1 if reach(rows[at].cells) == 1 and at + 1 < len(rows) else at
        if heads + 1 < len(rows) and _names_again(rows[:at], rows[heads].cells):
            left = counted(len(rows) - at, what)
            notes.append(
                f"A second table seems to begin at {what} {rows[at].line:,}; the first one was "
                f"read, {left} not. Put each table into a file or sheet of its own."
            )
            return rows[:at]
    return rows


def _names_again(above: list[Row], cells: Sequence[str]) -> bool:
    """Return whether the row has words where the rows above have numbers, and no number beside
    them."""
    if reach(cells) < 2 or any(is_written_number(cell.strip()) for cell in cells):
        return False
    looked = above[-_LOOKED_AT:]
    for at, cell in enumerate(cells):
        over = [row.cells[at].strip() for row in looked if at < len(row.cells)]
        numbers = sum(map(is_written_number, over))
        if numbers >= _NUMBERS_ABOVE and numbers > 0.8 * len(over):
            return not is_missing(cell.strip())
    return False
