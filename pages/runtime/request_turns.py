"""How many requests are answered at a time: addresses take turns.

A web socket has its own limits (``stream_pace.py``). All else is answered by the one loop that
serves everybody, so a page of another address waited behind each of 3000 requests that one had
sent at the same time.
"""

from __future__ import annotations

from starlette.middleware import Middleware
from starlette.types import ASGIApp, Receive, Scope, Send

from pages.runtime.address_turns import AddressTurns
from pages.runtime.client_network import client_of

OF_ADDRESS, AT_ONCE = 16, 48
"""Requests that are answered at a time, of one address and of all. A browser sends six."""
LONGEST = 2.0
"""Seconds after which a request no longer counts: it is an upload, a download, or waits for a
process."""


def middleware() -> list[Middleware]:
    """Return the middleware for the server."""
    return [Middleware(_RequestTurns)]


class _RequestTurns:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._turns = AddressTurns(OF_ADDRESS, AT_ONCE, LONGEST)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        place = self._turns.ask(client_of(scope))
        try:
            await place.given
            await self._app(scope, receive, send)
        finally:
            place.end()
