"""Small pieces of one address, as many as are taken, and its idle connections, hold up no other.

Marked slow: it starts a server. The pieces come from 127.0.0.2, an address that only Linux has.
"""

from __future__ import annotations

import asyncio
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

from pages.runtime import guarded_connection
from tests.browser.conftest import start_server
from tests.trust.raw_http import longest_wait, raw_request
from tests.trust.raw_session import raw_session, seconds_to_the_lab

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux has the address 127.0.0.2"),
]
HEALTH, PAGE = 1.0, 5.0
"""Seconds within which the server says that it is well, and another visitor has the Lab."""
SECONDS = 8
_CHUNKED = b"POST /_stcore/health HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
_CLOSING = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
_SOCKET = (
    b"GET /_stcore/stream HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
    b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: streamlit\r\n\r\n"
)
_MASK = bytes(4)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    log = tmp_path_factory.mktemp("server") / "server.log"
    process, address = start_server(log)
    asyncio.run(seconds_to_the_lab(address))  # the first run of a server loads libraries
    yield address
    process.terminate()
    process.wait(10)
    assert "Traceback" not in log.read_text("utf-8")


def _connect(address: str) -> socket.socket:
    channel = socket.socket()
    channel.bind(("127.0.0.2", 0))
    channel.settimeout(SECONDS)
    channel.connect(("127.0.0.1", int(address.rsplit(":", 1)[1])))
    return channel


def _send(address: str, first: bytes, pieces: bytes, until: float, *, endless: bool) -> None:
    """Send *first* and then the pieces, once or on and on, in one connection after another."""
    while time.monotonic() < until:
        with suppress(OSError), _connect(address) as channel:
            channel.sendall(first)
            if first is _SOCKET:
                channel.recv(65536)
            channel.sendall(pieces)
            while endless and time.monotonic() < until:
                channel.sendall(pieces)
            while channel.recv(65536):
                pass


async def _wait_of_another(address: str, seconds: float) -> tuple[float, float]:
    """Return how long the server took at most to say that it is well, and to show the Lab."""

    async def is_well() -> None:
        assert (await raw_request(address, "/_stcore/health", limit=60)).status == 200

    return await asyncio.gather(
        longest_wait(is_well, seconds), longest_wait(lambda: seconds_to_the_lab(address), seconds)
    )


def _another_does_not_wait(address: str, attack: list[threading.Thread]) -> None:
    for thread in attack:
        thread.start()
    time.sleep(1)
    health, page = asyncio.run(_wait_of_another(address, SECONDS - 2))
    for thread in attack:
        thread.join()
    print(f"health {health:.2f} s, page {page:.2f} s")
    assert health < HEALTH
    assert page < PAGE


@pytest.mark.parametrize(
    ("first", "pieces", "connections", "endless"),
    [
        (_CHUNKED, b"1\r\nx\r\n" * 20_000, 1, True),
        (_CHUNKED, b"1\r\nx\r\n" * 40_000, 16, False),
        (_CLOSING, b"a:b\r\n" * 12_000 + b"\r\n", 48, False),
        (_SOCKET, (b"\x82\x80" + _MASK) * 40_000, 16, False),
        (_SOCKET, (b"\x89\x80" + _MASK) * 40_000, 16, False),
        (_SOCKET, b"\x02\x80" + _MASK + (b"\x00\x80" + _MASK) * 40_000, 16, False),
    ],
    ids=["chunks without end", "chunks", "headers", "empty messages", "pings", "continuations"],
)
def test_small_pieces_hold_up_no_other_address(server, first, pieces, connections, endless):
    until = time.monotonic() + SECONDS
    senders = [
        threading.Thread(
            target=_send, args=(server, first, pieces, until), kwargs={"endless": endless}
        )
        for _ in range(connections)
    ]
    _another_does_not_wait(server, senders)


@pytest.mark.parametrize(("ahead", "at_once"), [(80, 100), (1, 500)])
def test_quick_requests_hold_up_no_other_address(server, ahead, at_once):
    """Sent ahead of the answers, beside connections that come and go; and each after an answer."""
    until = time.monotonic() + SECONDS
    requests = b"GET /live/lab/x HTTP/1.1\r\nHost: localhost\r\n\r\n" * ahead

    def ask() -> None:
        while time.monotonic() < until:
            with suppress(OSError), _connect(server) as channel:
                channel.settimeout(SECONDS)
                while time.monotonic() < until:
                    channel.sendall(requests)
                    if not channel.recv(65536):
                        break

    def come_and_go() -> None:
        while time.monotonic() < until:
            channels = []
            for _ in range(400):
                with suppress(OSError):
                    channels.append(_connect(server))
            time.sleep(0.3)
            for channel in channels:
                channel.close()

    threads = [threading.Thread(target=ask) for _ in range(at_once)]
    if ahead > 1:
        threads.append(threading.Thread(target=come_and_go))
    _another_does_not_wait(server, threads)


def test_idle_connections_of_an_address_are_few_and_are_closed(server):
    most = guarded_connection.MOST_OPEN
    channels = [_connect(server) for _ in range(most + 100)]
    for channel in channels:
        channel.setblocking(False)
    assert asyncio.run(_wait_of_another(server, 2))[1] < PAGE
    assert sum(_is_open(channel) for channel in channels) <= most
    asyncio.run(_rest(server, guarded_connection.PATIENCE + 1))
    assert not any(_is_open(channel) for channel in channels)
    with _connect(server) as again:  # closed ones no longer count
        again.sendall(b"GET /_stcore/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"200 OK" in again.recv(100)
    for channel in channels:
        channel.close()


async def _rest(address: str, seconds: float) -> None:
    """A session that sends nothing for a while is still there."""
    async with raw_session(address, "lab?v=1") as page:
        await page.run()
        await asyncio.sleep(seconds)
        assert (await page.run()).finished


def _is_open(channel: socket.socket) -> bool:
    try:
        return channel.recv(1) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False
