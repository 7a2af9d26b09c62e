"""Members' names in figures and tables: models of their own have names, others only numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.figures.words import plain

Names = Sequence[str] | None
"""(L,) of the members, as ``Pool.names`` has them; None where they have only their numbers."""

_LEAST = 5
"""Signs of the beginning of a shortened name."""
PERFECT = "the perfect member"
SHORT = 22
"""Signs of a name on an axis; the whole name is shown under the pointer."""


def own_names(names: Names) -> bool:
    """Return whether members have names of their own, and not only their numbers."""
    return names is not None and any(name != f"member {j}" for j, name in enumerate(names))


def name_of(names: Names, member: int) -> str:
    """Return the name of a member, "member 3" where it has none of its own. The number after the
    last is that of the imagined perfect member of the Diversity page."""
    if names is None:
        return f"member {member}"
    return PERFECT if member == len(names) else str(names[member])


def in_figure(names: Names, member: int, most: int | None = None) -> str:
    """Return the name as it enters a figure, shortened to ``most`` signs."""
    name = name_of(names, member)
    return plain(name if most is None else shortened(name, most))


def shortened(name: str, most: int) -> str:
    """Return a name in at most so many signs. What stands behind its last comma is kept where that
    leaves room: models of one family differ there."""
    if len(name) <= most:
        return name
    start, comma, end = name.rpartition(", ")
    room = most - len(comma) - len(end) - 1
    if comma and room >= _LEAST:
        return f"{start[:room].rstrip()}…{comma}{end}"
    return f"{name[: most - 1].rstrip()}…"


def at_start(name: str) -> str:
    """Return a name with a capital letter, to begin a sentence or a title."""
    return name[:1].upper() + name[1:]


def hover_names(names: Names, members: NDArray[np.integer[Any]]) -> list[Any]:
    """Return what the pointer names members by, in the shape of ``members``: their names or, where
    they have none of their own, "member 3"."""
    if members.ndim > 1:
        return [hover_names(names, part) for part in members]
    return [in_figure(names, int(j)) for j in members]


def name_columns(
    names: Names, **members: NDArray[np.integer[Any]] | Sequence[int]
) -> dict[str, Any]:
    """Return columns of a table: the members' numbers and, beside each column, their names.

    ``name_columns(names, member=kept)`` has the columns ``member`` and ``member_name``, the second
    only where members have names of their own.
    """
    columns: dict[str, Any] = {}
    for title, numbers in members.items():
        columns[title] = numbers
        if own_names(names):
            columns[f"{title}_name"] = [name_of(names, int(j)) for j in numbers]
    return columns
