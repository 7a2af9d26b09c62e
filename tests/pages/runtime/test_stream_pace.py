"""Messages of a connection are taken at a pace; those of one that has ended are dropped."""

from __future__ import annotations

import asyncio
import time

import pytest

from pages.runtime.stream_pace import BURST, MOST_BYTES, MOST_WAITING, Pace, PacedStream

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
        self._messages = list(messages)

    async def receive(self):
        if not self._messages:
            await asyncio.Event().wait()
        self.read += 1
        return self._messages.pop(0)

    async def send(self, message):
        self.sent.append(message)

    def stream(self) -> PacedStream:
        return PacedStream(self.receive, self.send, Pace(1000, 1000))


def _words(count: int, size: int = 2) -> list[dict[str, object]]:
    return [{"type": "websocket.receive", "bytes": b"x" * size} for _ in range(count)]


async def _taken(stream: PacedStream, seconds: float) -> list[str]:
    kinds = []
    try:
        async with asyncio.timeout(seconds):
            while not kinds or kinds[-1] != _END["type"]:
                kinds.append((await stream.receive())["type"])
    except TimeoutError:
        pass
    await stream.close()
    return kinds


def test_a_burst_is_given_at_once_and_the_rest_later():
    kinds = asyncio.run(_taken(_Client(*_words(BURST + 20)).stream(), 0.4))
    assert BURST <= len(kinds) <= BURST + 15


def test_messages_that_wait_are_dropped_when_the_connection_ends():
    begun = time.monotonic()
    kinds = asyncio.run(_taken(_Client(*_words(BURST + 100), _END).stream(), 5))
    assert kinds[-1] == _END["type"]
    assert len(kinds) <= BURST + 1
    assert time.monotonic() - begun < 1


def test_too_many_waiting_messages_close_the_connection():
    client = _Client(*_words(20_000))
    kinds = asyncio.run(_taken(client.stream(), 5))
    assert kinds[-1] == _END["type"]
    assert client.sent == [{"type": "websocket.close", "code": 1008}]
    assert client.read <= MOST_WAITING + BURST + 1


def test_large_messages_are_not_read_ahead():
    client = _Client(*_words(MOST_WAITING // 2, MOST_BYTES // 3))

    async def look() -> None:
        stream = client.stream()
        await stream.receive()
        await asyncio.sleep(0.05)
        assert client.read <= 6
        await stream.close()

    asyncio.run(look())
