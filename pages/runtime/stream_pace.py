"""How fast the messages of a page are taken from its connection.

Every message that asks for a run stops the run before it and starts a thread, in the loop that
serves all visitors. Without a limit, 240 kB of such messages from one connection stopped the server
for twenty seconds. A browser sends a few messages a second while a slider is dragged.

Nothing is taken from an address ahead of time: a message asks for a turn when it is the next of its
connection, and the connection that sent least of late comes first. So whoever is quiet does not
wait for others behind the same address, and a connection that ends leaves nothing behind.
A message that asks for a run also waits until few runs are under way (``run_turns.py``). Meanwhile
the next one may take its place (``newer_messages.py``).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import count

from starlette.middleware import Middleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg

from pages.runtime.client_network import client_of
from pages.runtime.connection_limits import MOST_OF_ONE
from pages.runtime.guarded_connection import connection_of
from pages.runtime.newer_messages import replaces
from pages.runtime.pace import Pace
from pages.runtime.run_turns import ConnectionRuns, RunTurns, begins_run
from pages.runtime.stream_messages import has_too_many_parts, is_taken

BURST, A_SECOND = 40, 20
"""Messages of one connection that are taken at once, and after them each second."""
ADDRESS_BURST, ADDRESS_A_SECOND = 300, 150
"""The same for all connections from one address. A class behind a proxy or a router is one."""
BUSY, BUSY_DRAIN, BUSY_A_SECOND = 60, 3, 10
"""From so many messages on, less three for each second, a connection is busy. All busy ones of an
address together have ten a second: a run takes some 0.1 s of the interpreter that all share. A page
that waits for two parts, and a slider that is dragged, do not come so far."""
MOST_WAITING = 250
"""Messages that may wait; with one more the connection is closed. A page that waits for the server
sends two a second for each part that runs by itself."""
READ_A_SECOND = 50
"""Messages that may come each second after the first ``MOST_WAITING``; with more the connection is
closed. Those that give way to a newer one do not wait, but each is looked at."""
MOST_BYTES, ADDRESS_BYTES = 2_000_000, 50_000_000
"""Bytes of the messages that may wait, of one connection and of all of an address; with more the
connection is closed. Not to read on instead would not hear of its end, and keep what has waited."""
MOST_STRANGE = 20
"""Messages of a kind that no page sends, which are dropped; with one more the connection is closed.
Streamlit's own menus send some."""
_MOST_ADDRESSES = 1000
_TOO_MANY, _TOO_LARGE = 1008, 1009
"""The codes of a connection that is closed because of a rule, and of a message."""
_HEARTBEAT = BackMsg(app_heartbeat=True).SerializeToString()
_MOST_BUSY = 200.0
_LARGE = "A connection is closed: it sent a message that is too large."
_LOG = logging.getLogger(__name__)


def middleware() -> list[Middleware]:
    """Return the middleware for the server."""
    return [Middleware(_Pace)]


class AddressPace:
    """The connections of one address take turns; the one that is least busy comes first."""

    def __init__(self, burst: int, a_second: int) -> None:
        self._pace = Pace(burst, a_second)
        self._pace_of_busy = Pace(BUSY_A_SECOND, BUSY_A_SECOND)
        self._asking: dict[asyncio.Future[None], tuple[float, int]] = {}
        self._numbers = count()
        self._timer: asyncio.TimerHandle | None = None
        self.bytes = 0
        """Of the messages that wait, of all connections."""

    def ask(self, busy: float) -> asyncio.Future[None]:
        """Return what is done when it is the turn of a connection that is so busy."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._asking[turn] = busy, next(self._numbers)
        self._give()
        return turn

    def forget(self, turn: asyncio.Future[None]) -> None:
        """Ask no more."""
        self._asking.pop(turn, None)

    def _give(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        while self._asking:
            turn = min(self._asking, key=self._asking.__getitem__)
            if turn.done():
                del self._asking[turn]
                continue
            # If the least busy one is busy, all are.
            busy = self._asking[turn][0] >= BUSY
            paces = (self._pace, self._pace_of_busy) if busy else (self._pace,)
            now = time.monotonic()
            wait = max(pace.wait(now) for pace in paces)
            if wait > 0:
                self._timer = asyncio.get_running_loop().call_later(wait, self._give)
                return
            for pace in paces:
                pace.take(now)
            del self._asking[turn]
            turn.set_result(None)


class _Pace:
    """Gives the messages of each connection to the server at its pace."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._addresses: OrderedDict[str, AddressPace] = OrderedDict()
        self._runs = RunTurns()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        address = client_of(scope)
        runs = ConnectionRuns(self._runs, address)
        connection = connection_of(receive)
        counted = () if connection is None else (connection.count,)
        stream = PacedStream(receive, send, self._of_address(address), runs, *counted)
        try:
            await self._app(scope, stream.receive, stream.send)
        finally:
            await stream.close()

    def _of_address(self, address: str) -> AddressPace:
        pace = self._addresses.pop(address, None)
        pace = pace or AddressPace(ADDRESS_BURST, ADDRESS_A_SECOND)
        self._addresses[address] = pace
        while len(self._addresses) > _MOST_ADDRESSES:
            self._addresses.popitem(last=False)
        return pace


