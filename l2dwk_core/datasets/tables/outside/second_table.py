"""A second table below the first one."""

from __future__ import annotations

from collections.abc import Sequence

from l2dwk_core.common.text import counted
from l2dwk_core.datasets.tables.notation import is_written_number
from l2dwk_core.datasets.tables.row import Row, reach
from l2dwk_core.datasets.tables.values import is_missing

_LOOKED_AT = 60
_NUMBERS_ABOVE = 3
_MOSTLY = 0.8
# Fewer rows say too little about which values a column has.
_LEAST = 8


def first_table(rows: list[Row], what: str, notes: list[str]) -> list[Row]:
    """Return the rows up to where, after a blank line, another table or a legend begins.

    *what* is the word for a row.
    """
    for at in range(_NUMBERS_ABOVE + 1, len(rows)):
        if not rows[at].gap:
            continue
        above = rows[max(1, at - _LOOKED_AT) : at]
        end = next((i for i in range(at + 1, len(rows)) if rows[i].gap), len(rows))
        # A title may stand above the other table's names, and a blank line below it.
        heads = at
        if reach(rows[at].cells) == 1 and at + 1 < len(rows):
            heads = at + 1
            end = next((i for i in range(heads + 1, len(rows)) if rows[i].gap), len(rows))
        titled = heads > at
        again = heads + 1 < len(rows) and _names_again(rows[:at], rows[heads].cells)
        if again or _numbers_below_words(above, rows[heads:end], titled):
            left = counted(len(rows) - at, what)
            notes.append(
                f"A second table seems to begin at {what} {rows[at].line:,}; the first one was "
                f"read, {left} not. Put each table into a file or sheet of its own."
            )
            return rows[:at]
        if _is_legend(above, rows[at:]):
            left = counted(len(rows) - at, f"{what} below it is", f"{what}s below it are")
            notes.append(
                f"The table ends before {what} {rows[at].line:,}; {left} left out: their values "
                "are not those of the table."
            )
            return rows[:at]
    return rows


def _numbers_below_words(above: Sequence[Row], other: Sequence[Row], titled: bool) -> bool:
    """Return whether names, or the first of the rows below a title, begin rows that have numbers
    where the rows above have words alone."""
    body = other if titled and _has_number(other[0]) else other[1:]
    if not body or (body is not other and _has_number(other[0])):
        return False
    if reach(other[0].cells) < 2:
        return False
    for at in range(max(reach(row.cells) for row in body)):
        over = [cell for row in above if not is_missing(cell := _cell(row, at))]
        below = [cell for row in body if not is_missing(cell := _cell(row, at))]
        if (
            len(over) >= max(_NUMBERS_ABOVE, _MOSTLY * len(above))
            and not any(map(is_written_number, over))
            and len(below) == len(body)
            and all(map(is_written_number, below))
        ):
            return True
    return False


def _is_legend(above: Sequence[Row], rest: Sequence[Row]) -> bool:
    """Return whether all rows below are shorter than those above, and none has a value that the
    same column has above, where the values of that column repeat."""
    width = min((reach(row.cells) for row in above), default=0)
    widest = max(reach(row.cells) for row in rest)
    if len(above) < _LEAST or widest < 2 or widest >= width:
        return False
    for at in range(1, widest):
        over = {_cell(row, at) for row in above}
        if 2 * len(over) > len(above) or not over.isdisjoint({_cell(row, at) for row in rest}):
            return False
    return True


def _has_number(row: Row) -> bool:
    return any(is_written_number(cell.strip()) for cell in row.cells)


def _cell(row: Row, at: int) -> str:
    return row.cells[at].strip() if at < len(row.cells) else ""


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
