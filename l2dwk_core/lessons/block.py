"""A block of TOML in a lesson file, which knows the line of each of its keys."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeGuard


@dataclass(frozen=True)
class Block:
    """The TOML between two lines of plus signs. ``start`` is the number of its first line.

    ``is_read``: False where it is missing or no TOML, so that nothing is known about its keys.
    """

    start: int
    lines: tuple[str, ...]
    values: Mapping[str, Any]
    is_read: bool = True

    def line_of(self, *path: str) -> int:
        """Return the number of the line with a key; that of its table, or of the block, where the
        key is written in another way or not there."""
        first = 0
        for name in path:
            word = rf"[\"']?{re.escape(name)}[\"']?"
            pattern = re.compile(rf"\s*(\[\s*{word}\s*\]|{word}\s*[=.]|[\w\"'.]+\.{word}\s*=)")
            places = (i for i in range(first, len(self.lines)) if pattern.match(self.lines[i]))
            first = next(places, first)
        return self.start + first


def is_whole(value: object) -> TypeGuard[int]:
    """Return whether a value is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value: object) -> TypeGuard[float]:
    """Return whether a value is a number that a figure or a slider can show."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e9


def are_texts(values: object) -> TypeGuard[list[str]]:
    """Return whether a value is a list of texts that are not empty."""
    return isinstance(values, list) and all(isinstance(v, str) and v.strip() for v in values)
