"""Uploaded files are read in processes beside the server, so that no file can stop its pages.

Up to two processes wait for the next file, so that a small file is read at once. One is started
when somebody opens the place for files. The other end is ``pages/data/reader_process.py``.
"""

from __future__ import annotations

import atexit
import logging
import queue
import signal
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from l2dwk_core.common.errors import InputError
from pages.data.reader_process import SECONDS, TABLE, TOO_MUCH_MEMORY
from pages.runtime.worker_connection import WorkerConnection, WorkerEnded

STARTING = 30.0
"""Seconds within which a process has to be ready; it takes one or two."""
SMALL = 2_000_000
"""Bytes of a file up to which its process is used again. A larger file leaves much memory in
use."""
KEPT = 2
"""Processes that wait for a file. One that is ready is not given up for one that still starts: with
thirty readers on two cores that takes several seconds."""
_LOOK = 0.05
"""Seconds between two checks whether a session still waits."""
_MODULE = "pages.data.reader_process"
_TIME_IS_UP = getattr(signal, "SIGXCPU", -1)
"""The signal for too much processor time; Windows has none."""
_LOG = logging.getLogger(__name__)


class TookTooLong(InputError):
    """Reading a file took more than the seconds it was given."""


class Readers:
    """The processes: one for each file that is being read, and those that wait."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: list[WorkerConnection] = []
        self._ready: set[WorkerConnection] = set()
        self._workers: set[WorkerConnection] = set()
        self._closed = False
        atexit.register(self.close)

    @property
    def pids(self) -> list[int]:
        """Process numbers of the processes."""
        return [worker.pid for worker in list(self._workers)]

    def prepare(self) -> None:
        """Start a process that waits for a file, unless one waits or as many as are kept read.
        Return before it is ready."""
        with self._lock:
            if not self._waiting and len(self._workers) < KEPT and not self._closed:
                self._waiting.append(self._new())

    def close(self) -> None:
        """End the processes at once."""
        with self._lock:
            self._closed, workers = True, list(self._workers)
        for worker in workers:
            worker.kill()

    def read(
        self,
        name: str,
        data: bytes,
        arguments: Mapping[str, Any],
        wanted: Callable[[bool], None],
        seconds: float = SECONDS,
        file_kind: str = TABLE,
    ) -> Any:
        """Return ``inspect_table(data, name=name, **arguments)``, computed in a process; of models'
        votes (*file_kind*) what ``read_draft`` returns, of a class file what ``read_class_file``
        returns.

        ``wanted(begun)`` is called many times a second; when it raises, the process ends at once.
        Raise InputError for whatever is wrong with the file, also when it takes too much memory,
        and TookTooLong when it takes more than *seconds*.
        """
        with self._lock:
            if self._closed:
                raise WorkerEnded("the server ends")
            worker = self._take()
        fit = False
        messages: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        listener = threading.Thread(
            target=_listen,
            args=(worker, messages, worker in self._ready),
            daemon=True,
            name="reader",
        )
        listener.start()
        try:
            begun = None
            if worker in self._ready:
                begun = _send_file(worker, file_kind, name, data, arguments)
            started = time.monotonic()
            while True:
                wanted(begun is not None)
                try:
                    kind, content = messages.get(timeout=_LOOK)
                except queue.Empty:
                    kind, content = "nothing", None
                now = time.monotonic()
                if kind == "ready":
                    self._ready.add(worker)
                    begun = _send_file(worker, file_kind, name, data, arguments)
                elif kind == "done":
                    fit = True
                    return content
                elif kind == "refused":
                    fit = content != TOO_MUCH_MEMORY
                    raise InputError(content)
                elif kind == "failed":
                    raise RuntimeError(content)
                elif kind == "ended":
                    raise _ended(worker, name, begun, seconds)
                elif begun is None and now - started > STARTING:
                    raise RuntimeError("no process to read in")
                elif begun is not None and now - begun > seconds:
                    raise _too_long(name, seconds)
        finally:
            if not fit:
                worker.kill()
            listener.join(5)
            self._let_go(worker, keep=fit and len(data) <= SMALL)

    def _take(self) -> WorkerConnection:
        """Return a process for a file: one that is ready, one that starts, or a new one."""
        for ended in [one for one in self._waiting if not one.is_running]:
            self._forget(ended)  # killed while it had nothing to do
        if not self._waiting:
            return self._new()
        worker = min(self._waiting, key=lambda one: one not in self._ready)
        self._waiting.remove(worker)
        return worker

    def _new(self) -> WorkerConnection:
        worker = WorkerConnection(_MODULE)
        self._workers.add(worker)
        return worker

    def _forget(self, worker: WorkerConnection) -> None:
        self._workers.discard(worker)
        self._ready.discard(worker)
        if worker in self._waiting:
            self._waiting.remove(worker)

    def _let_go(self, worker: WorkerConnection, keep: bool) -> None:
        given_up = [worker]
        with self._lock:
            if keep and not self._closed:
                # Those that start come first, so that one of them is given up.
                self._waiting = sorted([*self._waiting, worker], key=self._ready.__contains__)
                given_up = self._waiting[:-KEPT]
            for one in given_up:
                self._forget(one)
        for one in given_up:
            one.kill()
            one.close()
        try:
            self.prepare()
        except OSError:
            _LOG.exception("No process to read in.")


def _send_file(
    worker: WorkerConnection, kind: str, name: str, data: bytes, arguments: Mapping[str, Any]
) -> float:
    worker.send((kind, name, data, dict(arguments)))
    return time.monotonic()


def _listen(
    worker: WorkerConnection, messages: queue.SimpleQueue[tuple[str, Any]], ready: bool
) -> None:
    """Pass on the messages of the process until it has answered."""
    try:
        for _ in range(1 if ready else 2):
            messages.put(worker.receive())
    except (WorkerEnded, MemoryError):
        messages.put(("ended", None))


def _ended(worker: WorkerConnection, name: str, begun: float | None, seconds: float) -> Exception:
    """Return why a process ended by itself."""
    if begun is None:
        return WorkerEnded("the process to read in ended before it was ready")
    ending = worker.ending_signal()
    if ending == _TIME_IS_UP:
        return _too_long(name, seconds)
    # Libraries end the process so when they get no memory; the system kills one that has most of
    # it, but somebody else may have done that.
    if ending in (signal.SIGABRT, signal.SIGSEGV):
        return InputError(TOO_MUCH_MEMORY)
    return InputError(
        f"The process that read {name!r} was ended by the system before it had finished, perhaps "
        "because memory ran out. Try again; if that does not help, keep fewer rows or columns, or "
        "save the table as CSV."
    )


def _too_long(name: str, seconds: float) -> InputError:
    return TookTooLong(
        f"Reading {name!r} took more than {seconds:.0f} seconds and was ended; keep fewer rows or "
        "columns, or save the table as CSV."
    )
