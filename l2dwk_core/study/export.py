"""The records of a study as a table, and as a file."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pandas as pd

from l2dwk_core.common.csv_text import csv_text
from l2dwk_core.common.errors import InputError, optional_package
from l2dwk_core.common.whole_file import whole_file
from l2dwk_core.study.outcome import StudyOutcome
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


def export_study(outcome: StudyOutcome, path: str | Path) -> Path:
    """Write the records of a study as CSV (also compressed) or Parquet, by the ending of the name,
    and beside them a JSON file with the command that makes them, versions and notes. Return the
    name of that file. Files that are there are replaced when both new ones are complete.

    Raise ``InputError`` for another ending, or a file that cannot be written.
    """
    check_export(path)
    frame = as_frame(outcome.records)
    facts = Path(f"{path}.json")
    try:
        with whole_file(path) as rows, whole_file(facts) as about:
            if str(path).endswith(".parquet"):
                frame.to_parquet(rows, index=False)
            elif str(path).endswith(".gz"):
                # Without the time, so that the same records make the same file.
                rows.write_bytes(gzip.compress(csv_text(frame).encode(), mtime=0))
            else:
                rows.write_text(csv_text(frame), encoding="utf-8", newline="")
            about.write_text(json.dumps(facts_of(outcome), indent=1), encoding="utf-8")
    except OSError as problem:
        raise InputError(
            f"{str(path)!r} cannot be written ({problem.strerror or problem}); name a file in a "
            "folder you may write to, on a disk with room."
        ) from problem
    return facts


def facts_of(outcome: StudyOutcome) -> dict[str, Any]:
    """Return what is to be known of the records besides themselves, ready for JSON."""
    return {
        "command": outcome.recipe.command(),
        "recipe": outcome.recipe.as_dict(),
        "versions": dict(outcome.versions),
        "notes": {name: list(notes) for name, notes in outcome.notes.items()},
        "records": len(outcome.records),
        "seconds": round(outcome.seconds),
    }
