"""A last row that says below a column of words how many there are, without a word for it."""

from __future__ import annotations

from l2dwk_core.datasets.tables.notation import is_written_number
from l2dwk_core.datasets.tables.row import Row

_LEAST = 8
# Larger tables are not made by hand.
_MOST_ROWS = 100_000
_LONGEST = 6


def without_count_below(rows: list[Row], what: str, notes: list[str]) -> list[Row]:
    """Return the rows without a last one that holds numbers alone, and below a column of words as
    many as there are above it. *what* is the word for a row. The first row may hold names."""
    body = rows[1:-1]
    if not _LEAST <= len(body) <= _MOST_ROWS:
        return rows
    last = [cell.strip() for cell in rows[-1].cells]
    if not all(is_written_number(cell) for cell in last if cell):
        return rows
    for at, cell in enumerate(last):
        if not cell.isdecimal() or len(cell) > _LONGEST:
            continue
        above = [row.cells[at].strip() for row in body if at < len(row.cells)]
        above = [other for other in above if other]
        if int(cell) == len(above) and not any(map(is_written_number, above)):
            notes.append(
                f"{what.capitalize()} {rows[-1].line:,} holds {cell!r} below as many words, so it "
                "counts them; it is left out."
            )
            return rows[:-1]
    return rows
