"""How many pages run at a time, and stepping aside while something else does the work."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class PageSlots:
    """So many threads at a time get past ``with slots:``; a thread may step aside in between."""

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
        """Let another have this thread's turn, if it has one, while it only waits."""
        if not getattr(self._mine, "held", False):
            yield
            return
        self._free.release()
        try:
            yield
        finally:
            self._free.acquire()


PAGE_SLOTS = PageSlots(2)
"""Of pages. They share one interpreter: with all of twenty sessions at once, each waited nearly
twice as long."""
