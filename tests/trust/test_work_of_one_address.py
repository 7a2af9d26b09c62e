"""Whoever begins work in many windows of one address holds up no other address.

Marked slow: it starts a server and trains members.
"""

from __future__ import annotations

import asyncio
import re
from contextlib import AsyncExitStack

import pytest

from pages.jobs.job_queue import AT_ONCE
from tests.trust.faulty_server import faulty_server, looked_at, pressed
from tests.trust.raw_session import raw_session

pytestmark = pytest.mark.slow
WINDOWS = 15
LONG = "lab?v=1&dataset=german&n_members=1001&seed={}"
"""A training that takes a minute or more on two cores."""
SHORT = "lab?v=1&dataset=zoo&n_members=51&seed={}"
WAITS = re.compile("waits until other")


def _from(address):
    """Return the headers by which a proxy on this machine says who asks."""
    return {"X-Forwarded-For": address}


def _words(found):
    return [text for _, text in found.progress]


async def _begin_long_work(server, stack, address, seeds):
    """Begin long work in many windows. Return how many of them wait."""
    pages = [
        await stack.enter_async_context(
            raw_session(server.address, LONG.format(seed), headers=_from(address))
        )
        for seed in seeds
    ]
    for page in pages:
        await pressed(page, await page.run(), "Run")
    await asyncio.sleep(1)  # work says that it waits when it has waited a little
    answers = [await page.run() for page in pages]
    return sum(bool(WAITS.search(word)) for found in answers for word in _words(found))


async def _asked(server, address, seed):
    """Begin a short training. Return what the page says of its progress when it has to wait;
    nothing when the training has ended."""
    place = SHORT.format(seed)
    async with raw_session(server.address, place, headers=_from(address)) as page:
        await pressed(page, await page.run(), "Run")
        found = await looked_at(
            page, lambda found: not found.progress or WAITS.search(_words(found)[0])
        )
        return _words(found)


def test_another_address_begins_at_once_and_the_same_one_waits(tmp_path):
    async def visit(server):
        async with AsyncExitStack() as stack:
            waiting = await _begin_long_work(server, stack, "10.0.0.1", range(WINDOWS))
            assert waiting >= WINDOWS - AT_ONCE
            for place in (3, 4):  # other addresses do the same
                seeds = range(100 * place, 100 * place + 3)
                assert await _begin_long_work(server, stack, f"10.0.0.{place}", seeds) >= 2
            assert await _asked(server, "10.0.0.2", 4) == []
            assert await _asked(server, "10.0.0.1", 5) != []

    with faulty_server(tmp_path) as server:
        asyncio.run(visit(server))
        assert "Traceback" not in server.log.read_text("utf-8")
