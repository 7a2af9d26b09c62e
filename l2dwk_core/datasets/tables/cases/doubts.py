"""Columns that are used as inputs and may name the rows, cases or groups instead."""

from __future__ import annotations

from collections.abc import Sequence

from l2dwk_core.datasets.tables.cases.hardly_repeat import may_hardly_repeat
from l2dwk_core.datasets.tables.cases.repeated import may_be_cases
from l2dwk_core.datasets.tables.cases.row_names import may_be_row_names
from l2dwk_core.datasets.tables.columns import Column


def doubts(columns: Sequence[Column], first: str) -> dict[str, str]:
    """Return, by name, why some of these columns, which are used, may name rows, cases or groups;
    *first* is the name of the first column of the table, used or not."""
    long = {column.name: may_hardly_repeat(column, column.name == first) for column in columns}
    cases = {column.name: may_be_cases(column) for column in columns}
    return {
        name: why
        for found in (long, may_be_row_names(columns), cases)
        for name, why in found.items()
        if why
    }
