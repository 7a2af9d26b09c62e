"""Whether the first line of a table names its columns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from l2dwk_core.datasets.tables.notation import is_written_number
from l2dwk_core.datasets.tables.roles import CLASS_NAMES
from l2dwk_core.datasets.tables.values import is_missing, number

# Lines that are looked at; more change the answer in no real file.
_LOOKED_AT = 60
_YEAR = re.compile(r"(?:19|20)\d\d")
# Words that stand in a line of names and, unless they come back below, in no row of values.
# As a value, y is an answer.
_NAMES = frozenset({*CLASS_NAMES, "y_true", "y_test", "truth"}) - {"y", "result", "response"}
# Fewer increasing numbers above smaller or larger ones are found by chance.
_LEAST_APART = 4


def guess_header(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the first line names the columns.

    A word above a column of numbers suggests a header, a number above numbers suggests none, except
    years in equal steps above numbers that are no years, and numbers that are names beside a name
    in words: 0, 1, 2, class. Without any column of numbers the first
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
    if _names_years(first, body) or _names_numbers(first, body):
        return True
    votes = 0
    returning = new = 0
    for at, cell in enumerate(first):
        name = cell.strip()
        below = [row[at].strip() for row in body if at < len(row)]
        present = [text for text in below if not is_missing(text)]
        if present and sum(map(is_written_number, present)) > 0.9 * len(present):
            votes += -1 if is_written_number(name) or (name and is_missing(name)) else 1
        returning += name in present
        if name and name not in present and min(Counter(present).values(), default=0) > 1:
            new += not is_missing(name)
    if votes:
        return votes > 0
    return new >= returning or returning == 0


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


def _names_numbers(first: Sequence[str], body: Sequence[Sequence[str]]) -> bool:
    """Whether the numbers of the first line are names beside a name in words, as programs name
    columns by their place (0, 1, 2, class) and spectra by their wavelength.

    No word of the line comes back in its column. One is a usual name of a class; or one stands
    above numbers, or above words that all repeat, and the numbers go in equal steps or lie all
    outside of what stands below them.
    """
    found = {at: number(cell.strip(), ".") for at, cell in enumerate(first)}
    values = {at: value for at, value in found.items() if value is not None}
    words = {
        at: cell.strip()
        for at, cell in enumerate(first)
        if not is_missing(cell.strip()) and not is_written_number(cell.strip())
    }
    below = {at: _present(body, at) for at in range(len(first))}
    if (
        not words
        or len(set(values.values())) < len(values)
        or any(word in below[at] for at, word in words.items())
    ):
        return False
    if any(word.lower() in _NAMES for word in words.values()):
        return True
    if not any(_is_name_above(below[at]) for at in words):
        return False
    steps = [b - a for a, b in pairwise(values.values())]
    if not steps or not (min(steps) > 0 or max(steps) < 0):
        return False
    if max(steps) - min(steps) < 1e-6 * abs(steps[0]):
        if len(values) >= _LEAST_APART:
            return True
        from_start = [*values.values()] in ([0.0, 1.0], [1.0, 2.0])
        # Beside a word above words, few small numbers may also be values.
        above_words = not any(below[at] and is_written_number(below[at][0]) for at in words)
        again = any(first[at].strip() in below[at] for at in values)
        return (len(values) > 2 or from_start) and not (above_words and again)
    return len(values) >= _LEAST_APART and all(
        _is_outside(value, below[at]) for at, value in values.items()
    )


def _present(body: Sequence[Sequence[str]], at: int) -> list[str]:
    texts = [row[at].strip() for row in body if at < len(row)]
    return [text for text in texts if not is_missing(text)]


def _is_name_above(below: Sequence[str]) -> bool:
    """Whether a word that does not come back above these values is a name: they are all numbers, or
    all words that repeat."""
    numbers = sum(map(is_written_number, below))
    if numbers:
        return numbers == len(below)
    return min(Counter(below).values(), default=0) > 1


def _is_outside(value: float, below: Sequence[str]) -> bool:
    values = [found for text in below if (found := number(text, ".")) is not None]
    return bool(values) and not min(values) <= value <= max(values)
