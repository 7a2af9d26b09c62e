"""How many members an ordering keeps when nobody says, and checks of shares."""

from __future__ import annotations

from typing import Any

from l2dwk_core.combiners.info import check_number, subset_size
from l2dwk_core.errors import InputError

DEFAULT_SHARE = 0.2
"""Ordered bagging is usually cut between 20 and 40 % of the pool; the lower end is taken."""


def checked_size(size: int | None, n_members: int) -> int:
    """*size*, or for None the odd number nearest below 20 % of the pool (at least 1).

    Odd, because a two-class vote of an even number can tie.

    Raises
    ------
    InputError
        When it is no whole number from 1 to the number of members.
    """
    kept = subset_size(size, n_members, DEFAULT_SHARE)
    return kept if size is not None else max(1, kept - 1 + kept % 2)


def share_of(share: float, n_members: int) -> int:
    """⌈share · n_members⌉, at least 1 and untroubled by 0.07 · 100 being 7.000000000000001."""
    return min(n_members, max(1, -int(-round(share * n_members, 9) // 1)))


def check_positive(name: str, value: Any, high: float) -> float:
    """*value* as a float in (0, high].

    Raises
    ------
    InputError
        When it is anything else; *name* starts the message.
    """
    number = check_number(name, value, 0, high)
    if number == 0:
        raise InputError(f"{name} is {value!r}; it must be above 0 and at most {high:g}.")
    return number
