"""What a visitor sends beside messages and whole requests holds up nobody, and fills no memory.

Marked slow: it starts a server.
"""

from __future__ import annotations

import asyncio
import re
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.browser.conftest import start_server
from tests.trust.process_tree import megabytes, tree
from tests.trust.raw_http import raw_request
from tests.trust.raw_session import RawSession, raw_session, seconds_to_the_lab

pytestmark = pytest.mark.slow
HEALTH, PAGE = 1.5, 5.0
"""Seconds within which the server says that it is well, and a visitor has the Lab."""


@dataclass(frozen=True)
class _Server:
    address: str
    process: int
    log: Path

    @property
    def stream(self) -> str:
        return self.address.replace("http", "ws") + "/_stcore/stream"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[_Server]:
    log = tmp_path_factory.mktemp("server") / "server.log"
    process, address = start_server(log)
    asyncio.run(seconds_to_the_lab(address))  # the first run of a server loads libraries
    yield _Server(address, process.pid, log)
    process.terminate()
    process.wait(10)


async def _health(address: str, until: asyncio.Event) -> float:
    longest = 0.0
    while not until.is_set():
        begun = time.monotonic()
        assert (await raw_request(address, "/_stcore/health")).status == 200
        longest = max(longest, time.monotonic() - begun)
        await asyncio.sleep(0.05)
    return longest


def _raw_stream(address: str) -> socket.socket:
    """Open a web socket of which the answers are not read."""
    port = int(address.rsplit(":", 1)[1])
    channel = socket.create_connection(("localhost", port))
    channel.sendall(
        f"GET /_stcore/stream HTTP/1.1\r\nHost: localhost:{port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: streamlit\r\n\r\n".encode()
    )
    found = b""
    while b"\r\n\r\n" not in found:
        found += channel.recv(1)
    return channel


def _flood(address: str, frame: bytes, seconds: float) -> int:
    """Send a frame as fast as it is taken. Return how often the connection was closed."""
    until, closed = time.monotonic() + seconds, 0
    while time.monotonic() < until:
        channel = _raw_stream(address)
        channel.settimeout(1)
        with suppress(OSError):
            while time.monotonic() < until:
                channel.sendall(frame * 500)
        closed += time.monotonic() < until
        channel.close()
    return closed


_PING = b"\x89\xfd" + bytes(4) + b"x" * 125
_EMPTY_PART = b"\x00\x80" + bytes(4)


@pytest.mark.parametrize("frame", [_PING, _EMPTY_PART], ids=["pings", "parts of a message"])
def test_frames_that_are_no_message_hold_up_nobody(server, frame):
    async def visit() -> None:
        over, before = asyncio.Event(), megabytes(server.process)
        health = asyncio.create_task(_health(server.address, over))
        flood = asyncio.create_task(asyncio.to_thread(_flood, server.address, frame, 8))
        await asyncio.sleep(1)
        assert await seconds_to_the_lab(server.address) < PAGE
        assert await flood > 3
        over.set()
        assert await health < HEALTH
        assert megabytes(server.process) < before + 200

    asyncio.run(visit())


def test_requests_that_are_sent_ahead_and_not_read_fill_no_memory(server):
    port = int(server.address.rsplit(":", 1)[1])
    many = f"GET /lab?v=1 HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n".encode() * 200
    before = megabytes(server.process)
    channels = [socket.create_connection(("localhost", port)) for _ in range(30)]
    for channel in channels:
        channel.setblocking(False)
    until = time.monotonic() + 10
    while time.monotonic() < until:
        for channel in channels:
            with suppress(OSError):
                channel.send(many)  # often a part only, so that some requests are cut
        time.sleep(0.002)
    after = megabytes(server.process)
    for channel in channels:
        channel.close()
    assert after < before + 400


async def _train(page: RawSession) -> None:
    found = await page.run()
    async with asyncio.timeout(60):
        while "Run" in found.buttons or "Cancel" in found.buttons:
            run = found.buttons.get("Run")
            pressed = [WidgetState(id=run, trigger_value=True)] if run else []
            found = await page.run(*pressed)
            await asyncio.sleep(0.3)


def test_no_visitor_empties_the_caches_of_all(server):
    async def visit() -> list[int]:
        counts = []
        for seed in (7, 8):
            query = f"lab?v=1&dataset=zoo&members=11&seed={seed}"
            async with raw_session(server.address, query) as page:
                await _train(page)
                counts.append(len(tree(server.process)))
                await page.send(BackMsg(clear_cache=True).SerializeToString())
                await asyncio.sleep(0.3)
                # What was trained is there.
                assert "Run" not in (await page.run()).buttons
        return counts

    first, second = asyncio.run(visit())
    assert first == second


def test_nobody_is_told_of_the_servers_files(server):
    async def visit() -> tuple[bool, int | None]:
        told = False
        async with connect(server.stream, subprotocols=["streamlit"], max_size=None) as channel:
            with suppress(ConnectionClosed):
                for _ in range(200):
                    await channel.send(BackMsg(load_git_info=True).SerializeToString())
                async with asyncio.timeout(10):
                    while True:
                        told |= b"untracked" in await channel.recv()
            return told, channel.close_code

    assert asyncio.run(visit()) == (False, 1008)


def test_the_log_takes_no_line_from_a_visitor(server):
    async def visit() -> None:
        for _ in range(10):
            async with raw_session(server.address, "lab?v=1") as page:
                await page.run()
                message = BackMsg()
                wanted = message.backend_operation_request
                wanted.session_id, wanted.request_id = page.session, "1"
                wanted.deferred_file.file_id = "a\n2026-11-30 05:00 forged\n" + "x" * 900_000
                await page.send(message.SerializeToString())
                await asyncio.sleep(0.2)

    before = server.log.stat().st_size
    asyncio.run(visit())
    added = server.log.read_text("utf-8")[before:]
    assert len(added) < 100_000
    assert not re.search("^2026-11-30 05:00 forged", added, re.MULTILINE)
