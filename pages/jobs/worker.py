"""Long work in a process of its own, which can be ended at any moment.

Some methods compute for seconds without a report. Loops in Python, also those between the trees
that scikit-learn trains, would delay every session: while members were trained in threads of the
server, its pages got a tenth of the interpreter. ``python -m pages.jobs.worker`` reads work and its
arguments from its input and writes messages to its output, at a lower priority than the pages. Both
ends are in this file; the connection between them is ``pages/runtime/worker_connection.py``.
"""

from __future__ import annotations

import os
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from l2dwk_core.common.errors import InputError
from pages.runtime.worker_connection import WorkerConnection, WorkerEnded, WorkerSide

Result = TypeVar("Result")

_MODULE = "pages.jobs.worker"
_POLL = 0.2
"""Seconds between two checks whether a session still waits."""
_INTERVAL = {"progress": 0.1, "result": 0.4}
"""Seconds between two messages of the same kind."""
_NICE = 10
"""By how much the system prefers the pages and the solving processes."""
_LAST = ("done", "refused", "failed")
"""Kinds of the last message about a piece of work."""


class KeptWorker:
    """Holds at most one idle process, so that the next work need not wait until one has started."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: WorkerConnection | None = None

    @property
    def pid(self) -> int | None:
        """Return the number of the idle process; None without one."""
        idle = self._idle
        return None if idle is None else idle.pid

    def close(self) -> None:
        """End the idle process."""
        with self._lock:
            found, self._idle = self._idle, None
        if found is not None:
            found.kill()
            found.close()

    def take(self) -> WorkerConnection:
        """Return the idle process, or a new one."""
        with self._lock:
            found, self._idle = self._idle, None
        if found is not None and found.is_running:
            return found
        if found is not None:
            found.close()
        return WorkerConnection(_MODULE)

    def keep(self, worker: WorkerConnection) -> bool:
        """Hold a process that has done its work; return False when one is held already."""
        with self._lock:
            if self._idle is not None:
                return False
            self._idle = worker
            return True


SPARE = KeptWorker()
"""Holds the idle process of this server, for whatever work comes next."""


def in_process(
    work: Callable[..., Result],
    *,
    progress: Callable[..., None],
    kept: KeptWorker = SPARE,
    **arguments: Any,
) -> Result:
    """Return ``work(**arguments)``, computed in the process that is ``kept``, or in a new one.

    ``work`` is a function of the core that also takes ``progress(what, done, total)`` and
    ``on_change(result so far)``. Here ``progress(what, done, total, partial)`` is called several
    times a second, with the result so far when there is a new one. When it raises, the process ends
    at once. Raise WorkerEnded when the process is killed from outside.
    """
    worker = kept.take()
    fit = False
    messages: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
    reader = threading.Thread(target=_read, args=(worker, messages), daemon=True)
    reader.start()
    latest: tuple[str, int, int] = ("begins", 0, 0)
    try:
        worker.send((work, arguments))
        while True:
            partial = None
            try:
                kind, content = messages.get(timeout=_POLL)
            except queue.Empty:
                kind = "nothing"
            fit = kind in ("done", "refused")
            if kind == "done":
                return content  # type: ignore[no-any-return]
            if kind == "refused":
                raise InputError(content)
            if kind == "failed":
                raise RuntimeError(content)
            if kind == "ended":
                raise WorkerEnded(content)
            if kind == "progress":
                latest = content
            elif kind == "result":
                partial = content
            progress(*latest, partial)
    finally:
        if not fit or not kept.keep(worker):
            worker.kill()
            reader.join(5)
            worker.close()


def _read(worker: WorkerConnection, messages: queue.SimpleQueue[tuple[str, Any]]) -> None:
    try:
        kind = ""
        while kind not in _LAST:
            kind, content = worker.receive()
            messages.put((kind, content))
    except WorkerEnded as problem:
        messages.put(("ended", str(problem)))


def main() -> None:
    """Do one piece of work after the other, until the server ends."""
    server = WorkerSide()
    with suppress(AttributeError, OSError):  # not on Windows
        os.nice(_NICE)
    while True:
        _work(server)


def _work(server: WorkerSide) -> None:
    """Compute in the worker, and send messages."""

    def send(kind: str, content: Any) -> None:
        server.send((kind, content))

    sent = {"progress": 0.0, "result": 0.0}

    def send_at_intervals(kind: str, content: Any) -> None:
        now = time.monotonic()
        if now - sent[kind] >= _INTERVAL[kind]:
            sent[kind] = now
            send(kind, content)

    work, arguments = server.receive()
    try:
        result = work(
            **arguments,
            progress=lambda what, done, total: send_at_intervals("progress", (what, done, total)),
            on_change=lambda found: send_at_intervals("result", found),
        )
    except InputError as problem:
        send("refused", str(problem))
    except Exception as problem:
        send("failed", f"{type(problem).__name__}: {problem}")
    else:
        send("done", result)


if __name__ == "__main__":
    main()
