"""Two servers behind nginx, with the configuration of ``pages/README.md``, on this machine.

Marked slow: it starts two servers. Skipped where nginx is not installed.
"""

from __future__ import annotations

import asyncio
import base64
import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.browser.conftest import ROOT, start_server
from tests.trust.raw_http import HttpAnswer, raw_request
from tests.trust.raw_session import raw_session
from tests.trust.raw_upload import upload

pytestmark = pytest.mark.slow
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
PERSON = "Basic " + base64.b64encode(b"ada:lovelace").decode()
ROWS = [f"{i},{i * 7 % 30},{'xy'[i % 2]}\n" for i in range(60)]
TABLE = "".join(["a,b,class\n", *ROWS]).encode()
KEYS = tuple("abcdefgh")
"""Cookies of eight readers."""


@dataclass
class Proxy:
    """nginx with servers behind it. ``log`` has a line for each request: its server, its path."""

    address: str
    prefix: str
    log: Path

    def headers(self, key: str = "") -> dict[str, str]:
        """Return what the browser of a reader sends."""
        cookie = {"Cookie": f"explorer={key}"} if key else {}
        return {"Authorization": PERSON, **cookie}

    def get(self, path: str, headers: dict[str, str]) -> HttpAnswer:
        """Return the answer to a request for a path below the prefix."""
        return asyncio.run(raw_request(self.address, self.prefix + path, headers=headers))

    def server_of(self, key: str) -> str:
        """Return which server answers a reader."""
        self.get(f"/_stcore/health?of={key}", self.headers(key))
        limit = time.monotonic() + 5
        while time.monotonic() < limit:
            found = re.findall(rf"(\S+) \S*health\?of={key}\n", self.log.read_text("utf-8"))
            if found:
                self.log.write_text("", "utf-8")
                return found[-1]
            time.sleep(0.01)
        raise TimeoutError("nginx wrote nothing")


