"""The real server under conditions that a test chooses, and its processes, for the tests of faults.

Reads /proc, so it works on Linux alone.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState

from tests.browser.conftest import ROOT, wait_until_healthy
from tests.trust.raw_session import Answer, RawSession

LIMIT = 90.0
"""Seconds a test waits for what takes a few on a machine without other work."""
STREAMLIT = (sys.executable, "-m", "streamlit", "run")


@dataclass(frozen=True)
class FaultyServer:
    """A server that runs. ``address`` ends with its prefix, if it has one."""

    process: subprocess.Popen[bytes]
    address: str
    log: Path

    def processes(self, words: str = "") -> list[int]:
        """Return the numbers of the processes under the server whose command has these words."""
        return [pid for pid in descendants(self.process.pid) if words in command_of(pid)]

    def process_of(self, words: str) -> int:
        """Wait for such a process and return its number."""
        return awaited(lambda: self.processes(words))[0]

    def __str__(self) -> str:
        return self.address


@contextmanager
def faulty_server(
    folder: Path,
    *options: str,
    start: Sequence[str] = (*STREAMLIT, str(ROOT / "app.py")),
    before: Sequence[str] = (),
    environment: Mapping[str, str | None] | None = None,
    cwd: Path = ROOT,
    prefix: str = "",
) -> Iterator[FaultyServer]:
    """Start a server and yield it; end it with the block. Its log is in *folder*.

    ``before`` are words before the command that start it in another way, ``environment`` changes of
    the environment (None: not set).
    """
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        port = probe.getsockname()[1]
    variables = {**os.environ, **(environment or {})}
    log = folder / "server.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*before, *start, "--server.port", str(port), "--server.headless", "true",
             "--server.fileWatcherType", "none", *options],
            cwd=cwd, stdout=output, stderr=subprocess.STDOUT,
            env={name: value for name, value in variables.items() if value is not None},
        )  # fmt: skip
    address = f"http://localhost:{port}{prefix}"
    try:
        wait_until_healthy(process, address)
        yield FaultyServer(process, address, log)
    except RuntimeError as error:
        raise RuntimeError(f"{error}\n{log.read_text('utf-8')[-2000:]}") from error
    finally:
        below = descendants(process.pid)
        process.kill()
        process.wait(10)
        for pid in below:  # what a failed test has stopped
            with suppress(ProcessLookupError):
                os.kill(pid, 9)


def awaited(condition: Callable[[], Any], seconds: float = LIMIT) -> Any:
    """Return what the condition returns when it is true; fail when that takes too long."""
    limit = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < limit, "waited in vain"
        time.sleep(0.1)
    return found


def descendants(pid: int) -> list[int]:
    """Return the numbers of all processes under a process."""
    parents: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            if fields[0] != "Z":
                parents.setdefault(int(fields[1]), []).append(int(folder.name))
    found, open_ends = [], [pid]
    while open_ends:
        below = parents.get(open_ends.pop(), [])
        found += below
        open_ends += below
    return found


def command_of(pid: int) -> str:
    """Return the command of a process; empty when it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


def is_running(pid: int) -> bool:
    """Return whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def idle(pid: int) -> int:
    """Wait until a process has begun and has nothing to do, and return its number."""
    used = [0, 1]

    def rests() -> bool:
        time.sleep(1)
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        used[:] = [used[1], int(fields[11]) + int(fields[12])]
        return used[0] == used[1] > 100  # ticks of 10 ms: it has imported its libraries

    awaited(rests)
    return pid


async def pressed(page: RawSession, found: Answer, label: str) -> Answer:
    """Press a button of a page and return the answer."""
    assert label in found.buttons, sorted(found.buttons)
    return await page.run(WidgetState(id=found.buttons[label], trigger_value=True), limit=LIMIT)


async def looked_at(
    page: RawSession, enough: Callable[[Answer], Any], seconds: float = LIMIT
) -> Answer:
    """Run a page again and again until an answer is enough, as a page with a progress bar does."""
    limit = time.monotonic() + seconds
    while True:
        found = await page.run(limit=LIMIT)
        assert not found.exceptions, found.exceptions
        if enough(found):
            return found
        assert time.monotonic() < limit, (sorted(found.buttons), found.errors, found.progress)
        await asyncio.sleep(0.3)


def works(found: Answer) -> bool:
    """Return whether a page shows that its work goes on."""
    return "Cancel" in found.buttons


def mounted(folder: Path, size: str) -> Iterator[Path]:
    """Mount a small disk on a folder, yield it, and take it away; skip where that is not
    allowed."""
    folder.mkdir()
    if not shutil.which("mount"):
        pytest.skip("There is no mount here.")
    options = ["-t", "tmpfs", "-o", f"size={size},mode=1777", "tmpfs", str(folder)]
    done = subprocess.run(["mount", *options], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"No disk can be mounted here: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def mounted_read_only(folder: Path) -> Iterator[Path]:
    """Mount the project once more on a folder, where nobody can write to it, yield it, and take it
    away; skip where that is not allowed."""
    folder.mkdir()
    if not shutil.which("mount"):
        pytest.skip("There is no mount here.")
    bind = ["mount", "--bind", str(ROOT), str(folder)]
    done = subprocess.run(bind, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"No folder can be mounted here: {done.stderr.strip()}")
    try:
        remount = ["mount", "-o", "remount,bind,ro", str(folder)]
        done = subprocess.run(remount, capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.skip(f"No folder can be made read-only here: {done.stderr.strip()}")
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(folder: Path) -> Path:
    """Fill the disk of a folder up to the last byte, and return the file that does it."""
    stuffing = folder / "stuffing"
    with stuffing.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(b"x" * 4096)
    return stuffing


def as_user(number: int) -> tuple[str, ...]:
    """Return the words before a command that run it as another user, who may read every file of
    this project but owns none; skip where that is not possible."""
    if os.geteuid() != 0 or not shutil.which("setpriv"):
        pytest.skip("Only root, with setpriv (util-linux), can start a program as another user.")
    may_read = ("--inh-caps", "+dac_read_search", "--ambient-caps", "+dac_read_search")
    user = ("--reuid", str(number), "--regid", str(number), "--clear-groups")
    words = ("setpriv", *user, *may_read)
    if subprocess.run([*words, "true"], capture_output=True, check=False).returncode:
        pytest.skip("setpriv may not change the user here.")
    return words
