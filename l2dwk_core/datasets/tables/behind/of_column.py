"""What a column has beside its numbers: one unit, one total, flags, factors, or 1: of titres."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from l2dwk_core.datasets.tables.behind.factors import have_factors, in_full
from l2dwk_core.datasets.tables.behind.flags import flagged, flags_beside
from l2dwk_core.datasets.tables.behind.titres import are_titres, reciprocal
from l2dwk_core.datasets.tables.behind.totals import common_total, mark
from l2dwk_core.datasets.tables.behind.units import common_units, without_unit
from l2dwk_core.datasets.tables.notation import SAMPLE

# No regular expression is tried on longer cells.
_LONGEST = 48
# A number with a sign before it or a currency.
_BEGINS = re.compile(r"\D{0,5}\d")


class Behind(NamedTuple):
    """``unit`` or ``total`` is what stands behind all numbers, ``flags`` what stands behind or
    before some; at most one of them is not empty. ``mixed`` are a few different units, each behind
    several numbers. ``titre``: a 1: stands before the numbers. ``factors``: some have a letter or
    word for thousands or millions."""

    unit: str = ""
    total: str = ""
    flags: tuple[str, ...] = ()
    mixed: tuple[str, ...] = ()
    titre: bool = False
    factors: bool = False

    def without(self, text: str) -> str:
        """Return a stripped cell without these, with a factor as a power of ten; one that is
        written otherwise is unchanged."""
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
        if self.titre:
            return reciprocal(text) or text
        if self.factors:
            return in_full(text)
        return text

    @property
    def sign(self) -> str:
        """Return the unit or the total as it is told, or ""."""
        if self.titre:
            return "1:n"
        return f"of {self.total}" if self.total else self.unit


NOTHING_BEHIND = Behind()


def what_is_behind(levels: Sequence[str], counts: np.ndarray) -> Behind:
    """Return what stands behind the numbers of a column with these distinct values and their rows,
    judged by the first values; nothing where the cells are written in the usual ways."""
    rows = dict(zip(levels[:SAMPLE], counts[:SAMPLE].tolist(), strict=True))
    first = [level for level in rows if len(level) <= _LONGEST]
    n = sum(rows.values())
    if not any(_BEGINS.match(level) or level[-1:].isdigit() for level in first):
        return NOTHING_BEHIND
    if flags := flags_beside(first, rows, n):
        return Behind(flags=flags)
    if are_titres(first, rows, n):
        return Behind(titre=True)
    if have_factors(first, rows, n):
        return Behind(factors=True)
    if total := common_total(first, rows, n):
        return Behind(total=total)
    units = common_units(first, rows, n)
    return Behind(unit=units[0]) if len(units) == 1 else Behind(mixed=units)
