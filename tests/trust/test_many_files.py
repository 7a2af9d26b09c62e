"""What a visitor uploads takes no more memory than its share.

Marked slow: it starts a server.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from pages.runtime.upload_limits import MOST_BYTES
from tests.trust.faulty_server import FaultyServer, faulty_server
from tests.trust.raw_http import raw_request
from tests.trust.raw_session import raw_session
from tests.trust.raw_upload import form_of, put_file, token_of, upload, with_token

pytestmark = pytest.mark.slow
LARGE = b"x" * 50_000_000
SMALL = b"a,b,class\n1,2,x\n3,4,y\n" * 9


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FaultyServer]:
    with faulty_server(tmp_path_factory.mktemp("server")) as running:
        yield running
        assert "Traceback" not in running.log.read_text("utf-8")


def _memory(server: FaultyServer) -> int:
    """Return the server's memory in bytes."""
    lines = Path(f"/proc/{server.process.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1000 for line in lines if line.startswith("VmRSS"))


def test_a_file_is_taken_only_by_an_address_that_the_server_gave(server):
    async def visit() -> None:
        async with raw_session(server.address, "data?v=1&data.section=own") as page:
            await page.run()
            urls = await page.file_url("table.csv")
            folder = urls.upload_url.rpartition("/")[0]
            for name in range(5):
                answer = await put_file(server.address, f"{folder}/id{name}", "x.csv", SMALL)
                assert answer.status == 403
                assert b"Choose the file again" in answer.body
            assert (await put_file(server.address, urls.upload_url, "x.csv", SMALL)).status == 204
        async with raw_session(server.address, "data?v=1") as other:
            await other.run()
            mine = urls.upload_url.rpartition("/")[2]
            theirs = (await other.file_url("x.csv")).upload_url.rpartition("/")[0]
            answer = await put_file(server.address, f"{theirs}/{mine}", "x.csv", SMALL)
            assert answer.status == 403

    asyncio.run(visit())


def test_a_session_keeps_no_more_than_its_share(server):
    async def visit() -> None:
        before = _memory(server)
        async with raw_session(server.address, "data?v=1&data.section=own") as page:
            await page.run()
            for _ in range(12):
                urls = await page.file_url("large.csv")
                await put_file(server.address, urls.upload_url, "large.csv", LARGE)
            assert _memory(server) - before < MOST_BYTES + 3 * len(LARGE)

    asyncio.run(visit())


def test_a_file_that_does_not_say_its_size_is_refused(server):
    async def visit() -> int:
        async with raw_session(server.address, "data?v=1") as page:
            await page.run()
            urls = await page.file_url("x.csv")
            headers = with_token(await token_of(server.address)) | {"Transfer-Encoding": "chunked"}
            form = form_of("x.csv", SMALL)
            body = b"%x\r\n%b\r\n0\r\n\r\n" % (len(form), form)
            answer = await raw_request(
                server.address, urls.upload_url, method="PUT", headers=headers, body=body
            )
            return answer.status

    assert asyncio.run(visit()) == 411


def test_an_upload_that_is_broken_off_leaves_nothing_in_the_log(server):
    async def visit() -> None:
        async with raw_session(server.address, "data?v=1") as page:
            await page.run()
            urls = await page.file_url("x.csv")
            headers = with_token(await token_of(server.address)) | {"Content-Length": "100000"}
            with pytest.raises(TimeoutError):
                await raw_request(
                    server.address, urls.upload_url, method="PUT", headers=headers,
                    body=form_of("x.csv", SMALL), limit=1.0,
                )  # fmt: skip
            await asyncio.sleep(1)

    asyncio.run(visit())
    log = server.log.read_text("utf-8")
    assert "Traceback" not in log
    assert "Exception" not in log


def test_after_many_files_a_small_one_is_still_read(server):
    async def visit() -> None:
        async with raw_session(server.address, "data?v=1&data.section=own") as page:
            found = await page.run()
            box = next(c for kind, c in found.widgets.values() if kind == "file_uploader")
            for _ in range(8):
                state = await upload(server.address, page, box.id, "small.csv", SMALL)
            found = await page.run(state)
            for _ in range(40):
                if "Forget it" in found.buttons:
                    return
                await asyncio.sleep(0.5)
                found = await page.run()
            raise AssertionError("the file was not read")

    asyncio.run(visit())
