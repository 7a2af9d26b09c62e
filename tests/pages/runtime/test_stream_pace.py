"""Messages of a connection are taken at a pace; those of one that has ended are dropped."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from pages.runtime import stream_pace
from pages.runtime.connection_limits import MOST_OF_ONE
from pages.runtime.pace import Pace
from pages.runtime.run_turns import ConnectionRuns, RunTurns
from pages.runtime.stream_pace import (
    BURST,
    BUSY,
    BUSY_A_SECOND,
    MOST_STRANGE,
    MOST_WAITING,
    AddressPace,
    PacedStream,
)


def _run(work: Coroutine[Any, Any, Any]) -> Any:
    """Run it in a thread of its own: a browser test of the same process may have left a loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


_CONNECT = {"type": "websocket.connect"}
_END = {"type": "websocket.disconnect", "code": 1005}


def test_a_pace_lets_a_burst_through_and_then_so_many_a_second():
    pace = Pace(burst=4, a_second=2)
    assert [pace.take(10.0) for _ in range(6)] == pytest.approx([0, 0, 0, 0, 0.5, 1.0])
    assert pace.take(14.0) == 0


def test_a_pace_that_rests_saves_no_more_than_its_burst():
    pace = Pace(burst=2, a_second=1)
    pace.take(0.0)
    assert [pace.take(1000.0) for _ in range(3)] == pytest.approx([0, 0, 1])


class _Client:
    """A connection whose messages are there already."""

    def __init__(self, *messages: object) -> None:
        self.sent: list[object] = []
        self.read = 0
        self._messages = [_CONNECT, *messages]

    async def receive(self):
        if not self._messages:
            await asyncio.Event().wait()
        self.read += 1
        return self._messages.pop(0)

    async def send(self, message):
        self.sent.append(message)

    def stream(self, address: AddressPace | None = None, *counted: object) -> PacedStream:
        runs, address = ConnectionRuns(RunTurns(), ""), address or AddressPace(1000, 1000)
        return PacedStream(self.receive, self.send, address, runs, *counted)


def _words(count: int, size: int = 2) -> list[dict[str, object]]:
    """Messages of which none makes another needless: each is for a part of its own."""
    found: list[dict[str, object]] = []
    for n in range(count):
        asked = BackMsg()
        asked.rerun_script.query_string, asked.rerun_script.fragment_id = "x" * size, str(n)
        found.append({"type": "websocket.receive", "bytes": asked.SerializeToString()})
    return found


async def _taken(stream: PacedStream, seconds: float) -> list[str]:
    kinds: list[str] = []
    assert await stream.receive() == _CONNECT
    try:
        async with asyncio.timeout(seconds):
            while not kinds or kinds[-1] != _END["type"]:
                kinds.append((await stream.receive())["type"])
    except TimeoutError:
        pass
    await stream.close()
    return kinds


def test_a_burst_is_given_at_once_and_the_rest_later():
    kinds = _run(_taken(_Client(*_words(BURST + 20)).stream(), 0.4))
    assert BURST <= len(kinds) <= BURST + 15


def test_messages_that_wait_are_dropped_when_the_connection_ends():
    begun = time.monotonic()
    kinds = _run(_taken(_Client(*_words(BURST + 100), _END).stream(), 5))
    assert kinds[-1] == _END["type"]
    assert len(kinds) <= BURST + 1
    assert time.monotonic() - begun < 1


def test_a_message_of_too_many_parts_closes_the_connection_and_its_work_is_counted():
    asked, seconds = BackMsg(), []
    asked.rerun_script.cached_message_hashes.extend([""] * 200_000)
    message = {"type": "websocket.receive", "bytes": asked.SerializeToString()}
    client = _Client(*_words(3), message, *_words(3))
    kinds = _run(_taken(client.stream(None, seconds.append), 5))
    assert kinds[-1] == _END["type"]
    assert client.sent == [{"type": "websocket.close", "code": 1009}]
    assert len(seconds) == 4
    assert 0 <= max(seconds[:3]) < seconds[3]


def test_too_many_waiting_messages_close_the_connection():
    client = _Client(*_words(20_000))
    kinds = _run(_taken(client.stream(), 5))
    assert kinds[-1] == _END["type"]
    assert client.sent == [{"type": "websocket.close", "code": 1008}]
    assert client.read <= MOST_WAITING + BURST + 2


def test_of_the_messages_of_a_dragged_slider_that_wait_only_the_last_is_given():
    async def look() -> list[str]:
        stream = _Client(*(_moved(n) for n in range(200))).stream()
        assert await stream.receive() == _CONNECT
        given = [BackMsg.FromString((await stream.receive())["bytes"])]
        while given[-1].rerun_script.query_string != "lambda=199":
            given.append(BackMsg.FromString((await stream.receive())["bytes"]))
        await stream.close()
        return [one.rerun_script.query_string for one in given]

    found = _run(look())
    assert len(found) < 10
    assert found == sorted(found, key=lambda one: int(one.removeprefix("lambda=")))


def test_messages_that_come_faster_than_any_page_sends_them_close_the_connection():
    client = _Client(*(_moved(n) for n in range(2000)))
    assert _run(_taken(client.stream(), 5))[-1] == _END["type"]
    assert client.sent == [{"type": "websocket.close", "code": 1008}]
    assert client.read <= MOST_WAITING + BURST + 2


