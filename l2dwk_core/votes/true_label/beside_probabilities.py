"""The true label beside probabilities, where no name tells it: the names of the other columns end
with its classes, or no other column can be classes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.limits import MAX_CLASSES, MAX_NUMERIC_CLASSES
from l2dwk_core.datasets.tables.roles import CONSTANT, IDENTIFIER, propose_role
from l2dwk_core.datasets.tables.values import is_whole
from l2dwk_core.votes.describing_names import describes_the_case
from l2dwk_core.votes.names_of_models import names_a_voter
from l2dwk_core.votes.other_columns import speaks_of_the_procedure
from l2dwk_core.votes.probability_columns import (
    ProbabilityColumns,
    class_at_the_end,
    probability_columns,
)
from l2dwk_core.votes.shares import holds_fractions, holds_shares
from l2dwk_core.votes.spelling import are_whole, by_number

_LEAST_COLUMNS = 2
# Probabilities with two decimals; a few rows may lack one.
_ROUNDED = 0.006
_NEARLY_ALL = 0.8


def named_by_classes(columns: Sequence[Column]) -> tuple[Column, str] | None:
    """Return the column whose values are the classes at the ends of the names of the columns of
    probabilities, and how it was found; None when there is no such column, or several."""
    shares = {column.name: column for column in columns if holds_shares(column)}
    if len(shares) < _LEAST_COLUMNS:
        return None
    found = []
    for column in _candidates(columns):
        labels = (by_number(column) if are_whole(column) else column).levels
        ends = [name for name in shares if name != column.name and class_at_the_end(name, labels)]
        named = probability_columns(ends, labels) if ends else None
        if named is not None and _add_up(named, shares):
            found.append(column)
    if len(found) != 1:
        return None
    return found[0], "as the names of columns of probabilities end with its values"


def _add_up(named: ProbabilityColumns, shares: Mapping[str, Column]) -> bool:
    """Return whether the numbers of each model sum to 1 in nearly all rows, and some are fractions:
    numbers behind the names of models are no classes."""
    for names in named.columns.values():
        its = [shares[name] for name in names]
        sums = sum(column.values() for column in its)
        if np.mean(np.abs(sums - 1) <= _ROUNDED * len(its)) < _NEARLY_ALL:
            return False
    return any(holds_fractions(shares[n]) for names in named.columns.values() for n in names)


def only_classes(columns: Sequence[Column]) -> tuple[Column, str] | None:
    """Return the only column that can be classes beside two or more columns of fractions, and how
    it was found; None when there is no such column. Its name does not describe the case."""
    fractions = sum(map(holds_fractions, columns))
    found = _candidates(columns)
    if fractions < _LEAST_COLUMNS or len(found) != 1 or describes_the_case(found[0].name):
        return None
    return found[0], "the only one that can be classes"


def _candidates(columns: Sequence[Column]) -> list[Column]:
    """Return the columns that can be classes, by their values, and are not named as a model, as
    predictions or as something of the procedure, such as a fold."""
    return [
        column
        for column in columns
        if may_be_classes(column)
        and propose_role(column)[0] not in (IDENTIFIER, CONSTANT)
        and not names_a_voter(column.name)
        and not speaks_of_the_procedure(column.name, column.levels)
    ]


def may_be_classes(column: Column) -> bool:
    """Return whether the values are few whole numbers, or texts that are few enough for classes."""
    if column.n_numbers == column.n_present:
        return is_whole(column.numbers) and 2 <= len(column.levels) <= MAX_NUMERIC_CLASSES
    return 2 <= len(column.levels) <= MAX_CLASSES
