"""Files that one address has made and sent to it hold up no other, and fill no memory.

Marked slow: it starts a server.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from tests.trust.faulty_server import FaultyServer, faulty_server
from tests.trust.process_tree import megabytes
from tests.trust.raw_http import longest_wait, raw_request
from tests.trust.raw_session import RawSession, raw_session

pytestmark = pytest.mark.slow
OTHER = {"X-Forwarded-For": "10.0.0.9"}
"""What a trusted proxy says: the visitor has another address."""
HEALTH, FILE = 1.0, 5.0
"""Seconds within which the server says that it is well, and another address has its report."""
UNREAD, WINDOWS = 400, 10
READERS, PRESSES = 12, 40
REPORT = "Report, one HTML file"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FaultyServer]:
    folder: Path = tmp_path_factory.mktemp("server")
    with faulty_server(folder) as found:
        yield found
        assert "Traceback" not in found.log.read_text("utf-8")


async def _button(page: RawSession) -> str:
    """Open the drawer with the files and return the id of the report."""
    found = await page.run()
    drawers = [i for i, (kind, _) in found.widgets.items() if kind == "expandable"]
    opened = [WidgetState(id=i, bool_value=True) for i in drawers if "take_drawer" in i]
    found = await page.run(*opened)
    return next(
        content.deferred_file_id
        for kind, content in found.widgets.values()
        if kind == "download_button" and content.label == REPORT
    )


async def _press(page: RawSession, file: str) -> None:
    message = BackMsg()
    asked = message.backend_operation_request
    asked.request_id, asked.session_id, asked.deferred_file.file_id = "1", page.session, file
    await page.send(message.SerializeToString())


async def _made(page: RawSession) -> Any:
    """Return the server's next answer to a press."""
    while True:
        answer = ForwardMsg.FromString(await page.receive())
        if answer.HasField("backend_operation_response"):
            return answer.backend_operation_response


async def _report(page: RawSession, file: str) -> str:
    await _press(page, file)
    return str((await _made(page)).deferred_file.url)


@pytest.mark.parametrize("header", ["Range: bytes=1-", "Accept-Encoding: gzip", "Accept: */*"])
def test_files_that_nobody_reads_hold_up_no_other_address(server, header):
    async def look() -> None:
        async with AsyncExitStack() as stack:
            mine = await stack.enter_async_context(raw_session(server.address, "lab?v=1"))
            many = await stack.enter_async_context(
                raw_session(server.address, "lab?v=1", headers=OTHER)
            )
            file, url = await _button(mine), await _report(many, await _button(many))
            before = megabytes(server.process.pid)
            asked = f"GET {url} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 10.0.0.9\r\n"
            for _ in range(UNREAD):
                channel = stack.enter_context(socket.socket())
                channel.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                channel.settimeout(30)
                channel.connect(("127.0.0.1", int(server.address.rsplit(":", 1)[1])))
                channel.sendall(f"{asked}{header}\r\n\r\n".encode())
                channel.setblocking(False)

            async def health() -> None:
                assert (await raw_request(server.address, "/_stcore/health")).status == 200

            async def saved() -> None:
                answer = await raw_request(server.address, await _report(mine, file))
                assert (answer.status, len(answer.body) > 1_000_000) == (200, True)

            well, save = await asyncio.gather(longest_wait(health, 8), longest_wait(saved, 8))
            grown = megabytes(server.process.pid) - before
            print(f"health {well:.2f} s, file {save:.2f} s, memory {grown:.0f} MB more")
            assert well < HEALTH
            assert save < FILE
            assert grown < 300

    asyncio.run(look())


def test_presses_in_many_windows_hold_up_no_file_of_another_address(server):
    async def look() -> None:
        async with AsyncExitStack() as stack:
            mine = await stack.enter_async_context(raw_session(server.address, "lab?v=1"))
            file, pressed = await _button(mine), asyncio.Event()

            async def press(number: int) -> None:
                page = await stack.enter_async_context(
                    raw_session(server.address, f"lab?v=1&lam={1 + number / 100}", headers=OTHER)
                )
                button = await _button(page)
                answers = asyncio.create_task(_answers(page))
                while not pressed.is_set():
                    await _press(page, button)
                    await asyncio.sleep(0.1)
                assert await answers > 0

            presses = [asyncio.create_task(press(number)) for number in range(WINDOWS)]
            await asyncio.sleep(10)
            longest = await longest_wait(lambda: _report(mine, file), 8)
            pressed.set()
            await asyncio.gather(*presses)
            print(f"file {longest:.2f} s")
            assert longest < FILE

    asyncio.run(look())


def test_a_report_is_there_while_others_use_the_app(server):
    """Streamlit removes such a file when two runs of anybody's page have ended."""

    async def look() -> None:
        async with AsyncExitStack() as stack:
            mine = await stack.enter_async_context(raw_session(server.address, "lab?v=1"))
            file, ended, moves = await _button(mine), asyncio.Event(), 0

            async def read(number: int) -> None:
                nonlocal moves
                place = f"lab?v=1&lam={1 + number / 100}"
                of = {"X-Forwarded-For": f"10.0.1.{number}"}
                page = await stack.enter_async_context(
                    raw_session(server.address, place, headers=of)
                )
                while not ended.is_set():
                    await page.run()
                    moves += 1
                    await asyncio.sleep(0.5)

            readers = [asyncio.create_task(read(number)) for number in range(READERS)]
            await asyncio.sleep(2)
            found = []
            for _ in range(PRESSES):
                url = await _report(mine, file)
                await asyncio.sleep(0.05)
                found.append((await raw_request(server.address, url)).status)
            ended.set()
            await asyncio.gather(*readers)
            assert found == [200] * PRESSES
            assert moves > PRESSES

    asyncio.run(look())


async def _answers(page: RawSession) -> int:
    """Return how many files were made until the server was silent for five seconds."""
    made = 0
    with suppress(TimeoutError):
        while True:
            made += bool((await asyncio.wait_for(_made(page), 5)).deferred_file.url)
    return made
