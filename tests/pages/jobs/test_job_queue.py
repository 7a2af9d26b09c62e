"""Training in the background: once for each recipe, cancellable, and never left running alone."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.runs.recipe import RunRecipe
from pages.jobs import job_queue, prepared_runs
from pages.jobs.job_queue import Cancelled, JobQueue
from pages.jobs.work_turns import Turn, WorkTurns
from pages.runtime.worker_connection import WorkerEnded

RECIPE = RunRecipe.of("zoo", n_members=5)


class Bench:
    """A stand-in for the training that goes on until it is told to end or to fail."""

    def __init__(self) -> None:
        self.started, self.cancelled = threading.Semaphore(0), threading.Event()
        self.finish = threading.Event()
        self.calls = 0

    def __call__(self, dataset, *, progress, **_):
        self.calls += 1
        self.started.release()
        done = 0
        try:
            while not self.finish.is_set():
                progress("members", done, 1000)
                done += 1
                time.sleep(0.005)
        except Cancelled:
            self.cancelled.set()
            raise
        return prepare_run("zoo", n_members=3)


@pytest.fixture
def bench():
    bench = Bench()
    yield bench
    bench.finish.set()


def _wait(condition, seconds=5.0):
    limit = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < limit, "waited in vain"
        time.sleep(0.005)


def test_training_ends_up_prepared_and_equals_the_library():
    queue = JobQueue(lambda session: True)
    queue.start(RECIPE, "a")
    _wait(lambda: queue.prepared(RECIPE) is not None, 30)
    assert queue.job(RECIPE) is None
    run = queue.prepared(RECIPE).solve(Settings(lam=2.0), 5)
    direct = prepare_run("zoo", n_members=5).solve(Settings(lam=2.0))
    np.testing.assert_array_equal(run.trace.weights, direct.trace.weights)
    assert queue.prepared(RECIPE).solve(Settings(lam=2.0), 5) is run
    assert not run.prepared.oracle.matrix.flags.writeable


def test_second_click_joins_the_first(bench):
    queue = JobQueue(lambda session: True, bench)
    first = queue.start(RECIPE, "a")
    assert bench.started.acquire(timeout=5)
    assert queue.start(RECIPE, "a") is first
    assert queue.start(RECIPE, "b") is first
    time.sleep(0.05)
    assert bench.calls == 1


def test_progress_is_seen(bench):
    queue = JobQueue(lambda session: True, bench)
    job = queue.start(RECIPE, "a")
    _wait(lambda: job.done > 2)
    assert job.what == "members"
    assert 0 < job.fraction < 1


class Clock:
    """The time of a test; the work of ``steps`` reports at the times given."""

    def __init__(self, monkeypatch, steps):
        self.now = 0.0
        monkeypatch.setattr(job_queue.time, "monotonic", lambda: self.now)
        self.steps, self.words = steps, []

    def words_of(self):
        """What the page says after each report."""
        done = threading.Event()

        def work(dataset, *, progress, **_):
            for now, *report in self.steps:
                self.now = now
                progress(*report)
                self.words.append(job.words)
            done.set()

        queue = JobQueue(lambda session: True, lambda **more: ready.wait(5) and work(**more))
        ready = threading.Event()
        job = queue.start(RECIPE, "a")
        self.words.append(job.words)
        ready.set()
        assert done.wait(5)
        return self.words


def test_the_estimate_is_of_the_whole_work_and_waits_until_there_is_something_to_go_by(
    monkeypatch,
):
    steps = [
        (20, "begins", 0, 0),  # a process that takes its time to start says nothing about the work
        (50, "members, split 1 of 2", 0, 200),
        (52, "members, split 1 of 2", 100, 200),  # too soon
        (60, "members, split 2 of 2", 100, 200),
        (66, "members, split 2 of 2", 160, 200),
        (350, "members, split 2 of 2", 100, 200),
    ]
    assert Clock(monkeypatch, steps).words_of() == [
        "begins",
        "begins",
        "members, split 1 of 2 · 0%",
        "members, split 1 of 2 · 50%",
        "members, split 2 of 2 · 50% · about 10 s left",
        "members, split 2 of 2 · 80% · about 4 s left",
        "members, split 2 of 2 · 50% · about 5 min left",
    ]


def test_what_was_done_before_the_first_report_says_nothing_about_the_pace(monkeypatch):
    steps = [(10, "members", 50, 100), (15, "members", 52, 100), (30, "members", 60, 100)]
    assert Clock(monkeypatch, steps).words_of()[1:] == [
        "members · 50%",
        "members · 52%",
        "members · 60% · about 80 s left",
    ]


def test_cancel_ends_the_work_within_a_second(bench):
    queue = JobQueue(lambda session: True, bench)
    queue.start(RECIPE, "a")
    assert bench.started.acquire(timeout=5)
    queue.leave(RECIPE, "a")
    assert bench.cancelled.wait(1.0)
    assert queue.job(RECIPE) is None
    assert queue.prepared(RECIPE) is None


def test_cancel_of_one_leaves_the_work_to_the_other(bench):
    queue = JobQueue(lambda session: True, bench)
    queue.start(RECIPE, "a")
    queue.start(RECIPE, "b")
    assert bench.started.acquire(timeout=5)
    queue.leave(RECIPE, "a")
    assert not bench.cancelled.wait(0.1)
    queue.leave(RECIPE, "b")
    assert bench.cancelled.wait(1.0)


def test_closing_the_last_page_ends_the_work(bench, monkeypatch):
    monkeypatch.setattr(job_queue, "GRACE", 0.05)
    open_pages = {"a", "b"}
    queue = JobQueue(lambda session: session in open_pages, bench)
    queue.start(RECIPE, "a")
    queue.start(RECIPE, "b")
    assert bench.started.acquire(timeout=5)
    open_pages.discard("a")
    assert not bench.cancelled.wait(0.2)
    open_pages.discard("b")
    assert bench.cancelled.wait(1.0)
    _wait(lambda: queue.job(RECIPE) is None)


def test_reloading_the_page_does_not_end_the_work(bench):
    """A page that is away for less than the grace period keeps its training."""
    open_pages = {"a"}
    queue = JobQueue(lambda session: session in open_pages, bench)
    queue.start(RECIPE, "a")
    assert bench.started.acquire(timeout=5)
    open_pages.clear()
    assert not bench.cancelled.wait(0.2)
    open_pages.add("a")
    assert not bench.cancelled.wait(0.1)


def test_run_after_cancel_starts_anew(bench):
    queue = JobQueue(lambda session: True, bench)
    queue.start(RECIPE, "a")
    assert bench.started.acquire(timeout=5)
    queue.leave(RECIPE, "a")
    queue.start(RECIPE, "a")
    assert bench.started.acquire(timeout=5)
    bench.finish.set()
    _wait(lambda: queue.prepared(RECIPE) is not None, 30)
    assert bench.calls == 2


def test_only_so_many_run_at_once_and_a_waiting_one_can_be_cancelled(bench):
    queue = JobQueue(lambda session: True, bench)
    recipes = [RunRecipe.of("zoo", n_members=5, seed=seed) for seed in range(job_queue.AT_ONCE + 1)]
    for recipe in recipes:
        queue.start(recipe, "a" if recipe.pool.seed else "b")
    for _ in range(job_queue.AT_ONCE):
        assert bench.started.acquire(timeout=5)
    assert not bench.started.acquire(timeout=0.1)
    _wait(lambda: sum(queue.job(r).total == 0 for r in recipes) == 1)
    waiting = next(queue.job(r) for r in recipes if queue.job(r).total == 0)
    _wait(lambda: waiting.words == "waits until other trainings have ended")
    for session in ("a", "b"):
        queue.leave(waiting.recipe, session)
    assert queue.job(waiting.recipe) is None


def test_one_session_leaves_turns_in_every_queue_to_others(bench):
    """It runs two pieces of work at a time over all queues; the rest waits, and says so."""
    other = Bench()
    turns = WorkTurns()
    queues = [JobQueue(lambda session: True, one, at_once=3, turns=turns) for one in (bench, other)]
    recipes = [RunRecipe.of("zoo", n_members=5, seed=seed) for seed in range(3)]
    queues[0].start(recipes[0], "a")
    queues[1].start(recipes[0], "a")
    assert bench.started.acquire(timeout=5)
    assert other.started.acquire(timeout=5)
    third = queues[0].start(recipes[1], "a")
    _wait(lambda: third.words == "waits until other work that you began has ended")
    queues[0].start(recipes[2], "b")
    assert bench.started.acquire(timeout=5)
    assert third.total == 0
    queues[0].start(recipes[1], "c")  # another who waits for the same work
    assert bench.started.acquire(timeout=5)
    other.finish.set()
    _wait(lambda: queues[1].prepared(recipes[0]) is not None, 30)
    assert turns.take("more", ["a"], "a third queue", 1) is Turn.GIVEN


def test_who_starts_more_and_more_no_longer_waits_for_the_first(bench):
    queue = JobQueue(lambda session: True, bench)
    most = job_queue.MOST_UNFINISHED
    recipes = [RunRecipe.of("zoo", n_members=5, seed=seed) for seed in range(most + 2)]
    queue.start(recipes[0], "b")
    jobs = [queue.start(recipe, "a") for recipe in recipes]
    assert [job.cancelled for job in jobs] == [False, True] + [False] * most
    assert list(queue.job(recipes[0]).watchers) == ["b"]
    assert queue.job(recipes[1]) is None


def test_diagnosis_is_kept_for_the_page_and_can_be_dropped():
    def refuse(dataset, **_):
        raise InputError("Only one class left.")

    queue = JobQueue(lambda session: True, refuse)
    job = queue.start(RECIPE, "a")
    _wait(lambda: job.finished)
    assert queue.job(RECIPE).error == "Only one class left."
    queue.forget_error(RECIPE)
    assert queue.job(RECIPE) is None


def test_a_defect_becomes_one_line(caplog):
    def fail(dataset, **_):
        raise ZeroDivisionError("division by zero")

    queue = JobQueue(lambda session: True, fail)
    job = queue.start(RECIPE, "a")
    _wait(lambda: job.finished)
    assert "ZeroDivisionError" in job.error
    assert "\n" not in job.error


def test_memory_is_bounded_in_bytes(monkeypatch):
    run = prepare_run("zoo", n_members=3)
    queue = JobQueue(
        lambda session: True, lambda dataset, **_: run, max_bytes=250, size=lambda kept: 100
    )
    recipes = [RunRecipe.of("zoo", seed=seed) for seed in range(4)]
    for recipe in recipes:
        queue.start(recipe, "a")
        _wait(lambda recipe=recipe: queue.prepared(recipe) is not None)
    assert [queue.prepared(r) is not None for r in recipes] == [False, False, True, True]
    prepared = queue.prepared(recipes[-1])
    first = prepared.solve(Settings(lam=1.0), 3)
    monkeypatch.setattr(prepared_runs._RUNS, "max_bytes", 2.5 * prepared_runs._run_bytes(first))
    other = queue.prepared(recipes[-2])  # the bound is that of all recipes together
    second = other.solve(Settings(lam=2.0), 3)
    assert prepared.solve(Settings(lam=1.0), 3) is first
    prepared.solve(Settings(lam=3.0), 3)
    assert prepared.solve(Settings(lam=1.0), 3) is first
    assert other.solve(Settings(lam=2.0), 3) is not second


def test_only_the_last_failures_are_kept(monkeypatch):
    monkeypatch.setattr(job_queue, "MAX_FAILED", 2)

    def refuse(recipe, rows):
        raise InputError("too much")

    queue = JobQueue(lambda session: True, bound=refuse)
    recipes = [RunRecipe.of("zoo", seed=seed) for seed in range(4)]
    for recipe in recipes:
        queue.start(recipe, "a")
    assert [queue.job(r) is not None for r in recipes] == [False, False, True, True]
    assert queue.job(recipes[-1]).dataset is None


def test_what_a_cancelled_work_had_found_is_kept_until_it_is_done():
    go_on, told = threading.Event(), threading.Event()

    def work(dataset, *, progress, **_):
        progress("counting", 1, 2, "half")
        told.set()
        while not go_on.is_set():
            progress("counting", 1, 2)
            time.sleep(0.005)
        return "whole"

    queue = JobQueue(lambda session: True, work, keep=lambda found, seconds: found)
    queue.start(RECIPE, "a")
    assert told.wait(5)
    assert queue.unfinished(RECIPE) is None
    queue.leave(RECIPE, "a")
    assert queue.unfinished(RECIPE) == "half"
    go_on.set()
    queue.start(RECIPE, "a")
    _wait(lambda: queue.prepared(RECIPE) == "whole")
    assert queue.unfinished(RECIPE) is None


def test_what_was_found_goes_with_its_dataset():
    told = threading.Event()

    def work(dataset, *, progress, **_):
        while True:
            progress("counting", 1, 2, "half")
            told.set()
            time.sleep(0.005)

    queue = JobQueue(lambda session: True, work)
    queue.start(RECIPE, "a")
    assert told.wait(5)
    queue.leave(RECIPE, "a")
    queue.forget("zoo")
    assert queue.unfinished(RECIPE) is None


def test_a_page_that_is_loaded_again_waits_for_the_training_under_way(bench):
    open_pages = {"before"}
    queue = JobQueue(lambda session: session in open_pages, bench)
    job = queue.start(RECIPE, "before")
    assert bench.started.acquire(timeout=5)
    open_pages.clear()  # the browser loads the page again and gets another session
    open_pages.add("after")
    assert queue.joined(RECIPE, "after") is job
    job.watchers["before"] -= job_queue.GRACE + 1
    _wait(lambda: list(job.watchers) == ["after"])
    assert not bench.cancelled.wait(0.1)
    assert bench.calls == 1
    queue.leave(RECIPE, "after")
    assert bench.cancelled.wait(1.0)
    assert queue.joined(RECIPE, "after") is None


def test_who_has_cancelled_does_not_join_the_others_again(bench):
    queue = JobQueue(lambda session: True, bench)
    job = queue.start(RECIPE, "a")
    assert queue.joined(RECIPE, "b") is job
    queue.leave(RECIPE, "b")
    assert queue.joined(RECIPE, "b") is None
    assert queue.start(RECIPE, "b") is job  # the button was pressed
    assert queue.joined(RECIPE, "b") is job


def test_work_does_not_begin_while_its_page_is_away(bench):
    open_pages: set[str] = set()
    queue = JobQueue(lambda session: session in open_pages, bench)
    queue.start(RECIPE, "a")
    assert not bench.started.acquire(timeout=0.2)
    open_pages.add("a")
    assert bench.started.acquire(timeout=5)


def test_work_whose_process_was_killed_says_so_and_can_be_tried_again(bench):
    ends = iter([WorkerEnded("the process ended before its work")])

    def work(**arguments):
        for end in ends:
            raise end
        return bench(**arguments)

    queue = JobQueue(lambda session: True, work)
    job = queue.start(RECIPE, "a")
    _wait(lambda: job.finished)
    assert job.error == job_queue.KILLED
    queue.forget_error(RECIPE)
    queue.start(RECIPE, "a")
    assert bench.started.acquire(timeout=5)


def test_the_time_that_is_left_does_not_depend_on_the_clock(bench, monkeypatch):
    queue = JobQueue(lambda session: True, bench)
    job = queue.start(RECIPE, "a")
    assert bench.started.acquire(timeout=5)
    monkeypatch.setattr(time, "time", lambda: 0.0)  # set back by decades
    _wait(lambda: job.done > 5)
    monkeypatch.setattr(job_queue, "ENOUGH", (0.0, 0.0))
    assert 0 < job.seconds_left < 3600
    bench.finish.set()
    _wait(lambda: queue.prepared(RECIPE) is not None)
    assert 0 <= queue.prepared(RECIPE).seconds < 600
