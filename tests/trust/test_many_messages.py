"""A visitor who sends many messages holds up nobody else.

Marked slow: it starts a server.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from pages.runtime.connection_limits import MOST_OF_ONE
from pages.runtime.stream_pace import BURST
from tests.browser.conftest import start_server
from tests.trust.raw_http import raw_request
from tests.trust.raw_session import raw_session, seconds_to_the_lab

pytestmark = pytest.mark.slow
MESSAGES = 20_000
HEALTH, PAGE = 1.0, 5.0
"""Seconds within which the server says that it is well, and a visitor has the Lab."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    log = tmp_path_factory.mktemp("server") / "server.log"
    process, address = start_server(log)
    asyncio.run(seconds_to_the_lab(address))  # the first run of a server loads libraries
    yield address
    process.terminate()
    process.wait(10)
    said = log.read_text("utf-8")
    assert "Traceback" not in said
    assert said.count("a message that is too large") >= 1


async def _health(address: str, until: asyncio.Event) -> float:
    """Return the longest time that the server took to say that it is well."""
    longest = 0.0
    while not until.is_set():
        begun = time.monotonic()
        answer = await raw_request(address, "/_stcore/health")
        assert answer.status == 200
        longest = max(longest, time.monotonic() - begun)
        await asyncio.sleep(0.05)
    return longest


def _request() -> bytes:
    message = BackMsg()
    message.rerun_script.page_name, message.rerun_script.query_string = "lab", "v=1"
    return message.SerializeToString()


async def _send_many(address: str, words: bytes, count: int) -> int | None:
    """Send the message many times in one connection and read nothing. Return the code with which
    the server closed the connection."""
    url = address.replace("http", "ws") + "/_stcore/stream"
    async with connect(
        url, subprotocols=["streamlit"], max_size=None, ping_timeout=None
    ) as channel:
        try:
            for _ in range(count):
                await channel.send(words)
            await asyncio.sleep(0.2)
        except ConnectionClosed:
            pass
        return channel.close_code


def test_many_messages_of_one_connection_hold_up_nobody(server):
    async def visit() -> None:
        over = asyncio.Event()
        health = asyncio.create_task(_health(server, over))
        sent = asyncio.create_task(_send_many(server, _request(), MESSAGES))
        await asyncio.sleep(0.3)
        during = await seconds_to_the_lab(server)
        await sent
        after = await seconds_to_the_lab(server)
        await asyncio.sleep(2)
        over.set()
        assert await health < HEALTH
        assert max(during, after) < PAGE

    asyncio.run(visit())


def test_a_connection_with_too_many_messages_is_closed(server):
    async def visit() -> int | None:
        url = server.replace("http", "ws") + "/_stcore/stream"
        async with connect(url, subprotocols=["streamlit"], max_size=None) as channel:
            for _ in range(2000):
                await channel.send(_request())
            async with asyncio.timeout(20):
                await channel.wait_closed()
            return channel.close_code

    assert asyncio.run(visit()) == 1008


def test_a_burst_as_a_browser_may_send_it_is_answered(server):
    async def visit() -> None:
        async with raw_session(server, "lab?v=1") as page:
            await page.run()
            for _ in range(BURST // 2):
                await page.send(_request())
            found = await page.run()
            assert found.finished
            assert found.seconds < PAGE

    asyncio.run(visit())


def test_a_large_message_closes_the_connection(server):
    async def code(size: int) -> int | None:
        message = BackMsg()
        message.rerun_script.page_name, message.rerun_script.query_string = "lab", "v=1"
        message.rerun_script.widget_states.widgets.add(id="x").string_value = "y" * size
        url = server.replace("http", "ws") + "/_stcore/stream"
        with suppress(ConnectionClosed):
            async with connect(url, subprotocols=["streamlit"], max_size=None) as channel:
                await channel.send(message.SerializeToString())
                with suppress(TimeoutError):
                    async with asyncio.timeout(3):
                        await _read(channel)
        return channel.close_code

    assert asyncio.run(code(20 * MOST_OF_ONE)) == 1009
    assert asyncio.run(code(MOST_OF_ONE + 1)) == 1009
    assert asyncio.run(code(MOST_OF_ONE // 2)) == 1000  # closed by the client


def test_handshakes_that_are_broken_off_hold_up_nobody(server):
    port = int(server.rsplit(":", 1)[1])
    request = (
        f"GET /_stcore/stream HTTP/1.1\r\nHost: localhost:{port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: streamlit\r\n\r\n"
    ).encode()

    async def break_off(count: int) -> None:
        for i in range(count):
            _, writer = await asyncio.open_connection("localhost", port)
            writer.write(request)
            await asyncio.sleep(0.03 * (i % 2))
            writer.transport.abort()

    async def visit() -> float:
        await asyncio.gather(*(break_off(60) for _ in range(20)))
        return await seconds_to_the_lab(server)

    assert asyncio.run(visit()) < PAGE


def test_a_quiet_visitor_has_a_page_while_ten_from_the_same_address_send_all_they_can(server):
    async def send(until: asyncio.Event) -> None:
        url = server.replace("http", "ws") + "/_stcore/stream"
        while not until.is_set():  # again when it is closed
            with suppress(ConnectionClosed):
                async with connect(
                    url, subprotocols=["streamlit"], max_size=None, ping_timeout=None
                ) as channel:
                    read = asyncio.create_task(_read(channel))
                    while not until.is_set():
                        await channel.send(_request())
                        await asyncio.sleep(0.04)
                    read.cancel()

    async def visit() -> list[float]:
        over = asyncio.Event()
        floods = [asyncio.create_task(send(over)) for _ in range(10)]
        await asyncio.sleep(4)
        found = [await seconds_to_the_lab(server) for _ in range(2)]
        over.set()
        await asyncio.gather(*floods)
        return found

    assert max(asyncio.run(visit())) < PAGE


async def _read(channel: ClientConnection) -> None:
    """Read until the connection is closed."""
    with suppress(ConnectionClosed):
        while True:
            await channel.recv()


def _long_value() -> bytes:
    message = BackMsg.FromString(_request())
    value = message.rerun_script.widget_states.widgets.add(id="$$ID-x-y")
    value.json_value = "[" + "[]," * 100_000 + "0]"
    return message.SerializeToString()


def _many_values() -> bytes:
    message = BackMsg.FromString(_request())
    for _ in range(140_000):
        message.rerun_script.widget_states.widgets.add(bool_value=False)
    return message.SerializeToString()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has the address 127.0.0.2")
@pytest.mark.parametrize("words", [_long_value, _many_values])
def test_large_messages_of_ten_connections_hold_up_nobody(server, words):
    url, message = server.replace("http", "ws") + "/_stcore/stream", words()

    async def send(until: asyncio.Event) -> None:
        while not until.is_set():
            with suppress(OSError, ConnectionClosed, TimeoutError):
                async with connect(
                    url,
                    subprotocols=["streamlit"],
                    max_size=None,
                    ping_timeout=None,
                    local_addr=("127.0.0.2", 0),
                ) as channel:
                    reading = asyncio.create_task(_read(channel))
                    while not until.is_set():
                        await channel.send(message)
                        await asyncio.sleep(0.05)
                    reading.cancel()

    async def visit() -> float:
        over = asyncio.Event()
        senders = [asyncio.create_task(send(over)) for _ in range(10)]
        await asyncio.sleep(1)
        longest = max([await seconds_to_the_lab(server) for _ in range(5)])
        over.set()
        await asyncio.gather(*senders)
        return longest

    assert asyncio.run(visit()) < PAGE
