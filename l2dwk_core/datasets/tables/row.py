"""One row of a file before it is known what the file holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Row(NamedTuple):
    """A row that is not blank: its number in the file, its cells, and whether a blank line stands
    before it."""

    line: int
    cells: list[str]
    gap: bool = False


class NoGroup(str):
    """A blank cell over which the name of a group before it does not go on."""

    __slots__ = ()


def reach(cells: Sequence[str]) -> int:
    """Return how many cells there are up to the last that is not blank."""
    return next((at for at in range(len(cells), 0, -1) if cells[at - 1].strip()), 0)
