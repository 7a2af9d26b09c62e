"""Cells of the class column that count as missing: which, and how to keep them."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from l2dwk_core.datasets.encoding import LARGEST_NUMBER
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.roles import (
    SYMBOLIC,
)
from l2dwk_core.datasets.tables.values import NO_RESULT, is_spreadsheet_error
from l2dwk_core.datasets.tables.written import some


def lost_words(column: Column, keep: Collection[str]) -> str:
    """Return which words made cells of the target count as missing, and how to keep them."""
    words = [
        (word, count)
        for word, count in column.missing_words()
        if word not in keep and word != NO_RESULT and not is_spreadsheet_error(word)
    ]
    if not words:
        return ""
    named = tuple(word for word, _ in words)
    counts = "counts" if len(words) == 1 else "count"
    return (
        f"{some(words)} {counts} as missing; if that is a class, keep it with keep={named[:5]!r}."
    )


def too_large(column: Column) -> str:
    """Return which numbers of the target count as missing because of their size, and what to do."""
    chosen = np.flatnonzero(np.abs(column.numbers) > LARGEST_NUMBER)
    if not chosen.size:
        return ""
    words = [(column.levels[at], int(column.counts[at])) for at in chosen]
    counts = "counts" if len(words) == 1 else "count"
    return (
        f"{some(words)} {counts} as missing: numbers beyond {LARGEST_NUMBER:.2g} are not read; if "
        f"that is a class, give the column the role {SYMBOLIC}."
    )
