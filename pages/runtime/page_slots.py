"""How many pages run at the same time, and which is next.

A page that only waits gives its slot to another, and keeps its place in the order.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from heapq import heappop, heappush
from itertools import count

FIGURE, OPEN_PAGE = 2.0, 1.0
"""Seconds by which a figure that follows a slider, and a new run of the page that a reader sees,
count as having come earlier than the first run of another page. Both are answers to a moved slider,
and short; the first run of a page may take ten times as long."""


class PageSlots:
    """At most ``at_once`` threads run inside ``with slots.turn():``, the one that came first first.

    A slot that becomes free is handed to the thread that is next. A semaphore gives it to whoever
    asks at that moment: a page that waited ten times, for its run and for each of its figures, was
    overtaken each time.
    """

    def __init__(self, at_once: int) -> None:
        self._lock = threading.Lock()
        self._free = at_once
        self._waiting: list[tuple[float, int, threading.Event]] = []
        self._numbers = count()
        self._mine = threading.local()

    @contextmanager
    def turn(self, head_start: float = 0.0) -> Iterator[None]:
        """Wait for a slot and hold it until the context ends.

        ``head_start``: seconds by which this thread counts as having come earlier.
        """
        self._mine.came = came = time.monotonic() - head_start
        self._take(came)
        try:
            yield
        finally:
            self._mine.came = None
            self._give()

    @contextmanager
    def released(self) -> Iterator[None]:
        """Give this thread's slot, if it has one, to another thread until the context ends."""
        came: float | None = getattr(self._mine, "came", None)
        if came is None:
            yield
            return
        self._give()
        try:
            yield
        finally:
            self._take(came)

    def _take(self, came: float) -> None:
        with self._lock:
            if self._free:
                self._free -= 1
                return
            mine = threading.Event()
            heappush(self._waiting, (came, next(self._numbers), mine))
        mine.wait()

    def _give(self) -> None:
        with self._lock:
            if self._waiting:
                heappop(self._waiting)[-1].set()
            else:
                self._free += 1


PAGE_SLOTS = PageSlots(2)
"""The slots of all pages, which share one interpreter. Without a limit, each of twenty sessions
waited nearly twice as long."""
