"""Requests are answered by turns of addresses."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from pages.runtime import request_turns
from pages.runtime.request_turns import AT_ONCE, OF_ADDRESS


class _Server:
    """An app whose answers wait until they are let go."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.go = asyncio.Event()
        (middleware,) = request_turns.middleware()
        self._app = middleware.cls(self._answer, *middleware.args, **middleware.kwargs)

    async def _answer(self, scope: Any, receive: Any, send: Any) -> None:
        self.begun.append(scope["client"][0])
        await self.go.wait()

    def ask(self, address: str, kind: str = "http") -> asyncio.Task[None]:
        scope = {"type": kind, "client": (address, 1)}
        return asyncio.create_task(self._app(scope, None, None))


def _run(work: Any) -> Any:
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def test_an_address_that_sends_many_leaves_room_for_another():
    async def look() -> None:
        server = _Server()
        asked = [server.ask("many") for _ in range(3000)]
        await asyncio.sleep(0)
        asked.append(server.ask("other"))
        await asyncio.sleep(0)
        assert server.begun == ["many"] * OF_ADDRESS + ["other"]
        server.go.set()
        await asyncio.gather(*asked)
        assert len(server.begun) == 3001

    _run(look())


def test_all_together_have_a_limit_and_web_sockets_none():
    async def look() -> None:
        server = _Server()
        asked = [server.ask(str(n)) for n in range(5 * AT_ONCE)]
        await asyncio.sleep(0)
        assert len(server.begun) == 2 * AT_ONCE  # one of each address
        asked.append(server.ask("0", "websocket"))
        await asyncio.sleep(0)
        assert len(server.begun) == 2 * AT_ONCE + 1
        server.go.set()
        await asyncio.gather(*asked)

    _run(look())


def test_a_request_that_takes_long_holds_up_no_other(monkeypatch):
    monkeypatch.setattr(request_turns, "LONGEST", 0.05)

    async def look() -> None:
        server = _Server()
        asked = [server.ask("many") for _ in range(OF_ADDRESS + 1)]
        await asyncio.sleep(0.5)
        assert len(server.begun) == OF_ADDRESS + 1
        server.go.set()
        await asyncio.gather(*asked)

    _run(look())


def test_a_request_that_is_given_up_leaves_no_place_taken():
    async def look() -> None:
        server = _Server()
        for _ in range(3 * OF_ADDRESS):
            task = server.ask("many")
            await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        assert len(server.begun) == 3 * OF_ADDRESS

    _run(look())
