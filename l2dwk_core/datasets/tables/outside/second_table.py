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
_MOST_LOOKS = 50_000


def first_table(rows: list[Row], what: str, notes: list[str]) -> list[Row]:
    """Return the rows up to where another table or a legend begins: after a blank line, or with a
    title alone in its row. A row of blank cells is a blank line.

    *what* is the word for a row.
    """
    width = reach(rows[0].cells) if rows else 0
    begins = [
        at
        for at in range(_NUMBERS_ABOVE + 1, len(rows))
        if _is_apart(rows, at) or (width > 2 and _may_be_title(rows[at]))
    ]
    # Blank lines all over a table separate nothing, and each costs a look at the rows above.
    for at in begins if len(begins) * width <= _MOST_LOOKS else ():
        apart = _is_apart(rows, at)
        above = rows[max(1, at - _LOOKED_AT) : at]
        # A title may stand above the other table's names, and a blank line below it.
        titled = reach(rows[at].cells) == 1 and at + 1 < len(rows)
        heads = at + titled
        if titled and not reach(rows[heads].cells):
            heads = min(heads + 1, len(rows) - 1)
        end = next((i for i in range(heads + 1, len(rows)) if _is_apart(rows, i)), len(rows))
        other = rows[heads:end]
        again = apart and len(other) > 1 and _names_again(above, other[0].cells)
        if again or _numbers_below_words(above, other, titled):
            left = counted(len(rows) - at, what)
            notes.append(
                f"A second table seems to begin at {what} {rows[at].line:,}; the first one was "
                f"read, {left} not. Put each table into a file or sheet of its own."
            )
            return _without_blank_end(rows[:at])
        if apart and _is_legend(above, rows, at):
            left = counted(len(rows) - at, f"{what} below it is", f"{what}s below it are")
            notes.append(
                f"The table ends before {what} {rows[at].line:,}; {left} left out: their values "
                "are not those of the table."
            )
            return _without_blank_end(rows[:at])
    return rows


def _is_apart(rows: Sequence[Row], at: int) -> bool:
    """Return whether a row that is not blank stands below a blank line."""
    if rows[at].gap:
        return True
    above = rows[at - 1].cells
    # Nearly all rows begin with a cell.
    return not (above and above[0]) and not reach(above) and reach(rows[at].cells) > 0


def _may_be_title(row: Row) -> bool:
    """Return whether only the first cell of a row is filled."""
    return not any(row.cells[1:3]) and reach(row.cells) == 1


def _without_blank_end(rows: list[Row]) -> list[Row]:
    while rows and not reach(rows[-1].cells):
        rows.pop()
    return rows


def _numbers_below_words(above: Sequence[Row], other: Sequence[Row], titled: bool) -> bool:
    """Return whether names, or the first of the rows below a title, begin rows that have numbers
    where the rows above have words alone."""
    if reach(other[0].cells) < 2:
        return False
    if _has_number(other[0]):
        body = other if titled else []
    else:
        body = other[1:]
    body = [row for row in body if reach(row.cells)]
    if not body:
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


def _is_legend(above: Sequence[Row], rows: Sequence[Row], begin: int) -> bool:
    """Return whether all rows from *begin* on are shorter than those above, and none has a value
    that the same column has above, where the values of that column repeat."""
    width = min((far for row in above if (far := reach(row.cells))), default=0)
    if len(above) < _LEAST or reach(rows[begin].cells) >= width:
        return False
    rest = rows[begin:]
    widest = max(reach(row.cells) for row in rest)
    if widest < 2 or widest >= width:
        return False
    for at in range(1, widest):
        over = {_cell(row, at) for row in above if reach(row.cells)}
        below = {_cell(row, at) for row in rest if reach(row.cells)}
        if 2 * len(over) > len(above) or not over.isdisjoint(below):
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
