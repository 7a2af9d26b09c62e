"""Columns that name cases with several rows each, as repeated cross-validation writes them."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from l2dwk_core.datasets.tables.cases.names import CASE, ID, PERSON, kind_of_name
from l2dwk_core.datasets.tables.cases.repeated import may_be_cases, repeats
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.roles import IDENTIFIER, propose_role

_FEWEST = 3
# The parts and repetitions of a cross-validation are no cases, though tidymodels calls them id.
_RESAMPLE = re.compile(r"(?:cv|fold|split|rep|bootstrap|resample)", re.IGNORECASE)
NOT_RENAMED = "Until then each row counts as a case of its own where a difference is claimed."
"""What a column of cases means that is not taken for groups."""
_ADVICE = (
    "rows of one case can be on both sides of a split: take the column as the groups of rows, "
    f"or name it 'group', to keep them together. {NOT_RENAMED}"
)


def cases_column(columns: Sequence[Column], truth: Column) -> str:
    """Return the name of the first column that names cases with several rows each, by its name as
    well as by its values; "" without one."""
    for column in columns:
        several = len(column.levels) < column.n_present
        if not several or kind_of_name(column.name) not in (CASE, ID, PERSON):
            continue
        if propose_role(column)[0] == IDENTIFIER or repeated_cases(column, truth):
            return column.name
    return ""


def kind_of_any_number(name: str) -> str:
    """Return what ``kind_of_name`` does, for a name in the plural too: groups, subjects."""
    return kind_of_name(name) or kind_of_name(re.sub(r"s$", "", name.strip(), flags=re.IGNORECASE))


def repeated_cases(column: Column, truth: Column) -> str:
    """Return that a column seems to name cases, each in several rows, and what to do; "" for other
    columns.

    Its name is that of a person, a thing or a group, or its values look like such a name (see
    ``may_be_cases``); or nearly each of many values occurs more than once, there are more of them
    than classes, and all rows of a value have one true label. Fractions name no cases: a
    probability may tell the label.
    """
    if column.n_numbers and (column.numbers % 1 != 0).any():
        return ""
    known = (column.codes >= 0) & (truth.codes >= 0)
    pairs = np.unique(column.codes[known] * len(truth.levels) + truth.codes[known]).size
    if repeats(column) and len(truth.levels) < len(column.levels) >= pairs:
        return (
            f"Each of its {len(column.levels):,} values stands in rows of one class only, nearly "
            f"all in several. If it names the cases, {_ADVICE}"
        )
    if all(map(_RESAMPLE.match, column.levels)):
        return ""
    several = int(np.count_nonzero(column.counts > 1))
    named = kind_of_any_number(column.name) and several >= max(_FEWEST, 0.5 * len(column.levels))
    if named or may_be_cases(column):
        return f"If it says to which case or group a row belongs, {_ADVICE}"
    return ""
