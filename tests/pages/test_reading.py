"""Reading in a process: the same as here, ended by Cancel, by leaving, by limits, by the server."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets import inspect_table
from pages.data import file_readers, reading_card
from pages.data.file_readers import Readers
from pages.jobs import job_queue
from pages.state.own_table import Reading

ROOT = Path(__file__).resolve().parents[2]
SMALL = ("x,y,class\n" + "".join(f"{i}.5,{i % 7},{'ab'[i % 2]}\n" for i in range(100))).encode()


@cache
def large() -> bytes:
    """1.8 million different numbers: some five seconds of reading on an idle core."""
    return b"a,b,c,d,e,f,g,h,class\n" + b"".join(
        b",".join(b"%d.%d%d" % (i, k, i) for k in range(8)) + b",%c\n" % b"ab"[i % 2]
        for i in range(200_000)
    )


@pytest.fixture(scope="module")
def readers():
    made = Readers()
    made.prepare()
    made.read("first.csv", SMALL, {}, lambda begun: None)
    yield made
    made.close()


def alive(pid: int) -> bool:
    """Return whether a process has not ended. A killed child whose threads still end is not there
    to be waited for yet."""
    try:
        return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None
    except ChildProcessError:  # another process's child, or it was waited for
        try:
            return "(zombie)" not in Path(f"/proc/{pid}/status").read_text()
        except OSError:
            return False


def within(seconds: float, true: Callable[[], bool]) -> bool:
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        if true():
            return True
        time.sleep(0.02)
    return true()


def test_a_draft_read_there_is_the_one_read_here(readers):
    ours = inspect_table(SMALL, name="t.csv", decimal=".")
    theirs = readers.read("t.csv", SMALL, {"decimal": "."}, lambda begun: None)
    assert theirs.columns == ours.columns
    assert (theirs.name, theirs.target, theirs.warnings) == (ours.name, ours.target, ours.warnings)
    assert theirs.preview.equals(ours.preview)
    assert theirs.to_dataset().X.equals(ours.to_dataset().X)


def test_a_small_file_waits_for_no_process_to_start(readers):
    """Read here it takes some 5 ms, there 8; a process takes more than a second to start."""
    before = set(readers.pids)
    started = time.monotonic()
    for _ in range(5):
        readers.read("t.csv", SMALL, {}, lambda begun: None)
    assert (time.monotonic() - started) / 5 < 0.3
    assert set(readers.pids) == before


def test_a_process_that_is_ready_is_kept_though_others_were_started_meanwhile():
    readers = Readers()
    try:
        readers.prepare()
        readers.read("first.csv", SMALL, {}, lambda begun: None)
        ready = readers.pids

        def wanted(begun: bool) -> None:
            while len(readers.pids) <= file_readers.KEPT:
                readers._waiting.append(readers._new())

        for _ in range(2):
            readers.read("t.csv", SMALL, {}, wanted)
            assert set(ready) <= set(readers.pids)
            assert len(readers.pids) == file_readers.KEPT
        assert readers._take().pid in ready
    finally:
        readers.close()


def test_opening_the_page_starts_no_more_processes_than_are_kept(readers):
    def wanted(begun: bool) -> None:
        for _ in range(5):
            readers.prepare()

    readers.read("t.csv", SMALL, {}, wanted)
    assert len(readers.pids) <= file_readers.KEPT


def test_what_is_wrong_with_the_file_is_said_and_the_process_goes_on(readers):
    before = set(readers.pids)
    with pytest.raises(InputError, match="is a PNG image"):
        readers.read("t.csv", b"\x89PNG\r\n\x1a\n....", {}, lambda begun: None)
    assert set(readers.pids) == before


class Enough(Exception):
    pass


def test_whoever_waits_no_longer_ends_the_process(readers):
    used: list[int] = []

    def wanted(begun: bool) -> None:
        waiting = {worker.pid for worker in readers._waiting}
        used[:] = [pid for pid in readers.pids if pid not in waiting]
        if begun:
            raise Enough

    started = time.monotonic()
    with pytest.raises(Enough):
        readers.read("t.csv", large(), {}, wanted)
    assert time.monotonic() - started < 5
    assert within(2, lambda: not alive(used[0]))
    assert readers.read("t.csv", SMALL, {}, lambda begun: None).n_rows == 100


def test_the_limit_of_time_ends_it_with_a_diagnosis(readers):
    used: list[int] = []
    with pytest.raises(InputError, match=r"Reading 'big.csv' took more than 0 seconds"):
        readers.read("big.csv", large(), {}, lambda begun: used.extend(readers.pids), seconds=0.3)
    assert within(2, lambda: not any(map(alive, set(used))))


@pytest.mark.parametrize(
    ("ending", "words"),
    [
        ("SIGKILL", r"'t\.csv' was ended by the system .* Try again"),
        ("SIGABRT", r"needs more than 1\.5 GB of memory"),
        ("SIGXCPU", r"Reading 't\.csv' took more than 60 seconds"),
    ],
)
def test_a_process_that_a_signal_ends(readers, ending, words):
    """SIGABRT is how libraries end without memory, SIGXCPU is the limit of processor time."""

    def wanted(begun: bool) -> None:
        if begun:
            for pid in readers.pids:
                os.kill(pid, signal.Signals[ending])

    with pytest.raises(InputError, match=words):
        readers.read("t.csv", large(), {}, wanted)


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory as Linux has them")
@pytest.mark.parametrize(
    ("limit", "work", "ends"),
    [
        ("_limit_memory", "bytearray(400_000_000)", "MemoryError"),
        ("_limit_memory", "bytearray(50_000_000)", ""),
        ("_limit_time", "\nwhile True: pass", signal.SIGXCPU),
    ],
)
def test_the_limits_are_the_systems(limit, work, ends):
    code = (
        "from pages.data import reader_process as r; r.MEMORY, r.SECONDS = 100_000_000, 1; "
        f"r.{limit}(); {work}"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, timeout=60)
    if isinstance(ends, str):
        assert ends in done.stderr.decode()
        assert bool(done.returncode) == bool(ends)
    else:
        assert done.returncode == -ends


def test_others_are_served_while_a_large_file_is_read(readers):
    """Another file, and this interpreter, which all pages share."""
    answers: list[object] = []
    begins = threading.Event()

    def wanted(begun: bool) -> None:
        if begun:
            begins.set()
        if answers:
            raise Enough

    def read() -> None:
        try:
            readers.read("big.csv", large(), {}, wanted)
        except Enough:
            answers.append("ended")

    thread = threading.Thread(target=read)
    thread.start()
    assert begins.wait(30)
    longest, last = 0.0, time.monotonic()
    for _ in range(50):
        time.sleep(0.01)
        longest, last = max(longest, time.monotonic() - last), time.monotonic()
    assert longest < 0.5
    assert readers.read("t.csv", SMALL, {}, lambda begun: None).n_rows == 100
    assert thread.is_alive()
    answers.append("enough")
    thread.join(5)
    assert answers == ["enough", "ended"]


def test_a_process_that_was_killed_while_it_waited_is_replaced(readers):
    before = readers.pids
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    assert within(5, lambda: not any(map(alive, before)))
    assert readers.read("t.csv", SMALL, {}, lambda begun: None).n_rows == 100
    assert not set(before) & set(readers.pids)


def test_a_page_that_is_left_ends_the_reading(monkeypatch):
    monkeypatch.setattr(reading_card, "AWAY", 0.3)
    monkeypatch.setattr(job_queue, "GRACE", 0.2)
    upload = reading_card.Upload("file-1", "big.csv", Reading())
    monkeypatch.setattr(reading_card, "pending_data", lambda word: large())
    queue = reading_card.files()
    reading_card._mark("a")
    job = queue.start(upload, "a")
    while job.what == job_queue.BEGINS:
        reading_card._mark("a")  # as the page does while it is looked at
        time.sleep(0.05)
    assert not job.cancelled
    pids = reading_card.readers().pids
    assert within(5, lambda: job.cancelled and job.finished)
    assert within(2, lambda: not set(pids) & {p for p in reading_card.readers().pids if alive(p)})
    assert queue.prepared(upload) is None


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_process_ends_with_the_server_however_it_ends():
    code = (
        "import time; from pages.data.file_readers import Readers; r = Readers(); r.prepare(); "
        "print(*r.pids, flush=True); time.sleep(60)"
    )
    server = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE)
    try:
        pid = int(server.stdout.readline())
        assert alive(pid)
    finally:
        server.kill()
        server.wait()
        server.stdout.close()
    assert within(15, lambda: not alive(pid))