def _configuration(prefix: str, ports: list[int], port: int, folder: Path) -> str:
    """Return the configuration of the README with other ports, other places, and no certificate."""
    shown = re.findall(r"```nginx\n(.*?)```", (ROOT / "pages/README.md").read_text("utf-8"), re.S)
    assert len(shown) == 1
    changes = {
        "127.0.0.1:8501": f"127.0.0.1:{ports[0]}",
        "127.0.0.1:8502": f"127.0.0.1:{ports[1]}",
        "listen 443 ssl": f"listen 127.0.0.1:{port}",
        "lab.school.example": "localhost",
        "/etc/nginx/explorer.htpasswd": str(folder / "people"),
    }
    if not prefix:
        changes |= {"location /explorer": "location /", "Path=/explorer": "Path=/"}
    text = shown[0]
    for before, after in changes.items():
        assert before in text, before
        text = text.replace(before, after)
    places = "".join(
        f"{name}_temp_path {folder}/{name};\n"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    # Started by root, nginx gives up its rights, and then cannot read the folder of the test.
    user = "user root;\n" if os.name == "posix" and os.geteuid() == 0 else ""
    return (
        f"{user}daemon off;\npid {folder}/pid;\nerror_log {folder}/errors;\nevents {{}}\n"
        f"http {{\n{places}log_format servers '$upstream_addr $request_uri';\n"
        f"access_log {folder}/log servers;\n{text}}}\n"
    )


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(scope="module", params=["/explorer", ""], ids=["under a prefix", "without one"])
def proxy(request, tmp_path_factory) -> Iterator[Proxy]:
    if NGINX is None:
        pytest.skip("nginx is not installed (Debian: apt-get install nginx-light).")
    folder = tmp_path_factory.mktemp("nginx")
    (folder / "people").write_text("ada:{PLAIN}lovelace\n", "utf-8")
    with ExitStack() as started:
        ports = []
        for number in range(2):
            server, address = start_server(
                folder / f"server_{number}.log", "--server.allowedHosts", "localhost",
                prefix=request.param,
            )  # fmt: skip
            started.callback(server.wait, 10)
            started.callback(server.terminate)
            ports.append(int(address.removeprefix("http://localhost:").partition("/")[0]))
        port = _free_port()
        (folder / "nginx.conf").write_text(
            _configuration(request.param, ports, port, folder), "utf-8"
        )
        command = [NGINX, "-p", str(folder), "-c", str(folder / "nginx.conf")]
        nginx = subprocess.Popen(command, stderr=(folder / "said").open("wb"))
        started.callback(nginx.wait, 10)
        started.callback(nginx.terminate)
        for _ in range(100):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert nginx.poll() is None, (folder / "said").read_text()
            time.sleep(0.05)
        yield Proxy(f"http://localhost:{port}", request.param, folder / "log")


def test_nobody_comes_in_without_a_name(proxy):
    assert proxy.get("/", {}).status == 401


def test_a_page_names_its_script_below_the_prefix(proxy):
    answer = proxy.get("/", proxy.headers())
    assert answer.status == 200
    path = re.search(rb'src="(/[^"]*plotly-[^"]+)"', answer.body)[1].decode()
    assert path.startswith(f"{proxy.prefix}/plotly-")
    script = asyncio.run(raw_request(proxy.address, path, headers=proxy.headers()))
    assert script.status == 200
    assert script.headers["content-type"].startswith("text/javascript")


def test_a_reader_gets_one_cookie_and_stays_on_one_server(proxy):
    first = proxy.get("/", proxy.headers()).headers["set-cookie"]
    key = re.match(r"explorer=([0-9a-f]{32}); ", first)[1]
    assert "explorer=" not in proxy.get("/", proxy.headers(key)).headers.get("set-cookie", "")
    assert len({proxy.server_of(key) for _ in range(3)}) == 1


def test_readers_are_on_both_servers(proxy):
    servers = {key: proxy.server_of(key) for key in KEYS}
    assert len(set(servers.values())) == 2
    assert {key: proxy.server_of(key) for key in KEYS} == servers


@pytest.mark.parametrize("key", KEYS[:3])
def test_a_session_an_upload_and_figures_that_follow_a_slider(proxy, key):
    address, headers = proxy.address + proxy.prefix, proxy.headers(key)

    async def visit() -> None:
        async with raw_session(address, "data?v=1&data.section=own", headers=headers) as page:
            found = await page.run()
            box = next(c for kind, c in found.widgets.values() if kind == "file_uploader")
            state = await upload(address, page, box.id, "mine.csv", TABLE, headers)
            found = await page.run(state)
            while "Use in Lab" not in found.buttons:
                assert not found.errors + found.exceptions
                await asyncio.sleep(0.5)
                found = await page.run()
        async with raw_session(address, "playground", headers=headers) as page:
            live = (await page.run()).live
            assert live["path"] == f"{proxy.prefix}/live/playground"
            query = urlencode({"token": live["token"], "playground.lam": "2"})
            name = next(iter(live["figures"].values()))
            answer = await raw_request(address, f"{live['path']}/{name}?{query}", headers=headers)
            assert answer.status == 200
            assert answer.headers["content-type"].startswith("application/json")

    asyncio.run(asyncio.wait_for(visit(), 120))


def test_on_another_server_a_session_is_not_known(proxy):
    """What the cookie is for: with another one a file has no session."""
    servers = {key: proxy.server_of(key) for key in KEYS}
    key = KEYS[0]
    other = next(one for one in KEYS if servers[one] != servers[key])
    address = proxy.address + proxy.prefix

    async def visit() -> None:
        place = "data?v=1&data.section=own"
        async with raw_session(address, place, headers=proxy.headers(key)) as page:
            await page.run()
            with pytest.raises(ConnectionError, match="403"):
                await upload(address, page, "box", "mine.csv", TABLE, proxy.headers(other))

    asyncio.run(visit())
