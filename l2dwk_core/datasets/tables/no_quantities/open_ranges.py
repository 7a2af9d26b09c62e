"""Columns of ranges with an open end, such as 1935- and 25+: no negative numbers."""

from __future__ import annotations

import re

import numpy as np

from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.limits import MAX_NUMERIC_CLASSES

_OPEN = re.compile(r"[0-9]+ ?[-–−+]")
_LEAST = 2
_FEW_ROWS = 2


def open_ranges(column: Column) -> str:
    """Return why the values of a column are ranges, or "".

    All are whole numbers with a minus or a plus behind them, one or more with a minus, and there
    are few of them, each in two rows on average. Amounts with the minus behind them, as some
    programs of accounting write them, are many, and others among them are positive.
    """
    levels = column.levels
    if (
        not _LEAST <= len(levels) <= MAX_NUMERIC_CLASSES
        or np.mean(column.counts) < _FEW_ROWS
        or not all(map(_OPEN.fullmatch, levels))
        or all(level.endswith("+") for level in levels)
    ):
        return ""
    first = next(level for level in levels if not level.endswith("+"))
    return f"Its values are ranges with an open end, such as {first!r}, and no negative numbers."
