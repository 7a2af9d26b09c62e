"""Small helps for sentences: a number with its noun, a value in short."""

from __future__ import annotations

import reprlib


def counted(n: int, noun: str, many: str = "") -> str:
    """``counted(1, "row")`` is "1 row", ``counted(3, "row")`` "3 rows"; *many* if irregular."""
    return f"{n:,} {noun if n == 1 else many or noun + 's'}"


def shown(value: object) -> str:
    """*value* in a diagnosis: its ``repr`` in one line of at most 60 characters."""
    text = " ".join(reprlib.repr(value).split())
    return text if len(text) <= 60 else text[:59] + "…"
