"""What was decided about a file and may be wrong, each with what undoes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.grid import Grid, Proposal
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


class _Reasoned(Protocol):
    @property
    def reason(self) -> str: ...


def propose(
    grid: Grid, columns: Sequence[Column], roles: Sequence[str], drafts: Sequence[_Reasoned]
) -> tuple[Proposal, ...]:
    """The decisions about the file, then those about columns in their order."""
    found = list(grid.decided)
    for column, role, draft in zip(columns, roles, drafts, strict=True):
        if other := _other(column, role):
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
