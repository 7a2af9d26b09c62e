"""The record that every other part begins with: a table with a class for each row."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from l2dwk_core.common.arrays import label_array
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted, shown
from l2dwk_core.common.types import Indices


@dataclass(frozen=True, eq=False)
class Dataset:
    """A classification table.

    Attributes
    ----------
    name
        Catalogue name, or the file's name for a table a user brought.
    X
        ``(n_rows, n_columns)``; float64 columns are numeric, ``category`` columns symbolic, NaN is
        a missing cell. Nothing is encoded or imputed here: the pool does that, and learns it on
        training rows only.
    y
        ``(n_rows,)`` class labels, as strings.
    notes
        One line for each thing that was changed or left out while reading.
    row_numbers
        ``(n_rows,)`` the number of each row in its file or whole dataset, where the first row of
        data is 1. None when these are all its rows: 1, 2, …. Read it through ``numbers_of``.

    Raises
    ------
    InputError
        When the table, the labels and the numbers have different lengths, or there are no rows or
        columns.
    """

    name: str
    X: pd.DataFrame
    y: np.ndarray
    notes: tuple[str, ...] = field(default=())
    row_numbers: Indices | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.X, pd.DataFrame):
            raise InputError(
                f"The table of dataset {self.name!r} is {shown(self.X)}; it must be a pandas "
                "DataFrame; write pandas.DataFrame(X)."
            )
        object.__setattr__(self, "y", label_array("Labels", self.y))
        if self.y.ndim != 1:
            raise InputError(f"Labels have shape {self.y.shape}; give one label per row.")
        if len(self.X) != len(self.y):
            raise InputError(
                f"Dataset {self.name!r} has {counted(len(self.X), 'row')} but "
                f"{counted(len(self.y), 'label')}; "
                "give one label per row."
            )
        if self.X.shape[0] == 0 or self.X.shape[1] == 0:
            raise InputError(
                f"Dataset {self.name!r} has {counted(self.X.shape[0], 'row')} and "
                f"{counted(self.X.shape[1], 'column')}; "
                "at least one of each is needed."
            )
        if self.row_numbers is not None and np.shape(self.row_numbers) != (len(self.X),):
            raise InputError(
                f"The row numbers have shape {np.shape(self.row_numbers)}; give one for each of "
                f"the {counted(len(self.X), 'row')}, or None."
            )

    def numbers_of(self, rows: Any) -> Indices:
        """Return the numbers that readers are shown for rows, which are given as positions in
        ``X``. Row 1 is the first row of data in the file; rows that were left out keep theirs."""
        places = np.asarray(rows, dtype=np.intp)
        return places + 1 if self.row_numbers is None else self.row_numbers[places]

    @cached_property
    def classes(self) -> np.ndarray:
        """Return the distinct labels, sorted."""
        return np.unique(self.y)
