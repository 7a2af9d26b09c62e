"""A process at the other end of a pipe, and that end itself. What goes through is pickled.

Not a pool of ``concurrent.futures`` or ``multiprocessing``: a process these start imports the main
module anew, which during a run is the page, for which Streamlit puts itself in the way; and one
that waits for work outlives a server that was killed. This one reads its work from a pipe, which
ends when the server does, however it ended.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

_ROOT = Path(__file__).resolve().parents[2]
_PIPE_BYTES = 1 << 20
"""Bytes a pipe holds, where that can be chosen: what fits is read in one go. Between two goes a
busy interpreter lets the reader wait."""
_LENGTH = 8


class WorkerEnded(Exception):
    """The other end is gone."""


class WorkerConnection:
    """``python -m module``, to be told things and listened to, by one thread at a time each."""

    def __init__(self, module: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", module],
            cwd=_ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._to_worker, self._from_worker = self._process.stdin, self._process.stdout
        _enlarge(self._from_worker)

    @property
    def pid(self) -> int:
        """Number of the process."""
        return self._process.pid

    def send(self, content: Any) -> None:
        """Raises ``WorkerEnded`` when nobody is there."""
        try:
            write_message(self._to_worker, content)
        except (OSError, ValueError) as problem:
            raise WorkerEnded("the process ended before its work") from problem

    def receive(self) -> Any:
        """The next thing said; waits for it. Raises ``WorkerEnded`` when nothing will come."""
        try:
            return read_message(self._from_worker)
        except (OSError, ValueError, EOFError, pickle.UnpicklingError) as problem:
            raise WorkerEnded("the process ended before its work") from problem

    def kill(self) -> None:
        """At once, whatever it is doing. A thread that listens hears that it ended."""
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """After the end, when no thread listens any more."""
        for stream in (self._to_worker, self._from_worker):
            with suppress(OSError):  # what was still to be told finds nobody
                stream.close()


def write_message(stream: IO[bytes], content: Any) -> None:
    """Write one thing, in one piece."""
    words = pickle.dumps(content, pickle.HIGHEST_PROTOCOL)
    stream.write(len(words).to_bytes(_LENGTH, "little") + words)
    stream.flush()


def read_message(stream: IO[bytes]) -> Any:
    """Read one thing; ``EOFError`` when the stream has ended."""
    length = stream.read(_LENGTH)
    if len(length) < _LENGTH:
        raise EOFError
    words = stream.read(int.from_bytes(length, "little"))
    return pickle.loads(words)


def _enlarge(stream: IO[bytes]) -> None:
    """Let a pipe hold more, where the system allows it (Linux)."""
    with suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(stream, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)


class WorkerSide:
    """The worker's end of a ``WorkerConnection``. The worker ends when the server does."""

    def __init__(self) -> None:
        self._out = sys.stdout.buffer
        sys.stdout = sys.stderr  # whatever a library prints must not end up among the messages
        # Ctrl-C in a terminal reaches every process of its group; the server sees to the end.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        self._received: queue.SimpleQueue[Any] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True, name="server").start()

    def receive(self) -> Any:
        """The next thing told; waits for it."""
        return self._received.get()

    def send(self, content: Any) -> None:
        """Say it to the server."""
        write_message(self._out, content)

    def _read(self) -> None:
        try:
            while True:
                self._received.put(read_message(sys.stdin.buffer))
        finally:
            os._exit(0)  # in the middle of whatever is being computed: nobody waits for it
