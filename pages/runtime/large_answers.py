"""Large answers are sent in parts, and files that a reader saves by turns of addresses.

Streamlit gives uvicorn a file in one piece, which keeps what its client has not read: 580 answers
of 5 MB that nobody read took 2.4 GB, and the loop that serves everybody 7 s. For a part of a file,
or a compressed one, it makes the piece anew for each request. So every file is sent whole and as it
is. Only videos are asked for in parts by browsers, and the pages have none.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from starlette.middleware import Middleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pages.runtime.address_turns import AddressTurns
from pages.runtime.client_network import client_of
from pages.runtime.guarded_connection import connection_of

PART = 65_536
"""Bytes that are given to uvicorn at a time. It takes the next when the client has read most."""
OF_ADDRESS, AT_ONCE = 8, 24
"""Files that are sent at a time, to one address and to all. A browser saves one or two, and a
school may have one address."""
PATIENCE, LEAST = 30.0, 500_000
"""In so many seconds so many bytes of an answer must be read, or its connection is closed."""
OF_BYTE = 1e-9
"""Seconds of work for which a byte of an answer counts, about what it takes."""


def middleware() -> list[Middleware]:
    """Return the middleware for the server."""
    return [Middleware(_LargeAnswers)]


class _LargeAnswers:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._turns = AddressTurns(OF_ADDRESS, AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        is_file = _is_file(scope["path"])
        dropped = (b"range", b"accept-encoding") if is_file else (b"range",)
        kept = [(name, value) for name, value in scope["headers"] if name not in dropped]
        scope = {**scope, "headers": kept}
        connection = connection_of(receive)

        def abort() -> None:
            if connection is not None:
                connection.transport.abort()

        def count(size: int) -> None:
            if connection is not None:
                connection.count(size * OF_BYTE)

        answer = _Answer(send, abort, count)
        if not is_file:
            await self._app(scope, receive, answer.send)
            return
        # Streamlit's answer holds the file, so it is made when it can be sent.
        place = self._turns.ask(client_of(scope))
        try:
            await place.given
            await self._app(scope, receive, answer.send)
        finally:
            place.end()


class _Answer:
    """Sends an answer in parts; ``abort`` closes the connection when too little is read."""

    def __init__(self, send: Send, abort: Callable[[], None], count: Callable[[int], None]) -> None:
        self._send, self._abort, self._count = send, abort, count
        self._left, self._since, self._aborted = PATIENCE, 0, False

    async def send(self, message: Message) -> None:
        if message["type"] != "http.response.body":
            await self._send(message)
            return
        body, more = message.get("body", b""), message.get("more_body", False)
        for begin in range(0, max(1, len(body)), PART):
            part = bytes(body[begin : begin + PART])
            follows = more or begin + PART < len(body)
            await self._part({**message, "body": part, "more_body": follows})
            if self._aborted:
                return
            if follows:  # a client that reads fast would have all parts sent before anybody else
                await asyncio.sleep(0)

    async def _part(self, message: Message) -> None:
        begun = time.monotonic()
        try:
            async with asyncio.timeout(self._left):
                await self._send(message)
        except TimeoutError:
            self._aborted = True
            self._abort()
            await self._send(message)  # it returns when the connection is gone
            return
        self._left -= time.monotonic() - begun
        size = len(message["body"])
        self._count(size)
        self._since += size
        if self._since >= LEAST:
            self._left, self._since = PATIENCE, 0


def _is_file(path: str) -> bool:
    """Return whether a path is that of a file which Streamlit keeps for a page."""
    return path.split("/")[-2:-1] == ["media"]
