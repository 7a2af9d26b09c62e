"""Everything on the card of a dataset that is computed together."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from l2dwk_core.datasets import Dataset
from l2dwk_core.datasets.profile import (
    Projection,
    TableCounts,
    class_balance,
    column_summary,
    missing_pattern,
    projection,
    table_counts,
)
from l2dwk_core.datasets.sample import sample_rows
from pages.state.own_table import OwnTable

MAX_POINTS = 2_000
"""Rows shown in the plane. More points hide each other and slow the page down."""


@dataclass(frozen=True, eq=False)
class Profile:
    """What a card shows of a dataset. ``shown``: the rows in the plane."""

    dataset: Dataset
    counts: TableCounts
    balance: pd.DataFrame
    columns: pd.DataFrame
    gaps: pd.DataFrame
    shown: Dataset
    plane: Projection


def make_profile(dataset: Dataset) -> Profile:
    """Return the profile of a dataset."""
    shown = sample_rows(dataset, MAX_POINTS)
    return Profile(
        dataset,
        table_counts(dataset),
        class_balance(dataset),
        column_summary(dataset),
        missing_pattern(dataset),
        shown,
        projection(shown),
    )


def profile_of_table(data: bytes, *, name: str, table: OwnTable) -> Profile:
    """Return the profile of the dataset that a table becomes, in a reading process: a table of many
    columns takes seconds.

    ``data``, ``name``: the file, which is not read again.
    """
    del data, name
    return make_profile(table.dataset)
