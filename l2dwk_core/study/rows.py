"""Whether the rows of a dataset can be divided into folds, and what is to be said of that."""

from __future__ import annotations

import numpy as np

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted, shown
from l2dwk_core.datasets import Dataset


def check_folds_of(name: str, data: Dataset, folds: int) -> None:
    """Raise ``InputError`` when no class has a row for each fold."""
    largest = int(np.unique(data.y, return_counts=True)[1].max())
    if largest < folds:
        raise InputError(
            f"{folds} folds of {shown(name)} need a class of at least {folds} rows; the largest "
            f"has {largest}. Choose fewer folds, or leave this dataset out."
        )


def notes_of(data: Dataset, folds: int) -> tuple[str, ...]:
    """Return the notes of a table, and the classes that are too rare for so many folds."""
    classes, counts = np.unique(data.y, return_counts=True)
    rare = [
        f"Class {str(label)!r} has {counted(int(count), 'row')}, fewer than {folds} folds: it is "
        "missing from some test parts."
        for label, count in zip(classes, counts, strict=True)
        if count < folds
    ]
    return (*data.notes, *rare)
