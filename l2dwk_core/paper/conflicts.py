"""Equal rows with different classes, which no tree can separate, however large it grows."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from l2dwk_core.datasets.encoding import tree_encoder


class Conflicts(NamedTuple):
    """``rows`` is the number of rows that are equal to a row of another class. ``wrong`` is the
    smallest number of them that any classifier gets wrong, because it gives equal rows one
    answer: Σ (size − largest class) over groups of equal rows."""

    rows: int
    wrong: int


CONFLICTS: Mapping[str, Conflicts] = MappingProxyType(
    {
        "balloons": Conflicts(55, 14),
        "breast-cancer": Conflicts(13, 6),
        "hayes-roth": Conflicts(30, 12),
        "led7": Conflicts(3093, 726),
    }
)
"""In whole tables, as a tree sees them. The other 27 datasets that need no download have none; a
test counts all 31."""


def count_conflicts(X: object, y: ArrayLike) -> Conflicts:
    """Count them in a table (n, columns) with labels (n,), encoded as for trees.

    Numbers are compared in float32, as scikit-learn's trees do; missing cells equal each other.
    """
    table = np.asarray(tree_encoder(X).transform(X), dtype=np.float32)
    # NaN is not equal to itself; no number of a table is as small as this.
    table = np.where(np.isnan(table), np.finfo(np.float32).min, table)
    _, group = np.unique(table, axis=0, return_inverse=True)
    classes, codes = np.unique(np.asarray(y), return_inverse=True)
    counts = np.zeros((group.max() + 1, len(classes)), dtype=np.int64)
    np.add.at(counts, (group.ravel(), codes), 1)
    mixed = counts[np.count_nonzero(counts, axis=1) > 1]
    return Conflicts(int(mixed.sum()), int(mixed.sum() - mixed.max(axis=1, initial=0).sum()))


def conflicts_sentence() -> str:
    """Return a sentence that says in which datasets there are such rows, and how many."""
    *names, last = CONFLICTS
    rows, wrong = (sum(c[place] for c in CONFLICTS.values()) for place in (0, 1))
    return (
        f"Equal rows carry different classes in {len(CONFLICTS)} of the 31 datasets that need no "
        f"download "
        f"({', '.join(names)} and {last}): {rows:,} of their rows, of which any vote gets at least "
        f"{wrong:,} wrong."
    )
