"""The places in which files are read: those for a first try, and those for what takes longer.

How long a file takes cannot be told from its size: a small file may unpack to a large one, or be
made to take long. So when no place is free in which files may take their time, a small file is
first tried for a few seconds, and only when that is not enough it waits for such a place.

Places are given by turns of addresses and of sessions, as ``pages/jobs/work_turns.py`` says. Beside
the places there is one more of each kind for an address of which no file is read in that kind.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pages.jobs.work_turns import Turn, WorkTurns
from pages.runtime.client_address import address_of

SMALL = 1_000_000
"""Bytes of a file up to which it is tried first."""
FIRST_TRY = 4.0
"""Seconds of the first try. A file of 1 MB takes less than two on an idle core."""
FOR_OTHERS = 1
"""Files beside those in the places, of an address of which none is read. A reading process may take
1.5 GB."""
SHORT_TRY = 1.5
"""Seconds of the first try while a file waits for one of an address of which none is tried."""
_LOOK = 0.1
"""Seconds between two looks whether a file that waits is still wanted."""


class ReadingPlaces:
    """So many files at a time, and one more of an address of which none is read here.

    ``address_of(session)``: where the session comes from. Any thread may call any method.
    """

    def __init__(self, at_once: int, address_of: Callable[[str], str] = address_of) -> None:
        self._at_once, self._address_of = at_once, address_of
        self._turns = WorkTurns(at_once + FOR_OTHERS, address_of, FOR_OTHERS)
        self._lock = threading.Lock()
        self._waiting: dict[object, str] = {}
        self._reading: dict[object, str] = {}

    @contextmanager
    def place(self, session: str, waits: Callable[[], None]) -> Iterator[None]:
        """Wait for a place for a file of the session, and hold it until the context ends.

        ``waits()`` is called many times a second meanwhile; when it raises, the file waits no more.
        """
        me = object()
        try:
            if not self._take(me, session, 0.0):
                with self._lock:
                    self._waiting[me] = session
                waits()
                while not self._take(me, session, _LOOK):
                    waits()
            yield
        finally:
            self._leave(me)

    @contextmanager
    def free_place(self, session: str) -> Iterator[bool]:
        """Hold a place until the context ends if the session may have one now; yield whether it
        has."""
        me = object()
        try:
            taken = self._take(me, session, 0.0)
            if not taken:
                self._leave(me)
            yield taken
        finally:
            self._leave(me)

    def are_wanted(self) -> bool:
        """Return whether a file waits here of an address of which none is read here."""
        with self._lock:
            reading = set(self._reading.values())
            waiting = set(self._waiting.values())
        return any(self._address_of(session) not in reading for session in waiting)

    def _take(self, me: object, session: str, timeout: float) -> bool:
        if self._turns.take(me, (session,), "places", self._at_once, timeout) is not Turn.GIVEN:
            return False
        with self._lock:
            self._waiting.pop(me, None)
            self._reading[me] = self._address_of(session)
        return True

    def _leave(self, me: object) -> None:
        with self._lock:
            self._waiting.pop(me, None)
            self._reading.pop(me, None)
        self._turns.leave(me)


FIRST = ReadingPlaces(2)
LONGER = ReadingPlaces(2)
"""Reading takes processor time that the pages need: at most six files are read at a time, four of
one address. With one first try at a time, a class behind one address waited 6 s for small files."""
