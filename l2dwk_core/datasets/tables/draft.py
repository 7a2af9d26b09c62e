"""A table as it was understood. A person can check and correct it before it becomes a dataset."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import pandas as pd

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import shown
from l2dwk_core.datasets.dataset import Dataset
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.dataset.build import build_dataset
from l2dwk_core.datasets.tables.grid import Proposal
from l2dwk_core.datasets.tables.limits import MAX_ROWS, MIN_ROWS


@dataclass(frozen=True)
class ColumnDraft:
    """One column: its proposed role and why, and what is in it.

    ``holds_numbers``: all of its values are numbers, whatever its role. ``unit`` is what the file
    says about them in a line of units, or the sign beside them, or "". ``missing_words`` are words
    such as NA that count as missing, each with its rows. ``lowest`` and ``highest`` are the cells
    with its smallest and largest number, as they are written; "" where it is not used as numbers
    and holds others than numbers.
    """

    name: str
    role: str
    reason: str
    n_missing: int
    n_distinct: int
    examples: tuple[str, ...]
    holds_numbers: bool = False
    unit: str = ""
    missing_words: tuple[tuple[str, int], ...] = ()
    lowest: str = ""
    highest: str = ""


@dataclass(frozen=True, eq=False)
class TableDraft:
    """What a file was understood to be.

    Attributes
    ----------
    name
        The file's name without folders and ending.
    n_rows
        Rows in the file.
    columns
        One `ColumnDraft` a column, in the file's order.
    target, target_reason
        The proposed class column (None when no column is likely) and why.
    preview
        The first rows as text, a missing cell empty.
    detected
        What was found out about the file: format, encoding, delimiter, decimal, header, sheet.
    warnings
        One line for each thing a person should know before going on.
    proposals
        What was decided about the file and its columns that may be wrong, each with what undoes it.
    """

    name: str
    n_rows: int
    columns: tuple[ColumnDraft, ...]
    target: str | None
    target_reason: str
    preview: pd.DataFrame
    detected: Mapping[str, str]
    warnings: tuple[str, ...]
    _cells: Sequence[Column] = field(repr=False)
    proposals: tuple[Proposal, ...] = ()
    _elsewhere: str = field(default="", repr=False)
    _chosen: str = field(default="", repr=False)

    @property
    def cells(self) -> tuple[Column, ...]:
        """The content of each column, in the file's order."""
        return tuple(self._cells)

    def to_dataset(
        self,
        target: str | None = None,
        *,
        roles: Mapping[str, str] | None = None,
        bins: int | None = None,
        max_rows: int = MAX_ROWS,
        seed: int = 0,
        keep: Collection[str] | Mapping[str, Collection[str]] = (),
    ) -> Dataset:
        """Return the dataset with this target and these roles.

        Parameters
        ----------
        target
            The class column; by default the proposed one.
        roles
            Changed roles by column name; see `ROLES`. Columns not named keep the proposed role.
        bins
            For a numeric target: the number of classes of about equal frequency to cut it into.
        max_rows
            Of a larger table a random sample of that many rows is kept, in the order of the file,
            each class in proportion.
        seed
            Of that sample; non-negative.
        keep
            Words that count as missing elsewhere and are classes of this target, such as
            ``("NA",)``; or a mapping from columns to such words, such as ``{"country": ("NA",)}``.

        Returns
        -------
        Dataset
            ``notes`` are the warnings, and in one line each what was left out, dropped, sampled or
            is suspicious.

        Raises
        ------
        InputError
            For unknown names, or when no rows, classes or columns are left to learn from.
        """
        if roles is not None and not isinstance(roles, Mapping):
            raise InputError(
                f"roles is {shown(roles)}; give a mapping from columns to roles, such as "
                "{'age': 'numeric'}."
            )
        if isinstance(keep, str) or not all(isinstance(word, str) for word in keep):
            raise InputError(f"keep is {shown(keep)}; give a tuple of words, such as ('NA',).")
        proposed = {column.name: column.role for column in self.columns}
        try:
            X, y, notes, rows = build_dataset(
                self.name,
                self._cells,
                proposed,
                target if target is not None else self.target,
                dict(roles or {}),
                bins,
                max_rows,
                seed,
                keep,
            )
        except InputError as problem:
            # It is perhaps not the table, or its class is in what was not read.
            if self._elsewhere and (
                self.n_rows < MIN_ROWS or target is None or self.target is None
            ):
                raise InputError(f"{problem} {self._elsewhere}") from problem
            raise
        if target is None and self._chosen:
            notes.insert(0, self._chosen)
        return Dataset(self.name, X, y, (*self.warnings, *notes), rows + 1)
