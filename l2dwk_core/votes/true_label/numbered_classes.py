"""More whole numbers than a numeric target may have as classes, which models name exactly."""

from __future__ import annotations

from collections.abc import Sequence

from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.votes.agreement import kappa
from l2dwk_core.votes.probability_columns import probability_columns
from l2dwk_core.votes.shares import holds_shares
from l2dwk_core.votes.spelling import are_whole, by_number

_LIKELY = 0.3
"""A quantity that is predicted and rounded to whole numbers is met exactly in few rows."""
_MOSTLY = 0.9


def are_numbered_classes(truth: Column, columns: Sequence[Column]) -> bool:
    """Return whether the whole numbers of *truth* are classes: another of the *columns* has Cohen's
    kappa of 0.3 or more with it and nearly all its values are among them, or there is a column of
    numbers from 0 to 1 for each of them."""
    if not are_whole(truth):
        return False
    classes = set(by_number(truth).levels)
    for column in columns:
        if column is truth or not are_whole(column):
            continue
        levels = by_number(column).levels
        known = sum(level in classes for level in levels)
        if known >= _MOSTLY * len(levels) > 1 and kappa(truth, column) >= _LIKELY:
            return True
    shares = [column.name for column in columns if column is not truth and holds_shares(column)]
    return probability_columns(shares, sorted(classes)) is not None
