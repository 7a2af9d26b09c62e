"""Whether the first line of a table names its columns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from l2dwk_core.datasets.tables.header.numbers_as_names import (
    counts_up,
    names_amounts,
    names_numbers,
)
from l2dwk_core.datasets.tables.notation import is_written_number
from l2dwk_core.datasets.tables.values import is_missing

# Lines that are looked at; more change the answer in no real file.
_LOOKED_AT = 60
# The column of an index has no name, others nearly always have.
_BLANKS = 2
_YEAR = re.compile(r"(?:19|20)\d\d")


def guess_header(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the first line names the columns.

    A word above a column of numbers suggests a header, a number above numbers suggests none, except
    years in equal steps above numbers that are no years, amounts above plain numbers, and numbers
    that are names: 0, 1, 2, class. Two blanks or more above numbers say nothing, for a first case
    may have as many, unless a second line of names follows. Without any column of numbers the first
    line is a header unless its words occur again below. One such word may be a name that is also
    a value, "agree" above "agree" and "disagree": columns whose values all repeat, but not the
    first one, outweigh it.
    """
    if len(rows) < 2:
        return True
    # Tables without column names are often written with their positions, 0, 1, 2, …
    positions = [cell.strip() for cell in rows[0] if cell.strip()]
    if len(positions) > 2 and positions == [str(i) for i in range(len(positions))]:
        return True
    first, body = rows[0], rows[1:_LOOKED_AT]
    if _names_years(first, body) or counts_up(first, body) or names_amounts(first, body):
        return True
    if names_numbers(first, body, rows[1:]):
        return True
    votes = 0
    blanks_vote = sum(not cell.strip() for cell in first) < _BLANKS or _more_names(body)
    returning = new = 0
    for at, cell in enumerate(first):
        name = cell.strip()
        below = [row[at].strip() for row in body if at < len(row)]
        present = [text for text in below if not is_missing(text)]
        if present and sum(map(is_written_number, present)) > 0.9 * len(present):
            if is_written_number(name) or (name and is_missing(name)):
                votes -= 1
            elif name or blanks_vote:
                votes += 1
        returning += name in present
        if name and name not in present and min(Counter(present).values(), default=0) > 1:
            new += not is_missing(name)
    if votes:
        return votes > 0
    return new >= returning or returning == 0


def _more_names(body: Sequence[Sequence[str]]) -> bool:
    """Whether the second line has a word above a column of numbers."""
    for at, cell in enumerate(body[0]):
        below = [row[at].strip() for row in body[1:] if at < len(row)]
        present = [text for text in below if not is_missing(text)]
        numbers = sum(map(is_written_number, present))
        word = not is_missing(cell.strip()) and not is_written_number(cell.strip())
        if word and present and numbers > 0.9 * len(present):
            return True
    return False


def _names_years(first: Sequence[str], body: Sequence[Sequence[str]]) -> bool:
    """Whether all numbers of the first line are years, in equal steps, over what are no years."""
    years = {at: int(cell) for at, cell in enumerate(first) if _YEAR.fullmatch(cell.strip())}
    numbers = [at for at, cell in enumerate(first) if is_written_number(cell.strip())]
    steps = {b - a for a, b in pairwise(years.values())}
    if numbers != list(years) or len(steps) != 1 or steps == {0}:
        return False
    for at, cell in enumerate(first):
        below = [row[at].strip() for row in body if at < len(row)]
        again = sum(_YEAR.fullmatch(text) is not None for text in below)
        if (at in years and again > 0.1 * len(below)) or (cell.strip() and cell.strip() in below):
            return False
    return True
