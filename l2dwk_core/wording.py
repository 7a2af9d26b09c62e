"""Small helps for sentences: a number with its noun, a time, a value in short."""

from __future__ import annotations

import reprlib


def counted(n: int, noun: str, many: str = "") -> str:
    """``counted(1, "row")`` is "1 row", ``counted(3, "row")`` "3 rows"; *many* if irregular."""
    return f"{n:,} {noun if n == 1 else many or noun + 's'}"


def duration(seconds: float) -> str:
    """About how long: ``"9 s"``, from 90 seconds on ``"4 min"``; at least ``"1 s"``."""
    return f"{seconds / 60:.0f} min" if seconds >= 90 else f"{max(seconds, 1):.0f} s"


def shown(value: object) -> str:
    """*value* in a diagnosis: its ``repr`` in one line of at most 60 characters."""
    text = " ".join(reprlib.repr(value).split())
    return text if len(text) <= 60 else text[:59] + "…"
