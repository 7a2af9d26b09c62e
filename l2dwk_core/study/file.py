"""The file of a study: SQLite, in which every finished task is stored as a whole, or not at all."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any, Self, get_type_hints

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import shown
from l2dwk_core.study.recipe import StudyRecipe, Task
from l2dwk_core.study.record import KEY, StudyRecord
from l2dwk_core.study.task import TaskResult

SCHEMA = 3
"""The version of the tables below. A file of a later version is refused; an earlier one is brought
up to date when it is written to."""
_ADDED = {2: ("correlations",), 3: ("unanswered", "test_groups")}
"""The columns of text that a version added to the records."""
APPLICATION = 0x4C324457
"""What SQLite keeps in the head of the file, so that another program's file is recognised."""
BUSY_SECONDS = 10
_JSON = ("weighting_measures", "test_measures", "correlations")


def _columns() -> str:
    hints = get_type_hints(StudyRecord)
    kinds = {int: "INTEGER", float: "REAL", str: "TEXT"}
    lines = []
    for item in fields(StudyRecord):
        kind = next((kinds[k] for k in kinds if k in _options(hints[item.name])), "TEXT")
        lines.append(f"{item.name} {kind}{' NOT NULL' if item.name in KEY else ''}")
    return ",\n    ".join(lines)


def _options(hint: Any) -> tuple[Any, ...]:
    return (hint, *getattr(hint, "__args__", ()))


_TABLES = f"""
CREATE TABLE studies (
    study INTEGER PRIMARY KEY, key TEXT NOT NULL, versions TEXT NOT NULL, recipe TEXT NOT NULL,
    UNIQUE (key, versions)
);
CREATE TABLE datasets (
    study INTEGER NOT NULL, dataset TEXT NOT NULL, digest TEXT NOT NULL, notes TEXT NOT NULL,
    PRIMARY KEY (study, dataset)
);
CREATE TABLE tasks (
    study INTEGER NOT NULL, dataset TEXT NOT NULL, pool TEXT NOT NULL, repeat INTEGER NOT NULL,
    fold INTEGER NOT NULL, n_records INTEGER NOT NULL, seconds REAL NOT NULL,
    PRIMARY KEY (study, dataset, pool, repeat, fold)
);
CREATE TABLE records (
    study INTEGER NOT NULL,
    {_columns()},
    PRIMARY KEY (study, {", ".join(KEY)})
);
CREATE TABLE writer (
    only INTEGER PRIMARY KEY CHECK (only = 1), token TEXT NOT NULL, host TEXT NOT NULL,
    process INTEGER NOT NULL, seen REAL NOT NULL
);
"""
_NAMES = [item.name for item in fields(StudyRecord)]


