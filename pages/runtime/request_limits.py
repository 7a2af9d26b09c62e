"""What a request may bring beside its address: so many headers, and a body only where one is taken.

The rest of a body that no page takes would be read to its end, which never has to come.
"""

from __future__ import annotations

from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from pages.runtime.client_network import client_of
from pages.runtime.guarded_connection import connection_of

MOST_HEADERS = 100
"""Headers of a request. A browser sends some 20, and a proxy adds a few."""
MOST_OF_BODY = 100_000
"""Bytes of the body of a request that is no upload. The pages send none."""


def middleware() -> list[Middleware]:
    """Return the middleware for the server."""
    return [Middleware(_RequestLimits)]


def refusal(scope: Scope) -> tuple[int, str] | None:
    """Return the status and the reason why a request is refused; None when it is not."""
    if len(scope["headers"]) > MOST_HEADERS:
        return 431, f"The request has more than {MOST_HEADERS} headers."
    if scope["type"] != "http":
        return None
    headers = dict(scope["headers"])
    if b"transfer-encoding" in headers:
        return 411, "Send the length of the body in Content-Length, not chunks."
    length = headers.get(b"content-length", b"0")
    if scope["method"] != "PUT" and not _is_at_most(length, MOST_OF_BODY):
        return 413, f"The body is longer than {MOST_OF_BODY} bytes; only a file may be."
    return None


def _is_at_most(number: bytes, most: int) -> bool:
    return number.isdigit() and len(number) < 20 and int(number) <= most


class _RequestLimits:
    """Refuses requests; all others go on, and their connection stays open meanwhile."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        connection, why = connection_of(receive), refusal(scope)
        came_alone = connection is None or connection.request_began(client_of(scope))
        if not came_alone and why is None:
            why = 400, "Send a request when the one before it is answered."
        try:
            if why is None:
                await self._app(scope, receive, send)
                return
            if connection is not None:
                connection.refuse()
            if scope["type"] == "http":
                status, words = why
                await PlainTextResponse(words, status, {"Connection": "close"})(
                    scope, receive, send
                )
            else:
                await send({"type": "websocket.close", "code": 1008})
        finally:
            if connection is not None:
                connection.request_ended()
