"""How many runs of pages have begun and not ended.

Each run is a thread, and all threads share one interpreter with the loop that serves everybody: a
hundred runs that began at the same moment held that loop for half a minute. What waits here is no
thread. Which of the runs that have begun does its work is said in ``page_slots.py``.
"""

from __future__ import annotations

import asyncio
import time

from google.protobuf.message import DecodeError
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from pages.runtime.address_turns import AddressTurns, Place

FIRST_OF_ADDRESS, FIRST = 4, 8
"""First runs of a connection that are under way, of one address and of all. Two do their work at a
time; with fewer these would have to wait for the next one to begin."""
LATER_OF_ADDRESS, LATER = 12, 24
"""The same for later runs of a connection: answers to a slider, which are short, and wait until its
figures are drawn. They do not wait for first runs."""
LONGEST = 3.0
"""Seconds after which a run no longer counts: then it waits for a process."""
SUPERSEDED = 0.5
"""Seconds that a run goes on although its page asks for the next, while other pages of its address
wait for their turn. When none waits it ends at once. With 150 pages that sent two messages a second
each, all of the time was taken by runs that began and never came to an end."""
_LEAVING = 1.0
"""Seconds that a run still counts when its reader has left: so long it may take to notice."""
_SMALL = 500
"""Bytes. A message that says that a run has ended has some 100."""


class RunTurns:
    """The runs of all connections. Use it from one event loop only."""

    def __init__(self) -> None:
        self.first = AddressTurns(FIRST_OF_ADDRESS, FIRST, LONGEST)
        self.later = AddressTurns(LATER_OF_ADDRESS, LATER, LONGEST)


class ConnectionRuns:
    """The runs of one connection. A run that begins ends the one before and takes its turn."""

    def __init__(self, turns: RunTurns, address: str) -> None:
        self._turns, self._address = turns, address
        self._place: Place | None = None
        self._has_run = False
        self._ending: asyncio.Future[None] | None = None

    def ending(self) -> asyncio.Future[None]:
        """Return what is done when the run that is under way may be ended by the next one."""
        loop = asyncio.get_running_loop()
        self._ending = loop.create_future()
        place = self._place
        left = 0.0
        if place is not None and place.counts and place.is_waited_for:
            left = place.begun + SUPERSEDED - time.monotonic()
        if left > 0:
            loop.call_later(left, _set, self._ending)
        else:
            _set(self._ending)
        return self._ending

    def ask(self, rank: float) -> asyncio.Future[None]:
        """Return what is done when the next run may begin; of one address the least rank first."""
        if self._place is None or not (self._place.waits or self._place.counts):
            self.close()
            turns = self._turns.later if self._has_run else self._turns.first
            self._has_run = True
            self._place = turns.ask(self._address, rank)
        return self._place.given

    def note(self, words: bytes | None) -> None:
        """Note a message to the client: it may say that the run has ended."""
        # A place that does not count may be one that waits: the run before took too long.
        if self._place is not None and self._place.counts and _ends(words):
            self._place.end()
            self._place = None
            if self._ending is not None:
                _set(self._ending)

    def close(self) -> None:
        """The client is gone, or asks for a run while the one before no longer counts."""
        if self._place is not None:
            self._place.end(_LEAVING)
            self._place = None


def _set(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)


def begins_run(words: bytes | None) -> bool:
    """Return whether a message of a client asks for a run."""
    try:
        kind = BackMsg.FromString(words or b"").WhichOneof("type")
    except DecodeError:
        return False
    return bool(kind == "rerun_script")


def _ends(words: bytes | None) -> bool:
    if words is None or len(words) > _SMALL:
        return False
    message = ForwardMsg.FromString(words)
    # One that ended early is followed by another for the same message.
    if message.WhichOneof("type") != "script_finished":
        return False
    return bool(message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN)
