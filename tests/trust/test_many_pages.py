"""A visitor who opens many pages at once, or moves many sliders, holds up nobody else.

Who comes first is counted, not how long it takes, so the tests hold on a slow machine too. Marked
slow: they start a server.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from itertools import count
from urllib.parse import parse_qsl, urlencode

import pytest
from websockets.exceptions import ConnectionClosed

from pages.runtime.run_turns import FIRST
from tests.browser.conftest import start_server
from tests.trust.raw_http import raw_request
from tests.trust.raw_session import RawSession, raw_session

pytestmark = pytest.mark.slow
MANY = {"X-Forwarded-For": "198.51.100.1"}
OTHER = {"X-Forwarded-For": "203.0.113.9"}
"""Addresses as a proxy of this machine names them."""
PAGES, HANDS, MOVED = 100, 60, 150
"""Pages that are opened at once, and pages whose slider is always moved: those that ask for
figures, and those that send their controls, two messages a second."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    log = tmp_path_factory.mktemp("server") / "server.log"
    process, address = start_server(log)
    for place in ("lab", "playground"):  # the first run of a page loads libraries
        asyncio.run(_page(address, place))
    yield address
    process.terminate()
    process.wait(10)
    assert "Traceback" not in log.read_text("utf-8")


async def _page(address: str, place: str = "lab") -> None:
    async with raw_session(address, place, headers=OTHER) as page:
        found = await page.run(limit=120)
    assert found.finished
    assert not found.exceptions


def test_a_page_comes_before_most_of_a_hundred_that_another_address_opened_earlier(server):
    finished: list[RawSession] = []

    async def open_one(page: RawSession) -> None:
        found = await page.run(limit=120)
        assert found.finished
        assert not found.exceptions
        finished.append(page)

    async def visit() -> list[int]:
        async with AsyncExitStack() as stack:
            asked = [raw_session(server, "lab", headers=MANY) for _ in range(PAGES)]
            pages = [await stack.enter_async_context(one) for one in asked]
            opening = [asyncio.create_task(open_one(page)) for page in pages]
            await asyncio.sleep(0.1)
            places = []
            for _ in range(3):
                before = len(finished)
                await _page(server)
                places.append(len(finished) - before)
            await asyncio.gather(*opening)
        return places

    places = asyncio.run(visit())
    assert len(finished) == PAGES
    # Those that are under way when it comes, and those that begin until it has all its messages.
    assert places[0] <= 3 * FIRST
    assert sum(places) <= PAGES * 2 // 3


def test_a_file_comes_though_another_address_always_asks_for_figures(server):
    answers, over = count(), asyncio.Event()

    async def move(page: RawSession, number: int) -> None:
        live = (await page.run(limit=120)).live
        names, values = list(live["figures"].values()), count(100 * number)
        while not over.is_set():
            query = dict(parse_qsl(live["query"])) | {"token": live["token"]}
            query["playground.lam"] = f"{0.1 + next(values) / 1000:.3f}"
            place = f"{live['path']}/{names[0]}?{urlencode(query)}"
            answer = await raw_request(server, place, headers=MANY, limit=120)
            assert answer.status == 200
            next(answers)

    async def visit() -> list[int]:
        async with AsyncExitStack() as stack:
            asked = [raw_session(server, "playground", headers=MANY) for _ in range(HANDS)]
            pages = [await stack.enter_async_context(one) for one in asked]
            moving = [asyncio.create_task(move(page, n)) for n, page in enumerate(pages)]
            while next(answers) < 2 * HANDS:
                await asyncio.sleep(0.1)
            found = []
            for _ in range(5):
                before = next(answers)
                assert (await raw_request(server, "/", headers=OTHER, limit=120)).status == 200
                found.append(next(answers) - before - 1)
            over.set()
            await asyncio.gather(*moving)
            return found

    assert max(asyncio.run(visit())) < HANDS // 3


def test_pages_come_though_another_address_always_moves_its_sliders(server):
    over = asyncio.Event()

    async def read(page: RawSession) -> None:
        with suppress(ConnectionClosed):
            while True:
                await page.receive()

    async def move(page: RawSession, number: int) -> None:
        for n in count():
            if over.is_set():
                return
            page.query = urlencode(dict(parse_qsl(page.query)) | {"lambda": f"{number}.{n % 90}"})
            await page.ask()
            await asyncio.sleep(0.5)

    async def visit() -> list[bool]:
        async with AsyncExitStack() as stack:
            asked = [raw_session(server, "lab", headers=MANY) for _ in range(MOVED)]
            pages = [await stack.enter_async_context(one) for one in asked]
            await asyncio.gather(*(page.run(limit=200) for page in pages))
            reading = [asyncio.create_task(read(page)) for page in pages]
            moving = [asyncio.create_task(move(page, n % 20)) for n, page in enumerate(pages)]
            await asyncio.sleep(5)
            found = []
            for _ in range(6):
                async with raw_session(server, "lab", headers=OTHER) as page:
                    found.append((await page.run(limit=10)).finished)
            over.set()
            await asyncio.gather(*moving)
            for task in reading:
                task.cancel()
        return found

    assert all(asyncio.run(visit()))


def test_thirty_pages_of_one_address_all_come(server):
    async def visit() -> None:
        async with asyncio.TaskGroup() as readers:
            for n in range(30):
                readers.create_task(_page(server, ("lab", "", "playground")[n % 3]))

    asyncio.run(visit())


def test_pages_that_are_left_at_once_hold_up_nobody(server):
    async def leave() -> None:
        with suppress(TimeoutError):
            async with raw_session(server, "lab", headers=MANY) as page:
                await page.run(limit=0.01)

    async def visit() -> None:
        for _ in range(10):
            await asyncio.gather(*(leave() for _ in range(10)))
        await _page(server)

    asyncio.run(visit())
