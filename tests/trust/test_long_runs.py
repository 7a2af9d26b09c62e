"""Runs that take as long as a page accepts, in many windows of one address, hold up no other.

Marked slow: it starts a server and trains members.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from random import Random

import pytest

from l2dwk_core.runs.run_cost import MAX_RUN_SECONDS, run_seconds
from pages.choices.choice import from_address
from tests.trust.faulty_server import faulty_server, looked_at, pressed
from tests.trust.raw_http import longest_wait
from tests.trust.raw_session import raw_session, seconds_to_the_lab

pytestmark = pytest.mark.slow
OTHER = {"X-Forwarded-For": "10.0.0.9"}
WINDOWS, SECONDS, LONGEST = 6, 40, 5.0
LONG = {
    "dataset": "wave40", "weighting": "out_of_bag", "missing_votes": "pairwise", "update": "exp",
    "max_rounds": "45",
}  # fmt: skip
PLACE = "lab?v=1&" + "&".join(f"{name}={value}" for name, value in LONG.items())


def test_long_runs_of_one_address_leave_others_their_pages(tmp_path):
    choice, notes = from_address(LONG)
    assert not notes
    # Not refused, and no short one: the members judge some 1,200 rows.
    assert 2 < run_seconds(choice.settings(), 1_200, 301, missing=True) < 2 * MAX_RUN_SECONDS

    async def move(server, ended, seed):
        random, runs = Random(seed), 0
        while not ended.is_set():
            place = f"{PLACE}&lam={random.uniform(0.02, 0.2):.5f}"
            async with raw_session(server.address, place, headers=OTHER) as page:
                await page.run(limit=300)
                runs += 1
        return runs

    async def visit(server):
        async with AsyncExitStack() as stack:
            first = await stack.enter_async_context(
                raw_session(server.address, PLACE, headers=OTHER)
            )
            await pressed(first, await first.run(), "Run")
            await looked_at(first, lambda found: not found.progress)
            ended = asyncio.Event()
            windows = [asyncio.create_task(move(server, ended, seed)) for seed in range(WINDOWS)]
            await asyncio.sleep(5)

            async def lab():
                assert await seconds_to_the_lab(server.address) > 0

            longest = await longest_wait(lab, SECONDS)
            ended.set()
            runs = await asyncio.gather(*windows)
            print(f"Lab {longest:.2f} s beside {sum(runs)} long runs")
            assert longest < LONGEST
            assert sum(runs) > WINDOWS  # they were solved, not refused at once
            assert sum(runs) < 40 * WINDOWS

    with faulty_server(tmp_path) as server:
        asyncio.run(visit(server))
        assert "Traceback" not in server.log.read_text("utf-8")
