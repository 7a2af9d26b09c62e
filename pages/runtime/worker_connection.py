"""A worker: a Python process beside the server, joined to it by two pipes. Messages are pickled.

``WorkerConnection`` is the server's end, ``WorkerSide`` the worker's. It is not a process of loky
or ``multiprocessing``, as measured on two cores: a busy worker of theirs (loky, spawn, forkserver)
still ran 6 s after the server was killed, this one ends within 0.1 s; and a worker that imports
nothing starts in 0.1 s here, with loky in 1.0 to 1.9 s. Nor does it import the main module, which
during a run is the page.
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
"""Size of the pipe from the worker. A message that fits is read at once. For a longer one the
reading thread waits for the interpreter between the pieces."""
_LENGTH = 8


class WorkerEnded(Exception):
    """The worker has ended, so nothing can be sent to it or received from it."""


class WorkerConnection:
    """Start ``python -m module`` and exchange messages with it.

    One thread at a time may send, and one may receive.
    """

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
        """Return the number of the worker's process."""
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Return whether the worker has not ended."""
        return self._process.poll() is None

    def ending_signal(self, seconds: float = 5.0) -> int | None:
        """Wait until the worker has ended. Return the number of the signal that ended it."""
        with suppress(subprocess.TimeoutExpired):
            code = self._process.wait(seconds)
            return -code if code < 0 else None
        return None

    def send(self, content: Any) -> None:
        """Send one message. Raise WorkerEnded when the worker has ended."""
        try:
            write_message(self._to_worker, content)
        except (OSError, ValueError) as problem:
            raise WorkerEnded("the process ended before its work") from problem

    def receive(self) -> Any:
        """Wait for the worker's next message and return it.

        Raise WorkerEnded when the worker has ended.
        """
        try:
            return read_message(self._from_worker)
        except (OSError, ValueError, EOFError, pickle.UnpicklingError) as problem:
            raise WorkerEnded("the process ended before its work") from problem

    def kill(self) -> None:
        """End the worker at once. A thread that waits in ``receive`` gets WorkerEnded."""
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """Close the pipes. Call it after ``kill``, when no thread is in ``receive`` any more."""
        for stream in (self._to_worker, self._from_worker):
            with suppress(OSError):  # nobody reads the bytes that are not written yet
                stream.close()


def write_message(stream: IO[bytes], content: Any) -> None:
    """Write one message, in one piece."""
    words = pickle.dumps(content, pickle.HIGHEST_PROTOCOL)
    stream.write(len(words).to_bytes(_LENGTH, "little") + words)
    stream.flush()


def read_message(stream: IO[bytes]) -> Any:
    """Return the next message. Raise EOFError when the stream has ended."""
    return _content(_read_words(stream))


def _content(words: bytes) -> Any:
    return pickle.loads(words)


def _read_words(stream: IO[bytes]) -> bytes:
    length = stream.read(_LENGTH)
    if len(length) < _LENGTH:
        raise EOFError
    return stream.read(int.from_bytes(length, "little"))


def _enlarge(stream: IO[bytes]) -> None:
    """Make the pipe larger where the system can (Linux)."""
    with suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(stream, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)


class WorkerSide:
    """The worker's end of a ``WorkerConnection``. The worker ends when the server does."""

    def __init__(self) -> None:
        self._out = sys.stdout.buffer
        sys.stdout = sys.stderr  # text that a library prints must not mix with the messages
        # Ctrl-C in a terminal reaches this process too; the server ends it.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        self._received: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True, name="server").start()

    def receive(self) -> Any:
        """Wait for the server's next message and return it."""
        # Not in the thread that reads: unpickling may import libraries for seconds, and meanwhile
        # that thread would not hear that the server has ended.
        return _content(self._received.get())

    def send(self, content: Any) -> None:
        """Send one message to the server."""
        write_message(self._out, content)

    def _read(self) -> None:
        try:
            while True:
                self._received.put(_read_words(sys.stdin.buffer))
        finally:
            os._exit(0)  # the server has ended: stop in the middle of a computation
