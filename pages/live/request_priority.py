"""A page waits until the figures that its slider asked for are sent and drawn.

A key press moves a slider and, a tenth of a second later, runs the page. Without this wait the
figures (``pages/live/live_route.py``) shared the interpreter with that run and came 0.2 s later
than under a dragged slider.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

DRAWING = 0.12
"""Seconds that a browser gets to draw the figures it was sent."""
PATIENCE = 0.5
"""Seconds a page waits at most."""
_KEPT = 200
MAX_TOKENS = 1_000
"""Above this number, tokens of closed sessions are dropped."""


class RequestPriority:
    """Which pages have requests that are not answered yet. Each page has a token of its own."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._asking: dict[str, int] = {}
        self._answered: OrderedDict[str, float] = OrderedDict()
        self._sessions: dict[str, str] = {}

    def register(self, token: str, session: str, is_open: Callable[[str], bool]) -> None:
        """Note that a page of this session has this token.

        ``is_open(session)`` tells whether a session is open.
        """
        with self._changed:
            if token not in self._sessions and len(self._sessions) >= MAX_TOKENS:
                owners = self._sessions.items()
                self._sessions = {one: owner for one, owner in owners if is_open(owner)}
            self._sessions[token] = session

    def session(self, token: str) -> str | None:
        """Return the session that the token belongs to; None when no page has it."""
        return self._sessions.get(token)

    @contextmanager
    def answering(self, token: str) -> Iterator[None]:
        """While this context is open, a request with this token is being answered."""
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
        """Wait until no request is open and the last answer is drawn, at most ``PATIENCE``."""
        limit = time.monotonic() + PATIENCE
        with self._changed:
            while (now := time.monotonic()) < limit:
                drawn = self._answered.get(token, -DRAWING) + DRAWING
                until = limit if token in self._asking else min(drawn, limit)
                if until <= now:
                    return
                self._changed.wait(until - now)


PRIORITY = RequestPriority()
"""The one object that all pages share."""
