"""A real server and a real Chromium for the browser tests."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# Streamlit remembers a sidebar that was opened or closed; the last test's is none of this one's.
_NEW_HERE = """if (location.protocol.startsWith('http'))
  sessionStorage.here ??= (localStorage.removeItem('stSidebarCollapsed-'), 'yes')"""


def chromium_path() -> str | None:
    """Chromium or Chrome on the PATH."""
    return next((path for name in CHROMIUM_NAMES if (path := shutil.which(name))), None)


def start_server(
    log: Path, *options: str, module: tuple[str, ...] = ("streamlit",), prefix: str = ""
) -> tuple[subprocess.Popen[bytes], str]:
    """A fresh Streamlit server on a free port, and its address once it answers.

    ``options``: more of its options, ``module``: what Python runs instead, with arguments,
    ``prefix``: what every path of its begins with, such as ``/lab``.
    """
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        port = probe.getsockname()[1]
    command = [
        sys.executable, "-m", *module, "run", "app.py",
        "--server.port", str(port), "--server.headless", "true",
        "--browser.gatherUsageStats", "false", "--server.baseUrlPath", prefix, *options,
    ]  # fmt: skip
    with log.open("wb") as output:
        server = subprocess.Popen(command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT)
    address = f"http://localhost:{port}{prefix}"
    try:
        wait_until_healthy(server, address)
    except RuntimeError as error:
        raise RuntimeError(f"{error}\n{log.read_text()}") from error
    return server, address


def wait_until_healthy(server: subprocess.Popen[bytes], address: str) -> None:
    """Return once the server answers; ``RuntimeError`` when it does not within a minute."""
    limit = time.monotonic() + 60
    while time.monotonic() < limit and server.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=2):
                return
        except OSError:
            time.sleep(0.2)
    server.kill()
    raise RuntimeError("The server did not start.")


@dataclass
class Browser:
    """Chromium as a person has it, with what it has loaded before, and fresh ones."""

    chromium: Any
    kept: Any

    def page(self, width: int = 1366, height: int = 768, scheme: str = "light") -> Any:
        """A page in the browser that has been here before: it opens in half the time."""
        page = self.kept.new_page()
        page.add_init_script(_NEW_HERE)
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        return page

    def new_context(self, **options: Any) -> Any:
        """A browser that has never been anywhere."""
        return self.chromium.new_context(**options)


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Chromium under Playwright; skipped with a hint without one, but never under CI."""
    path = chromium_path()
    if path is None:
        hint = (
            "No Chromium found. Install it (Debian: apt-get install chromium; macOS: "
            "brew install --cask chromium; or any Chrome on the PATH) to run the browser tests."
        )
        if os.environ.get("CI") == "true":
            pytest.fail(hint)
        pytest.skip(hint)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        options = {"executable_path": path, "args": CHROMIUM_FLAGS}
        chromium = playwright.chromium.launch(**options)
        profile = tmp_path_factory.mktemp("profile")
        kept = playwright.chromium.launch_persistent_context(profile, **options)
        yield Browser(chromium, kept)
        kept.close()
        chromium.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One server for all tests that do not care who was there before."""
    yield from _serve(tmp_path_factory.mktemp("server") / "server.log")


@pytest.fixture
def fresh_server(tmp_path: Path) -> Iterator[str]:
    """A server nobody has visited yet: the first deep link is where menus go wrong."""
    yield from _serve(tmp_path / "server.log")


def _serve(log: Path) -> Iterator[str]:
    process, address = start_server(log)
    yield address
    process.terminate()
    process.wait(10)
    said = log.read_text()
    assert "Traceback" not in said, said
    assert not re.search(r"will be removed|DeprecationWarning|FutureWarning", said), said
