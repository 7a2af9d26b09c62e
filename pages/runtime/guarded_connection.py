"""What stands between a connection and uvicorn: parts of what comes, by turns; how many connections
an address has; how long one may be open without a request, and when the server ends.

uvicorn has no settings for most of these. So each of its connections is put into one of these,
which is what the event loop knows; the work itself and the protocol are uvicorn's.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Container
from functools import cache, partial
from typing import Any

from uvicorn import Server

from pages.runtime.client_network import network_of
from pages.runtime.read_turns import OF_ADDRESS, OF_ADDRESS_A_SECOND, OF_BUSY, ReadTurns, Work
from pages.runtime.startup import open_files

PART = 4096
"""Bytes that are read and taken apart at a time: at worst some 10 ms of work."""
MOST_OPEN = 600
"""Connections that one address may have open, or a third of the files that the server may open if
that is less. A browser has some ten, and a whole school may have one address."""
PATIENCE = 30.0
"""Seconds that a connection may be open without a request or a session."""
ANSWER = 0.0003
"""Seconds of work for which a new connection counts, and an answer: about what the quickest
takes."""
LINGER, MOST_THROWN = 2.0, 4_000_000
"""Seconds in which what still comes after a refused request is thrown away, so that its client has
read the answer before the connection is closed; and bytes after which it is closed anyway."""
ENDING = 2
"""Seconds that a server which ends waits for its connections. One whose client does not read what
was sent to it would stay open as long as the client likes."""
_MOST_KNOWN = 1000
"""Addresses without a connection of which it is known how much work they caused."""
_LOG = logging.getLogger(__name__)


class _Address:
    """What is known of an address. ``host`` is empty for one connection of a proxy."""

    def __init__(self, host: str = "") -> None:
        self.host, self.open = host, 0
        self.work = Work(OF_ADDRESS if host else OF_BUSY, OF_ADDRESS_A_SECOND)


class Connections:
    """The open connections of a server.

    ``proxies``: addresses of proxies that name the client's address in each request. Until then, a
    connection of a proxy counts as an address of its own.
    """

    def __init__(self, proxies: Container[str], most_open: int) -> None:
        self.turns = ReadTurns()
        self._proxies, self._most_open = proxies, most_open
        self._open: dict[str, _Address] = {}
        self._gone: OrderedDict[str, _Address] = OrderedDict()

    def enter(self, host: str) -> _Address | None:
        """Count a connection. Return what is known of its address; None if it has too many."""
        if not host or host in self._proxies:
            return _Address()
        address = self._open.get(host) or self._gone.pop(host, None) or _Address(host)
        self._open[host] = address
        if address.open >= self._most_open:
            return None
        address.open += 1
        return address

    def leave(self, address: _Address) -> None:
        """Count a connection no more."""
        if not address.host:
            return
        address.open -= 1
        if not address.open:
            self._gone[address.host] = self._open.pop(address.host)
            while len(self._gone) > _MOST_KNOWN:
                self._gone.popitem(last=False)


class GuardedConnection(asyncio.BufferedProtocol):
    """A connection. ``make`` makes uvicorn's protocol for it, ``uvicorns``, which changes for a web
    socket; a connection that is refused at once has none."""

    def __init__(self, connections: Connections, make: Callable[[], Any]) -> None:
        self.uvicorns: Any = None
        self._make = make
        self.transport: Any = None
        self._connections, self._address = connections, _Address()
        self._entered = self._waits = self._paused = self._refused = False
        self._host, self._thrown = "", 0
        self._is_new_part = False
        self._buffer, self._came = bytearray(PART), bytearray()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def work(self) -> Work:
        """The work of its address."""
        return self._address.work

    @property
    def is_closing(self) -> bool:
        """Whether uvicorn has nothing more to do with it."""
        return self._refused or self.transport.is_closing()

    def connection_made(self, transport: Any) -> None:
        """Begin, unless its address has too many connections."""
        self.transport = transport
        peer = transport.get_extra_info("peername")
        if self._enter(network_of(str(peer[0])) if isinstance(peer, tuple) and peer else ""):
            self._entered = True
            self.count(ANSWER)
            self.uvicorns = self._make()
            self.uvicorns.connection_made(_Transport(self))
            self.request_ended()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._stop_timer()
        self._connections.turns.forget(self)
        self._came.clear()
        if self._entered:
            self._entered = False
            self._connections.leave(self._address)
            self.uvicorns.connection_lost(exc)

    def request_began(self, host: str) -> bool:
        """Let the connection be open as long as its request or session takes. Return whether the
        request came by itself.

        uvicorn answers requests that came in one part one after the other, without a turn. Browsers
        and proxies send none before the last is answered. ``host``: the client's network,
        perhaps as a proxy names it.
        """
        came_alone, self._is_new_part = self._is_new_part, False
        if self._refused or not self._entered:
            return came_alone
        self._stop_timer()
        if host != self._host:
            self._connections.turns.forget(self)
            self._connections.leave(self._address)
            self._enter(host)
            if self._waits:
                self._ask()
        self.count(ANSWER)
        return came_alone

    def count(self, seconds: float) -> None:
        """Count work that the server did for what came, beside taking it apart."""
        self._connections.turns.count(self.work, seconds)

    def request_ended(self) -> None:
        """Let the connection be open only for a while, until the next request."""
        if not self._refused:
            self._abort_after(PATIENCE)

    def refuse(self) -> None:
        """Throw away what still comes, and close the connection when its answer is sent."""
        self._refused = True
        self._came.clear()
        self._connections.turns.forget(self)
        self._abort_after(LINGER)
        self._follow()

    def close(self) -> None:
        """Close the connection, at once or when the client has read why it was refused."""
        if not self._refused:
            self.transport.close()
        elif not self.transport.is_closing() and self.transport.can_write_eof():
            self.transport.write_eof()

    def pause(self, paused: bool) -> None:
        """Read no more for now, or read on, as uvicorn wants it."""
        self._paused = paused
        self._follow()

    def get_buffer(self, sizehint: int) -> memoryview:
        """Return where the event loop puts what comes."""
        return memoryview(self._buffer)

    def buffer_updated(self, nbytes: int) -> None:
        """Take what has come, or wait for a turn."""
        if self._refused:
            self._thrown += nbytes
            if self._thrown > MOST_THROWN:
                self.transport.abort()
            return
        if not self._entered:
            return
        self._came += self._buffer[:nbytes]
        if not self._waits:
            self._ask()

    def read_part(self) -> None:
        """See ``read_turns.Reader``."""
        self._waits = False
        part = bytes(self._came[:PART])
        del self._came[:PART]
        if part and not self.transport.is_closing():
            self._is_new_part = True
            self.uvicorns.data_received(part)
        if self._came:  # some event loops put in more than one part
            self._waits = True
            asyncio.get_running_loop().call_soon(self._ask)
        self._follow()

    def eof_received(self) -> bool | None:
        """The client sends no more."""
        return self.uvicorns.eof_received() if self._entered else None

    def pause_writing(self) -> None:
        """The client does not read what was sent."""
        self.uvicorns.pause_writing()

    def resume_writing(self) -> None:
        """The client has read what was sent."""
        self.uvicorns.resume_writing()

    def _enter(self, host: str) -> bool:
        """Count the connection for its address, or end it if that has too many."""
        self._host, address = host, self._connections.enter(host)
        if address is not None:
            self._address = address
            return True
        self._address = _Address()
        _LOG.warning("A connection is refused: its address has too many.")
        self.transport.abort()
        return False

    def _ask(self) -> None:
        if self._entered and not self._refused:
            self._waits = True
            self._connections.turns.ask(self)
            self._follow()

    def _follow(self) -> None:
        """Have the event loop read on, or not."""
        reads = self._refused or not (self._waits or self._paused)
        if self.transport.is_closing() or reads == self.transport.is_reading():
            return
        if reads:
            self.transport.resume_reading()
        else:
            self.transport.pause_reading()

    def _abort_after(self, seconds: float) -> None:
        self._stop_timer()
        if not self.transport.is_closing():
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(seconds, self.transport.abort)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class _Transport:
    """What uvicorn takes for the connection's transport. All that is not here is the real one's."""

    def __init__(self, connection: GuardedConnection) -> None:
        self.connection = connection

    def __getattr__(self, name: str) -> Any:
        return getattr(self.connection.transport, name)

    def pause_reading(self) -> None:
        self.connection.pause(True)

    def resume_reading(self) -> None:
        self.connection.pause(False)

    def is_closing(self) -> bool:
        return self.connection.is_closing

    def close(self) -> None:
        self.connection.close()

    def set_protocol(self, protocol: Any) -> None:
        self.connection.uvicorns = protocol

    def get_protocol(self) -> Any:
        return self.connection.uvicorns


def connection_of(receive: Any) -> GuardedConnection | None:
    """Return the connection of a request, by the function that reads its body."""
    transport = getattr(getattr(receive, "__self__", None), "transport", None)
    return transport.connection if isinstance(transport, _Transport) else None


@cache
def install() -> None:
    """Have uvicorn's servers put each connection into a guarded one."""
    begin = Server.startup

    async def startup(self: Server, *arguments: Any, **named: Any) -> None:
        config: Any = self.config
        config.timeout_graceful_shutdown = config.timeout_graceful_shutdown or ENDING
        proxies = getattr(config.loaded_app, "trusted_hosts", ())
        connections = Connections(proxies, min(MOST_OPEN, open_files() // 3))
        make = config.http_protocol_class

        def guarded(**settings: Any) -> GuardedConnection:
            return GuardedConnection(connections, partial(make, **settings))

        config.http_protocol_class = guarded
        await begin(self, *arguments, **named)

    # An extension of uvicorn's own class, which has no hook for this.
    Server.startup = startup  # type: ignore[method-assign]
