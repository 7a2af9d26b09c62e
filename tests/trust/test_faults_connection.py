"""A browser that goes away in the middle of work: it loads the page again, loses its connection, or
never returns.

Marked slow: it starts a server. It reads /proc, so it runs on Linux alone.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Iterator

import pytest

from pages.jobs.job_queue import GRACE
from tests.trust.faulty_server import (
    FaultyServer,
    awaited,
    faulty_server,
    is_running,
    looked_at,
    pressed,
    works,
)
from tests.trust.raw_session import raw_session
from tests.trust.test_faults_processes import LONG, STUDY, WORKER

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="reads /proc"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FaultyServer]:
    with faulty_server(tmp_path_factory.mktemp("server")) as started:
        yield started
        assert "Traceback" not in started.log.read_text("utf-8")


async def _begun(server, place, label, enough):
    """Begin work, wait until it has come so far, and go away. Return how far, the address as the
    server wrote it, and the number of the session."""
    async with raw_session(server.address, place) as page:
        await pressed(page, await page.run(), label)
        found = await looked_at(
            page, lambda found: found.progress and found.progress[0][0] >= enough
        )
        return found.progress[0][0], page.query, page.session


@pytest.mark.parametrize(
    ("place", "label"), [(LONG, "Run"), (STUDY, "Start")], ids=["training", "study"]
)
def test_the_same_address_loaded_again_shows_the_work_that_goes_on(server, place, label):
    async def visit():
        before, query, session = await _begun(server, place, label, 2)
        await asyncio.sleep(1)  # as long as a browser takes
        async with raw_session(server.address, f"{place.partition('?')[0]}?{query}") as page:
            found = await page.run()
            assert page.session != session
            assert works(found)
            assert label not in found.buttons
            assert found.progress[0][0] >= before
            # It is this page's now: it goes on long after the first one has gone for good.
            await asyncio.sleep(GRACE + 3)
            found = await page.run()
            assert works(found) or not found.buttons.get(label)
            if works(found):
                assert found.progress[0][0] > before
                await pressed(page, found, "Cancel")
                await looked_at(page, lambda found: not works(found))

    asyncio.run(visit())


def test_a_connection_that_breaks_for_ten_seconds_finds_its_session_and_its_work(server):
    place = f"{LONG}&seed=3"

    async def visit():
        before, query, session = await _begun(server, place, "Run", 2)
        await asyncio.sleep(10)
        async with raw_session(server.address, f"lab?{query}", session=session) as page:
            found = await page.run()
            assert page.session == session
            assert works(found)
            assert found.progress[0][0] > before
            await pressed(page, found, "Cancel")

    asyncio.run(visit())


def test_what_was_finished_while_the_connection_was_broken_is_there(server):
    place = "lab?v=1&dataset=glass&n_members=601&seed=4"

    async def visit():
        async with raw_session(server.address, place) as page:
            await pressed(page, await page.run(), "Run")
            query, session = page.query, page.session
        await asyncio.sleep(GRACE / 2)
        async with raw_session(server.address, f"lab?{query}", session=session) as page:
            found = await looked_at(page, lambda found: not works(found))
            assert page.session == session
            assert "Run" not in found.buttons
            assert not found.errors

    asyncio.run(visit())


def test_the_work_of_a_page_that_never_returns_ends(server):
    # Work that is finished leaves its process to the next, so this takes minutes.
    many = STUDY.replace("zoo", "zoo,german,vehicle,segment").replace("=51", "=1001")
    asyncio.run(_begun(server, f"{many}&seed=9", "Start", 1))
    (at_work,) = server.processes(WORKER)
    time.sleep(GRACE / 2)
    assert is_running(at_work)
    awaited(lambda: not is_running(at_work), GRACE + 10)