def _moved(value: int) -> dict[str, object]:
    asked = BackMsg()
    asked.rerun_script.query_string = f"lambda={value}"
    return {"type": "websocket.receive", "bytes": asked.SerializeToString()}


@pytest.mark.parametrize("limit", ["MOST_BYTES", "ADDRESS_BYTES"])
def test_too_many_waiting_bytes_close_the_connection(monkeypatch, limit):
    monkeypatch.setattr(stream_pace, limit, 1000)

    async def look() -> int:
        address = AddressPace(1000, 1000)
        first, other = _Client(*_words(1, 600)), _Client(*_words(2, 600), _END)
        streams = [client.stream(address) for client in (first, other)]
        for stream in streams:
            await stream.receive()  # from now on it reads
        await asyncio.sleep(0.05)
        assert {"type": "websocket.close", "code": 1008} in other.sent
        assert not first.sent
        for stream in streams:
            await stream.close()
        return address.bytes

    assert _run(look()) == 0


def test_a_message_that_is_too_large_closes_the_connection(caplog):
    client = _Client({"type": "websocket.receive", "bytes": b"x" * (MOST_OF_ONE + 1)}, *_words(5))
    assert _run(_taken(client.stream(), 5)) == [_END["type"]]
    assert client.sent == [{"type": "websocket.close", "code": 1009}]
    assert caplog.messages == ["A connection is closed: it sent a message that is too large."]


def test_messages_that_no_page_sends_are_dropped_and_then_close_the_connection(caplog):
    def sent(**kind: bool) -> dict[str, object]:
        return {"type": "websocket.receive", "bytes": BackMsg(**kind).SerializeToString()}

    strange = [sent(clear_cache=True), {"type": "websocket.receive", "text": "clear"}]
    client = _Client(*strange * (MOST_STRANGE // 2), *_words(1))
    assert _run(_taken(client.stream(), 0.3)) == ["websocket.receive"]
    assert client.sent == []
    client = _Client(*[sent(load_git_info=True)] * (MOST_STRANGE + 1))
    assert _run(_taken(client.stream(), 5)) == [_END["type"]]
    assert client.sent == [{"type": "websocket.close", "code": 1008}]
    assert caplog.messages == ["A connection is closed: no page sends such messages."]


def test_a_handshake_is_given_at_once_though_its_connection_has_ended():
    async def look() -> None:
        address = AddressPace(1, 1)
        for _ in range(50):
            stream = _Client(_END).stream(address)
            assert await stream.receive() == _CONNECT
            assert await stream.receive() == _END
            await stream.close()

    begun = time.monotonic()
    _run(look())
    assert time.monotonic() - begun < 1


def test_the_connection_that_is_least_busy_comes_first():
    async def look() -> list[str]:
        address, order = AddressPace(1, 20), []

        async def turn(name: str, busy: float) -> None:
            await address.ask(busy)
            order.append(name)

        busy = (("first", 1), ("busy", 30), ("busier", 40), ("quiet", 1), ("quiet too", 1))
        await asyncio.gather(*(turn(name, number) for name, number in busy))
        return order

    assert _run(look()) == ["first", "quiet", "quiet too", "busy", "busier"]


def test_busy_connections_of_an_address_share_a_smaller_pace():
    async def look() -> list[int]:
        address = AddressPace(1000, 1000)
        busy = [address.ask(BUSY) for _ in range(100)]
        quiet = [address.ask(BUSY - 1) for _ in range(100)]
        await asyncio.sleep(0)
        return [sum(turn.done() for turn in turns) for turns in (busy, quiet)]

    assert _run(look()) == [BUSY_A_SECOND, 100]


def test_connections_that_end_leave_no_place_taken():
    async def look() -> float:
        address = AddressPace(1, 10)
        await address.ask(1)
        streams = [_Client(*_words(1)).stream(address) for _ in range(50)]
        for stream in streams:
            await stream.receive()
        waiting = [asyncio.create_task(stream.receive()) for stream in streams]
        await asyncio.sleep(0.02)
        for stream in streams:
            await stream.close()
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        begun = time.monotonic()
        await address.ask(50)
        return time.monotonic() - begun

    assert _run(look()) < 0.5


def test_heartbeats_take_no_place_of_the_address():
    beat = {"type": "websocket.receive", "bytes": BackMsg(app_heartbeat=True).SerializeToString()}
    begun = time.monotonic()
    kinds = _run(_taken(_Client(*[beat] * 20).stream(AddressPace(1, 1)), 0.3))
    assert len(kinds) == 20
    assert time.monotonic() - begun < 1


def test_behind_a_proxy_of_this_machine_each_reader_has_an_address_of_their_own():
    async def addresses(proxy: str) -> int:
        async def nothing(*_: object) -> None:
            pass

        pace = stream_pace._Pace(nothing)
        app = ProxyHeadersMiddleware(pace, "127.0.0.1,::1")  # what uvicorn trusts by default
        for reader in (b"10.0.0.1", b"10.0.0.2"):
            headers = [(b"x-forwarded-for", reader)]
            scope = {"type": "websocket", "client": (proxy, 1), "headers": headers}
            await app(scope, nothing, nothing)
        return len(pace._addresses)

    assert _run(addresses("127.0.0.1")) == 2
    assert _run(addresses("10.9.9.9")) == 1  # no proxy: whoever comes may write anything
