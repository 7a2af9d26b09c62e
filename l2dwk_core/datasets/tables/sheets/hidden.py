"""Rows and columns of a worksheet that are hidden, by a filter or by hand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from l2dwk_core.common.text import counted
from l2dwk_core.datasets.tables.limits import MAX_COLUMNS

_TAG = re.compile(rb"<(?:\w{1,20}:)?(row|col)\s([^<>]{0,400})>")
_HIDDEN = re.compile(rb"\bhidden\s?=\s?[\"'](?:1|true)[\"']")
_NUMBER = re.compile(rb"\b(r|min|max)\s?=\s?[\"']([0-9]{1,7})[\"']")
_NAMED = 5


@dataclass(frozen=True)
class Hidden:
    """Hidden rows, from 1, and hidden columns, from 0."""

    rows: frozenset[int] = frozenset()
    columns: frozenset[int] = frozenset()


def find_hidden(part: bytes) -> Hidden:
    """Return what the XML of a worksheet states as hidden. Columns beyond those that are read are
    left out: many hide all columns behind the table."""
    rows: set[int] = set()
    columns: set[int] = set()
    if b"hidden" in part:
        for found in _TAG.finditer(part):
            tag, attributes = found.groups()
            if not _HIDDEN.search(attributes):
                continue
            at = {name: int(digits) for name, digits in _NUMBER.findall(attributes)}
            if tag == b"row":
                rows.add(at.get(b"r", 0))
            else:
                low = at.get(b"min", 1)
                columns.update(range(low - 1, min(at.get(b"max", low), MAX_COLUMNS)))
    return Hidden(frozenset(rows), frozenset(columns))


def hidden_note(hidden: Hidden, lines: Sequence[int], first: int, names: Sequence[str]) -> str:
    """Return how many rows and columns of a table are hidden and that they were read, or "".

    *lines* are the rows of the sheet with the table's values, *first* is the place of its first
    column, *names* are those of its columns.
    """
    rows = sum(line in hidden.rows for line in lines)
    shown = [repr(name[:31]) for at, name in enumerate(names, start=first) if at in hidden.columns]
    parts = [counted(rows, "row")] if rows else []
    if shown:
        more = f" and {len(shown) - _NAMED} more" if len(shown) > _NAMED else ""
        parts.append(f"{counted(len(shown), 'column')} ({', '.join(shown[:_NAMED])}{more})")
    if not parts:
        return ""
    alone = rows + len(shown) == 1
    return (
        f"{' and '.join(parts)} of the sheet {'is' if alone else 'are'} hidden, and "
        f"{'was' if alone else 'were'} read like the others. To leave {'it' if alone else 'them'} "
        "out, copy the visible cells to a new sheet."
    )
