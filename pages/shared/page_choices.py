"""What the pages beside the Lab let a reader choose: small records with limits.

A field states its own limits; address, widgets and tests read them here.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from l2dwk_core.errors import InputError, unknown_choice


def number(default: float, low: float, high: float, step: float = 1) -> Any:
    """A field with a range."""
    return field(default=default, metadata={"low": low, "high": high, "step": step})


def option(default: str, allowed: tuple[str, ...]) -> Any:
    """A field with a menu."""
    return field(default=default, metadata={"allowed": allowed})


def limits(kind: type, name: str) -> Any:
    """The metadata of a field: ``low``, ``high`` and ``step``, or ``allowed``."""
    return next(f.metadata for f in fields(kind) if f.name == name)


def check(kind: type, name: str, value: Any) -> None:
    """Raise ``InputError`` for a value outside its field's limits."""
    rule = limits(kind, name)
    if "allowed" in rule and value not in rule["allowed"]:
        raise unknown_choice(name, value, [key for key in rule["allowed"] if key])
    if "low" in rule and not rule["low"] <= value <= rule["high"]:
        raise InputError(
            f"{name} is {value:g}; it must be from {rule['low']:g} to {rule['high']:g}."
        )


@dataclass(frozen=True)
class StartChoice:
    """Three voters: how often each is right (%), and how their mistakes overlap (−100 to 100)."""

    accuracy: int = number(60, 35, 95)
    overlap: int = number(0, -100, 100, 5)


@dataclass(frozen=True)
class PairChoice:
    """Rows on which both, only the first, only the second, and neither of two members is right."""

    both: int = number(45, 0, 100)
    first: int = number(25, 0, 100)
    second: int = number(20, 0, 100)
    neither: int = number(10, 0, 100)


KINDS: dict[str, type] = {"": StartChoice, "lessons": PairChoice}
"""Record of each page, by the page's place in the address."""
