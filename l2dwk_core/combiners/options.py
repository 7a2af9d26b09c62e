"""The parameters a combiner declares, the checks of them, and what a method may need."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType
from typing import Any

from l2dwk_core.common.errors import InputError

NEEDS: Mapping[str, str] = MappingProxyType(
    {
        "two_classes": "exactly two classes",
        "size": "the number of members to keep",
        "probabilities": "class probabilities of the members",
        "features": "the table's columns, not only the members' votes",
        "complete_votes": "a vote of every member on every weighting row",
    }
)
"""What a method may need besides votes and labels."""


def option(default: Any, meaning: str, allowed: str) -> Any:
    """Return a dataclass field for a parameter of a combiner. The field carries its line of the
    methods table."""
    return field(default=default, metadata={"meaning": meaning, "allowed": allowed})


def check_number(name: str, found: Any, low: float, high: float) -> float:
    """Return *found* as a float in [low, high]. Raise ``InputError`` otherwise, also for NaN."""
    number = isinstance(found, float | int) or hasattr(found, "__float__")
    if isinstance(found, bool | str) or not number or not low <= float(found) <= high:
        raise InputError(f"{name} is {found!r}; it must be a number from {low:g} to {high:g}.")
    return float(found)


def check_positive(name: str, found: Any, high: float) -> float:
    """Return *found* as a float in (0, high]. Raise ``InputError`` otherwise, also for NaN."""
    number = check_number(name, found, 0, high)
    if number == 0:
        raise InputError(f"{name} is {found!r}; it must be above 0 and at most {high:g}.")
    return number


def refusal(
    needs: frozenset[str], n_classes: int, n_members: int, *, complete_votes: bool = True
) -> str | None:
    """Return why a method with these needs cannot be used here, or None when it can."""
    if n_members < 1:
        return "needs at least one member; there is none"
    if "two_classes" in needs and n_classes != 2:
        return f"needs two classes; this task has {n_classes}"
    if "complete_votes" in needs and not complete_votes:
        return "needs every member's vote on every weighting row; out-of-bag votes have gaps"
    return None
