"""How long the server works on what comes in from each address: what sends much waits.

One loop serves everybody, and in it uvicorn takes apart whatever comes, before any page hears of
it. Small pieces cost most: a quarter of a megabyte of chunks of one letter took 0.6 s, during which
nobody was answered. So the loop takes small parts, and the time that each part took is counted.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from typing import Protocol

OF_ADDRESS, OF_ADDRESS_A_SECOND = 0.1, 0.1
"""Seconds of work that an address may cause at once, and for each second after them. A browser that
loads a page causes some 0.02."""
OF_BUSY, OF_BUSY_A_SECOND = 0.005, 0.2
"""The same of all addresses together that have caused more than that."""


class Work:
    """Seconds of work of late: so many at once, and so many a second after them."""

    def __init__(self, at_once: float, a_second: float) -> None:
        self._at_once, self._a_second = at_once, a_second
        self._seconds, self._at = 0.0, -math.inf

    def seconds(self, now: float) -> float:
        """Return the seconds that still count."""
        passed = (now - self._at) * self._a_second
        return max(0.0, self._seconds - passed) if self._seconds else 0.0

    def wait(self, now: float) -> float:
        """Return the seconds until more work may begin."""
        return max(0.0, self.seconds(now) - self._at_once) / self._a_second

    def add(self, seconds: float, now: float) -> None:
        """Count work."""
        self._seconds, self._at = self.seconds(now) + seconds, now


class Reader(Protocol):
    """A connection of which something has come."""

    @property
    def work(self) -> Work:
        """The work of its address."""

    def read_part(self) -> None:
        """Take apart a part of what has come; ask for another turn if there is more."""


class ReadTurns:
    """Use it from one event loop only.

    What comes from an address that has caused little work is taken at once. All else waits, and is
    taken from the address that has caused least; of its connections, from the one that asked first.
    """

    def __init__(self) -> None:
        self._busy = Work(OF_BUSY, OF_BUSY_A_SECOND)
        self._waiting: dict[Work, deque[Reader]] = {}
        self._timer: asyncio.TimerHandle | None = None

    def ask(self, reader: Reader) -> bool:
        """Have a part read, now or in its turn. Return whether it was read now."""
        now = time.monotonic()
        if reader.work.wait(now) == 0:
            self._read(reader, now)
            return True
        if not self._waiting and self._busy.wait(now) == 0:
            self._busy.add(self._read(reader, now), now)
            return True
        self._waiting.setdefault(reader.work, deque()).append(reader)
        self._look_again(now)
        return False

    def count(self, work: Work, seconds: float) -> None:
        """Count work for an address that was done without a turn: what it asked for is answered."""
        now = time.monotonic()
        work.add(seconds, now)
        if work.wait(now) > 0:
            self._busy.add(seconds, now)

    def forget(self, reader: Reader) -> None:
        """Read no more of a connection, if it waits."""
        asked = self._waiting.get(reader.work)
        if asked is not None and reader in asked:
            asked.remove(reader)
            if not asked:
                del self._waiting[reader.work]

    def _give(self) -> None:
        self._timer = None
        now = time.monotonic()
        while self._waiting and self._busy.wait(now) == 0:
            work = min(self._waiting, key=lambda one: one.seconds(now))
            asked = self._waiting[work]
            reader = asked.popleft()
            if not asked:
                del self._waiting[work]
            self._busy.add(self._read(reader, now), now)
        self._look_again(now)

    def _read(self, reader: Reader, now: float) -> float:
        """Return how long it took. Time that other threads took in between does not count."""
        begun = time.thread_time()
        reader.read_part()
        seconds = time.thread_time() - begun
        reader.work.add(seconds, now)
        return seconds

    def _look_again(self, now: float) -> None:
        if self._waiting and self._timer is None:
            wait = self._busy.wait(now)
            self._timer = asyncio.get_running_loop().call_later(wait, self._give)
