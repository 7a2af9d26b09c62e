"""Rows of dashes, which are drawn as rules in tables made for reading."""

from __future__ import annotations

import re
from collections.abc import Sequence

from l2dwk_core.common.text import counted
from l2dwk_core.datasets.tables.row import Row

_RULE = re.compile(r"[-=:|+ ]+")
_LONG_RULE = re.compile(r"-{3}|={3}|:-|-:")


def without_rules(rows: list[Row], what: str, notes: list[str]) -> list[Row]:
    """Return the rows without those of dashes alone, which are drawn under the names, as Markdown
    has it, or between rows."""
    kept = [rows[0], *(row for row in rows[1:] if not _is_rule(row.cells))]
    if len(kept) in (1, len(rows)):
        return rows
    first = next(row.line for row in rows[1:] if _is_rule(row.cells))
    if len(kept) == len(rows) - 1:
        notes.append(f"{what.capitalize()} {first:,} holds dashes only and is left out.")
    else:
        many = counted(len(rows) - len(kept), f"{what} holds", f"{what}s hold")
        notes.append(f"{many} dashes only and are left out, the first is {what} {first:,}.")
    return kept


def _is_rule(cells: Sequence[str]) -> bool:
    long = False
    for cell in cells:
        text = cell.strip()
        # Nearly all rows begin with something else.
        if text and not _RULE.fullmatch(text):
            return False
        long = long or _LONG_RULE.search(text) is not None
    return long
