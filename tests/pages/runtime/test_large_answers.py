"""Large answers are sent in parts; files by turns of addresses, whole, and to those who read."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.responses import Response

from pages.runtime import guarded_connection, large_answers
from pages.runtime.guarded_connection import Connections, GuardedConnection
from pages.runtime.large_answers import AT_ONCE, OF_ADDRESS, PART

BODY = bytes(range(256)) * 1000


class _Client:
    """A client and its connection; ``reads`` says whether it takes what is sent to it."""

    def __init__(self, *, reads: bool = True) -> None:
        self.reads, self.gone = asyncio.Event(), asyncio.Event()
        self.messages: list[dict[str, Any]] = []
        self.transport = guarded_connection._Transport(
            GuardedConnection(Connections((), 10), lambda: None)
        )
        self.transport.connection.transport = self
        if reads:
            self.reads.set()

    @property
    def body(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.messages)

    def abort(self) -> None:
        self.gone.set()
        self.reads.set()

    async def receive(self) -> Any:
        raise AssertionError

    async def send(self, message: Any) -> None:
        """As uvicorn's: wait until what was sent before is read."""
        if len(self.messages) > 2:
            await self.reads.wait()
        if not self.gone.is_set():
            self.messages.append(message)


class _Server:
    def __init__(self) -> None:
        self.headers: list[Any] = []
        (middleware,) = large_answers.middleware()
        self._app = middleware.cls(self._answer, *middleware.args, **middleware.kwargs)

    async def _answer(self, scope: Any, receive: Any, send: Any) -> None:
        self.headers.append(dict(scope["headers"]))
        await Response(BODY)(scope, receive, send)

    def ask(
        self, client: _Client, address: str = "one", path: str = "/media/a.html"
    ) -> asyncio.Task[None]:
        headers = [(b"range", b"bytes=1-"), (b"accept-encoding", b"gzip"), (b"host", b"x")]
        scope = {"type": "http", "path": path, "client": (address, 1), "headers": headers}
        return asyncio.create_task(self._app(scope, client.receive, client.send))


def _run(work: Any) -> Any:
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


@pytest.mark.parametrize("path", ["/media/a.html", "/explorer/media/a.html", "/live/lab/x"])
def test_an_answer_comes_whole_and_in_parts(path):
    async def look() -> None:
        server, client = _Server(), _Client()
        await server.ask(client, path=path)
        assert client.body == BODY
        assert all(len(message.get("body", b"")) <= PART for message in client.messages)
        assert [message.get("more_body", True) for message in client.messages[:-1]] == [True] * (
            len(BODY) // PART + 1
        )
        assert client.messages[-1]["more_body"] is False
        packed = {} if "/media/" in path else {b"accept-encoding": b"gzip"}
        assert server.headers == [{**packed, b"host": b"x"}]

    _run(look())


def test_few_files_are_sent_to_an_address_and_another_has_its_own():
    async def look() -> None:
        server = _Server()
        many = [_Client(reads=False) for _ in range(5 * OF_ADDRESS)]
        asked = [server.ask(client) for client in many]
        other = _Client()
        await asyncio.wait_for(server.ask(other, "other"), 5)
        assert other.body == BODY
        assert sum(bool(client.messages) for client in many) == OF_ADDRESS
        assert sum(len(client.body) for client in many) <= OF_ADDRESS * 2 * PART
        for client in many:
            client.reads.set()
        await asyncio.gather(*asked)
        assert all(client.body == BODY for client in many)

    _run(look())


def test_all_addresses_together_have_a_limit():
    async def look() -> None:
        server = _Server()
        many = [_Client(reads=False) for _ in range(4 * AT_ONCE)]
        asked = [server.ask(client, str(n)) for n, client in enumerate(many)]
        await asyncio.sleep(0.1)
        assert sum(bool(client.messages) for client in many) == 2 * AT_ONCE  # one of each
        for client in many:
            client.reads.set()
        await asyncio.gather(*asked)

    _run(look())


@pytest.mark.parametrize("path", ["/media/a.html", "/live/lab/x"])
def test_who_reads_nothing_is_closed_and_the_next_has_its_turn(monkeypatch, path):
    monkeypatch.setattr(large_answers, "PATIENCE", 0.05)

    async def look() -> None:
        server = _Server()
        many = [_Client(reads=False) for _ in range(2 * OF_ADDRESS)]
        await asyncio.wait_for(
            asyncio.gather(*(server.ask(client, path=path) for client in many)), 9
        )
        assert all(client.gone.is_set() for client in many)

    _run(look())


def test_a_slow_reader_is_closed_when_too_little_is_read(monkeypatch):
    monkeypatch.setattr(large_answers, "PATIENCE", 0.2)
    monkeypatch.setattr(large_answers, "LEAST", 10**9)

    async def look() -> None:
        server, client = _Server(), _Client(reads=False)
        asked = server.ask(client)
        for _ in range(10):
            if asked.done():
                break
            await asyncio.sleep(0.1)
            client.reads.set()
            await asyncio.sleep(0)
            if not client.gone.is_set():
                client.reads.clear()
        await asyncio.wait_for(asked, 5)
        assert client.gone.is_set()

    _run(look())


def test_what_is_sent_is_work_of_the_address():
    async def look() -> None:
        server, client = _Server(), _Client()
        counted: list[float] = []
        client.transport.connection.count = counted.append  # type: ignore[method-assign]
        await server.ask(client)
        assert sum(counted) == pytest.approx(len(BODY) * large_answers.OF_BYTE)

    _run(look())
