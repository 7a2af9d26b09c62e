"""Numerical libraries held to one thread, so that results do not depend on how many there are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any

from threadpoolctl import threadpool_limits

_lock = Lock()
_inside = 0
_limit: Any = None


@contextmanager
def one_thread() -> Iterator[None]:
    """Let BLAS and OpenMP use one thread while this block runs.

    Sums in another order differ by rounding, and a tie between two classes or two neighbours then
    falls the other way. Blocks of several threads may overlap: BLAS, whose limit is one for the
    whole process, is set free again by the last of them. The limit of OpenMP belongs to the thread.
    """
    global _inside, _limit
    with _lock:
        if _inside == 0:
            _limit = threadpool_limits(limits=1, user_api="blas")
        _inside += 1
    try:
        with threadpool_limits(limits=1, user_api="openmp"):
            yield
    finally:
        with _lock:
            _inside -= 1
            if _inside == 0:
                _limit.restore_original_limits()
                _limit = None
