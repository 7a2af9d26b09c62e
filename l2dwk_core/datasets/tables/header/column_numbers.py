"""A row under the names that numbers the columns: 1, 2, 3 or (1), (2), (3)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from l2dwk_core.datasets.tables.grid import Proposal
from l2dwk_core.datasets.tables.notation import is_written_number
from l2dwk_core.datasets.tables.row import Row, reach
from l2dwk_core.datasets.tables.values import is_missing

_LOOKED_AT = 60
_PLAIN = re.compile(r"([0-9]{1,4})\.?")
_BRACKETED = re.compile(r"[(\[{<]([0-9]{1,4})[)\]}>]")
# Two numbers that follow each other are more often values.
_LEAST_COLUMNS = 3
_LEAST_BELOW = 3


def without_column_numbers(
    rows: list[Row], what: str, notes: list[str], decided: list[Proposal]
) -> list[Row]:
    """Return the rows without one that numbers the columns, under the names or one row further
    down, with a note and what undoes it. *what* is the word for a row.

    The numbers count up by 1 from 0 or 1. Without brackets around them, one stands above words or
    above numbers of another kind, which all repeat.
    """
    for at in (1, 2):
        if len(rows) <= at + _LEAST_BELOW:
            break
        below = [row.cells for row in rows[at + 1 : at + 1 + _LOOKED_AT]]
        if not _numbers_columns(rows[at].cells, below, reach(rows[0].cells)):
            continue
        first = next(cell.strip() for cell in rows[at].cells if cell.strip())
        note = (
            f"{what.capitalize()} {rows[at].line:,} numbers the columns ({first}, …) and is left "
            "out."
        )
        notes.append(note)
        decided.append(Proposal(note, "It holds values", {"units": False}))
        return [*rows[:at], *rows[at + 1 :]]
    return rows


def _numbers_columns(cells: Sequence[str], below: Sequence[Sequence[str]], n_columns: int) -> bool:
    texts = [cell.strip() for cell in cells[: reach(cells)]]
    begin = next((at for at, text in enumerate(texts) if text), 0)  # above an index nothing
    texts = texts[begin:]
    if begin > 1 or len(texts) < 2 or not n_columns - 1 <= begin + len(texts) <= n_columns:
        return False
    bracketed = all(map(_BRACKETED.fullmatch, texts))
    if not bracketed and (len(texts) < _LEAST_COLUMNS or not all(map(_PLAIN.fullmatch, texts))):
        return False
    numbers = [int(text.strip("()[]{}<>.")) for text in texts]
    if numbers[0] not in (0, 1) or numbers != [*range(numbers[0], numbers[0] + len(numbers))]:
        return False
    columns = [
        [text for row in below if at < len(row) and not is_missing(text := row[at].strip())]
        for at in range(begin, begin + len(texts))
    ]
    if bracketed:
        return not any(text in values for text, values in zip(texts, columns, strict=True))
    return any(
        _is_of_another_kind(text, values) for text, values in zip(texts, columns, strict=True)
    )


def _is_of_another_kind(text: str, values: Sequence[str]) -> bool:
    """Return whether a number is none of the values below, which are words or all repeat."""
    if len(values) < _LEAST_BELOW or text in values:
        return False
    return not any(map(is_written_number, values)) or min(Counter(values).values()) > 1
