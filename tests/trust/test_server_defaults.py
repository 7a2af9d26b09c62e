"""The real server as it starts by default: who can reach it, what it serves, and what it tells.

Marked slow: it starts a server.
"""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import connect

from tests.browser.conftest import ROOT, start_server
from tests.trust.raw_http import HttpAnswer, raw_request
from tests.trust.raw_session import raw_session
from tests.trust.raw_upload import form_of, state_of, token_of, upload, with_token

pytestmark = pytest.mark.slow
FOREIGN = "http://evil.example"
FILES = (
    "app.py", ".streamlit/config.toml", "pages/shell.py", "pages/views/lab.py", "README.md",
    "l2dwk_core/__init__.py", "l2dwk_core/datasets/files/glass.csv.gz", "pyproject.toml",
    "tests/conftest.py", "requirements.txt",
)  # fmt: skip
"""Files of the project; whatever is asked, their content is no answer."""
STARTS = (
    "/", "//", "/./", "/static/", "/static/../", "/static/..%2f", "/app/static/", "/media/",
    "/component/l2dwk_figure/", "/_stcore/bidi-components/l2dwk_figure/", "/_stcore/",
    "/_stcore/upload_file/a/", "/live/", "/live/../", "/lab/", "/lab/../../", "/..%2f..%2f",
    "/%2e%2e/", "/..\\\\", "/..%5c", "/..;/", "/%252e%252e%252f", "/file:", "/%00/",
)  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    log = tmp_path_factory.mktemp("server") / "server.log"
    process, address = start_server(log)
    yield address
    process.terminate()
    process.wait(10)
    assert "Traceback" not in log.read_text("utf-8")


def _get(server: str, target: str, **more: Any) -> HttpAnswer:
    return asyncio.run(raw_request(server, target, **more))


@pytest.mark.parametrize(
    "target",
    ["/_stcore/metrics", "/_stcore/metrics/", "/_stcore/agent/openapi.json", "/_stcore/agent/mcp"],
)
def test_what_no_page_needs_is_not_there(server, target):
    answer = _get(server, target)
    assert (answer.status, answer.body) == (404, b"Not found")


def test_only_this_machine_reaches_it(server):
    port = urlsplit(server).port
    with socket.create_connection(("127.0.0.1", port), timeout=5):
        pass
    other = "127.0.0.2"  # bound to all addresses it would answer there
    with (
        pytest.raises(OSError, match="refused"),
        socket.create_connection((other, port), timeout=5),
    ):
        pass


@pytest.mark.parametrize("file", FILES)
def test_no_file_of_the_project_is_served(server, file):
    content = (ROOT / file).read_bytes()
    some = content[:60]
    paths = [f"{start}{file}" for start in STARTS]
    paths += [f"{start}{'../' * up}{file}" for start in STARTS[:4] for up in (1, 3)]
    paths += [str(ROOT / file), f"/{ROOT / file}"]
    for path in paths:
        answer = _get(server, path.replace(" ", "%20"))
        assert answer.status < 500, path
        assert some not in answer.body, path


@pytest.mark.parametrize("start", STARTS)
def test_no_file_of_the_machine_is_served(server, start):
    passwd = Path("/etc/passwd")
    if not passwd.exists():
        pytest.skip("This machine has no /etc/passwd.")
    for up in range(8):
        answer = _get(server, f"{start}{'../' * up}etc/passwd")
        assert answer.status < 500
        assert b"root:" not in answer.body


@pytest.mark.parametrize("page", ["/", "/lab", "/data?v=1", "/nonsense"])
def test_every_page_may_load_from_this_server_only(server, page):
    answer = _get(server, page)
    assert answer.headers["content-type"].startswith("text/html")
    policy = answer.headers["content-security-policy"]
    host = urlsplit(server).netloc
    assert set(re.findall(r"\w+://[^\s;]+", policy)) == {f"ws://{host}", f"wss://{host}"}
    assert "*" not in policy
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'self'" in policy
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_page_of_another_host_gets_no_right_to_read(server):
    for path in ("/", "/_stcore/health", "/_stcore/host-config", "/live/lab/x", "/media/x"):
        answer = _get(server, path, headers={"Origin": FOREIGN})
        assert answer.headers.get("access-control-allow-origin") in (None, server), path


