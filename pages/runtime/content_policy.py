"""A page fetches nothing from another host, whatever words stand on it.

Each word is escaped where it is shown; this header has the browser refuse what might be forgotten:
an image, a style or a script of another host, and a form that sends something there.
"""

from __future__ import annotations

import re

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_POLICY = (
    "default-src 'self' data: blob:; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; "
    "style-src 'self' 'unsafe-inline'; connect-src 'self'{sockets} data: blob:; "
    "object-src 'none'; base-uri 'self'; form-action 'self'"
)
_HOST = re.compile(r"[\w.-]+(:\d+)?|\[[\da-fA-F:]+\](:\d+)?")


def policy(host: str) -> str:
    """The header's words; ``host`` is what the browser calls this server. Some browsers do not
    count a socket to the page's own host as its own."""
    known = _HOST.fullmatch(host) is not None
    return _POLICY.format(sockets=f" ws://{host} wss://{host}" if known else "")


def middleware() -> list[Middleware]:
    """For the server."""
    return [Middleware(_OneHost)]


class _OneHost:
    """Puts the header on every page."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_policy(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if headers.get("content-type", "").startswith("text/html"):
                    host = Headers(scope=scope).get("host", "")
                    headers["Content-Security-Policy"] = policy(host)
            await send(message)

        await self._app(scope, receive, with_policy)
