"""A reader whose connection broke finds the session again, whoever opens sockets meanwhile.

Marked slow: it starts a server.
"""

from __future__ import annotations

import asyncio

import pytest
from websockets.asyncio.client import connect

from tests.trust.faulty_server import faulty_server
from tests.trust.raw_session import raw_session

pytestmark = pytest.mark.slow
SOCKETS = 300
OTHER = {"X-Forwarded-For": "10.0.0.9"}


async def _open_and_close(address, count):
    url = address.replace("http", "ws", 1) + "/_stcore/stream"
    for _ in range(count):
        async with connect(url, subprotocols=["streamlit"], additional_headers=OTHER):
            pass


def test_sockets_of_another_address_drop_no_session(tmp_path):
    async def visit(server):
        async with raw_session(server.address, "lab?v=1&dataset=zoo&n_members=11") as page:
            await page.run()
            mine = page.session
        assert mine
        await _open_and_close(server.address, SOCKETS)
        async with raw_session(server.address, "lab?v=1", session=mine) as page:
            await page.run()
            assert page.session == mine

    with faulty_server(tmp_path) as server:
        asyncio.run(visit(server))
        assert "Traceback" not in server.log.read_text("utf-8")
