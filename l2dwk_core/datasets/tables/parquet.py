"""Parquet files, read by pyarrow in small batches. Each batch is counted before the next is
read."""

from __future__ import annotations

import io
import json
from typing import Any

import numpy as np

from l2dwk_core.common.errors import InputError, optional_package
from l2dwk_core.common.text import counted
from l2dwk_core.datasets.tables.grid import (
    Grid,
    check_cells,
    check_characters,
    check_shape,
    check_width,
)
from l2dwk_core.datasets.tables.limits import MAX_BYTES, MAX_CELL_CHARACTERS
from l2dwk_core.datasets.tables.values import shortest

_BATCH_ROWS = 1_000


def read_parquet(title: str, data: bytes) -> Grid:
    """Return the grid of a file's flat columns. Text from a dictionary is symbolic, numbers are
    numeric.

    Lists, structures, maps and raw bytes are left out with a note.
    """
    pyarrow = optional_package("pyarrow.parquet", "Reading a Parquet file", "parquet")
    try:
        return _read(title, data, pyarrow)
    except InputError:
        raise
    except Exception as problem:
        # pyarrow raises errors of many types: ArrowInvalid, OSError, NotImplementedError, …
        raise InputError(
            f"{title!r} is a damaged or encrypted Parquet file ({type(problem).__name__}); write "
            "it again, or save the table as CSV."
        ) from problem


def _read(title: str, data: bytes, pyarrow: Any) -> Grid:
    types = pyarrow.types
    # The sizes that the file states are checked first. They may be false, so the real sizes are
    # checked afterwards.
    about = pyarrow.parquet.read_metadata(io.BytesIO(data))
    flat = pyarrow.parquet.ParquetFile(io.BytesIO(data)).schema_arrow
    check_width(title, len(flat))
    check_cells(title, about.num_rows, max(1, len(flat)))
    unpacked = sum(about.row_group(at).total_byte_size for at in range(about.num_row_groups))
    if unpacked > MAX_BYTES:
        raise InputError(
            f"{title!r} unpacks to {unpacked:,} bytes; at most {MAX_BYTES:,} are read. Keep fewer "
            "rows or columns."
        )
    left_out = [field.name for field in flat if not _is_flat(field.type, types)]
    names = [field.name for field in flat if field.name not in left_out]
    texts = [f.name for f in flat if types.is_string(f.type) or types.is_large_string(f.type)]
    # A dictionary keeps a text that every row repeats in one piece.
    file = pyarrow.parquet.ParquetFile(io.BytesIO(data), read_dictionary=texts)
    cells: list[list[str]] = [[] for _ in names]
    n_rows = characters = 0
    for batch in file.iter_batches(_BATCH_ROWS, columns=names, use_threads=False):
        n_rows += batch.num_rows
        check_cells(title, n_rows, max(1, len(names)))
        for column, array in zip(cells, batch.columns, strict=True):
            made = _texts(title, array, types)
            characters = check_characters(title, characters + sum(map(len, made)))
            column.extend(made)
    warnings = []
    if left_out:
        shown = ", ".join(repr(name[:60]) for name in left_out[:5])
        more = f" and {len(left_out) - 5} more" if len(left_out) > 5 else ""
        warnings.append(
            f"Left out, because a cell of theirs is no single value (lists, structures, bytes): "
            f"{shown}{more}."
        )
        if any(_is_bytes(field.type, types) for field in flat):
            warnings[0] += " Texts that are stored as bytes have to be written as text."
    if left_out and len(names) < 2:
        raise InputError(
            f"{title!r} has {counted(len(names), 'column')} that can be read; a class and at least "
            f"one other column are needed. {warnings[0]}"
        )
    check_shape(title, n_rows, len(names))
    categories = _categories(flat)
    return Grid(
        names,
        cells,
        [
            "symbolic" if field.name in categories else _role(field.type, types)
            for field in flat
            if field.name not in left_out
        ],
        elsewhere=" ".join(warnings),
        detected={"format": "Parquet", "header": "yes"},
        warnings=warnings,
        stored=[_is_number(field.type, types) for field in flat if field.name not in left_out],
    )


def _categories(schema: Any) -> set[str]:
    """Return the columns that pandas wrote from categories of numbers, which the file holds as
    plain numbers."""
    try:
        columns = json.loads((schema.metadata or {}).get(b"pandas", b"{}"))["columns"]
        return {
            str(column["field_name"])
            for column in columns
            if column["pandas_type"] == "categorical"
        }
    except (ValueError, KeyError, TypeError, RecursionError):
        return set()  # the note is not that of pandas


def _is_flat(kind: Any, types: Any) -> bool:
    if types.is_dictionary(kind):
        kind = kind.value_type
    return not (types.is_nested(kind) or _is_bytes(kind, types))


def _is_number(kind: Any, types: Any) -> bool:
    if types.is_dictionary(kind):
        kind = kind.value_type
    return bool(types.is_integer(kind) or types.is_floating(kind) or types.is_decimal(kind))


def _is_bytes(kind: Any, types: Any) -> bool:
    if types.is_dictionary(kind):
        kind = kind.value_type
    return bool(
        types.is_binary(kind) or types.is_large_binary(kind) or types.is_fixed_size_binary(kind)
    )


def _role(kind: Any, types: Any) -> str:
    if types.is_dictionary(kind):
        return "symbolic"
    if types.is_floating(kind) or types.is_decimal(kind):
        return "numeric"
    return "date" if types.is_temporal(kind) and not types.is_duration(kind) else ""


def _texts(title: str, array: Any, types: Any) -> list[str]:
    """Return the cells as text. Each text of a dictionary is made only once."""
    if types.is_dictionary(array.type):
        words = _texts(title, array.dictionary, types)
        return ["" if at is None else words[at] for at in array.indices.to_pylist()]
    made = []
    # 0.1 in single precision is no 0.10000000149011612.
    single = types.is_float32(array.type)
    for value in array.to_pylist():
        if single and value is not None:
            value = float(str(np.float32(value)))
        if value is None:
            text = ""
        elif isinstance(value, bool):
            text = "TRUE" if value else "FALSE"
        elif isinstance(value, float):
            text = shortest(value) if abs(value) < float("inf") else str(value)
        else:
            text = str(value)
        if len(text) > MAX_CELL_CHARACTERS:
            raise InputError(
                f"{title!r}: a cell of more than {MAX_CELL_CHARACTERS:,} characters; leave the "
                "column out."
            )
        made.append(text)
    return made
