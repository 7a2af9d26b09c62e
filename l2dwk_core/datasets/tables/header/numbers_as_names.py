"""Whether numbers in the first line of a table are names of columns: places, wavelengths, amounts,
times."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from l2dwk_core.datasets.tables.notation import is_written_number, number_parts
from l2dwk_core.datasets.tables.roles import CLASS_NAMES
from l2dwk_core.datasets.tables.values import is_missing, number

# Words that stand in a line of names and, unless they come back below, in no row of values.
# As a value, y is an answer.
_NAMES = frozenset({*CLASS_NAMES, "y_true", "y_test", "truth"}) - {"y", "result", "response"}
# Fewer increasing numbers above smaller or larger ones are found by chance.
_LEAST_APART = 4
# Fewer rows say too little about what a column holds.
_LEAST_BELOW = 10
# A first value that no other row has is likely where many values occur once.
_ONCE = 0.05
_DECIMALS = re.compile(r"[+-]?[0-9]*[.,][0-9]+(?:[eE][+-]?[0-9]{1,3})?")


def counts_up(first: Sequence[str], body: Sequence[Sequence[str]]) -> bool:
    """Whether the first line counts up by one, over decimals in every column, or all but one."""
    names = [cell.strip() for cell in first]
    if len(names) < 3 or len(body) < _LEAST_BELOW or not all(map(_is_count, names)):
        return False
    if any(int(b) - int(a) != 1 for a, b in pairwise(names)):
        return False
    below = [_present(body, at) for at in range(len(names))]
    other = [at for at, texts in enumerate(below) if not all(map(_DECIMALS.fullmatch, texts))]
    return len(other) <= 1 and all(below) and all(names[at] not in below[at] for at in other)


def _is_count(name: str) -> bool:
    return name.isascii() and name.isdecimal() and len(name) <= 9


def names_amounts(first: Sequence[str], body: Sequence[Sequence[str]]) -> bool:
    """Whether the first line holds amounts with a unit or a sign, such as 5mg, over numbers without
    one. Beside numbers without a unit there are two amounts or more. No word of it comes back."""
    amounts = plain = 0
    names = [cell.strip() for cell in first]
    filled = [name for name in names if name]
    if len(body) < _LEAST_BELOW or len(set(filled)) < len(filled):
        return False
    for at, name in enumerate(names):
        below = _present(body, at)
        if not is_written_number(name):
            if name in below:
                return False
        elif not _sign(name):
            plain += 1
        elif below and all(map(is_written_number, below)) and not any(map(_sign, below)):
            amounts += 1
        else:
            return False
    return amounts > min(plain, 1)


def _sign(text: str) -> str:
    """Return the unit or sign beside the number that a stripped cell writes, or ""."""
    parts = number_parts(text)
    return parts.sign if parts else ""


def names_numbers(
    first: Sequence[str], body: Sequence[Sequence[str]], every: Sequence[Sequence[str]]
) -> bool:
    """Whether the numbers of the first line are names beside a name in words, as programs name
    columns by their place (0, 1, 2, class) and spectra by their wavelength.

    No word of the line comes back in its column. One is a usual name of a class; or one stands
    above numbers, or above words that all repeat, and the numbers go in equal steps or lie all
    outside of what stands below them; or the numbers are in order, and one word is clearly a name.
    *body* are some rows, of which *every* are all.
    """
    found = {at: _number(cell.strip()) for at, cell in enumerate(first)}
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
    steps = [b - a for a, b in pairwise(values.values())]
    if not steps or not (min(steps) > 0 or max(steps) < 0):
        return False
    if len(values) > 2 and any(
        _is_clear_name(word, below[at], increase=min(steps) > 0) and word not in _present(every, at)
        for at, word in words.items()
    ):
        return True
    if not any(_is_name_above(below[at]) for at in words):
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


def _number(text: str) -> float | None:
    value = number(text, ".")
    return number(text, ",") if value is None else value


def _is_clear_name(word: str, below: Sequence[str], increase: bool) -> bool:
    """Whether a word that does not come back above these values can hardly be one itself: they are
    all numbers, or words of which few occur once only, and the numbers beside it increase.

    A single letter may be a code like others."""
    if len(below) < _LEAST_BELOW or sum(map(str.isalpha, word)) < 2:
        return False
    numbers = sum(map(is_written_number, below))
    if numbers:
        return numbers == len(below)
    counts = Counter(below)
    once = sum(count == 1 for count in counts.values())
    return increase and len(counts) <= len(below) / 2 and once <= _ONCE * len(below)
