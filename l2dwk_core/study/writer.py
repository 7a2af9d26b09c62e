"""One writer at a time: who runs studies in a file, and how the place of a dead one is taken."""

from __future__ import annotations

import os
import socket
import sqlite3
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from l2dwk_core.common.errors import InputError
from l2dwk_core.study.file import StudyFile, connected

BEAT_SECONDS = 2.0
"""How often a running study says that it is alive."""
STALE_SECONDS = 8.0
"""A writer that has said nothing for so long is taken for dead."""


class BusyFileError(InputError):
    """Another writer runs a study in this file."""


@contextmanager
def only_writer(file: StudyFile) -> Iterator[None]:
    """Hold the right to run studies in a file while this block runs.

    A writer whose process has ended on this computer is replaced at once, one on another computer
    when it has said nothing for ``STALE_SECONDS``. Where its last word is later than the clock,
    which has then been set back, it is replaced when it says nothing for ``2 BEAT_SECONDS``.

    Raise ``BusyFileError`` when another writer is alive.
    """
    token = uuid.uuid4().hex
    _take(file, token, _silent_from_the_future(file))
    ended = threading.Event()
    beating = threading.Thread(target=_beat, args=(file.path, token, ended), daemon=True)
    beating.start()
    try:
        yield
    finally:
        ended.set()
        beating.join()
        with suppress(InputError), file.writing() as connection:
            connection.execute("DELETE FROM writer WHERE token = ?", (token,))


_Said = tuple[str, float]
"""The token of a writer, and the time of the clock at its last word."""


def _silent_from_the_future(file: StudyFile) -> _Said | None:
    """Return the last word of a writer that is later than now, if no other follows it.

    A writer that is alive says the new time of the clock at its next word.
    """
    question = "SELECT token, seen FROM writer"
    with file.writing() as connection:
        first: _Said | None = connection.execute(question).fetchone()
    if first is None or first[1] <= time.time():
        return None
    threading.Event().wait(2 * BEAT_SECONDS)  # time.sleep fails under libfaketime
    with file.writing() as connection:
        return first if connection.execute(question).fetchone() == first else None


def _take(file: StudyFile, token: str, dead: _Said | None) -> None:
    host, process = socket.gethostname(), os.getpid()
    with file.writing() as connection:
        row = connection.execute("SELECT host, process, seen, token FROM writer").fetchone()
        if row is not None and (row[3], row[2]) != dead:
            silent = time.time() - row[2]
            alive = silent < STALE_SECONDS if row[0] != host else _is_alive(row[1], silent)
            if alive:
                raise BusyFileError(
                    f"Process {row[1]} on {row[0]} is running a study in {str(file.path)!r} "
                    f"(seen {max(silent, 0):.0f} s ago); wait for it, end it, or name another "
                    "file."
                )
        connection.execute(
            "INSERT OR REPLACE INTO writer VALUES (1, ?, ?, ?, ?)",
            (token, host, process, time.time()),
        )


def _is_alive(process: int, silent: float) -> bool:
    """Return whether a process of this computer is there and has not been silent for too long: its
    number may belong to another one by now."""
    if silent >= STALE_SECONDS:
        return False
    if os.name == "nt":  # where signal 0 would be Ctrl-C
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _beat(path: Path, token: str, ended: threading.Event) -> None:
    connection = connected(path)
    while not ended.wait(BEAT_SECONDS):
        # A full disk or a busy file is no reason to end: the next transaction will say so.
        with suppress(sqlite3.Error):
            connection.execute("UPDATE writer SET seen = ? WHERE token = ?", (time.time(), token))
    connection.close()
