"""How many pages run at the same time, and which is next.

A page that only waits gives its slot to another, and keeps its place in the order.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

FIGURE, OPEN_PAGE = 2.0, 1.0
"""Seconds by which a figure that follows a slider, and a new run of the page that a reader sees,
count as having come earlier than the first run of another page. Both are answers to a moved slider,
and short; the first run of a page may take ten times as long."""


class _Asked(NamedTuple):
    """A thread that wants a slot: its network address, and when it came."""

    address: str
    came: float
    given: threading.Event


class PageSlots:
    """At most ``at_once`` threads run inside ``with slots.turn():``.

    A slot that becomes free is handed to a thread of the network address that has fewest; of those
    to the thread that came first. So many pages of one address hold up another's by one page at a
    time. A semaphore gives a slot to whoever asks at that moment: a page that waited ten times, for
    its run and for each of its figures, was overtaken each time.
    """

    def __init__(self, at_once: int) -> None:
        self._lock = threading.Lock()
        self._free = at_once
        self._held: Counter[str] = Counter()
        self._waiting: list[_Asked] = []
        self._mine = threading.local()

    @property
    def address(self) -> str:
        """The network address of the page that this thread runs; empty for another thread."""
        asked: _Asked | None = getattr(self._mine, "asked", None)
        return "" if asked is None else asked.address

    @contextmanager
    def turn(self, address: str = "", head_start: float = 0.0) -> Iterator[None]:
        """Wait for a slot and hold it until the context ends.

        ``head_start``: seconds by which this thread counts as having come earlier.
        """
        asked = _Asked(address, time.monotonic() - head_start, threading.Event())
        self._mine.asked = asked
        self._take(asked)
        try:
            yield
        finally:
            self._mine.asked = None
            self._give(asked)

    @contextmanager
    def released(self) -> Iterator[None]:
        """Give this thread's slot, if it has one, to another thread until the context ends."""
        asked: _Asked | None = getattr(self._mine, "asked", None)
        if asked is None:
            yield
            return
        self._give(asked)
        try:
            yield
        finally:
            self._take(asked)

    def _take(self, asked: _Asked) -> None:
        asked.given.clear()
        with self._lock:
            if self._free:
                self._free -= 1
                self._held[asked.address] += 1
                return
            self._waiting.append(asked)
        asked.given.wait()

    def _give(self, asked: _Asked) -> None:
        with self._lock:
            self._held -= Counter([asked.address])  # forgets addresses that hold none
            if not self._waiting:
                self._free += 1
                return
            following = min(self._waiting, key=lambda one: (self._held[one.address], one.came))
            self._waiting.remove(following)
            self._held[following.address] += 1
            following.given.set()


PAGE_SLOTS = PageSlots(2)
"""The slots of all pages, which share one interpreter. Without a limit, each of twenty sessions
waited nearly twice as long."""
