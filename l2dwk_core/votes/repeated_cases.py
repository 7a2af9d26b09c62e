"""Columns that name cases with several rows each, as repeated cross-validation writes them."""

from __future__ import annotations

import numpy as np

from l2dwk_core.datasets.tables.cases import repeats
from l2dwk_core.datasets.tables.columns import Column


def repeated_cases(column: Column, truth: Column) -> str:
    """Return that a column seems to name cases, each in several rows, and what to do; "" for other
    columns.

    Nearly each of many values occurs more than once, there are more of them than classes, and all
    rows of a value have one true label. Fractions name no cases: a probability may tell the label.
    """
    known = (column.codes >= 0) & (truth.codes >= 0)
    if not repeats(column) or len(column.levels) <= len(truth.levels):
        return ""
    if column.n_numbers and (column.numbers % 1 != 0).any():
        return ""
    pairs = np.unique(column.codes[known] * len(truth.levels) + truth.codes[known]).size
    if pairs > len(column.levels):
        return ""
    return (
        f"Each of its {len(column.levels):,} values stands in rows of one class only, nearly all "
        "in several. If it names the cases, rows of one case can be on both sides of a split: name "
        "the column 'group' to keep them together."
    )
