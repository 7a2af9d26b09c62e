"""Long work in a process of its own, which can be ended at any moment.

Some methods compute for seconds without a report, and loops in pure Python would delay every other
session. ``python -m pages.jobs.worker`` reads the work and its arguments from its input and writes
messages to its output. Both ends are in this file; the connection between them is
``pages/runtime/worker_connection.py``.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

from l2dwk_core.common.errors import InputError
from pages.runtime.worker_connection import WorkerConnection, WorkerEnded, WorkerSide

Result = TypeVar("Result")

_POLL = 0.2
"""Seconds between two checks whether a session still waits."""
_INTERVAL = {"progress": 0.1, "result": 0.4}
"""Seconds between two messages of the same kind."""


def in_process(
    work: Callable[..., Result], *, progress: Callable[..., None], **arguments: Any
) -> Result:
    """Return ``work(**arguments)``, computed in a new process.

    ``work`` is a function of the core that also takes ``progress(what, done, total)`` and
    ``on_change(result so far)``. Here ``progress(what, done, total, partial)`` is called several
    times a second, with the result so far when there is a new one. When it raises, the process ends
    at once. Raise WorkerEnded when the process is killed from outside.
    """
    worker = WorkerConnection("pages.jobs.worker")
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
        worker.kill()
        reader.join(5)
        worker.close()


def _read(worker: WorkerConnection, messages: queue.SimpleQueue[tuple[str, Any]]) -> None:
    try:
        while True:
            messages.put(worker.receive())
    except WorkerEnded as problem:
        messages.put(("ended", str(problem)))


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
    _work(WorkerSide())
