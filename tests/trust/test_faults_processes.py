"""Processes of the real server that are killed or stopped in the middle of their work.

Marked slow: it starts servers. It reads /proc, so it runs on Linux alone.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
import urllib.request
from collections.abc import Iterator

import pytest

from pages.jobs.job_queue import KILLED
from tests.trust.faulty_server import (
    LIMIT,
    FaultyServer,
    awaited,
    command_of,
    faulty_server,
    idle,
    is_running,
    looked_at,
    pressed,
    works,
)
from tests.trust.raw_session import raw_session

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="reads /proc"),
]
STUDY = (
    "compare?v=1&n_members=51&studies.show=many&studies.study=new&studies.new_datasets=glass,zoo"
    "&studies.new_methods=uniform_vote,l2dwk&studies.new_folds=10"
)
"""Work in a process of its own, with a file of what is finished."""
LONG = "lab?v=1&dataset=glass&n_members=5000"
"""A training in the server that takes a minute and more."""
LIBRARY = "lab?v=1&dataset=glass&pool=library"
"""A training in processes of its own."""
SMALL = "lab?v=1&dataset=zoo&n_members=11"
WORKER, SOLVER, FIT = "pages.jobs.worker", "pages.jobs.solver_worker", "LokyProcess"
STOPPED = 20.0
"""Seconds a process is stopped."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FaultyServer]:
    with faulty_server(tmp_path_factory.mktemp("server")) as started:
        yield started
        assert "Traceback" not in started.log.read_text("utf-8")


def _percent(found):
    return found.progress[0][0] if found.progress else 0


def test_a_study_whose_process_was_killed_says_so_and_goes_on_where_it_ended(server):
    async def visit():
        async with raw_session(server.address, STUDY) as page:
            await pressed(page, await page.run(), "Start")
            before = await looked_at(page, lambda found: _percent(found) >= 10)
            os.kill(server.process_of(WORKER), signal.SIGKILL)
            said = await looked_at(page, lambda found: found.errors)
            assert said.errors == [KILLED]
            offered = await pressed(page, said, "Try again")
            await pressed(page, offered, "Start" if "Start" in offered.buttons else "Go on")
            # The first thing the new process says is how much of the study is in its file.
            after = await looked_at(page, lambda found: works(found) and _percent(found))
            assert _percent(after) >= _percent(before)
            done = await looked_at(page, lambda found: not works(found))
            assert not done.errors
            assert "open_cell" in " ".join(done.widgets)

    asyncio.run(visit())


def test_a_training_whose_process_was_killed_says_so_and_can_be_tried_again(server):
    async def visit():
        async with raw_session(server.address, LIBRARY) as page:
            await pressed(page, await page.run(), "Run")
            await looked_at(page, lambda found: server.processes(FIT))
            os.kill(server.processes(FIT)[0], signal.SIGKILL)
            said = await looked_at(page, lambda found: found.errors)
            assert "A process that fitted models has ended" in said.errors[0]
            await pressed(page, await pressed(page, said, "Try again"), "Run")
            await looked_at(page, lambda found: works(found) and server.processes(FIT))
            await pressed(page, await page.run(), "Cancel")

    asyncio.run(visit())


async def _trained(server, place=SMALL):
    """Train the members, and wait for the process that solves."""
    async with raw_session(server.address, place) as page:
        found = await page.run()
        if "Run" in found.buttons:
            await pressed(page, found, "Run")
        await looked_at(page, lambda found: not works(found) and found.live)


async def _moved(server, lam, limit=LIMIT):
    """Open the page with another λ and return the answer."""
    async with raw_session(server.address, f"{SMALL}&lam={lam}") as page:
        found = await page.run(limit=limit)
        assert not found.exceptions
        assert not found.errors
        return found


def test_the_solving_process_is_killed_and_pages_still_get_their_runs(server):
    async def visit():
        await _trained(server)
        for number in range(5):  # more often than it may end in a row without a run
            pid = idle(server.process_of(SOLVER))
            os.kill(pid, signal.SIGKILL)
            assert (await _moved(server, 0.31 + number)).finished
            awaited(lambda gone=pid: server.processes(SOLVER) not in ([], [gone]))
            idle(server.process_of(SOLVER))
            assert (await _moved(server, 0.32 + number)).finished

    asyncio.run(visit())


def test_while_the_solving_process_is_stopped_the_server_answers_others(server):
    async def visit():
        await _trained(server)
        pid = idle(server.process_of(SOLVER))
        os.kill(pid, signal.SIGSTOP)
        try:
            begun = time.monotonic()
            first = asyncio.create_task(_moved(server, 7.1))
            await asyncio.sleep(1)
            others = await asyncio.gather(*(_moved(server, 8.1 + n, 15.0) for n in range(3)))
            assert all(found.finished for found in others)
            with urllib.request.urlopen(f"{server}/_stcore/health", timeout=5):
                pass
            await asyncio.sleep(max(begun + STOPPED - time.monotonic(), 0))
        finally:
            os.kill(pid, signal.SIGCONT)
        assert (await first).finished

    asyncio.run(visit())


def test_a_study_whose_process_was_stopped_goes_on(server):
    async def visit():
        async with raw_session(server.address, f"{STUDY}&seed=5") as page:
            await pressed(page, await page.run(), "Start")
            await looked_at(page, lambda found: _percent(found) >= 5)
            pid = server.process_of(WORKER)
            os.kill(pid, signal.SIGSTOP)
            try:
                stopped = time.monotonic()
                while time.monotonic() - stopped < STOPPED:
                    found = await page.run(limit=10)
                    assert found.finished
                    assert works(found)
                    await asyncio.sleep(1)
            finally:
                os.kill(pid, signal.SIGCONT)
            await looked_at(page, lambda found: _percent(found) >= 25)
            assert server.process_of(WORKER) == pid
            await pressed(page, await page.run(), "Cancel")

    asyncio.run(visit())


def test_a_server_that_was_stopped_goes_on_with_its_sessions_and_its_training(server):
    async def visit():
        async with raw_session(server.address, LONG) as page:
            await pressed(page, await page.run(), "Run")
            before = await looked_at(page, lambda found: _percent(found) >= 1)
            os.kill(server.process.pid, signal.SIGSTOP)
            try:
                await asyncio.sleep(STOPPED)
            finally:
                os.kill(server.process.pid, signal.SIGCONT)
            after = await looked_at(page, lambda found: _percent(found) > _percent(before))
            assert works(after)
            await pressed(page, after, "Cancel")

    asyncio.run(visit())


def test_with_a_killed_server_all_its_processes_end(tmp_path):
    async def begin(server):
        async with raw_session(server.address, STUDY) as study:
            await pressed(study, await study.run(), "Start")
            async with raw_session(server.address, LIBRARY) as library:
                await pressed(library, await library.run(), "Run")
                await looked_at(library, lambda found: server.processes(FIT))
                await looked_at(study, lambda found: server.processes(WORKER))
        return server.processes()

    with faulty_server(tmp_path) as server:
        pids = asyncio.run(begin(server))
        assert {WORKER, SOLVER, FIT} <= {
            word for word in (WORKER, SOLVER, FIT) for pid in pids if word in command_of(pid)
        }
        server.process.kill()
        server.process.wait(10)

        def left():
            return [command_of(pid) for pid in pids if is_running(pid)]

        awaited(lambda: left() == [], seconds=30)  # a process that begins imports first
