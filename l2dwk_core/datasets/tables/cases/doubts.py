"""Columns that are used as inputs and may name the rows, cases or groups instead."""

from __future__ import annotations

from collections.abc import Sequence

from l2dwk_core.datasets.tables.cases.repeated import may_be_cases
from l2dwk_core.datasets.tables.cases.row_names import may_be_row_names
from l2dwk_core.datasets.tables.columns import Column


def doubts(columns: Sequence[Column]) -> dict[str, str]:
    """Return, by name, why some of these columns, which are used, may name rows, cases or
    groups."""
    cases = {column.name: may_be_cases(column) for column in columns}
    return may_be_row_names(columns) | {name: why for name, why in cases.items() if why}