class PacedStream:
    """One connection. Once it has ended, messages that wait are dropped.

    ``count_work(seconds)`` is told how long it took to look at each message.
    """

    def __init__(
        self,
        receive: Receive,
        send: Send,
        of_address: AddressPace,
        runs: ConnectionRuns,
        count_work: Callable[[float], None] = lambda seconds: None,
    ) -> None:
        self._receive, self._send, self._count_work = receive, send, count_work
        self._pace, self._address, self._runs = Pace(BURST, A_SECOND), of_address, runs
        self._read_pace = Pace(MOST_WAITING, READ_A_SECOND)
        self._busy, self._busy_at = 0.0, time.monotonic()
        self._waiting: deque[Message] = deque()
        self._bytes = self._strange = 0
        self._reader: asyncio.Task[None] | None = None
        self._turn: asyncio.Future[None] | None = None
        self._end: Message | None = None
        self._came, self._ended = asyncio.Event(), asyncio.Event()

    async def receive(self) -> Message:
        """Return the next message when its time has come, or the end of the connection at once."""
        if self._reader is None:
            # The first is the handshake. It is given even if the connection has ended since, as
            # the app wants nothing else first, and at once, as it starts no run.
            first = await self._receive()
            self._reader = asyncio.create_task(self._read(), name="stream")
            return first
        while self._end is None and not self._waiting:
            self._came.clear()
            await self._came.wait()
        if self._end is None:
            await self._wait(self._waiting[0])
        if self._end is not None:
            return self._end
        message = self._waiting.popleft()
        self._count(-_size(message))
        return message

    async def _wait(self, message: Message) -> None:
        """Wait for the time of a message, or the end of the connection."""
        wait = self._pace.take(time.monotonic())
        if wait > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ended.wait(), wait)
        if self._end is not None or message.get("bytes") == _HEARTBEAT:
            return
        busy = self._business()
        self._turn = self._address.ask(busy)
        try:
            await self._turn
        finally:
            self._address.forget(self._turn)
        if begins_run(message.get("bytes")):
            # The run before is left to end when others wait; after that, a turn is asked for.
            for ask in (self._runs.ending, partial(self._runs.ask, busy)):
                if self._end is None:
                    self._turn = ask()
                    await self._turn

    def _business(self) -> float:
        """Count one more message. Return how many there were of late."""
        now = time.monotonic()
        self._busy = min(_MOST_BUSY, max(0.0, self._busy - BUSY_DRAIN * (now - self._busy_at)) + 1)
        self._busy_at = now
        return self._busy

    async def send(self, message: Message) -> None:
        """Send a message of the server, unless the connection was closed here."""
        self._runs.note(message.get("bytes"))
        if self._end is None or self._end.get("code") not in (_TOO_MANY, _TOO_LARGE):
            await self._send(message)

    async def close(self) -> None:
        """Stop to read."""
        self._runs.close()
        self._count(-self._bytes)
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
                    if message.get("code") == _TOO_LARGE:
                        _LOG.warning(_LARGE)
                    self._finish(message)
                    return
                begun = time.thread_time()
                code = self._take(message)
                self._count_work(time.thread_time() - begun)
                if code is not None:
                    await self._close(code)
                    return
        except Exception:
            self._finish({"type": "websocket.disconnect", "code": 1006})
            _LOG.exception("A connection was lost.")

    def _take(self, message: Message) -> int | None:
        """Have a message wait, if a page may send it. Return the code with which the connection is
        to be closed, or None."""
        words = message.get("bytes")
        if _size(message) > MOST_OF_ONE or has_too_many_parts(words):
            _LOG.warning(_LARGE)
            return _TOO_LARGE
        if not is_taken(words):
            self._strange += 1
            if self._strange <= MOST_STRANGE:
                return None
            _LOG.warning("A connection is closed: no page sends such messages.")
            return _TOO_MANY
        if self._waiting and replaces(words, self._waiting[-1].get("bytes")):
            self._count(-_size(self._waiting.pop()))
            self._business()
        self._waiting.append(message)
        self._count(_size(message))
        self._came.set()
        if (
            self._read_pace.take(time.monotonic()) > 0
            or len(self._waiting) > MOST_WAITING
            or self._bytes > MOST_BYTES
            or self._address.bytes > ADDRESS_BYTES
        ):
            _LOG.warning("A connection is closed: it sent too many messages at once.")
            return _TOO_MANY
        return None

    async def _close(self, code: int) -> None:
        self._finish({"type": "websocket.disconnect", "code": code})
        # The client may have gone already.
        with suppress(OSError):
            await self._send({"type": "websocket.close", "code": code})

    def _count(self, size: int) -> None:
        self._bytes += size
        self._address.bytes += size

    def _finish(self, end: Message) -> None:
        self._end = end
        self._waiting.clear()
        self._count(-self._bytes)
        self._ended.set()
        self._came.set()
        if self._turn is not None and not self._turn.done():
            self._turn.set_result(None)


def _size(message: Message) -> int:
    return len(message.get("bytes") or message.get("text") or "")