class StudyFile:
    """An open file of studies. Use it as a context manager.

    Several studies can be in one file: one for each recipe (apart from the list of datasets) and
    set of versions. They are never mixed.

    Parameters
    ----------
    path
        It is made when it is not there, unless ``read_only``.
    read_only
        Nothing is written; the file may be in use by a running study.

    Raises
    ------
    InputError
        No such file or folder, one that cannot be written, another program's file, a file of a
        later version, or a damaged one.
    """

    def __init__(self, path: str | Path, *, read_only: bool = False) -> None:
        if not isinstance(path, str | os.PathLike):
            raise InputError(
                f"The study file is {shown(path)}; give its path as text, such as 'study.db'."
            )
        self.path = Path(path)
        if read_only and not self.path.is_file():
            raise InputError(f"There is no study file {str(path)!r}; give the path of one.")
        if self.path.is_dir():
            raise InputError(f"{str(path)!r} is a folder; name a file, such as study.db.")
        if not self.path.parent.is_dir():
            raise InputError(
                f"There is no folder {str(self.path.parent)!r} for the study file; make it, or "
                "name another file."
            )
        with _explained(self.path):
            self.connection = connected(self.path, read_only=read_only)
        try:
            with _explained(self.path):
                self._check(read_only)
        except BaseException:
            self.connection.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self.connection.close()

    def _check(self, read_only: bool) -> None:
        if not read_only and not self._number("SELECT count(*) FROM sqlite_master"):
            self._make()
        application = self._number("PRAGMA application_id")
        version = self._number("PRAGMA user_version")
        if application != APPLICATION:
            raise InputError(
                f"{str(self.path)!r} is no study file, but one of another program; name another."
            )
        if version > SCHEMA:
            raise InputError(
                f"{str(self.path)!r} was written by a later version of this program (tables "
                f"{version}, known are up to {SCHEMA}); bring the program up to date."
            )
        found = self.connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise sqlite3.DatabaseError(found)
        if version < SCHEMA and not read_only:
            self._bring_up_to_date()

    def _bring_up_to_date(self) -> None:
        with self.writing() as connection:
            found = self._number("PRAGMA user_version")
            for version in range(found + 1, SCHEMA + 1):
                for column in _ADDED[version]:
                    connection.execute(f"ALTER TABLE records ADD COLUMN {column} TEXT")
            connection.execute(f"PRAGMA user_version = {SCHEMA}")

    def _number(self, question: str) -> int:
        return int(self.connection.execute(question).fetchone()[0])

    def _make(self) -> None:
        """Make the tables, unless another process does so at this moment."""
        # Before the first table, so that readers never wait for a writer.
        until = time.monotonic() + BUSY_SECONDS
        while True:
            try:
                self.connection.execute("PRAGMA journal_mode = WAL")
                break
            except sqlite3.OperationalError:  # SQLite itself does not wait for this one
                if time.monotonic() > until:
                    raise
                time.sleep(0.02)
        with self.writing() as connection:
            if not self._number("SELECT count(*) FROM sqlite_master"):
                for statement in _TABLES.split(";"):
                    connection.execute(statement)
                connection.execute(f"PRAGMA application_id = {APPLICATION}")
                connection.execute(f"PRAGMA user_version = {SCHEMA}")

    def study(self, recipe: StudyRecipe, versions: Mapping[str, str]) -> int:
        """Return the number of the study with this recipe and these versions, and add it when it
        is new."""
        text = json.dumps(dict(versions), sort_keys=True)
        with self.writing() as connection:
            row = connection.execute(
                "SELECT study, recipe FROM studies WHERE key = ? AND versions = ?",
                (recipe.key, text),
            ).fetchone()
            if row is None:
                made = connection.execute(
                    "INSERT INTO studies (key, versions, recipe) VALUES (?, ?, ?)",
                    (recipe.key, text, json.dumps(recipe.as_dict())),
                )
                return int(made.lastrowid or 0)
            known = StudyRecipe.from_dict(json.loads(row[1]))
            both = tuple(dict.fromkeys((*known.datasets, *recipe.datasets)))
            values = json.dumps(recipe.as_dict() | {"datasets": list(both)})
            connection.execute("UPDATE studies SET recipe = ? WHERE study = ?", (values, row[0]))
            return int(row[0])

    def studies(self) -> dict[int, tuple[StudyRecipe, dict[str, str]]]:
        """Return the recipe and the versions of every study, by its number."""
        with _explained(self.path):
            rows = self.connection.execute("SELECT study, recipe, versions FROM studies").fetchall()
        return {
            int(study): (StudyRecipe.from_dict(json.loads(recipe)), json.loads(versions))
            for study, recipe, versions in rows
        }

    def note_dataset(self, study: int, name: str, digest: str, notes: tuple[str, ...]) -> None:
        """Store what a dataset's content is. Raise ``InputError`` when records of another table
        with this name are there already."""
        with self.writing() as connection:
            row = connection.execute(
                "SELECT digest FROM datasets WHERE study = ? AND dataset = ?", (study, name)
            ).fetchone()
            if row is not None and row[0] != digest:
                raise InputError(
                    f"{str(self.path)!r} has records of another table named {shown(name)}; give "
                    "this table another name, or name another file."
                )
            connection.execute(
                "INSERT OR REPLACE INTO datasets VALUES (?, ?, ?, ?)",
                (study, name, digest, json.dumps(list(notes))),
            )

    def notes(self, study: int) -> dict[str, tuple[str, ...]]:
        """Return the notes of every dataset."""
        with _explained(self.path):
            rows = self.connection.execute(
                "SELECT dataset, notes FROM datasets WHERE study = ?", (study,)
            ).fetchall()
        return {name: tuple(json.loads(notes)) for name, notes in rows}

    def finished(self, study: int) -> dict[Task, float]:
        """Return the finished tasks with their seconds."""
        with _explained(self.path):
            rows = self.connection.execute(
                "SELECT dataset, pool, repeat, fold, seconds FROM tasks WHERE study = ?", (study,)
            ).fetchall()
        return {Task(*row[:4]): float(row[4]) for row in rows}

    def add(self, study: int, result: TaskResult) -> None:
        """Store a finished task with all its records, in one transaction. A task that is there
        already is left as it is."""
        task = result.task
        marks = ", ".join("?" * (len(_NAMES) + 1))
        with self.writing() as connection:
            made = connection.execute(
                "INSERT OR IGNORE INTO tasks VALUES (?, ?, ?, ?, ?, ?, ?)",
                (study, task.dataset, task.pool, task.repeat, task.fold,
                 len(result.records), result.seconds),
            )  # fmt: skip
            if made.rowcount:
                # By name: a file of an earlier version has its columns in another order.
                connection.executemany(
                    f"INSERT INTO records (study, {', '.join(_NAMES)}) VALUES ({marks})",
                    [(study, *_values(record)) for record in result.records],
                )

    def records(self, study: int) -> tuple[StudyRecord, ...]:
        """Return all records of a study, sorted by their keys."""
        with _explained(self.path):
            there = {row[1] for row in self.connection.execute("PRAGMA table_info(records)")}
            names = [name for name in _NAMES if name in there]
            rows = self.connection.execute(
                f"SELECT {', '.join(names)} FROM records WHERE study = ? ORDER BY {', '.join(KEY)}",
                (study,),
            ).fetchall()
        return tuple(_record(dict(zip(names, row, strict=True))) for row in rows)

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Yield the connection within one transaction, which ends with the block."""
        with _explained(self.path):
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield self.connection
            except BaseException:
                if self.connection.in_transaction:  # a full disk has ended it already
                    self.connection.execute("ROLLBACK")
                raise
            self.connection.execute("COMMIT")


def _values(record: StudyRecord) -> list[Any]:
    return [
        json.dumps(dict(value)) if name in _JSON else value
        for name in _NAMES
        for value in (getattr(record, name),)
    ]


def _record(values: dict[str, Any]) -> StudyRecord:
    read = {name: json.loads(values.get(name) or "{}") for name in _JSON}
    # NULL in the rows of a file that was brought up to date
    texts = {name: values.get(name) or "" for name in _ADDED[3]}
    return StudyRecord(**values | read | texts)


def connected(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """Return a connection to a file, without any check. It may be used by several threads, one at a
    time."""
    mode = "ro" if read_only else "rwc"
    return sqlite3.connect(
        f"{path.resolve().as_uri()}?mode={mode}",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,  # transactions begin and end where the code says so
        check_same_thread=False,
    )


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into messages that say what to do."""
    try:
        yield
    except sqlite3.Error as problem:
        raise explained(path, problem) from problem


def explained(path: Path, problem: sqlite3.Error) -> InputError:
    """Return the error for a person: a full disk, a folder without the right to write, a file in
    use, a damaged file."""
    name, text = str(path), str(problem)
    if "full" in text:
        return InputError(
            f"The disk of {name!r} is full; make room and run the same command again: finished "
            "tasks are kept."
        )
    if "readonly" in text or "unable to open" in text:
        return InputError(
            f"{name!r} cannot be written ({text}); name a file in a folder you may write to."
        )
    if "locked" in text:
        return InputError(
            f"{name!r} is in use by another program for more than {BUSY_SECONDS} s; wait for it, "
            "or name another file."
        )
    if "not a database" in text:
        return InputError(f"{name!r} is no study file; name another.")
    return DamagedStudyError(
        f"{name!r} is damaged ({text}). Run 'l2dwk study --repair {name}': it writes what is whole "
        "to a new file and keeps the damaged one."
    )


class DamagedStudyError(InputError):
    """A study file of which a part cannot be read."""
