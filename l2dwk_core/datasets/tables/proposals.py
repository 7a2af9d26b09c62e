"""Decisions about a file that may be wrong, each with what undoes it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

import numpy as np

from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.decimal_mark import OTHER, DecimalMark
from l2dwk_core.datasets.tables.grid import Grid, Proposal
from l2dwk_core.datasets.tables.limits import MAX_NUMERIC_CLASSES
from l2dwk_core.datasets.tables.meaning.may_be_codes import may_be_codes
from l2dwk_core.datasets.tables.missing_codes import codes_note
from l2dwk_core.datasets.tables.no_quantities.commas import commas_note
from l2dwk_core.datasets.tables.no_quantities.padded import has_leading_zeros
from l2dwk_core.datasets.tables.notation import WORD
from l2dwk_core.datasets.tables.roles import (
    CONSTANT,
    DATE,
    IDENTIFIER,
    IGNORED,
    NUMERIC,
    SYMBOLIC,
    TEXT,
    USED,
)
from l2dwk_core.datasets.tables.values import number, shortest
from l2dwk_core.datasets.tables.written import written_as


class _Reasoned(Protocol):
    @property
    def reason(self) -> str: ...


def propose(
    grid: Grid,
    columns: Sequence[Column],
    roles: Sequence[str],
    drafts: Sequence[_Reasoned],
    doubtful: Collection[str],
) -> tuple[Proposal, ...]:
    """Return the decisions about the file, then those about columns in their order. *doubtful* are
    names of used columns that a person may want to leave out."""
    found = list(grid.decided)
    for column, role, draft in zip(columns, roles, drafts, strict=True):
        codes = _codes(column) if role == NUMERIC and not column.declared else ""
        if other := IGNORED if column.name in doubtful else _other(column, role, codes):
            words = " ".join(filter(None, (f"{column.name}: {draft.reason}", codes)))
            found.append(Proposal(words, _UNDO[other], column=column.name, role=other))
    return tuple(found)


def doubtful_marks(
    grid: Grid, columns: Sequence[Column], doubtful: Mapping[str, DecimalMark]
) -> list[str]:
    """Return notes on numbers such as 8.144, whose mark may be a decimal mark or one of thousands.

    Each is also a decision of *grid*, which is undone by reading with the other decimal mark.
    """
    notes = []
    by_name = {column.name: column for column in columns if column.n_numbers}
    for mark in ".,":
        names = [name for name in by_name if name in doubtful and doubtful[name].mark == mark]
        if not names:
            continue
        column, value = by_name[names[0]], doubtful[names[0]].doubtful
        read, unread = (number(value, way) or 0.0 for way in (mark, OTHER[mark]))
        shown = ", ".join(map(repr, names[:5])) + (
            f" and {len(names) - 5} more" if len(names) > 5 else ""
        )
        note = (
            f"It is not sure whether {value!r} in column {shown} is {shortest(read)} or "
            f"{shortest(unread)}; it was read as {shortest(read)}, with {column.decimal!r} as the "
            "decimal mark. "
        )
        if doubtful[names[0]].proved_elsewhere:
            right = shortest(unread).replace(".", mark)
            if grid.delimiter and grid.delimiter in right:
                right = f'"{right}" with its double quotes'
            notes.append(f"{note}If that is wrong, write {right} in the file.")
            continue
        note += f"If that is wrong, read the file with decimal={OTHER[mark]!r}."
        notes.append(note)
        undo = f"Read {value} as {shortest(unread)}"
        grid.decided.append(Proposal(note, undo, {"decimal": OTHER[mark]}))
    return notes


def comma_notes(grid: Grid, columns: Sequence[Column], points: bool) -> list[str]:
    """Return notes on decimal commas that may separate choices; see ``commas_note``."""
    return [note for column in columns if (note := commas_note(column, grid.delimiter, points))]


_UNDO = {NUMERIC: "Use as numbers", SYMBOLIC: "Use as categories", IGNORED: "Leave it out"}


def _codes(column: Column) -> str:
    """Return which numbers may stand for a missing value, or ""."""
    values = column.values()
    return "".join(codes_note(column.name, values[~np.isnan(values)]))


def _other(column: Column, role: str, codes: str) -> str:
    """Return the role a person may want instead, or "" where no other role is likely."""
    if column.no_input and column.declared != IGNORED:
        return NUMERIC if column.n_numbers == column.n_present else SYMBOLIC
    if column.declared == NUMERIC and role == DATE:
        return NUMERIC
    if column.declared:
        return ""
    if codes:
        # As categories, codes stand apart from few numbers; among many, categories are too many.
        return SYMBOLIC if len(column.levels) <= MAX_NUMERIC_CLASSES else IGNORED
    if role == NUMERIC and (
        column.odd(WORD) or written_as(column) or has_leading_zeros(column) or may_be_codes(column)
    ):
        return SYMBOLIC
    if len(column.levels) == 1:
        # Which cells are empty is all that such a column tells.
        return SYMBOLIC if role == CONSTANT and column.n_missing and not column.words else ""
    if role == SYMBOLIC and 2 * column.n_numbers >= column.n_present > 0:
        return NUMERIC
    if role in USED or role not in (IDENTIFIER, TEXT, DATE, IGNORED):
        return ""
    return NUMERIC if column.n_numbers == column.n_present else SYMBOLIC
