"""Which piece of work begins next, over all queues: sessions and addresses take turns."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from enum import Enum
from itertools import count

MOST_RUNNING = 2
"""Pieces of work of one session that run at the same time."""
FOR_OTHERS = 4
"""Pieces of work that a full queue runs beside the others, each for an address of which it runs
none. They share the processor, so all take longer; who asks for little is not held up."""
_MOST_KNOWN = 1000
"""Sessions, and addresses, of which it is known when their work began last."""


class Turn(Enum):
    """What a piece of work is told that asks for its turn."""

    GIVEN = "it may begin"
    OWN = "its sessions run as much as they may"
    OTHERS = "it waits for others"


@dataclass(eq=False)
class _Waiting:
    """A piece of work that waits, and the sessions that want it."""

    queue: Hashable
    at_once: int
    sessions: tuple[str, ...]
    number: int
    given: threading.Event = field(default_factory=threading.Event)


@dataclass(frozen=True)
class _Running:
    queue: Hashable
    session: str
    address: str


class WorkTurns:
    """The pieces of work that run, and those that wait, of all queues. Any thread may call it.

    Without it one visitor, who starts work in many windows, could take every turn of every queue.
    Of the work that waits in a queue, that one is next whose address runs least in this queue; then
    the one whose address had a turn longest ago; then likewise for sessions; then the one that came
    first. A class behind a proxy or a router is one address, and its sessions take turns.

    ``most``: pieces of work of one session that run at a time, over all queues.
    ``address_of(session)``: where the session comes from. ``for_others``: pieces of work that a
    full queue runs beside the others, each for an address of which it runs none.
    """

    def __init__(
        self,
        most: int = MOST_RUNNING,
        address_of: Callable[[str], str] = lambda session: "",
        for_others: int = FOR_OTHERS,
    ) -> None:
        self._most, self._address_of, self._for_others = most, address_of, for_others
        self._lock = threading.Lock()
        self._running: dict[Hashable, _Running] = {}
        self._waiting: dict[Hashable, _Waiting] = {}
        self._numbers = count()
        self._began: OrderedDict[tuple[str, str], int] = OrderedDict()

    def take(
        self,
        work: Hashable,
        sessions: Iterable[str],
        queue: Hashable,
        at_once: int,
        timeout: float = 0.0,
    ) -> Turn:
        """Wait at most ``timeout`` seconds for the turn of a piece of work; say whether it came.

        ``queue`` runs ``at_once`` pieces of work at a time. Work that has its turn is counted for
        one of its ``sessions`` until ``leave``. Other work keeps its place until ``leave``, and may
        be given its turn before it asks again.
        """
        wanted_by = tuple(sessions)
        with self._lock:
            if work in self._running:
                return Turn.GIVEN
            waiting = self._waiting.get(work)
            if waiting is None:
                waiting = _Waiting(queue, at_once, (), next(self._numbers))
                self._waiting[work] = waiting
            if waiting.sessions != wanted_by:
                waiting.sessions = wanted_by
                self._give(queue)
        waiting.given.wait(timeout)
        with self._lock:
            if work in self._running:
                return Turn.GIVEN
            return Turn.OTHERS if self._free(waiting) else Turn.OWN

    def leave(self, work: Hashable) -> None:
        """Note that the work runs no longer, or waits no longer."""
        with self._lock:
            self._running.pop(work, None)
            self._waiting.pop(work, None)
            for queue in {one.queue for one in self._waiting.values()}:
                self._give(queue)

    def _give(self, queue: Hashable) -> None:
        """Give turns to the work that waits in a queue, as long as there is room."""
        while True:
            running = [one for one in self._running.values() if one.queue == queue]
            of_address = Counter(one.address for one in running)
            found = min(
                (
                    (self._rank(session, of_address), one.number, work, session)
                    for work, one in self._waiting.items()
                    if one.queue == queue
                    for session in self._free(one)
                ),
                key=lambda candidate: candidate[:2],
                default=None,
            )
            if found is None:
                return
            _, _, work, session = found
            address = self._address_of(session)
            beside = 0 if of_address[address] else self._for_others
            if len(running) >= self._waiting[work].at_once + beside:
                return
            self._running[work] = _Running(queue, session, address)
            self._note("session", session)
            self._note("address", address)
            self._waiting.pop(work).given.set()

    def _free(self, waiting: _Waiting) -> list[str]:
        """Return the sessions that want the work and run less than they may."""
        running = Counter(one.session for one in self._running.values())
        return [session for session in waiting.sessions if running[session] < self._most]

    def _rank(self, session: str, of_address: Counter[str]) -> tuple[int, ...]:
        """Return what is least for the session whose turn it is."""
        address = self._address_of(session)
        return (
            of_address[address],
            self._began.get(("address", address), -1),
            self._began.get(("session", session), -1),
        )

    def _note(self, kind: str, name: str) -> None:
        self._began.pop((kind, name), None)
        self._began[kind, name] = next(self._numbers)
        while len(self._began) > 2 * _MOST_KNOWN:
            self._began.popitem(last=False)
