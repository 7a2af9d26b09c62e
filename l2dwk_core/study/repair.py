"""What is whole in a damaged study file, written to a new one."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from l2dwk_core.common.errors import InputError
from l2dwk_core.study.file import StudyFile, connected

_LEAST_BYTES = 40
"""A row takes at least so much of the file, which bounds the numbers of rows."""


def repair(path: str | Path) -> tuple[Path, int, int]:
    """Replace a damaged study file by one with its whole tasks, and keep the damaged one beside it.

    A task is whole when all its records can be read. Return the new name of the damaged file, the
    number of tasks kept, and the number of tasks that are lost as far as they can be counted.

    Raise ``InputError`` when it is no study file, or its studies cannot be read.
    """
    path = Path(path)
    if not path.is_file():
        raise InputError(f"There is no study file {str(path)!r}; give the path of one.")
    fresh = path.with_name(f"{path.name}.repaired")
    fresh.unlink(missing_ok=True)
    try:
        with closing(connected(path, read_only=True)) as old, StudyFile(fresh) as new:
            most = path.stat().st_size // _LEAST_BYTES
            kept, lost = _copied(old, new.connection, most)
            new.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as problem:
        fresh.unlink(missing_ok=True)
        raise InputError(
            f"Nothing in {str(path)!r} can be read ({problem}); begin again with another file."
        ) from problem
    aside = path.with_name(f"{path.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}")
    for ending in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            Path(f"{path}{ending}").rename(f"{aside}{ending}")
    fresh.rename(path)
    return aside, kept, lost


def _copied(old: sqlite3.Connection, new: sqlite3.Connection, most: int) -> tuple[int, int]:
    """Copy what is whole. Return how many tasks were copied, and how many were not."""
    studies = old.execute("SELECT * FROM studies").fetchall()
    new.execute("BEGIN")
    new.executemany("INSERT INTO studies VALUES (?, ?, ?, ?)", studies)
    for row in _readable(old, "datasets", most):
        new.execute("INSERT OR IGNORE INTO datasets VALUES (?, ?, ?, ?)", row)
    # A file of an earlier version has fewer columns.
    columns = [each[0] for each in old.execute("SELECT * FROM records LIMIT 0").description]
    marks = ", ".join("?" * len(columns))
    for row in _readable(old, "records", most):
        new.execute(f"INSERT OR IGNORE INTO records ({', '.join(columns)}) VALUES ({marks})", row)
    kept = lost = 0
    for row in _readable(old, "tasks", most):
        [found] = new.execute(_COUNT, row[:5]).fetchone()
        if found == row[5]:
            new.execute("INSERT OR IGNORE INTO tasks VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            kept += 1
        else:
            lost += 1
    # Records of tasks that are not whole would come a second time.
    new.execute(
        "DELETE FROM records WHERE NOT EXISTS (SELECT 1 FROM tasks WHERE "
        "tasks.study = records.study AND tasks.dataset = records.dataset AND "
        "tasks.pool = records.pool AND tasks.repeat = records.repeat AND "
        "tasks.fold = records.fold)"
    )
    new.execute("COMMIT")
    return kept, lost


_COUNT = (
    "SELECT count(*) FROM records WHERE study = ? AND dataset = ? AND pool = ? AND repeat = ? "
    "AND fold = ?"
)


def _readable(old: sqlite3.Connection, table: str, most: int) -> Iterator[tuple[object, ...]]:
    """Yield the rows that can be read. A range of rows that cannot be is halved until the damaged
    ones are alone."""
    try:
        last = old.execute(f"SELECT max(rowid) FROM {table}").fetchone()[0] or 0
    except sqlite3.Error:
        last = most
    ranges = [(1, last)]
    while ranges:
        low, high = ranges.pop()
        try:
            yield from old.execute(
                f"SELECT * FROM {table} WHERE rowid BETWEEN ? AND ?", (low, high)
            ).fetchall()
        except sqlite3.Error:
            if low < high:
                middle = (low + high) // 2
                ranges += [(middle + 1, high), (low, middle)]
