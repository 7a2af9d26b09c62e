"""How much work of one session runs at a time, over all queues."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable

MOST_RUNNING = 2
"""Pieces of work of one session that run at the same time."""


class SessionTurns:
    """Which session each running piece of work is counted for.

    Without it one visitor, who starts work on many pages, could take every turn of every queue, and
    all processor cores. Any thread may call any method.
    """

    def __init__(self, most: int = MOST_RUNNING) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._running: dict[object, str] = {}

    def take(self, work: object, sessions: Iterable[str]) -> bool:
        """Return whether the work may run now, for one of the sessions that wait for it.

        It is then counted for that session until ``give_back``.
        """
        with self._lock:
            running = Counter(self._running.values())
            free = next((one for one in sessions if running[one] < self._most), None)
            if free is None:
                return False
            self._running[work] = free
            return True

    def give_back(self, work: object) -> None:
        """Note that the work runs no longer."""
        with self._lock:
            self._running.pop(work, None)
