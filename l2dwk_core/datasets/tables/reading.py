"""The functions ``inspect_table`` and ``read_table``: they read a file of any of the formats, and
say how it is understood."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

import numpy as np
import pandas as pd

from l2dwk_core.common.checks import check_whole
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import shown
from l2dwk_core.datasets.dataset import Dataset
from l2dwk_core.datasets.encoding import LARGEST_NUMBER
from l2dwk_core.datasets.tables.arff import looks_like_arff, read_arff
from l2dwk_core.datasets.tables.cases.doubts import doubts
from l2dwk_core.datasets.tables.cases.repeated import why_one_class
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.decoding.decode import decode
from l2dwk_core.datasets.tables.draft import ColumnDraft, TableDraft
from l2dwk_core.datasets.tables.excel import read_excel
from l2dwk_core.datasets.tables.grid import Grid
from l2dwk_core.datasets.tables.libsvm import looks_like_libsvm, read_libsvm
from l2dwk_core.datasets.tables.limits import MAX_NAME, MAX_ROWS
from l2dwk_core.datasets.tables.lost_cells import lost_cells_notes
from l2dwk_core.datasets.tables.make_columns import clean_names, make_columns
from l2dwk_core.datasets.tables.meaning.may_be_codes import may_be_codes
from l2dwk_core.datasets.tables.meaning.may_be_days import may_be_days
from l2dwk_core.datasets.tables.meaning.of_table import with_meaning
from l2dwk_core.datasets.tables.other_formats import is_other_text, refuse_other_texts
from l2dwk_core.datasets.tables.outside.side_by_side import side_by_side_note
from l2dwk_core.datasets.tables.parquet import read_parquet
from l2dwk_core.datasets.tables.proposals import comma_notes, doubtful_marks, propose
from l2dwk_core.datasets.tables.roles import NUMERIC, USED, propose_role
from l2dwk_core.datasets.tables.source import PARQUET, ZIP, Source, read_source
from l2dwk_core.datasets.tables.target.propose import choice_of_target, propose_target
from l2dwk_core.datasets.tables.target.tells_class import columns_that_tell
from l2dwk_core.datasets.tables.text import read_text
from l2dwk_core.datasets.tables.values import without_guard
from l2dwk_core.datasets.tables.zipped import unzipped

TABLE_ENDINGS = (
    ".csv", ".tsv", ".tab", ".txt", ".data", ".dat", ".arff", ".xlsx", ".xlsm", ".parquet",
    ".libsvm", ".svm", ".svmlight",
)  # fmt: skip
"""Of files that hold a table, before a ``.gz`` or in a ``.zip``."""

_PREVIEW_ROWS = 10
_MOST_SKIPPED = 1_000_000
"""Lines before a table: more than any file has that is read."""


def inspect_table(
    path_or_buffer: Source,
    *,
    name: str | None = None,
    encoding: str | None = None,
    delimiter: str | None = None,
    decimal: str | None = None,
    header: bool | None = None,
    sheet: str | None = None,
    skip: int | None = None,
    units: bool | None = None,
    trim: bool | None = None,
) -> TableDraft:
    """Read a table, gzipped or not, and propose what it holds.

    CSV and other delimited text, ARFF, libsvm, Parquet and Excel (.xlsx), or a zip archive with one
    of these in it.

    Parameters
    ----------
    path_or_buffer
        A path, the file's bytes, or an open file (an upload).
    name
        The table's name; by default the file's.
    encoding, delimiter, decimal, header, sheet, skip, units, trim
        Each is found out when it is None. ``decimal`` is ``"."`` or ``","`` (of
        texts: numbers that a file stores as numbers need none); ``header`` says
        whether the first line names the columns; ``sheet`` is a worksheet's name; ``skip`` is how
        many lines of a text or rows of a sheet stand before the table; ``units`` says whether the
        line under the names holds units, and False that it holds values; ``trim`` whether to leave
        out what seems to be no part of the table: totals and notes below it, sums between its
        blocks, a legend beside or below it, a second table. What a format does not have is ignored.

    Raises
    ------
    InputError
        For anything that is not a table with rows and at least two columns, or is too large; the
        message says what was found and what to do.
    """
    if decimal not in (None, ".", ","):
        raise InputError(f"The decimal mark is {decimal!r}; give '.' or ','.")
    if skip is not None:
        skip = check_whole("skip", skip, 0, _MOST_SKIPPED)
    for option, value in (("header", header), ("units", units), ("trim", trim)):
        if value is not None and not isinstance(value, bool):
            raise InputError(
                f"{option} is {shown(value)}; give True, False, or None to find it out."
            )
    title, data = read_source(path_or_buffer, name)
    unpacked = ""
    if data.startswith(ZIP):
        title, data, unpacked = unzipped(title, data, TABLE_ENDINGS)
        if unpacked:
            title, data = read_source(data, title)
    grid = _grid(title, data, encoding, delimiter, header, sheet, skip, units, trim)
    if unpacked:
        grid.warnings.insert(0, unpacked)
    names, repairs = clean_names([without_guard(name.strip()) for name in grid.names])
    declared = list(grid.declared) or [""] * len(names)
    cells, mark, doubtful = make_columns(
        names,
        grid.cells,
        declared,
        decimal,
        grid.units,
        grid.delimiter,
        typed=grid.detected["format"] != "delimited text",
        stored=grid.stored,
    )
    if any(map(str.strip, grid.names)) and not grid.names[0].strip():
        cells[0] = replace(cells[0], nameless=True)
    cells, found = with_meaning(cells)
    repairs += found + side_by_side_note(cells, grid.names)
    repairs += doubtful_marks(grid, cells, doubtful) + lost_cells_notes(cells)
    if decimal is None:
        repairs += comma_notes(grid, cells, mark == ".")
    roles = [propose_role(column) for column in cells]
    stated = next(
        (new for old, new in zip(grid.names, names, strict=True) if old == grid.target), ""
    )
    target, reason = propose_target(
        cells, [role for role, _ in roles], stated if grid.target else ""
    )
    chosen = next((column for column in cells if column.name == target), None)
    likely = [column for column, (role, _) in zip(cells, roles, strict=True) if role in USED]
    for name, why in why_one_class(likely, chosen).items():
        at = next(at for at, column in enumerate(cells) if column.name == name)
        cells[at] = replace(cells[at], no_input=why)
        roles[at] = propose_role(cells[at])
    used = [column for column, (role, _) in zip(cells, roles, strict=True) if role in USED]
    numbers = [column for column, (role, _) in zip(cells, roles, strict=True) if role == NUMERIC]
    doubtful_inputs = doubts(used, cells[0].name)
    doubtful_inputs |= {column.name: why for column in numbers if (why := may_be_days(column))}
    doubtful_inputs = columns_that_tell(used, chosen) | doubtful_inputs
    other = {column.name: may_be_codes(column) for column in numbers}
    columns = tuple(
        ColumnDraft(
            column.name,
            role,
            " ".join(filter(None, (why, doubtful_inputs.get(column.name), other.get(column.name)))),
            column.n_missing,
            len(column.levels),
            tuple(map(_short, column.levels[:5])),
            0 < column.n_numbers == column.n_present and not column.declared,
            column.unit or column.sign,
            tuple(column.missing_words()),
            *(_ends(column) if role == NUMERIC or column.n_numbers == column.n_present else ()),
        )
        for column, (role, why) in zip(cells, roles, strict=True)
    )
    preview = pd.DataFrame(
        {
            column.name: [
                "" if c < 0 else _short(column.levels[c]) for c in column.codes[:_PREVIEW_ROWS]
            ]
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
        proposals=propose(grid, cells, [role for role, _ in roles], columns, doubtful_inputs),
        _elsewhere=grid.elsewhere,
        _chosen=choice_of_target(
            cells, [role for role, _ in roles], target, reason, stated if grid.target else ""
        ),
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
    skip: int | None = None,
    units: bool | None = None,
    trim: bool | None = None,
    keep: Collection[str] | Mapping[str, Collection[str]] = (),
) -> Dataset:
    """Return a dataset from a user's file: delimited text, ARFF, libsvm, Parquet or Excel (.xlsx),
    gzipped or not, or the only one in a zip archive.

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
        skip=skip,
        units=units,
        trim=trim,
    )
    return draft.to_dataset(target, roles=roles, bins=bins, max_rows=max_rows, seed=seed, keep=keep)


