"""How the messages of the server to its pages are sent: several between two turns of the loop.

Streamlit sends the messages of all sessions one after the other, and lets the loop go round after
each. A page has some hundred. While other pages are computed, a round takes up to 0.2 s, because
the loop waits for Python's interpreter: then a page came in 20 s.
"""

from __future__ import annotations

import asyncio
import time
from functools import cache
from types import ModuleType

from streamlit.runtime import runtime

AT_ONCE = 20
"""Messages between two rounds. Streamlit drops a client for which 500 wait, and sends them in the
round."""
LONGEST = 0.01
"""Seconds after which there is a round, if less were sent. One message of a large figure may take
as long."""


class Flush:
    """Decides when the loop goes round. Use it from one event loop only."""

    def __init__(self) -> None:
        self._sent, self._since = 0, time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Do what ``asyncio.sleep`` does; but of those of 0 seconds, which follow each message,
        only some."""
        self._sent += 1
        if seconds == 0 and self._sent < AT_ONCE and time.monotonic() - self._since < LONGEST:
            return
        await asyncio.sleep(seconds)
        self._sent, self._since = 0, time.monotonic()


@cache
def install() -> None:
    """Have Streamlit's runtime send messages so."""
    changed = ModuleType(asyncio.__name__)
    vars(changed).update(vars(asyncio), sleep=Flush().sleep)
    # An extension of Streamlit's own module, which has no hook for this.
    runtime.asyncio = changed  # type: ignore[attr-defined]
