"""Worker processes with one thread each, which can be ended at any moment."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from joblib.externals.loky import ProcessPoolExecutor

_IDLE_SECONDS = 30
"""How long processes without work are kept. Starting a new one takes one to two seconds."""
_ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS",
     "VECLIB_MAXIMUM_THREADS", "NUMEXPR_NUM_THREADS"),
    "1",
)  # fmt: skip

_lock = threading.Lock()
_watched: set[int] = set()
_idle: list[tuple[int, int, ProcessPoolExecutor]] = []


@contextmanager
def processes(number: int) -> Iterator[ProcessPoolExecutor]:
    """Yield an executor with *number* processes.

    When the block raises an exception, the processes end at once, even in the middle of a
    computation. Otherwise they are kept for a while, for the next block that needs as many.
    """
    executor = _taken(number)
    try:
        yield executor
    except BaseException:
        executor.shutdown(wait=True, kill_workers=True)
        raise
    with _lock:
        if not _idle:
            _idle.append((os.getpid(), number, executor))
            return
    executor.shutdown(wait=False)


def _taken(number: int) -> ProcessPoolExecutor:
    with _lock:
        # A forked process cannot use the processes of its parent.
        if _idle and _idle[0][:2] == (os.getpid(), number):
            return _idle.pop()[2]
    return ProcessPoolExecutor(
        number,
        timeout=_IDLE_SECONDS,
        env=_ONE_THREAD,
        initializer=end_with,
        initargs=(os.getpid(),),
    )


def end_with(parent: int) -> None:
    """End this process soon after its parent process ends, even during a long computation.

    Only the first call in a process has an effect.
    """
    if parent in _watched:
        return
    _watched.add(parent)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
