"""Which pages may open a connection to this server.

A browser says in the header ``Origin`` which page asks, and in ``Host`` by which name it calls the
server. Streamlit compares an unknown origin with the machine's address in the internet, for which
it asks another server while everybody waits. And it takes every name for its own, so a page
elsewhere whose name leads to this machine could use it. So such connections are refused here.
"""

from __future__ import annotations

import logging
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit import config

_LOCAL = ("localhost", "127.0.0.1", "::1")
_REFUSED = 1008
"""The code of a connection that is closed because of a rule."""
_LOG = logging.getLogger(__name__)


def middleware() -> list[Middleware]:
    """Return the middleware for the server."""
    return [Middleware(_KnownPages)]


def refusal(host: str, origin: str | None) -> str | None:
    """Return why a page may not open a connection; None when it may.

    ``host``: the name by which the server is called. A server that listens to this machine alone
    has the machine's own names, and those in ``server.allowedHosts``. ``origin``: the page's own
    scheme and host; None when the client is no browser. It may be that of the server, one of this
    machine, or one that ``server.corsAllowedOrigins`` or ``browser.serverAddress`` names. With
    ``server.enableCORS`` off any origin may ask.
    """
    if not _is_own_name(host):
        return f"{host!r} is none of its names; name it in server.allowedHosts"
    if origin is None or not config.get_option("server.enableCORS"):
        return None
    named = config.get_option("server.corsAllowedOrigins")
    known = {_name(str(one)) for one in (*named, config.get_option("browser.serverAddress"))}
    if _netloc(origin) == host or _name(origin) in known.union(_LOCAL):
        return None
    return f"{origin!r} is another origin; name it in server.corsAllowedOrigins"


def _is_own_name(host: str) -> bool:
    if config.get_option("server.allowedHosts"):
        return True  # Streamlit compares it
    return config.get_option("server.address") not in _LOCAL or _name(host) in _LOCAL


def _netloc(address: str) -> str | None:
    try:
        return urlsplit(address).netloc
    except ValueError:  # no address
        return None


def _name(address: str) -> str | None:
    """Return the host's name in an address, with or without a scheme."""
    try:
        return urlsplit(address if "//" in address else f"//{address}").hostname
    except ValueError:
        return None


class _KnownPages:
    """Refuses connections; all other requests go on."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            headers = Headers(scope=scope)
            why = refusal(headers.get("host", ""), headers.get("origin"))
            if why is not None:
                _LOG.warning("A connection is refused: %s.", why[:300])
                await send({"type": "websocket.close", "code": _REFUSED})
                return
        await self._app(scope, receive, send)