def test_nothing_is_uploaded_without_the_token_of_the_page(server):
    body = b"--x\r\nContent-Disposition: form-data; name=f; filename=f\r\n\r\na\r\n--x--\r\n"
    for origin in ({}, {"Origin": FOREIGN}):
        answer = _get(
            server, "/_stcore/upload_file/session/file", method="PUT", body=body,
            headers={"Content-Type": "multipart/form-data; boundary=x", **origin},
        )  # fmt: skip
        assert answer.status == 403


async def _first_message(address: str) -> ForwardMsg:
    url = address.replace("http", "ws") + "/_stcore/stream"
    async with connect(url, subprotocols=["streamlit"], origin=address, max_size=None) as channel:
        message = BackMsg()
        message.rerun_script.query_string = ""
        await channel.send(message.SerializeToString())
        async for words in channel:
            answer = ForwardMsg()
            answer.ParseFromString(words)
            if answer.HasField("new_session"):
                return answer
    raise AssertionError("no session")


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": FOREIGN},
        {"Origin": "null"},
        {"Origin": f"{FOREIGN}:8501", "Host": "evil.example:8501"},
        {"Origin": "http://[", "Host": "localhost"},
        {"Host": "evil.example"},
    ],
)
def test_no_page_of_another_host_opens_a_session(server, headers):
    upgrade = {
        "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol": "streamlit",
    }  # fmt: skip
    assert _get(server, "/_stcore/stream", headers=upgrade | headers, limit=10).status == 403


def test_own_pages_open_a_session_and_nothing_is_reported_to_others(server):
    said = asyncio.run(_first_message(server)).new_session
    assert said.config.gather_usage_stats is False
    answer = _get(server, "/_stcore/host-config")
    assert b"streamlit.app" not in answer.body
    assert b'"allowedOrigins":[]' in answer.body.replace(b" ", b"")


LARGE = 101 << 20
"""Bytes of a file that is beyond the limit of 100 MB."""


async def _refusal(server: str, target: str, headers: dict[str, str], body: bytes) -> str:
    """Return how the server refuses a request: its status, or that it closes the connection."""
    try:
        answer = await raw_request(server, target, method="PUT", headers=headers, body=body)
    except ConnectionError:  # it does not read the rest of the body
        return "closed"
    return str(answer.status)


def test_a_file_beyond_the_limit_is_refused_and_not_kept(server):
    """A small one is taken by the same way. The server need not read what is announced as large."""

    async def visit() -> None:
        async with raw_session(server, "data?v=1&data.section=own") as page:
            found = await page.run()
            box = next(c for kind, c in found.widgets.values() if kind == "file_uploader")
            headers = with_token(await token_of(server))
            chunked = headers | {"Transfer-Encoding": "chunked"}
            large = form_of("large.csv", b"x" * LARGE)
            pieces = b"%x\r\n%b\r\n0\r\n\r\n" % (len(large), large)
            for sent, body in (
                (headers | {"Content-Length": str(LARGE)}, b""), (headers, large), (chunked, pieces)
            ):  # fmt: skip
                urls = await page.file_url("large.csv")
                refusal = await _refusal(server, urls.upload_url, sent, body)
                assert refusal == "closed" or 400 <= int(refusal) < 500
                found = await page.run(state_of(box.id, "large.csv", LARGE, urls))
                assert not found.exceptions
                assert not {"Forget it", "Use in Lab", "Cancel"} & set(found.buttons)
            state = await upload(
                server, page, box.id, "small.csv", b"a,b,class\n1,2,x\n3,4,y\n" * 9
            )
            found = await page.run(state)
            for _ in range(20):
                if "Forget it" in found.buttons:
                    return
                await asyncio.sleep(0.5)
                found = await page.run()
            raise AssertionError("the small file was not taken")

    asyncio.run(visit())
