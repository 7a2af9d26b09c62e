"""What was decided about a file and may be wrong, each with what undoes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.grid import Grid
from l2dwk_core.datasets.tables.notation import WORD
from l2dwk_core.datasets.tables.roles import (
    DATE,
    IDENTIFIER,
    NUMERIC,
    SYMBOLIC,
    TEXT,
    USED,
    written_as,
)


@dataclass(frozen=True)
class Proposal:
    """One decision.

    Attributes
    ----------
    text
        What was found and what is made of it, in one sentence or two.
    undo
        What the other way is called, in a few words.
    reading
        The arguments of `inspect_table` that take the other way; empty for a column.
    column, role
        The column and the role that take it.
    """

    text: str
    undo: str
    reading: Mapping[str, object] = field(default_factory=dict)
    column: str = ""
    role: str = ""


class _Reasoned(Protocol):
    @property
    def reason(self) -> str: ...


def propose(
    grid: Grid, columns: Sequence[Column], roles: Sequence[str], drafts: Sequence[_Reasoned]
) -> tuple[Proposal, ...]:
    """The decisions about the file, then those about columns in their order."""
    found = []
    what = "row" if "sheet" in grid.detected else "line"
    if grid.skipped:
        found.append(
            Proposal(
                f"The table begins at {what} {grid.skipped + 1:,}.",
                f"Read from the first {what}",
                {"skip": 0},
            )
        )
    if grid.units:
        found.append(
            Proposal(
                f"The {what} under the names holds units.", "It holds values", {"units": False}
            )
        )
    for column, role, draft in zip(columns, roles, drafts, strict=True):
        other = _other(column, role)
        if other:
            words = f"{column.name}: {draft.reason}"
            found.append(Proposal(words, _UNDO[other], column=column.name, role=other))
    return tuple(found)


_UNDO = {NUMERIC: "Use as numbers", SYMBOLIC: "Use as categories"}


def _other(column: Column, role: str) -> str:
    """The role a person may want instead; "" where nothing speaks for another."""
    if column.declared:
        return ""
    if role == NUMERIC and (column.odd(WORD) or written_as(column)):
        return SYMBOLIC
    if role == SYMBOLIC and 2 * column.n_numbers >= column.n_present > 0:
        return NUMERIC
    if role in USED or role not in (IDENTIFIER, TEXT, DATE):
        return ""
    return NUMERIC if column.n_numbers == column.n_present else SYMBOLIC
