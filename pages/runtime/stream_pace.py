"""How fast the messages of a page are taken from its connection.

Every message that asks for a run stops the run before it and starts a thread, in the loop that
serves all visitors. Without a limit, 240 kB of such messages from one connection stopped the server
for twenty seconds. A browser sends a few messages a second while a slider is dragged.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict, deque
from contextlib import suppress

from starlette.middleware import Middleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

BURST, A_SECOND = 40, 20
"""Messages of one connection that are taken at once, and after them each second."""
ADDRESS_BURST, ADDRESS_A_SECOND = 300, 150
"""The same for all connections from one address. A class behind a proxy or a router is one."""
MOST_WAITING = 250
"""Messages that may wait; with one more the connection is closed. A page that waits for the server
sends two a second for each part that runs by itself."""
MOST_BYTES = 4_000_000
"""Bytes of waiting messages above which no more is read, so that the client has to wait."""
_MOST_ADDRESSES = 1000
_TOO_MANY = 1008
"""The code of a connection that is closed because of a rule."""
_LOG = logging.getLogger(__name__)


def middleware() -> list[Middleware]:
    """Return the middleware for the server."""
    return [Middleware(_Pace)]


class Pace:
    """So many at once, and so many a second after them; who asks first comes first."""

    def __init__(self, burst: int, a_second: int) -> None:
        self._burst, self._step = burst / a_second, 1 / a_second
        self._next = float("-inf")

    def take(self, now: float) -> float:
        """Return the seconds to wait for one more."""
        self._next = max(self._next, now - self._burst) + self._step
        return max(0.0, self._next - now)


class _Pace:
    """Gives the messages of each connection to the server at its pace."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._addresses: OrderedDict[str, Pace] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        client = scope.get("client")
        stream = PacedStream(receive, send, self._of_address(client[0] if client else ""))
        try:
            await self._app(scope, stream.receive, stream.send)
        finally:
            await stream.close()

    def _of_address(self, address: str) -> Pace:
        pace = self._addresses.pop(address, None) or Pace(ADDRESS_BURST, ADDRESS_A_SECOND)
        self._addresses[address] = pace
        while len(self._addresses) > _MOST_ADDRESSES:
            self._addresses.popitem(last=False)
        return pace


class PacedStream:
    """One connection. Once it has ended, messages that wait are dropped."""

    def __init__(self, receive: Receive, send: Send, of_address: Pace) -> None:
        self._receive, self._send = receive, send
        self._paces = (Pace(BURST, A_SECOND), of_address)
        self._waiting: deque[Message] = deque()
        self._bytes = 0
        self._reader: asyncio.Task[None] | None = None
        self._end: Message | None = None
        self._came, self._room, self._ended = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def receive(self) -> Message:
        """Return the next message when its time has come, or the end of the connection at once."""
        if self._reader is None:
            self._reader = asyncio.create_task(self._read(), name="stream")
        while self._end is None and not self._waiting:
            self._came.clear()
            await self._came.wait()
        if self._end is None:
            now = time.monotonic()
            wait = max(pace.take(now) for pace in self._paces)
            if wait > 0:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._ended.wait(), wait)
        if self._end is not None:
            return self._end
        message = self._waiting.popleft()
        self._bytes -= _size(message)
        self._room.set()
        return message

    async def send(self, message: Message) -> None:
        """Send a message of the server, unless the connection was closed here."""
        if self._end is None or self._end.get("code") != _TOO_MANY:
            await self._send(message)

    async def close(self) -> None:
        """Stop to read."""
        if self._reader is not None:
            self._reader.cancel()
            with suppress(asyncio.CancelledError):
                await self._reader

    async def _read(self) -> None:
        """Read ahead: only so is the end heard of while messages wait."""
        try:
            while True:
                message = await self._receive()
                if message["type"] == "websocket.disconnect":
                    self._finish(message)
                    return
                self._waiting.append(message)
                self._bytes += _size(message)
                self._came.set()
                if len(self._waiting) > MOST_WAITING:
                    _LOG.warning("A connection is closed: it sent too many messages at once.")
                    self._finish({"type": "websocket.disconnect", "code": _TOO_MANY})
                    await self._send({"type": "websocket.close", "code": _TOO_MANY})
                    return
                while self._bytes > MOST_BYTES and len(self._waiting) > 1:
                    self._room.clear()
                    await self._room.wait()
        except Exception:
            self._finish({"type": "websocket.disconnect", "code": 1006})
            _LOG.exception("A connection was lost.")

    def _finish(self, end: Message) -> None:
        self._end = end
        self._waiting.clear()
        self._bytes = 0
        self._ended.set()
        self._came.set()


def _size(message: Message) -> int:
    return len(message.get("bytes") or message.get("text") or "")