def _grid(
    title: str,
    data: bytes,
    encoding: str | None,
    delimiter: str | None,
    header: bool | None,
    sheet: str | None,
    skip: int | None,
    units: bool | None,
    trim: bool | None,
) -> Grid:
    if data.startswith(ZIP):
        return read_excel(title, data, sheet, header, skip, units, trim)
    if data.startswith(PARQUET):
        return read_parquet(title, data)
    text, used, warnings = decode(title, data, encoding)
    if what := is_other_text(text):
        raise InputError(
            f"{title!r} is {what}, not a table that can be read; save it as CSV, ARFF, Parquet "
            "or .xlsx."
        )
    refuse_other_texts(title, text)
    if looks_like_arff(title, text):
        grid = read_arff(title, text)
    elif delimiter is None and header is None and skip is None and looks_like_libsvm(text):
        grid = read_libsvm(title, text)
    else:
        grid = read_text(title, text, delimiter, header, skip, units, trim)
    grid.detected["encoding"] = used
    grid.warnings[:0] = warnings
    return grid


def _ends(column: Column) -> tuple[str, str]:
    """Return the cells with the smallest and the largest number that is read, or two empty ones."""
    usable = np.flatnonzero(np.abs(column.numbers) <= LARGEST_NUMBER)
    if not usable.size:
        return "", ""
    numbers = column.numbers[usable]
    ends = usable[numbers.argmin()], usable[numbers.argmax()]
    return _short(column.levels[ends[0]]), _short(column.levels[ends[1]])


def _short(text: str) -> str:
    return text if len(text) <= MAX_NAME else text[: MAX_NAME - 1] + "…"


def _stem(title: str) -> str:
    for ending in TABLE_ENDINGS:
        if title.lower().endswith(ending) and len(title) > len(ending):
            return title[: -len(ending)]
    return title
