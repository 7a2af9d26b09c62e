"""So many at the same time, of one address and of all; addresses take turns."""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter, OrderedDict
from heapq import heappop, heappush
from itertools import count

_MOST_KNOWN = 1000
"""Addresses of which it is known when their turn came last."""


class Place:
    """What has a turn, or waits for one. ``given`` is done when the turn has come."""

    def __init__(self, turns: AddressTurns, address: str) -> None:
        self.address, self._turns = address, turns
        self.given: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.begun, self.until = math.inf, math.inf
        """When its turn began, and until when it counts: ``time.monotonic()``."""

    @property
    def waits(self) -> bool:
        """Whether its turn is still to come."""
        return not self.given.done()

    @property
    def counts(self) -> bool:
        """Whether it has a turn, and has not had it too long."""
        return self in self._turns.running and self.until > time.monotonic()

    @property
    def is_waited_for(self) -> bool:
        """Whether others of its address wait for a turn."""
        return self._turns.waits(self.address)

    def end(self, after: float = 0.0) -> None:
        """Take no part any longer. What has a turn may count for some seconds more."""
        self._turns.end(self, after)


class AddressTurns:
    """Use it from one event loop only.

    A turn goes to the address that has fewest at the time; then to the one that had a turn longest
    ago. What waits takes no thread.

    ``of_address``, ``at_once``: turns that one address, and all together, have at the same time; an
    address that has none gets one as long as there are fewer than twice ``at_once``. ``seconds``:
    how long a turn counts; what takes longer is taken to wait for something.
    """

    def __init__(self, of_address: int, at_once: int, seconds: float = math.inf) -> None:
        self._of_address, self._at_once, self._seconds = of_address, at_once, seconds
        self.running: set[Place] = set()
        self._waiting: dict[str, list[tuple[float, int, Place]]] = {}
        self._numbers = count()
        self._last: OrderedDict[str, int] = OrderedDict()
        self._timer: asyncio.TimerHandle | None = None

    def ask(self, address: str, rank: float = 0.0) -> Place:
        """Ask for a turn. Of one address the least rank comes first, then who asked first.

        Whoever asks must call ``end`` of the place, also if its turn never comes.
        """
        place = Place(self, address)
        heappush(self._waiting.setdefault(address, []), (rank, next(self._numbers), place))
        self._give()
        return place

    def waits(self, address: str) -> bool:
        """Return whether something of an address waits for a turn."""
        return any(place.waits for _, _, place in self._waiting.get(address, ()))

    def end(self, place: Place, after: float) -> None:
        """See ``Place.end``."""
        if place in self.running:
            place.until = min(place.until, time.monotonic() + after)
        else:
            place.given.cancel()
        self._give()

    def _give(self) -> None:
        now = time.monotonic()
        self.running = {place for place in self.running if place.until > now}
        has = Counter(place.address for place in self.running)
        while (address := self._next(has)) is not None:
            _, _, place = heappop(self._waiting[address])
            place.begun, place.until = now, now + self._seconds
            place.given.set_result(None)
            self.running.add(place)
            has[address] += 1
            self._note(address)
        self._look_again(now)

    def _next(self, has: Counter[str]) -> str | None:
        """Return the address whose turn it is. Forget what waits no longer."""
        for address, asked in list(self._waiting.items()):
            while asked and not asked[0][-1].waits:
                heappop(asked)
            if not asked:
                del self._waiting[address]
        n_running = len(self.running)
        may = (
            address
            for address in self._waiting
            if has[address] < self._of_address
            and n_running < (self._at_once if has[address] else 2 * self._at_once)
        )
        return min(may, key=lambda one: (has[one], self._last.get(one, -1)), default=None)

    def _note(self, address: str) -> None:
        self._last.pop(address, None)
        self._last[address] = next(self._numbers)
        while len(self._last) > _MOST_KNOWN:
            self._last.popitem(last=False)

    def _look_again(self, now: float) -> None:
        """Give the next turns when a turn that is had has been had too long."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        until = min((place.until for place in self.running), default=math.inf)
        if self._waiting and until < math.inf:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(0.0, until - now), self._give)
