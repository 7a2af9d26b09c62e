"""What a column has behind its numbers: one unit, one total, or flags."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from l2dwk_core.datasets.tables.behind.flags import flagged, flags_beside
from l2dwk_core.datasets.tables.behind.totals import common_total, mark
from l2dwk_core.datasets.tables.behind.units import common_units, without_unit
from l2dwk_core.datasets.tables.notation import SAMPLE
from l2dwk_core.datasets.tables.values import BLANKS

# No regular expression is tried on longer cells.
_LONGEST = 48
# What may stand before a number.
_SIGNS = f"<>≤≥~≈=+-−–{BLANKS}"


class Behind(NamedTuple):
    """``unit`` or ``total`` is what stands behind all numbers, ``flags`` what stands behind or
    before some; at most one of them is not empty. ``mixed`` are a few different units, each behind
    several numbers."""

    unit: str = ""
    total: str = ""
    flags: tuple[str, ...] = ()
    mixed: tuple[str, ...] = ()

    def without(self, text: str) -> str:
        """Return a stripped cell without these; one that is written otherwise is unchanged."""
        if len(text) > _LONGEST:
            return text
        if self.unit:
            return without_unit(text, self.unit)
        if self.total:
            parts = mark(text)
            return parts.reached if parts and parts.total == self.total else text
        if self.flags:
            found = flagged(text)
            return text if found is None else found["number"].strip()
        return text

    @property
    def sign(self) -> str:
        """Return the unit or the total as it is told, or ""."""
        return f"of {self.total}" if self.total else self.unit


NOTHING_BEHIND = Behind()


def what_is_behind(levels: Sequence[str], counts: np.ndarray) -> Behind:
    """Return what stands behind the numbers of a column with these distinct values and their rows,
    judged by the first values; nothing where the cells are written in the usual ways."""
    rows = dict(zip(levels[:SAMPLE], counts[:SAMPLE].tolist(), strict=True))
    first = [level for level in rows if len(level) <= _LONGEST]
    n = sum(rows.values())
    if not any(level.lstrip(_SIGNS)[:1].isdigit() or level[-1:].isdigit() for level in first):
        return NOTHING_BEHIND
    if flags := flags_beside(first, rows, n):
        return Behind(flags=flags)
    if total := common_total(first, rows, n):
        return Behind(total=total)
    units = common_units(first, rows, n)
    return Behind(unit=units[0]) if len(units) == 1 else Behind(mixed=units)
