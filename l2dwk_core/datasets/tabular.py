"""The file format of the shipped tables, and its only reader and writer.

A table is a gzip-compressed CSV file. Its first line names the columns, its second line gives each
column's role — ``numeric``, ``symbolic`` or, exactly once, ``class`` — and an empty cell is a
missing value. The roles travel with the data, so a file can be read with nothing else at hand.
"""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
from dataclasses import dataclass

import numpy as np
import pandas as pd

NUMERIC, SYMBOLIC, CLASS = "numeric", "symbolic", "class"


@dataclass(frozen=True)
class Table:
    """Column names, their roles, and the cells as text (an empty cell is missing)."""

    columns: tuple[str, ...]
    roles: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        if self.roles.count(CLASS) != 1 or set(self.roles) - {NUMERIC, SYMBOLIC, CLASS}:
            raise ValueError(f"One class column and known roles are needed, got {self.roles}.")
        widths = {len(self.columns), len(self.roles), *map(len, self.rows)}
        if len(widths) != 1:
            raise ValueError(f"Every row must have one cell per column; found widths {widths}.")

    def text(self) -> str:
        """Return the CSV text. Its SHA-256 is what a rebuild is checked against."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerows([self.columns, self.roles, *self.rows])
        return out.getvalue()

    def sha256(self) -> str:
        return hashlib.sha256(self.text().encode()).hexdigest()

    def compressed(self) -> bytes:
        """Return the file's bytes, without a time stamp so that equal tables give equal files."""
        return gzip.compress(self.text().encode(), compresslevel=9, mtime=0)

    def frame(self) -> tuple[pd.DataFrame, np.ndarray]:
        """Return ``X`` (float64 or category columns, NaN where a cell is empty) and the labels
        ``y``."""
        cells = list(zip(*self.rows, strict=True))
        data: dict[str, object] = {}
        labels = np.array([], dtype=str)
        for name, role, column in zip(self.columns, self.roles, cells, strict=True):
            if role == CLASS:
                labels = np.array(column, dtype=str)
            elif role == NUMERIC:
                # float() rounds correctly; pandas' fast parser may be one bit off.
                data[name] = np.array([float(v) if v else np.nan for v in column])
            else:
                levels = sorted({v for v in column if v})
                data[name] = pd.Categorical([v or None for v in column], categories=levels)
        return pd.DataFrame(data), labels


def parse(compressed: bytes) -> Table:
    """Return the table in the bytes of a shipped file."""
    text = gzip.decompress(compressed).decode()
    columns, roles, *rows = csv.reader(io.StringIO(text))
    return Table(tuple(columns), tuple(roles), tuple(map(tuple, rows)))
