"""The records of a study as a table, and as a file."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pandas as pd

from l2dwk_core.common.csv_text import csv_text
from l2dwk_core.common.errors import InputError, optional_package
from l2dwk_core.study.record import StudyRecord

ENDINGS = (".csv", ".csv.gz", ".parquet")


def as_frame(records: Iterable[StudyRecord]) -> pd.DataFrame:
    """Return records as a table, a row each, with one column for each measure."""
    rows: list[dict[str, Any]] = [record.as_row() for record in records]
    return pd.DataFrame(rows)


def check_export(path: str | Path) -> None:
    """Raise ``InputError`` unless the name ends like a kind of file that can be written, in a
    folder that is there."""
    if not str(path).endswith(ENDINGS):
        raise InputError(f"{str(path)!r} must end with {' or '.join(ENDINGS)}; change the name.")
    if not Path(path).parent.is_dir():
        raise InputError(f"There is no folder {str(Path(path).parent)!r}; make it first.")
    if str(path).endswith(".parquet"):
        optional_package("pyarrow", "Writing Parquet", "parquet")


def export_records(records: Iterable[StudyRecord], path: str | Path) -> None:
    """Write records as CSV (also compressed) or Parquet, by the ending of the name.

    Raise ``InputError`` for another ending, or a file that cannot be written.
    """
    check_export(path)
    frame = as_frame(records)
    try:
        if str(path).endswith(".parquet"):
            frame.to_parquet(path, index=False)
        elif str(path).endswith(".gz"):
            # Without the time, so that the same records make the same file.
            Path(path).write_bytes(gzip.compress(csv_text(frame).encode(), mtime=0))
        else:
            Path(path).write_text(csv_text(frame), encoding="utf-8", newline="")
    except OSError as problem:
        raise InputError(
            f"{str(path)!r} cannot be written ({problem.strerror}); name a file in a folder you "
            "may write to."
        ) from problem
