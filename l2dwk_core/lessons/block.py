"""A block of TOML in a lesson file, which knows the line of each of its keys."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeGuard

_NAME = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*""")


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
            places = self._places.get(name, [])
            at = bisect_left(places, first)
            first = places[at] if at < len(places) else first
        return self.start + first

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        """The indices of the lines with each name of a key or a table, ascending. They are found
        once, because a file may have a fault in every line."""
        places: dict[str, list[int]] = {}
        for i, line in enumerate(self.lines):
            for name in _names(line):
                places.setdefault(name, []).append(i)
        return places


def _names(line: str) -> list[str]:
    """Return the parts of the key, or of the table's name, that a line begins with."""
    stripped = line.lstrip()
    end = "]" if stripped.startswith("[") else "="
    names: list[str] = []
    at = 1 if end == "]" else 0
    while found := _NAME.match(stripped, at):
        names.append(found[found.lastindex or 0])
        at = found.end()
        if not stripped.startswith(".", at):
            return names if stripped.startswith(end, at) else []
        at += 1
    return []


def is_whole(value: object) -> TypeGuard[int]:
    """Return whether a value is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value: object) -> TypeGuard[float]:
    """Return whether a value is a number that a figure or a slider can show."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e9


def are_texts(values: object) -> TypeGuard[list[str]]:
    """Return whether a value is a list of texts that are not empty."""
    return isinstance(values, list) and all(isinstance(v, str) and v.strip() for v in values)
