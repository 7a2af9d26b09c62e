"""A sample of a dataset's rows, for views that cannot show all rows or do not need them."""

from __future__ import annotations

import numpy as np

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.dataset import Dataset
from l2dwk_core.datasets.tables.dataset.stratified_rows import stratified_rows


def sample_rows(dataset: Dataset, n_rows: int, seed: int = 0) -> Dataset:
    """Return a random sample without replacement, with each class in proportion, in the dataset's
    order.

    The dataset itself when it has no more than ``n_rows`` rows. ``notes`` says what was done.

    Raises
    ------
    InputError
        When ``n_rows`` is smaller than the number of classes: each keeps at least one row.
    """
    total = len(dataset.y)
    if total <= n_rows:
        return dataset
    if n_rows < len(dataset.classes):
        raise InputError(
            f"n_rows is {n_rows}, fewer than the {len(dataset.classes)} classes; keep more rows."
        )
    kept = stratified_rows(dataset.y, n_rows, seed)
    note = f"{n_rows} of {total} rows: a random sample with seed {seed}, each class in proportion."
    X = dataset.X.iloc[kept].reset_index(drop=True)
    return Dataset(
        dataset.name,
        X,
        np.asarray(dataset.y)[kept],
        (*dataset.notes, note),
        dataset.numbers_of(kept),
    )
