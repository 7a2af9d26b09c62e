"""Notes on classes and categories: rare ones, and ones that are written almost alike."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

import numpy as np

from l2dwk_core.common.text import counted, one_line
from l2dwk_core.datasets.tables.limits import (
    MIN_CLASS_ROWS,
)

_NAMED = 5


def rare_classes(y: np.ndarray) -> list[str]:
    """Return a note on the classes with too few rows for every part of a split."""
    classes, counts = np.unique(y, return_counts=True)
    rare = [
        f"{str(label)[:40]!r} ({count})"
        for label, count in zip(classes, counts, strict=True)
        if count < MIN_CLASS_ROWS
    ]
    if not rare:
        return []
    shown = ", ".join(rare[:5]) + (f" and {len(rare) - 5} more" if len(rare) > 5 else "")
    return [
        f"Classes with fewer than {MIN_CLASS_ROWS} rows are missing from some part of a split: "
        f"{shown}."
    ]


def written_alike(values: Iterable[str], of: str = "") -> list[str]:
    """Return the classes, or the categories *of* a column, that differ only in case, in a mark at
    the end, or in signs that are not seen."""
    groups: dict[str, list[str]] = {}
    for label in values:
        plain = unicodedata.normalize("NFKC", one_line(label)).casefold()
        # The test part of UCI's Adult writes "<=50K." for "<=50K".
        groups.setdefault(plain.rstrip(" .,;:") or plain, []).append(repr(label[:40]))
    alike = [group for group in groups.values() if len(group) > 1]
    what, one = (f"Categories of {of!r}:", "category") if of else ("Classes", "class")
    notes = [
        f"{what} {', '.join(group[:_NAMED])} differ only in case, in a mark such as a full stop at "
        f"the end, or in signs that are not seen. If they are one {one}, write them alike in the "
        "file."
        for group in (alike[:1] if of else alike)
    ]
    if of and len(alike) > 1:
        notes[0] += f" The same holds for {counted(len(alike) - 1, 'other group')} of them."
    return notes
