"""How many pages run at the same time. A page that only waits gives its slot to another."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class PageSlots:
    """A semaphore: at most ``at_once`` threads run inside ``with slots:``."""

    def __init__(self, at_once: int) -> None:
        self._free = threading.Semaphore(at_once)
        self._mine = threading.local()

    def __enter__(self) -> None:
        self._free.acquire()
        self._mine.held = True

    def __exit__(self, *_: object) -> None:
        self._mine.held = False
        self._free.release()

    @contextmanager
    def released(self) -> Iterator[None]:
        """Give this thread's slot, if it has one, to another thread until the context ends."""
        if not getattr(self._mine, "held", False):
            yield
            return
        self._free.release()
        try:
            yield
        finally:
            self._free.acquire()


PAGE_SLOTS = PageSlots(2)
"""The slots of all pages, which share one interpreter. Without a limit, each of twenty sessions
waited nearly twice as long."""
