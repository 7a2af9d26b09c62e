"""Where a run is solved: one that is given up, by the page that waits for it; a long one, not in
the thread of a page because the process is busy."""

from __future__ import annotations

import threading
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np
import pytest

from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.runs.run import PreparedRun, Run
from pages.jobs import prepared_runs
from pages.jobs.prepared_runs import Prepared
from pages.runtime.page_slots import PageSlots
from pages.runtime.worker_connection import WorkerEnded


def test_a_run_that_another_session_has_just_cancelled_is_solved_here():
    prepared = Prepared(prepare_run("zoo", n_members=3), 0.0)
    cancelled: Future[Run] = Future()
    cancelled.cancel()
    prepared._solving[Settings(), 3] = cancelled  # the moment before it is taken out
    found = prepared.solve(Settings(), 3)
    np.testing.assert_array_equal(
        found.trace.weights, prepared.run.solve(n_members=3).trace.weights
    )
    assert not prepared._solving


@pytest.mark.parametrize(
    "end", [Future.cancel, lambda one: one.set_exception(WorkerEnded("killed"))]
)
def test_a_run_that_is_given_up_while_a_page_waits_for_it_is_solved_by_that_page(end):
    prepared, given_up = Prepared(prepare_run("zoo", n_members=3), 0.0), Future()
    key = Settings(), 3
    prepared._solving[key] = given_up  # asked for by a page that gives up first
    with ThreadPoolExecutor(1) as page:
        found = page.submit(prepared._solve_here, key)
        with pytest.raises(TimeoutError):
            found.result(0.1)
        end(given_up)
        weights = found.result(10).trace.weights
    np.testing.assert_array_equal(weights, prepared.run.solve(n_members=3).trace.weights)
    assert not prepared._solving


class _BusyProcess:
    """A process that begins with nothing."""

    def __init__(self) -> None:
        self.asked: Future[Run] = Future()

    def ask(self, prepared: PreparedRun, settings: Settings, n_members: int) -> Future[Run]:
        return self.asked


@pytest.mark.parametrize("long", [True, False])
def test_a_long_run_waits_for_the_process_and_holds_no_slot(long, monkeypatch):
    monkeypatch.setattr(prepared_runs, "PATIENCE", 0.05)
    monkeypatch.setattr(prepared_runs, "LONG", 0.0 if long else 1.0)
    slots, process = PageSlots(1), _BusyProcess()
    monkeypatch.setattr(prepared_runs, "PAGE_SLOTS", slots)
    prepared = Prepared(prepare_run("zoo", n_members=3), 0.0, process)
    expected = prepared.run.solve(n_members=3)

    def page() -> Run:
        with slots.turn("one"):
            return prepared.solve(Settings(), 3)

    with ThreadPoolExecutor(2) as pages:
        found = pages.submit(page)
        if long:
            with pytest.raises(TimeoutError):
                found.result(0.5)
            with slots.turn("other"):  # comes at once
                process.asked.set_running_or_notify_cancel()
                process.asked.set_result(expected)
            assert found.result(10) is expected
        else:
            np.testing.assert_array_equal(found.result(10).trace.weights, expected.trace.weights)
            assert process.asked.cancelled()


def test_of_long_runs_without_a_process_one_is_solved_at_a_time(monkeypatch):
    monkeypatch.setattr(prepared_runs, "LONG", 0.0)
    slots = PageSlots(2)
    monkeypatch.setattr(prepared_runs, "PAGE_SLOTS", slots)
    prepared = Prepared(prepare_run("zoo", n_members=3), 0.0)
    solve, at_once, most = prepared.run.solve, threading.Semaphore(0), []
    begun = threading.Semaphore(0)
    running: set[int] = set()

    def slow(self: PreparedRun, settings: Settings, *, n_members: int) -> Run:
        running.add(threading.get_ident())
        most.append(len(running))
        begun.release()
        assert at_once.acquire(timeout=20)
        running.discard(threading.get_ident())
        return solve(settings, n_members=n_members)

    monkeypatch.setattr(PreparedRun, "solve", slow)

    def page(lam: float) -> Run:
        with slots.turn("one"):
            return prepared.solve(Settings(lam=lam), 3)

    with ThreadPoolExecutor(4) as pages:
        found = [pages.submit(page, lam) for lam in (1.0, 2.0, 3.0)]
        assert begun.acquire(timeout=20)
        with slots.turn("other"):  # a slot is left for a page of somebody else
            pass
        at_once.release(3)
        assert len({one.result(20).trace.settings.lam for one in found}) == 3
    assert most == [1, 1, 1]
