"""A table as it was understood, to be looked at and corrected before it becomes a dataset."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pandas as pd

from l2dwk_core.datasets.dataset import Dataset
from l2dwk_core.datasets.tables.arff import looks_like_arff, read_arff
from l2dwk_core.datasets.tables.build import build_dataset
from l2dwk_core.datasets.tables.columns import Column, clean_names, make_columns
from l2dwk_core.datasets.tables.excel import read_excel
from l2dwk_core.datasets.tables.grid import Grid, check_lines
from l2dwk_core.datasets.tables.limits import MAX_ROWS
from l2dwk_core.datasets.tables.roles import propose_role, propose_target
from l2dwk_core.datasets.tables.source import ZIP, Source, read_source
from l2dwk_core.datasets.tables.text import decode, read_text
from l2dwk_core.errors import InputError
from l2dwk_core.wording import shown

TABLE_ENDINGS = (
    ".csv", ".tsv", ".tab", ".txt", ".data", ".dat", ".arff", ".xlsx", ".xlsm",
)  # fmt: skip
"""Of files that hold a table, before a ``.gz``."""

_PREVIEW_ROWS = 10


@dataclass(frozen=True)
class ColumnDraft:
    """One column: its proposed role and why, and what is in it."""

    name: str
    role: str
    reason: str
    n_missing: int
    n_distinct: int
    examples: tuple[str, ...]


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

    def to_dataset(
        self,
        target: str | None = None,
        *,
        roles: Mapping[str, str] | None = None,
        bins: int | None = None,
        max_rows: int = MAX_ROWS,
        seed: int = 0,
    ) -> Dataset:
        """The dataset with this target and these roles.

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
        proposed = {column.name: column.role for column in self.columns}
        X, y, notes = build_dataset(
            self.name,
            self._cells,
            proposed,
            target if target is not None else self.target,
            dict(roles or {}),
            bins,
            max_rows,
            seed,
        )
        return Dataset(self.name, X, y, (*self.warnings, *notes))


def inspect_table(
    path_or_buffer: Source,
    *,
    name: str | None = None,
    encoding: str | None = None,
    delimiter: str | None = None,
    decimal: str | None = None,
    header: bool | None = None,
    sheet: str | None = None,
) -> TableDraft:
    """Read a CSV, TSV, ARFF or Excel (.xlsx) file, gzipped or not, and propose what it holds.

    Parameters
    ----------
    path_or_buffer
        A path, the file's bytes, or an open file (an upload).
    name
        The table's name; by default the file's.
    encoding, delimiter, decimal, header, sheet
        Each is found out when it is None. ``decimal`` is ``"."`` or ``","``; ``header`` says
        whether the first line names the columns; ``sheet`` is a worksheet's name.

    Raises
    ------
    InputError
        For anything that is not a table with rows and at least two columns, or is too large; the
        message says what was found and what to do.
    """
    if decimal not in (None, ".", ","):
        raise InputError(f"The decimal mark is {decimal!r}; give '.' or ','.")
    title, data = read_source(path_or_buffer, name)
    grid = _grid(title, data, encoding, delimiter, header, sheet)
    names, repairs = clean_names(grid.names)
    declared = list(grid.declared) or [""] * len(names)
    cells, mark = make_columns(names, grid.cells, declared, decimal)
    roles = [propose_role(column) for column in cells]
    stated = next(
        (new for old, new in zip(grid.names, names, strict=True) if old == grid.target), ""
    )
    target, reason = propose_target(
        cells, [role for role, _ in roles], stated if grid.target else ""
    )
    columns = tuple(
        ColumnDraft(column.name, role, why, column.n_missing, len(column.levels), column.levels[:5])
        for column, (role, why) in zip(cells, roles, strict=True)
    )
    preview = pd.DataFrame(
        {
            column.name: ["" if c < 0 else column.levels[c] for c in column.codes[:_PREVIEW_ROWS]]
            for column in cells
        }
    )
    return TableDraft(
        name=_stem(title),
        n_rows=len(cells[0].codes),
        columns=columns,
        target=target,
        target_reason=reason,
        preview=preview,
        detected={**grid.detected, "decimal": mark},
        warnings=(*grid.warnings, *repairs),
        _cells=cells,
    )


def read_table(
    path_or_buffer: Source,
    target: str | None = None,
    *,
    roles: Mapping[str, str] | None = None,
    bins: int | None = None,
    max_rows: int = MAX_ROWS,
    seed: int = 0,
    name: str | None = None,
    encoding: str | None = None,
    delimiter: str | None = None,
    decimal: str | None = None,
    header: bool | None = None,
    sheet: str | None = None,
) -> Dataset:
    """A dataset from a user's CSV, TSV, ARFF or Excel (.xlsx) file, gzipped or not.

    The same as `inspect_table` followed by `TableDraft.to_dataset`; see there for the parameters,
    and `inspect_table` to look at the proposals first.

    Raises
    ------
    InputError
        Whatever is wrong with the file or the choice, in one line. No other exception comes from
        the content of a file.
    """
    draft = inspect_table(
        path_or_buffer,
        name=name,
        encoding=encoding,
        delimiter=delimiter,
        decimal=decimal,
        header=header,
        sheet=sheet,
    )
    return draft.to_dataset(target, roles=roles, bins=bins, max_rows=max_rows, seed=seed)


def _grid(
    title: str,
    data: bytes,
    encoding: str | None,
    delimiter: str | None,
    header: bool | None,
    sheet: str | None,
) -> Grid:
    if data.startswith(ZIP):
        return read_excel(title, data, sheet, header)
    text, used, warnings = decode(title, data, encoding)
    check_lines(title, text)
    if looks_like_arff(title, text):
        grid = read_arff(title, text)
    else:
        grid = read_text(title, text, delimiter, header)
    grid.detected["encoding"] = used
    grid.warnings[:0] = warnings
    return grid


def _stem(title: str) -> str:
    for ending in TABLE_ENDINGS:
        if title.lower().endswith(ending) and len(title) > len(ending):
            return title[: -len(ending)]
    return title
