"""Sessions whose connection broke, kept for a while so that their reader finds them again.

Streamlit keeps the last 128 of all visitors, also those whose page never ran. So whoever opened and
closed 128 sockets had every session dropped whose connection was broken at that moment, with its
tables.
"""

from __future__ import annotations

import threading
import time
from collections import Counter, OrderedDict

from starlette.middleware import Middleware
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit.runtime import exists, get_instance
from streamlit.runtime.session_manager import SessionInfo, SessionStorage

from pages.runtime.client_address import address_of

MOST = 256
"""Sessions that are kept. With one more the oldest goes of the address that has most."""
SECONDS = 120.0
"""How long each is kept. A browser tries to come back every 15 s or more often."""


def middleware() -> list[Middleware]:
    """Return the middleware for the server."""
    return [Middleware(_KeepsSessions)]


class LeftSessions(SessionStorage):
    """What Streamlit asks for sessions that were left. Sessions whose page never ran are not kept.

    They are dropped as Streamlit drops them: nothing refers to them any more.
    """

    def __init__(self, most: int = MOST, seconds: float = SECONDS) -> None:
        self._most, self._seconds = most, seconds
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, tuple[float, str, SessionInfo]] = OrderedDict()

    def get(self, session_id: str) -> SessionInfo | None:
        """Return a session that was left; None when it is not kept."""
        with self._lock:
            self._forget_old()
            found = self._kept.get(session_id)
        return None if found is None else found[2]

    def save(self, session_info: SessionInfo) -> None:
        """Keep a session that is left now."""
        if session_info.script_run_count == 0:
            return
        name = session_info.session.id
        address = address_of(name)
        with self._lock:
            self._forget_old()
            self._kept.pop(name, None)
            self._kept[name] = time.monotonic(), address, session_info
            while len(self._kept) > self._most:
                of_address = Counter(address for _, address, _ in self._kept.values())
                most = max(of_address.values())
                first = next(
                    name
                    for name, (_, address, _) in self._kept.items()
                    if of_address[address] == most
                )
                del self._kept[first]

    def delete(self, session_id: str) -> None:
        """Keep a session no longer. Nothing happens when it is not kept."""
        with self._lock:
            self._kept.pop(session_id, None)

    def list(self) -> list[SessionInfo]:
        """Return all that are kept."""
        with self._lock:
            self._forget_old()
            return [info for _, _, info in self._kept.values()]

    def _forget_old(self) -> None:
        until = time.monotonic() - self._seconds
        while self._kept and next(iter(self._kept.values()))[0] < until:
            self._kept.popitem(last=False)


class _KeepsSessions:
    """Gives the server its storage before the first session begins."""

    def __init__(self, app: ASGIApp) -> None:
        self._app, self._is_set = app, False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._is_set and scope["type"] == "websocket" and exists():
            # Streamlit has no setting for it. In versions without these attributes its own stays.
            manager = getattr(get_instance(), "_session_mgr", None)
            if manager is not None and hasattr(manager, "_session_storage"):
                manager._session_storage = LeftSessions()
            self._is_set = True
        await self._app(scope, receive, send)
