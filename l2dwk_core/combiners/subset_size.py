"""How many members an ordering keeps when nobody says."""

from __future__ import annotations

from numbers import Real
from typing import Any

from l2dwk_core.checks import check_whole
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
    if size is not None:
        return check_whole("size", size, 1, n_members)
    fifth = round(DEFAULT_SHARE * n_members)
    return max(1, fifth - 1 + fifth % 2)


def share_of(share: float, n_members: int) -> int:
    """⌈share · n_members⌉, at least 1 and untroubled by 0.35 · 20 being 7.000000000000001."""
    return min(n_members, max(1, -int(-round(share * n_members, 9) // 1)))


def check_number(
    name: str, value: Any, low: float, high: float, *, without_low: bool = False
) -> float:
    """*value* as a float in [low, high], or in (low, high] when *without_low*.

    Raises
    ------
    InputError
        When it is anything else; *name* starts the message.
    """
    number = isinstance(value, Real) and not isinstance(value, bool)
    if not number or not low <= value <= high or (without_low and value == low):
        allowed = (
            f"above {low:g} and at most {high:g}" if without_low else f"from {low:g} to {high:g}"
        )
        raise InputError(f"{name} is {value!r}; it must be a number {allowed}.")
    return float(value)
