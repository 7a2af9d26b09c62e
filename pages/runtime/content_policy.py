"""The header by which a page loads nothing from another host.

Text is escaped where it is shown. If that is forgotten somewhere, this header makes the browser
refuse an image, a style or a script of another host, and a form that sends data there. A page of
another host cannot show these pages in a frame.
"""

from __future__ import annotations

import re

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_POLICY = (
    "default-src 'self' data: blob:; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; "
    "style-src 'self' 'unsafe-inline'; connect-src 'self'{sockets} data: blob:; "
    "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'"
)
_HOST = re.compile(r"[\w.-]+(:\d+)?|\[[\da-fA-F:]+\](:\d+)?")


def policy(host: str) -> str:
    """Return the header's value; ``host`` is the name by which the browser called this server.

    The sockets are named because some browsers do not count them as ``'self'``.
    """
    known = _HOST.fullmatch(host) is not None
    return _POLICY.format(sockets=f" ws://{host} wss://{host}" if known else "")


def middleware() -> list[Middleware]:
    """Return the middleware for the server."""
    return [Middleware(_OneHost)]


class _OneHost:
    """Puts the headers on every answer, and the policy on every page."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_policy(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["X-Content-Type-Options"] = "nosniff"  # an uploaded file is no page
                if headers.get("content-type", "").startswith("text/html"):
                    host = Headers(scope=scope).get("host", "")
                    headers["Content-Security-Policy"] = policy(host)
            await send(message)

        await self._app(scope, receive, with_policy)
