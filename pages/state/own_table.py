"""An uploaded table: the file, how it is read, and the dataset it becomes."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any

from l2dwk_core.datasets import ColumnDraft, Dataset, TableDraft, inspect_table
from l2dwk_core.datasets.tables.limits import MAX_NUMERIC_CLASSES
from l2dwk_core.datasets.tables.roles import IDENTIFIER, NUMERIC

MAX_CELLS_AT_ONCE, MAX_COLUMNS_AT_ONCE = 200_000, 200
"""Cells and columns of a table that is put together within a page, which takes half a second. Each
column is checked for some twenty kinds of mistakes."""
FIRST_BINS = 3
"""Classes into which a numeric target is cut at first: low, middle, high."""


@dataclass(frozen=True)
class Reading:
    """How the file is read. None: found out from the file."""

    header: bool | None = None
    delimiter: str | None = None
    decimal: str | None = None
    encoding: str | None = None
    sheet: str | None = None
    # Not part of repr: older fingerprints in links were made from repr without these fields.
    skip: int | None = field(default=None, repr=False)
    units: bool | None = field(default=None, repr=False)
    trim: bool | None = field(default=None, repr=False)

    def told(self) -> dict[str, Any]:
        """Return the settings that are given, without those that are found out."""
        pairs = {f.name: getattr(self, f.name) for f in fields(self)}
        return {name: value for name, value in pairs.items() if value is not None}


@dataclass(frozen=True, eq=False)
class OwnTable:
    """A file with every decision about it.

    ``roles`` holds only roles that were changed. ``keep``: words that are classes of the target,
    though elsewhere they mean a missing cell.
    """

    file_name: str
    data: bytes = field(repr=False)
    draft: TableDraft = field(repr=False)
    reading: Reading = Reading()
    target: str | None = None
    roles: Mapping[str, str] = field(default_factory=dict)
    bins: int | None = None
    keep: tuple[str, ...] = ()

    @classmethod
    def read(cls, file_name: str, data: bytes, reading: Reading | None = None) -> OwnTable:
        """Return the table of a file.

        Raise InputError when the file cannot be read.
        """
        reading = reading or Reading()
        draft = inspect_table(data, name=file_name, **reading.told())
        return cls.of(file_name, data, draft, reading)

    @classmethod
    def of(cls, file_name: str, data: bytes, draft: TableDraft, reading: Reading) -> OwnTable:
        """Return the table of a file that was inspected, with the proposed class."""
        return cls(file_name, data, draft, reading).aimed_at(draft.target)

    def read_anew(self, reading: Reading) -> OwnTable:
        """Return the same file read differently. Roles that still fit are kept."""
        draft = inspect_table(self.data, name=self.file_name, **reading.told())
        return self.inspected(draft, reading)

    def inspected(self, draft: TableDraft, reading: Reading) -> OwnTable:
        """Return the same file with the result of another reading; see ``read_anew``."""
        table = OwnTable.of(self.file_name, self.data, draft, reading)
        names = {column.name for column in table.draft.columns}
        kept = {name: role for name, role in self.roles.items() if name in names}
        table = replace(table, roles=kept)
        return table.aimed_at(self.target if self.target in names else table.target)

    def aimed_at(self, target: str | None) -> OwnTable:
        """Return the table with this column as the class.

        A column with many different numbers is cut into classes at first.
        """
        table = replace(self, target=target, bins=None, keep=())
        return replace(table, bins=FIRST_BINS if table.is_quantity else None)

    def with_roles(self, roles: Mapping[str, str]) -> OwnTable:
        """Return the table with these roles. A role that was proposed does not count as changed."""
        proposed = {column.name: column.role for column in self.draft.columns}
        changed = {name: role for name, role in roles.items() if role != proposed[name]}
        table = replace(self, roles=changed)
        if table.target_is_numeric != self.target_is_numeric:
            return table.aimed_at(self.target)
        return table

    def role(self, name: str) -> str:
        """Return the role of a column."""
        proposed = next(column.role for column in self.draft.columns if column.name == name)
        return self.roles.get(name, proposed)

    @property
    def target_is_numeric(self) -> bool:
        """Whether the class column holds numbers, so that it can be cut into classes."""
        column = self.target_column
        if column is None:
            return False
        role = self.role(column.name)
        # Numbers that hardly repeat are proposed as an identifier.
        return role == NUMERIC or (role == IDENTIFIER and column.holds_numbers)

    @property
    def target_column(self) -> ColumnDraft | None:
        """The class column."""
        return next((c for c in self.draft.columns if c.name == self.target), None)

    @property
    def is_quantity(self) -> bool:
        """Whether the class column has too many different numbers for each to be a class."""
        column = self.target_column
        return (
            column is not None
            and self.target_is_numeric
            and column.n_distinct > MAX_NUMERIC_CLASSES
        )

    @cached_property
    def word(self) -> str:
        """The word for it in a choice: a fingerprint of the content and of every decision."""
        decided = (self.file_name, self.reading, self.target, sorted(self.roles.items()), self.bins)
        later: tuple[Any, ...] = (self.reading.skip, self.reading.units, self.keep)
        if self.reading.trim is not None:
            later = (*later, self.reading.trim)
        decisions = repr(decided if later == (None, None, ()) else (*decided, *later))
        whole = hashlib.sha256(hashlib.sha256(self.data).digest() + decisions.encode())
        return f"own-{whole.hexdigest()[:16]}"

    @cached_property
    def dataset(self) -> Dataset:
        """The dataset it becomes.

        Raises InputError when the columns cannot be used like this.
        """
        return self.draft.to_dataset(self.target, roles=self.roles, bins=self.bins, keep=self.keep)

    @property
    def is_large(self) -> bool:
        """Whether putting it together takes so long that a process beside the server does it."""
        n_columns = len(self.draft.columns)
        return n_columns > MAX_COLUMNS_AT_ONCE or self.draft.n_rows * n_columns > MAX_CELLS_AT_ONCE

    @property
    def is_ready(self) -> bool:
        """Whether ``dataset`` is there at once."""
        return "dataset" in vars(self) or not self.is_large

    def take(self, dataset: Dataset) -> None:
        """Keep the dataset that a process has put together from this table."""
        vars(self)["dataset"] = dataset

    def arguments(self) -> dict[str, Any]:
        """Return what ``read_table`` needs beside the path to give the same dataset."""
        found: dict[str, Any] = {"target": self.target}
        if self.roles:
            found["roles"] = dict(self.roles)
        if self.bins is not None:
            found["bins"] = self.bins
        if self.keep:
            found["keep"] = self.keep
        return found | self.reading.told()
