"""A connection is read in parts, for the address it comes from, and not open without end."""

from __future__ import annotations

import asyncio
from typing import Any

from pages.runtime import guarded_connection
from pages.runtime.guarded_connection import PART, Connections, GuardedConnection
from pages.runtime.read_turns import OF_ADDRESS
from tests import event_loop


class _Transport:
    def __init__(self, host: str) -> None:
        self.host, self.aborted, self.ended, self.reading = host, False, False, True

    def get_extra_info(self, name: str) -> Any:
        return (self.host, 1) if name == "peername" else None

    def is_closing(self) -> bool:
        return self.aborted

    def abort(self) -> None:
        self.aborted = True

    close = abort

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        self.ended = True

    def is_reading(self) -> bool:
        return self.reading

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True


class _Uvicorns:
    """What uvicorn makes for a connection."""

    def __init__(self) -> None:
        self.transport: Any = None
        self.came: list[bytes] = []
        self.lost = False

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.came.append(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True

    def receive(self) -> None:
        """Stands for the function that reads a request's body."""


def _open(connections: Connections, host: str) -> tuple[GuardedConnection, _Uvicorns, _Transport]:
    uvicorns, transport = _Uvicorns(), _Transport(host)
    connection = GuardedConnection(connections, lambda: uvicorns)
    connection.connection_made(transport)
    return connection, uvicorns, transport


def _put(connection: GuardedConnection, data: bytes) -> None:
    """Put data into the connection's buffer as an event loop does."""
    while data:
        buffer = connection.get_buffer(-1)
        size = min(len(buffer), len(data))
        buffer[:size] = data[:size]
        connection.buffer_updated(size)
        data = data[size:]


def test_an_address_has_so_many_connections_and_a_proxy_any_number():
    async def look() -> None:
        connections = Connections({"127.0.0.1"}, most_open=3)
        mine = [_open(connections, "10.0.0.1") for _ in range(4)]
        assert [transport.aborted for _, _, transport in mine] == [False] * 3 + [True]
        assert mine[3][1].transport is None  # uvicorn does not hear of it
        assert not _open(connections, "10.0.0.2")[2].aborted
        assert not any(_open(connections, "127.0.0.1")[2].aborted for _ in range(20))
        mine[0][0].connection_lost(None)
        mine[3][0].connection_lost(None)
        assert not _open(connections, "10.0.0.1")[2].aborted
        assert _open(connections, "10.0.0.1")[2].aborted

    event_loop.run(look())


def test_behind_a_proxy_the_address_it_names_counts():
    async def look() -> None:
        connections = Connections({"127.0.0.1"}, most_open=3)
        named = [_open(connections, "127.0.0.1") for _ in range(6)]
        for connection, _, _ in named[:4]:
            connection.request_began("10.0.0.1")
        for connection, _, _ in named[4:]:
            connection.request_began("10.0.0.2")
        assert [transport.aborted for _, _, transport in named] == [False] * 3 + [True] + [
            False
        ] * 2
        assert named[0][0].work is named[1][0].work is not named[4][0].work

    event_loop.run(look())


def test_all_that_comes_is_handed_on_in_parts_and_those_of_a_busy_address_wait():
    async def look() -> None:
        connections = Connections((), most_open=9)
        connection, uvicorns, transport = _open(connections, "10.0.0.1")
        data = bytes(range(256)) * (3 * PART // 256) + b"end"
        _put(connection, data)
        assert b"".join(uvicorns.came) == data
        assert max(map(len, uvicorns.came)) <= PART
        assert transport.reading
        connection.work.add(100 * OF_ADDRESS, asyncio.get_running_loop().time())
        for _ in range(2):  # all the busy together may have one
            busy, others, its = _open(connections, "10.0.0.1")
            connections.turns._busy.add(1.0, asyncio.get_running_loop().time())
            _put(busy, b"waits")
        assert others.came == [] and not its.reading
        uvicorns.transport.pause_reading()
        assert not transport.reading
        uvicorns.transport.resume_reading()
        assert transport.reading

    event_loop.run(look())


def test_what_comes_after_a_refusal_is_thrown_away_and_not_without_end():
    async def look() -> None:
        connection, uvicorns, transport = _open(Connections((), 9), "10.0.0.1")
        _put(connection, b"request")
        connection.refuse()
        uvicorns.transport.close()
        assert transport.ended and uvicorns.transport.is_closing() and not transport.aborted
        _put(connection, b"x" * 1000)
        assert uvicorns.came == [b"request"] and not transport.aborted
        _put(connection, b"x" * guarded_connection.MOST_THROWN)
        assert transport.aborted

    event_loop.run(look())


def test_requests_that_came_in_one_part_are_told():
    async def look() -> None:
        connection, _, _ = _open(Connections((), 9), "10.0.0.1")
        told = []
        for parts in (1, 0, 2, 0):
            for _ in range(parts):
                _put(connection, b"GET / HTTP/1.1")
            told.append(connection.request_began("10.0.0.1"))
            connection.request_ended()
        assert told == [True, False, True, False]

    event_loop.run(look())


def test_connections_and_answers_count_as_work():
    async def look() -> None:
        connections = Connections((), 9)
        connection, uvicorns, _ = _open(connections, "10.0.0.1")
        for _ in range(int(3 * OF_ADDRESS / guarded_connection.ANSWER)):
            connection.request_began("10.0.0.1")
        now = asyncio.get_running_loop().time()
        assert connection.work.seconds(now) > 2 * OF_ADDRESS
        assert connections.turns._busy.seconds(now) > OF_ADDRESS
        _put(connection, b"waits")
        assert uvicorns.came == []
        other = _open(connections, "10.0.0.2")[0].work.seconds(now)
        assert 0 < other < 2 * guarded_connection.ANSWER

    event_loop.run(look())


def test_without_a_request_a_connection_is_closed_after_a_while(monkeypatch):
    monkeypatch.setattr(guarded_connection, "PATIENCE", 0.0)

    async def look() -> None:
        connections = Connections((), 9)
        idle, asking, drips = (_open(connections, "10.0.0.1") for _ in range(3))
        asking[0].request_began("10.0.0.1")
        _put(drips[0], b"G")
        await asyncio.sleep(0.01)
        assert (idle[2].aborted, asking[2].aborted, drips[2].aborted) == (True, False, True)
        asking[0].request_ended()
        await asyncio.sleep(0.01)
        assert asking[2].aborted

    event_loop.run(look())


def test_a_request_finds_its_connection():
    async def look() -> None:
        connection, uvicorns, _ = _open(Connections((), 9), "10.0.0.1")
        assert guarded_connection.connection_of(uvicorns.receive) is connection
        assert guarded_connection.connection_of(print) is None

    event_loop.run(look())
