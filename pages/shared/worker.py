"""Long work in a process of its own, which can be ended at any moment.

Some methods compute for seconds without a chance to be interrupted, and pure Python loops would
hold up every other session of the server. ``python -m pages.shared.worker`` reads the work and its
arguments from its input and writes messages to its output; both ends are this file.
"""

from __future__ import annotations

import pickle
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from l2dwk_core.errors import InputError

Result = TypeVar("Result")

_ROOT = Path(__file__).resolve().parents[2]
_LISTEN = 0.2
"""Seconds between two looks at whether anybody still waits."""
_QUIET = {"progress": 0.1, "result": 0.4}
"""Seconds between two messages of a kind."""


def in_process(
    work: Callable[..., Result], *, progress: Callable[..., None], **arguments: Any
) -> Result:
    """``work(**arguments)`` in a fresh process.

    ``work`` is a function of the core that takes ``progress(what, done, total)`` and
    ``on_change(result so far)`` besides. ``progress(what, done, total, partial)`` is called several
    times a second, with the result so far when there is news; what it raises ends the process at
    once.
    """
    command = [sys.executable, "-m", "pages.shared.worker"]
    process = subprocess.Popen(
        command, cwd=_ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert process.stdin is not None
    assert process.stdout is not None
    messages: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
    reader = threading.Thread(target=_read, args=(process.stdout, messages), daemon=True)
    reader.start()
    said: tuple[str, int, int] = ("a process", 0, 0)
    try:
        with process.stdin as given:
            pickle.dump((work, arguments), given)
        while True:
            partial = None
            try:
                kind, content = messages.get(timeout=_LISTEN)
            except queue.Empty:
                kind = "nothing"
            if kind == "done":
                return content  # type: ignore[no-any-return]
            if kind == "refused":
                raise InputError(content)
            if kind == "failed":
                raise RuntimeError(content)
            if kind == "progress":
                said = content
            elif kind == "result":
                partial = content
            progress(*said, partial)
    finally:
        process.kill()
        process.wait()
        reader.join(5)
        process.stdout.close()


def _read(stream: BinaryIO, messages: queue.SimpleQueue[tuple[str, Any]]) -> None:
    try:
        while True:
            messages.put(pickle.load(stream))
    except (EOFError, OSError, ValueError, pickle.UnpicklingError):
        messages.put(("failed", "the process ended before its work"))


def _work(given: BinaryIO, out: BinaryIO) -> None:
    """The other end: compute and tell."""

    def tell(kind: str, content: Any) -> None:
        pickle.dump((kind, content), out)
        out.flush()

    told = {"progress": 0.0, "result": 0.0}

    def tell_now_and_then(kind: str, content: Any) -> None:
        now = time.monotonic()
        if now - told[kind] >= _QUIET[kind]:
            told[kind] = now
            tell(kind, content)

    work, arguments = pickle.load(given)
    try:
        result = work(
            **arguments,
            progress=lambda what, done, total: tell_now_and_then("progress", (what, done, total)),
            on_change=lambda found: tell_now_and_then("result", found),
        )
    except InputError as problem:
        tell("refused", str(problem))
    except Exception as problem:
        tell("failed", f"{type(problem).__name__}: {problem}")
    else:
        tell("done", result)


if __name__ == "__main__":
    pipe = sys.stdout.buffer
    sys.stdout = sys.stderr  # whatever a library prints must not end up among the messages
    _work(sys.stdin.buffer, pipe)
