"""The server ends when it is told to, whatever its clients do. Marked slow: it starts servers."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from pages.runtime.plotly_route import path
from tests.trust.faulty_server import FaultyServer, awaited, faulty_server, is_running, pressed
from tests.trust.raw_session import raw_session

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="reads /proc"),
]
BOUND = 20.0
"""Seconds within which the server has to end; without other work it takes some three."""


def _asks_and_does_not_read(server: FaultyServer) -> socket.socket:
    """Ask for more than the system takes for a client that reads nothing."""
    found = socket.socket()
    found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    port = urlsplit(server.address).port
    found.connect(("localhost", port))
    for _ in range(8):  # of 1.5 MB each
        found.sendall(f"GET {path()} HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n".encode())
        time.sleep(0.2)
    return found


async def _begin(server: FaultyServer) -> list[int]:
    """Begin a training that takes long, and return the server's processes."""
    async with raw_session(server.address, "lab?v=1&dataset=glass&n_members=5000") as page:
        await pressed(page, await page.run(), "Run")
        return awaited(lambda: server.processes("pages.jobs.worker")) and server.processes()


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_with_its_processes_though_clients_do_not_read(told: int, tmp_path: Path) -> None:
    with faulty_server(tmp_path) as server, ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(_asks_and_does_not_read(server))
        pids = asyncio.run(_begin(server))
        server.process.send_signal(told)
        server.process.wait(BOUND)
        awaited(lambda: not any(map(is_running, pids)), seconds=BOUND)
