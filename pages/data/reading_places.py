"""The places in which files are read: those for a first try, and those for what takes longer.

How long a file takes cannot be told from its size: a small file may unpack to a large one, or be
made to take long. So when no place is free in which files may take their time, a small file is
first tried for a few seconds, and only when that is not enough it waits for such a place.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

SMALL = 1_000_000
"""Bytes of a file up to which it is tried first."""
FIRST_TRY = 4.0
"""Seconds of the first try. A file of 1 MB takes less than two on an idle core."""
_LOOK = 0.1
"""Seconds between two looks whether a place is free."""


class ReadingPlaces:
    """So many files at a time; the file that came first is next."""

    def __init__(self, at_once: int) -> None:
        self._lock = threading.Lock()
        self._free = at_once
        self._waiting: deque[object] = deque()

    @contextmanager
    def place(self, waits: Callable[[], None]) -> Iterator[None]:
        """Wait for a place and hold it until the context ends.

        ``waits()`` is called many times a second meanwhile; when it raises, the file waits no more.
        """
        me = object()
        with self._lock:
            self._waiting.append(me)
        try:
            while not self._take(me):
                waits()
                time.sleep(_LOOK)
        except BaseException:
            with self._lock:
                self._waiting.remove(me)
            raise
        try:
            yield
        finally:
            with self._lock:
                self._free += 1

    @contextmanager
    def free_place(self) -> Iterator[bool]:
        """Hold a place until the context ends if one is free now; yield whether it is."""
        with self._lock:
            is_free = self._free > 0 and not self._waiting
            self._free -= is_free
        try:
            yield is_free
        finally:
            with self._lock:
                self._free += is_free

    def _take(self, me: object) -> bool:
        with self._lock:
            if not self._free or self._waiting[0] is not me:
                return False
            self._free -= 1
            self._waiting.popleft()
            return True


FIRST = ReadingPlaces(2)
LONGER = ReadingPlaces(2)
"""Reading takes processor time that the pages need."""
