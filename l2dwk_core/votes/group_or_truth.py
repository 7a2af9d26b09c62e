"""Columns named group or part that hold classes: a diagnosis, as tables of patients and controls
have it, or the votes of a model."""

from __future__ import annotations

from collections.abc import Sequence

from l2dwk_core.common.checks import check_choice
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted, shown
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.limits import MAX_NUMERIC_CLASSES
from l2dwk_core.votes.label_column import label_column
from l2dwk_core.votes.shares import holds_fractions
from l2dwk_core.votes.true_label.by_place import (
    SeveralFit,
    agrees_as_much,
    agrees_with_one,
    several_fit,
)

_FEW = 5
_ROWS = 5


def group_is_truth(group: Column, others: Sequence[Column]) -> bool:
    """Return whether a column named group is the true label: no other column is by its name, and
    its values are those that two columns or more predict, with which it agrees by more than chance,
    or no other column may be one.

    Groups of rows have names of their own, and more of them than there are classes. Raise
    ``SeveralFit`` when another column may be the true label as well.
    """
    votes = holds_votes(group, others) and agrees_with_one(group, others)
    try:
        found, note = label_column(others, None)
    except SeveralFit:
        return votes
    except InputError:
        few = 2 <= len(group.levels) <= MAX_NUMERIC_CLASSES
        return few and (group.n_numbers == 0 or holds_votes(group, others))
    if not votes or "by its name" in note or "by the names of" in note:
        return False
    if agrees_as_much(group, [found], others):
        raise several_fit([group, found])
    return False


def chosen_groups(name: str, target: str | None, columns: Sequence[Column]) -> Column:
    """Return the column of the groups of rows that was chosen by its name. Raise ``InputError``
    when there is none with that name, or when it is the true label or has one value."""
    by_name = {column.name: column for column in columns}
    check_choice("column", name, by_name)
    if name == target:
        raise InputError(
            f"Column {name!r} is chosen for the groups of rows and for the true label; choose "
            "another column, or no groups."
        )
    if len(by_name[name].levels) < 2:
        raise InputError(
            f"Column {name!r} has one value; groups of rows need two or more. Choose another "
            "column, or no groups."
        )
    return by_name[name]


def few_groups(group: Column) -> list[str]:
    """Return a note on groups that are so few that they may be something else, such as the arms of
    a trial."""
    if len(group.levels) > _FEW or len(group.codes) < _ROWS * len(group.levels):
        return []
    return [
        f"Column {group.name!r} has {counted(len(group.levels), 'group')} of rows "
        f"({shown(list(group.levels[:3]))}): each counts as one case, and its rows stay together "
        "in every split. If it is something else, such as the arm of a trial, give it another name."
    ]


def holds_votes(column: Column, others: Sequence[Column]) -> bool:
    """Return whether a column has exactly the values that two others have, or more, or fractions
    from 0 to 1 as another."""
    if holds_fractions(column):
        return any(map(holds_fractions, others))
    levels = set(column.levels)
    return sum(set(other.levels) == levels for other in others) >= 2
