"""Tables that take long to be put together hold up no page of another address.

Marked slow: it starts a server, and reads two tables of 5,000 columns for a minute or so.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack

import numpy as np
import pytest

from tests.trust.faulty_server import LIMIT, faulty_server
from tests.trust.raw_session import raw_session
from tests.trust.raw_upload import upload

pytestmark = pytest.mark.slow
PLACE = "data?v=1&data.section=own"
SENDER = {"X-Forwarded-For": "198.51.100.1"}
OTHER = {"X-Forwarded-For": "203.0.113.9"}
MOST_SECONDS = 10.0
"""The longest that another visitor may wait for the Lab."""


def _wide_table(seed: int) -> bytes:
    """60 rows, 4,999 columns of categories, and a class: 1.5 MB."""
    cells = np.random.default_rng(seed).integers(90, size=(60, 4_999))
    lines = [",".join(f"t{cell}" for cell in row) + f",k{i % 2}" for i, row in enumerate(cells)]
    return "\n".join([",".join(f"c{i}" for i in range(4_999)) + ",class", *lines]).encode()


async def _put_together(address: str, content: bytes) -> None:
    """Upload a table and wait until it can be used."""
    async with raw_session(address, PLACE, headers=SENDER) as page, asyncio.timeout(2 * LIMIT):
        found = await page.run(limit=LIMIT)
        box = next(
            message.id
            for kind, message in found.widgets.values()
            if kind == "file_uploader" and message.label == "Your file"
        )
        state = await upload(address, page, box, "t.csv", content, headers=SENDER)
        while "Use in Lab" not in found.buttons:
            found = await page.run(state, limit=2 * LIMIT)
            assert not found.errors, found.errors
            await asyncio.sleep(0.5)


async def _visit(address: str) -> float:
    """Return how long another visitor waits for the Lab."""
    began = time.monotonic()
    async with AsyncExitStack() as stack:
        page = await stack.enter_async_context(raw_session(address, "lab", headers=OTHER))
        found = await page.run(limit=2 * LIMIT)
    assert found.finished
    assert not found.exceptions
    return time.monotonic() - began


def test_tables_of_many_columns_hold_up_no_other_address(tmp_path):
    async def visit(address: str) -> list[float]:
        await _visit(address)  # the first run of a page loads libraries
        work = [asyncio.create_task(_put_together(address, _wide_table(n))) for n in range(2)]
        waited = []
        while not all(one.done() for one in work):
            waited.append(await _visit(address))
            await asyncio.sleep(0.5)
        await asyncio.gather(*work)
        return waited

    with faulty_server(tmp_path) as server:
        waited = asyncio.run(visit(server.address))
        assert "Traceback" not in server.log.read_text("utf-8")
    print(f"{len(waited)} pages; the longest took {max(waited):.1f} s")
    assert max(waited) < MOST_SECONDS
