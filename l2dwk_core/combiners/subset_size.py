"""How many members to keep: the number asked for, or a share of all members."""

from __future__ import annotations

from l2dwk_core.common.errors import InputError

DEFAULT_SHARE = 0.2
"""Ordered bagging is usually cut between 20 and 40 % of the pool; the lower end is taken."""

ODD_FIFTH = "1 to L; None for an odd number near a fifth"
"""What ``odd_fifth`` allows, for the table of parameters."""


def subset_size(size: int | None, n_members: int, default_share: float) -> int:
    """Return how many members to keep: *size*, or a share of all members when it is None; at least
    one.

    Raise ``InputError`` when *size* is not a whole number from 1 to *n_members*.
    """
    if size is None:
        return max(1, round(default_share * n_members))
    whole = hasattr(size, "__index__") and not isinstance(size, bool)
    if not whole or not 1 <= size <= n_members:
        raise InputError(
            f"size is {size!r}; it must be a whole number from 1 to {n_members}, the number "
            "of members there are."
        )
    return int(size)


def odd_fifth(size: int | None, n_members: int) -> int:
    """Return *size*, or for None the odd number nearest below 20 % of the pool; at least 1.

    Odd, because a two-class vote of an even number can tie. Raise ``InputError`` as
    ``subset_size`` does.
    """
    kept = subset_size(size, n_members, DEFAULT_SHARE)
    return kept if size is not None else max(1, kept - 1 + kept % 2)


def share_of(share: float, n_members: int) -> int:
    """Return ⌈share · n_members⌉, at least 1. Rounding errors such as 0.07 · 100 =
    7.000000000000001 do not raise it."""
    return min(n_members, max(1, -int(-round(share * n_members, 9) // 1)))
