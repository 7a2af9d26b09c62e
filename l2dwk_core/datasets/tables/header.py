"""Whether the first line of a table names its columns."""

from __future__ import annotations

from collections.abc import Sequence

from l2dwk_core.datasets.tables.notation import is_written_number
from l2dwk_core.datasets.tables.values import is_missing

# Lines that are looked at; more change the answer in no real file.
_LOOKED_AT = 60


def guess_header(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the first line names the columns.

    A word above a column of numbers suggests a header, a number above numbers suggests none.
    Without any column of numbers the first line is a header unless its words occur again below.
    """
    if len(rows) < 2:
        return True
    # Tables without column names are often written with their positions, 0, 1, 2, …
    positions = [cell.strip() for cell in rows[0] if cell.strip()]
    if len(positions) > 2 and positions == [str(i) for i in range(len(positions))]:
        return True
    first, body = rows[0], rows[1:_LOOKED_AT]
    votes = 0
    returning = 0
    for at, cell in enumerate(first):
        name = cell.strip()
        below = [row[at].strip() for row in body if at < len(row)]
        present = [text for text in below if not is_missing(text)]
        if present and sum(map(is_written_number, present)) > 0.9 * len(present):
            votes += -1 if is_written_number(name) or (name and is_missing(name)) else 1
        returning += name in present
    if votes:
        return votes > 0
    return returning == 0
