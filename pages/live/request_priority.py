"""What a slider's hand asks for comes first: its page runs once that is answered and drawn.

A key moves a slider and, a tenth of a second later, runs the page. The figures in sight, asked for
beside it (``pages/live/live_route.py``), then shared the interpreter with that run, and the browser
with what it sent: they came 0.2 s later than under a dragged slider.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

DRAWING = 0.12
"""Seconds a browser is left alone with the figures it was sent."""
PATIENCE = 0.5
"""Seconds a page waits at most."""
_KEPT = 200
MAX_TOKENS = 1_000
"""More are kept only of sessions that are open."""


class RequestPriority:
    """Who is asking just now; a token is a word of its page's own."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._asking: dict[str, int] = {}
        self._answered: OrderedDict[str, float] = OrderedDict()
        self._sessions: dict[str, str] = {}

    def register(self, token: str, session: str, is_open: Callable[[str], bool]) -> None:
        """A page of this session has been given this hand. ``is_open(session)``: whether one is."""
        with self._changed:
            if token not in self._sessions and len(self._sessions) >= MAX_TOKENS:
                owners = self._sessions.items()
                self._sessions = {one: owner for one, owner in owners if is_open(owner)}
            self._sessions[token] = session

    def session(self, token: str) -> str | None:
        """Whose hand it is; None when no page was given it."""
        return self._sessions.get(token)

    @contextmanager
    def answering(self, token: str) -> Iterator[None]:
        """A question of this hand's is being answered."""
        with self._changed:
            self._asking[token] = self._asking.get(token, 0) + 1
        try:
            yield
        finally:
            with self._changed:
                self._asking[token] -= 1
                if not self._asking[token]:
                    del self._asking[token]
                self._answered[token] = time.monotonic()
                self._answered.move_to_end(token)
                while len(self._answered) > _KEPT:
                    self._answered.popitem(last=False)
                self._changed.notify_all()

    def wait_for_pending(self, token: str) -> None:
        """Wait until nothing is asked for any more and the last answer is drawn."""
        limit = time.monotonic() + PATIENCE
        with self._changed:
            while (now := time.monotonic()) < limit:
                drawn = self._answered.get(token, -DRAWING) + DRAWING
                until = limit if token in self._asking else min(drawn, limit)
                if until <= now:
                    return
                self._changed.wait(until - now)


PRIORITY = RequestPriority()
"""Of all pages."""
