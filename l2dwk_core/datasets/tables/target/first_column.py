"""A class in the first column of a table without names, as in many files of the UCI repository."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.limits import MAX_CLASSES
from l2dwk_core.datasets.tables.target.quantity import is_quantity
from l2dwk_core.datasets.tables.values import is_whole

# A class has two to a few values; a quantity has more.
_FEW = 4
_MANY = 10
# That share of the values of two columns is the same where both hold answers of one kind.
_ALIKE = 0.8
# That many columns of numbers before words are a block of their own.
_BEFORE = 3
_KDD_WIDTH = 43
_PROTOCOLS = frozenset({"tcp", "udp", "icmp"})
# What stands first in tables whose class is the last column.
_SEX = frozenset("m f w male female man woman männlich weiblich boy girl".split())


class _Known(NamedTuple):
    """A published table without names whose first column is the class: its columns, its classes,
    the most values that each of its other columns has, and how many of these have two."""

    name: str
    width: int
    classes: frozenset[str]
    most: int
    pairs: int = 0


_KNOWN = (
    _Known("breast-cancer", 10, frozenset({"no-recurrence-events", "recurrence-events"}), 13),
    _Known("house-votes-84", 17, frozenset({"democrat", "republican"}), 3),
    _Known("lymphography", 19, frozenset("1234"), 8),
    _Known("hepatitis", 20, frozenset("12"), 100, 13),
    _Known("agaricus-lepiota (mushroom)", 23, frozenset("ep"), 12),
    _Known("SPECT", 23, frozenset("01"), 2),
    _Known("SPECTF", 45, frozenset("01"), 101),
    _Known("lung-cancer", 57, frozenset("123"), 4),
)


def why_first(columns: Sequence[Column]) -> str:
    """Return why the first column of a table without names is rather its class than the last one,
    or "" when nothing speaks for it.

    It has two to four values, and is that of a known table, or has words that no other column has
    while the last column has the values of most others, or is the only one with few values.
    """
    first, last = columns[0], columns[-1]
    if not _unnamed(columns) or not _may_be_class(first):
        return ""
    has = f"It is the first column and has {len(first.levels)} values"
    for known in _KNOWN:
        if (
            len(columns) == known.width
            and known.classes.issuperset(first.levels)
            and all(len(column.levels) <= known.most for column in columns[1:])
            and sum(len(column.levels) == 2 for column in columns[1:]) >= known.pairs
        ):
            return f"{has}, as the class of the table {known.name} of the UCI repository."
    others = columns[1:]
    words = first.n_numbers == 0 and not _SEX.issuperset(map(str.lower, first.levels))
    if words and len(others) > _FEW and not _shares(first, others):
        alike = sum(_alike(last, other) for other in columns[1:-1])
        if 2 * alike > len(others) - 1:
            return f"{has} that no other column has; the last column is like others."
    if len(others) > 1 and all(
        len(other.levels) > _MANY and other.n_numbers == other.n_present for other in others
    ):
        return f"{has}; all other columns have more than {_MANY}."
    return ""


def nsl_kdd(columns: Sequence[Column]) -> str:
    """Return the class of KDDTrain+ and KDDTest+, the column before the last, or ""."""
    if not _unnamed(columns) or len(columns) != _KDD_WIDTH:
        return ""
    attacks = columns[-2]
    known = _PROTOCOLS.issuperset(columns[1].levels) and "normal" in attacks.levels
    return attacks.name if known else ""


def other_end(columns: Sequence[Column], target: str, end: Column) -> str:
    """Return that a column at the other end of a table without names, or words behind numbers
    before the last column, may be the class too, or "". *end* is the last column that may be a
    class."""
    first = columns[0]
    if not _unnamed(columns) or target not in (first.name, end.name) or first is end:
        return ""
    chosen, which, other = (first, "last", end) if target == first.name else (end, "first", first)
    found = [(f"the {which} column", other)] if _may_be_too(other, chosen) else []
    at = [column.name for column in columns].index(end.name)
    before = columns[max(0, at - 1 - _BEFORE) : at]
    behind_numbers = len(before) > _BEFORE and all(
        column.n_numbers == column.n_present for column in before[:-1]
    )
    if chosen is end and end.n_numbers and behind_numbers and _are_words(before[-1]):
        found.append(("the column before it", before[-1]))
    if not found:
        return ""
    named = " or ".join(
        f"{what}, {one.name!r} with {len(one.levels)} values" for what, one in found
    )
    return (
        f" Without names it may as well be {named}: name that as the target if it is what is to be "
        "predicted."
    )


def _may_be_too(other: Column, chosen: Column) -> bool:
    """Return whether a column may be the class as well as the chosen one. Five whole numbers or
    more, from 0 or 1 on, are hardly rather the class than words."""
    if _may_be_class(other) or _are_words(other):
        return True
    numbers = other.numbers
    many = len(other.levels)
    if not other.n_present or other.n_numbers < other.n_present or not is_whole(numbers):
        return False
    return (
        chosen.n_numbers > 0
        and 2 <= many <= min(MAX_CLASSES, other.n_present / 2)
        and numbers.min() in (0, 1)
        and not is_quantity(other)
    )


def _are_words(column: Column) -> bool:
    many = len(column.levels)
    return column.n_numbers == 0 and 2 <= many <= min(MAX_CLASSES, column.n_present / 2)


def _unnamed(columns: Sequence[Column]) -> bool:
    return columns[0].name == "c1" and columns[-1].name == f"c{len(columns)}" and len(columns) > 2


def _may_be_class(column: Column) -> bool:
    if not 2 <= len(column.levels) <= _FEW:
        return False
    return column.n_numbers == 0 or is_whole(column.numbers)


def _shares(first: Column, others: Sequence[Column]) -> bool:
    values = set(first.levels)
    return any(not values.isdisjoint(other.levels) for other in others)


def _alike(one: Column, other: Column) -> bool:
    values, others = set(one.levels), set(other.levels)
    return len(values & others) >= _ALIKE * len(values | others)
