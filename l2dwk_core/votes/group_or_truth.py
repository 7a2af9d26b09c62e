"""Columns named group or part that hold classes: a diagnosis, as tables of patients and controls
have it, or the votes of a model."""

from __future__ import annotations

from collections.abc import Sequence

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.limits import MAX_NUMERIC_CLASSES
from l2dwk_core.votes.label_column import label_column
from l2dwk_core.votes.true_label.by_place import SeveralFit


def group_is_truth(group: Column, others: Sequence[Column]) -> bool:
    """Return whether a column named group is the true label: no other column is by its name, and
    its values are those that two columns or more predict, or no other column may be one.

    Groups of rows have names of their own, and more of them than there are classes.
    """
    try:
        _, note = label_column(others, None)
    except SeveralFit:
        return holds_votes(group, others)
    except InputError:
        few = 2 <= len(group.levels) <= MAX_NUMERIC_CLASSES
        return few and (group.n_numbers == 0 or holds_votes(group, others))
    if "by its name" in note or "by the names of" in note:
        return False
    return holds_votes(group, others)


def holds_votes(column: Column, others: Sequence[Column]) -> bool:
    """Return whether a column has exactly the values that two others have, or more."""
    levels = set(column.levels)
    return sum(set(other.levels) == levels for other in others) >= 2
