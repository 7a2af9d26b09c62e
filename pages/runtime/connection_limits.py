"""What one connection may make uvicorn do beside the messages and requests that it is for.

uvicorn answers every ping, and keeps every part of a message that is not whole and every request
that is sent ahead. All of this happens before any page hears of it.

These are attributes of uvicorn's own objects, which other versions may not have: then a limit is
not set, and ``tests/trust/test_connection_limits.py`` fails.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import h11
from starlette.middleware import Middleware
from starlette.types import ASGIApp, Receive, Scope, Send

from pages.runtime.pace import Pace

MOST_OF_ONE = 600_000
"""Bytes of one message; with a longer one the connection is closed. A page's controls together send
some 10 kB, its address at most 24 kB, and a table with the roles of 5000 columns 150 kB."""
FRAMES, FRAMES_A_SECOND = 60, 20
"""Pings, answers to pings, and continuations of a message that are taken at once, and after them
each second; with more the connection is closed. A browser sends an answer every 20 seconds, and may
send a long message in 16 parts."""
MOST_AHEAD = 100_000
"""Bytes of further requests that may have come when one begins. Browsers send none."""
_HANDLERS = ("handle_ping", "handle_pong", "handle_cont")
_LOG = logging.getLogger(__name__)


def middleware() -> list[Middleware]:
    """Return the middleware for the server."""
    return [Middleware(_ConnectionLimits)]


class _ConnectionLimits:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        uvicorns = getattr(receive, "__self__", None)
        if scope["type"] == "websocket":
            limit_size(uvicorns)
            limit_frames(uvicorns)
        elif scope["type"] == "http" and is_too_far_ahead(uvicorns):
            return
        await self._app(scope, receive, send)


def limit_size(protocol: Any) -> None:
    """Have the server refuse a long message before it has all of it.

    Streamlit's setting for this, maxMessageSize, is also for what the server sends, so it is too
    large for what a client may send.
    """
    connection = getattr(protocol, "conn", None)
    if connection is not None and hasattr(connection, "max_message_size"):
        connection.max_message_size = MOST_OF_ONE


def limit_frames(protocol: Any) -> None:
    """Close a web socket that sends more frames which are no message than a browser does."""
    pace = Pace(FRAMES, FRAMES_A_SECOND)
    for name in _HANDLERS:
        handle = getattr(protocol, name, None)
        if handle is not None:
            setattr(protocol, name, partial(_at_pace, protocol, pace, handle))


def _at_pace(protocol: Any, pace: Pace, handle: Callable[..., None], *frame: Any) -> None:
    if pace.take(time.monotonic()) == 0:
        handle(*frame)
    elif not protocol.transport.is_closing():
        _LOG.warning("A connection is closed: it sent too many frames that are no message.")
        # Not close(), which would wait until the client has read every answer to its pings.
        protocol.transport.abort()


def is_too_far_ahead(cycle: Any) -> bool:
    """Return whether a connection has sent requests far ahead of their answers, and close it then.

    uvicorn reads on at the beginning of each request, and keeps all it has read: of a client that
    sends and reads nothing some 15 MB.
    """
    connection = getattr(cycle, "conn", None)
    if not isinstance(connection, h11.Connection) or connection.their_state is not h11.DONE:
        return False
    if len(connection.trailing_data[0]) <= MOST_AHEAD:
        return False
    _LOG.warning("A connection is closed: it sent too many requests before it read an answer.")
    cycle.transport.abort()
    return True
