"""The names of members in figures and tables. Models have names, other members only numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.figures.words import plain

Names = Sequence[str] | None
"""(L,) names of the members, as in ``Pool.names``; None when they have only numbers."""

_LEAST = 5
"""The number of characters kept from the beginning of a shortened name."""
_NUMBERED = re.compile(r"(member|model) \d+")
PERFECT = "the perfect member"
SHORT = 22
"""The number of characters of a name on an axis. The pointer shows the whole name."""


def own_names(names: Names) -> bool:
    """Return whether members have their own names, and not only numbers."""
    return names is not None and any(name != f"member {j}" for j, name in enumerate(names))


def name_of(names: Names, member: int) -> str:
    """Return the name of a member, or "member 3" when it has no name of its own. The number after
    the last member means the imagined perfect member of the Diversity page."""
    if names is None:
        return f"member {member}"
    return PERFECT if member == len(names) else str(names[member])


def in_figure(names: Names, member: int, most: int | None = None) -> str:
    """Return the name as it is written in a figure, shortened to ``most`` characters."""
    name = name_of(names, member)
    return plain(name if most is None else shortened(name, most))


def shortened(name: str, most: int) -> str:
    """Return a name of at most ``most`` characters. The text after its last comma is kept when
    there is room for it, because models of one family differ in this part."""
    if len(name) <= most:
        return name
    start, comma, end = name.rpartition(", ")
    room = most - len(comma) - len(end) - 1
    if comma and room >= _LEAST:
        return f"{start[:room].rstrip()}…{comma}{end}"
    return f"{name[: most - 1].rstrip()}…"


def at_start(name: str) -> str:
    """Return a name as it begins a sentence or a title: "Member 3" for "member 3". A name that a
    user gave stays as it is."""
    return name.capitalize() if _NUMBERED.fullmatch(name) else name


def hover_names(names: Names, members: NDArray[np.integer[Any]]) -> list[Any]:
    """Return the names that the pointer shows, in the shape of ``members``: their own names, or
    "member 3" when they have none."""
    if members.ndim > 1:
        return [hover_names(names, part) for part in members]
    return [in_figure(names, int(j)) for j in members]


def name_columns(
    names: Names, **members: NDArray[np.integer[Any]] | Sequence[int]
) -> dict[str, Any]:
    """Return columns of a table: the numbers of members and, next to each column, their names.

    ``name_columns(names, member=kept)`` returns the columns ``member`` and ``member_name``, the
    second only when members have their own names.
    """
    columns: dict[str, Any] = {}
    for title, numbers in members.items():
        columns[title] = numbers
        if own_names(names):
            columns[f"{title}_name"] = [name_of(names, int(j)) for j in numbers]
    return columns
