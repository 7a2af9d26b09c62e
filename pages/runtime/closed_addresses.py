"""Addresses of Streamlit that no page needs, and that tell a stranger something or do something.

``/_stcore/metrics`` lists the functions whose results are kept, and how many sessions are open. The
addresses under ``/_stcore/agent/`` let a program use the pages without a browser, which
``server.enableAgentApi`` allows; then they are open.
"""

from __future__ import annotations

from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit import config

_METRICS, _AGENT = "/_stcore/metrics", "/_stcore/agent/"


def middleware() -> list[Middleware]:
    """Return the middleware for the server."""
    return [Middleware(_ClosedAddresses)]


def is_closed(path: str) -> bool:
    """Return whether an address, which may begin with a prefix, is answered with 404."""
    if path.rstrip("/").endswith(_METRICS):
        return True
    return _AGENT in path and not _has_agents()


def _has_agents() -> bool:
    try:
        return bool(config.get_option("server.enableAgentApi"))
    except RuntimeError:  # a version of Streamlit without this option
        return False


class _ClosedAddresses:
    """Answers 404; all other requests go on."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and is_closed(scope["path"]):
            await PlainTextResponse("Not found", 404)(scope, receive, send)
        else:
            await self._app(scope, receive, send)
