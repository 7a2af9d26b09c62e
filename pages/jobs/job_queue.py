"""Long work: one training for each recipe, in a thread, watched by the sessions that want it.

Tree fitting releases the interpreter lock, so a thread disturbs other sessions little and hands
its arrays over without copying. The core reports progress several times a second from inside the
training; the report raises once nobody watches any more, which ends the work: after Cancel, and
when the last page that asked for it is closed. Worker code calls nothing of Streamlit's display.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import duration
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.runs.run import PreparedRun, Run
from l2dwk_core.runs.run_cost import check_run
from pages.jobs.solver_pool import SolverPool
from pages.runtime.page_slots import PAGE_SLOTS
from pages.runtime.worker_connection import WorkerEnded

MAX_PREPARED = 6
"""Trained recipes kept: some 10 MB each at 301 members and 1,000 rows."""
MAX_RUNS = 40
"""Solved runs kept for each of them."""
AT_ONCE = 2
"""Trainings that run at the same time; more only slow each other down on few cores."""
MAX_UNFINISHED = 20
"""Results so far kept of work that was cancelled."""
PATIENCE = 1.0
"""Seconds a run waits for a process to begin with it."""
ENOUGH = 0.03, 3.0
"""Share of the work, and seconds, from which on its pace says how long the rest takes."""
BEGINS, WAITS = "begins", "waits until other trainings have ended"
GRACE = 3.0
"""Seconds a page may be away, as when it reloads, before its work counts as unwanted."""


_Key = tuple[Settings, int]


class Cancelled(Exception):
    """Raised inside the training when nobody waits for it."""


class Prepared:
    """A trained recipe with the runs solved from it. All arrays are read-only: sessions share.

    ``solver``: the processes that solve them, where there are any.
    """

    def __init__(self, run: PreparedRun, seconds: float, solver: SolverPool | None = None) -> None:
        self.run, self.seconds, self._solver = run, seconds, solver
        self._runs: OrderedDict[_Key, Run] = OrderedDict()
        self._lock = threading.Lock()
        self._solving: dict[_Key, Future[Run]] = {}
        for oracle in (run.oracle, run.test_oracle):
            oracle.matrix.setflags(write=False)
            oracle.codes.setflags(write=False)
        run.reference_codes.setflags(write=False)

    def begin(self, settings: Settings, n_members: int) -> None:
        """Have the run solved in a process, if one is there, before ``solve`` waits for it; raises
        ``InputError`` when it would take too long."""
        missing = self.run.recipe.weighting == "out_of_bag"
        check_run(settings, self.run.oracle.n_rows, n_members, missing=missing)
        key = settings, n_members
        with self._lock:
            if self._solver is None or key in self._runs or key in self._solving:
                return
            asked = self._solver.ask(self.run, settings, n_members)
            if asked is not None:
                self._solving[key] = asked
        if asked is not None:
            asked.add_done_callback(partial(self._solved, key))

    def solve(self, settings: Settings, n_members: int) -> Run:
        """The run with these settings; solved once, then kept."""
        self.begin(settings, n_members)
        key = settings, n_members
        with self._lock:
            asked = self._solving.get(key)
        if asked is None:
            return self._solve_here(key)
        try:
            if asked.done():
                return asked.result()
            with PAGE_SLOTS.released():
                return _awaited(asked)
        except (WorkerEnded, CancelledError):
            return self._solve_here(key)

    def _solve_here(self, key: _Key) -> Run:
        mine: Future[Run] = Future()
        with self._lock:
            if key in self._runs:
                self._runs.move_to_end(key)
                return self._runs[key]
            # A slider asks twice, for its figures and for the page: the second waits for the first.
            asked = self._solving.setdefault(key, mine)
        if asked is not mine:
            with PAGE_SLOTS.released():
                return asked.result()
        mine.add_done_callback(partial(self._solved, key))
        settings, n_members = key
        try:
            mine.set_result(self.run.solve(settings, n_members=n_members))
        except BaseException as problem:
            mine.set_exception(problem)
        return mine.result()

    def _solved(self, key: _Key, asked: Future[Run]) -> None:
        with self._lock:
            self._solving.pop(key, None)
            if asked.cancelled() or asked.exception() is not None:
                return
            self._runs[key] = asked.result()
            while len(self._runs) > MAX_RUNS:
                self._runs.popitem(last=False)


def _awaited(asked: Future[Run]) -> Run:
    """Its result; ``CancelledError`` when the processes are so busy that it was not begun."""
    try:
        return asked.result(PATIENCE)
    except TimeoutError:
        asked.cancel()  # in vain when it is being worked on
        return asked.result()


@dataclass(eq=False)
class Job:
    """One training under way; ``partial`` is what can be shown of its result so far.

    ``done`` and ``total`` count the whole work; ``what`` is the part it is at. ``pace_from`` is
    when the work itself was first heard of, and how much was done then: neither the wait for a turn
    nor the start of a process says anything about its pace.
    """

    recipe: Any
    dataset: Any = None
    what: str = BEGINS
    done: int = 0
    total: int = 0
    partial: Any = None
    pace_from: tuple[float, int] | None = None
    error: str | None = None
    finished: bool = False
    cancelled: bool = False
    watchers: dict[str, float] = field(default_factory=dict)

    @property
    def fraction(self) -> float:
        """Share of the whole work that is done, in [0, 1]."""
        return self.done / self.total if self.total else 0.0

    @property
    def seconds_left(self) -> float | None:
        """Estimate for the whole work from its pace; None before ``ENOUGH`` of it is done."""
        if self.pace_from is None or self.finished:
            return None
        since, before = self.pace_from
        spent, done = time.monotonic() - since, self.done - before
        share, seconds = ENOUGH
        if spent < seconds or done < max(share * self.total, 1):
            return None
        return spent * (self.total - self.done) / done

    @property
    def words(self) -> str:
        """What is being done, how much of the whole is done, and how long the rest takes."""
        left = self.seconds_left
        share = f" · {self.fraction:.0%}" if self.total else ""
        return f"{self.what}{share}" + (f" · about {duration(left)} left" if left else "")


class JobQueue:
    """All trainings of this server: under way and done. Every method may be called by any thread.

    A recipe is a frozen record that names its ``dataset``. ``is_alive(session)`` tells whether a
    page is still open; ``find`` gives the rows a recipe's dataset stands for, in the thread of the
    session that asks; ``prepare`` does the work, given the recipe's fields and ``progress``;
    ``keep`` makes of its result and its seconds what ``prepared`` returns, and ``limit`` is how
    many are kept; ``at_once`` many are under way at a time. ``has(dataset)`` tells, in the thread
    of the session that asks, whether that session has these rows: nothing made from an uploaded
    table is given to a session without it. ``bound(recipe, rows)`` raises ``InputError`` when the
    work is too much; it then does not begin.
    """

    def __init__(
        self,
        is_alive: Callable[[str], bool],
        prepare: Callable[..., Any] = prepare_run,
        *,
        find: Callable[[str], Any] = str,
        keep: Callable[[Any, float], Any] = Prepared,
        limit: int | None = None,
        at_once: int = AT_ONCE,
        has: Callable[[str], bool] = lambda dataset: True,
        bound: Callable[[Any, Any], None] = lambda recipe, rows: None,
    ) -> None:
        self._bound = bound
        self._is_alive, self._prepare = is_alive, prepare
        self._find, self._keep, self._limit, self._has = find, keep, limit, has
        self._lock = threading.Lock()
        self._turns = threading.Semaphore(at_once)
        self._jobs: dict[Any, Job] = {}
        self._done: OrderedDict[Any, Any] = OrderedDict()
        self._unfinished: OrderedDict[Any, Any] = OrderedDict()
        self._refused: OrderedDict[Any, Job] = OrderedDict()
        """What sessions without the rows asked for, and why they got nothing."""

    def prepared(self, recipe: Any) -> Any:
        """The trained recipe, if it is kept."""
        return self.available(recipe) if self._has(recipe.dataset) else None

    def available(self, recipe: Any) -> Any:
        """The same for work that another queue began for a session that has the rows."""
        with self._lock:
            if recipe in self._done:
                self._done.move_to_end(recipe)
            return self._done.get(recipe)

    def job(self, recipe: Any) -> Job | None:
        """The training of this recipe, under way or failed."""
        has = self._has(recipe.dataset)
        with self._lock:
            return (self._jobs if has else self._refused).get(recipe)

    def unfinished(self, recipe: Any) -> Any:
        """What there was of the result when the work was last cancelled; None without any."""
        if not self._has(recipe.dataset):
            return None
        with self._lock:
            return self._unfinished.get(recipe)

    def start(self, recipe: Any, session: str) -> Job:
        """Begin a training, or join the one under way: a second click does not start it twice."""
        fresh = Job(recipe, watchers={session: time.monotonic()})
        try:
            fresh.dataset = self._find(recipe.dataset)
            self._bound(recipe, fresh.dataset)
        except InputError as error:
            fresh.error, fresh.finished = str(error), True
        has = self._has(recipe.dataset)
        with self._lock:
            if not has:
                _remember(self._refused, recipe, fresh)
                return fresh
            job = self._jobs.get(recipe)
            if job is not None and not job.finished and not job.cancelled:
                job.watchers[session] = time.monotonic()
                return job
            job = self._jobs[recipe] = fresh
            if job.error is not None:
                return job
        threading.Thread(target=self._work, args=(job,), daemon=True, name="training").start()
        return job

    def leave(self, recipe: Any, session: str) -> None:
        """Stop waiting; the training ends when nobody else waits for it."""
        with self._lock:
            job = self._jobs.get(recipe)
            if job is None:
                return
            job.watchers.pop(session, None)
            if not job.watchers:
                job.cancelled = True
                del self._jobs[recipe]
                if job.partial is not None:
                    _remember(self._unfinished, recipe, job.partial)

    def forget_error(self, recipe: Any) -> None:
        """Drop a failed training, so that it can be tried again."""
        has = self._has(recipe.dataset)
        with self._lock:
            jobs = self._jobs if has else self._refused
            job = jobs.get(recipe)
            if job is not None and job.finished:
                del jobs[recipe]

    def forget(self, dataset: str) -> None:
        """Drop everything made from a dataset that is no longer there."""
        with self._lock:
            for kept in (self._done, self._unfinished):
                for recipe in [r for r in kept if r.dataset == dataset]:
                    del kept[recipe]
            for recipe in [r for r in self._jobs if r.dataset == dataset]:
                self._jobs.pop(recipe).cancelled = True

    def _work(self, job: Job) -> None:
        try:
            while not self._turns.acquire(timeout=0.3):
                job.what = WAITS
                self._check_wanted(job)
            job.what = BEGINS
            try:
                begun = time.monotonic()
                arguments = vars(job.recipe) | {"dataset": job.dataset}
                result = self._prepare(**arguments, progress=self._reporter(job))
                prepared = self._keep(result, time.monotonic() - begun)
            finally:
                self._turns.release()
        except Cancelled:
            self._drop(job)
        except InputError as error:
            job.error, job.finished = str(error), True
        except Exception as error:
            logging.getLogger(__name__).exception("training failed: %s", job.recipe)
            job.error = f"Training failed ({type(error).__name__}: {error}); see the server's log."
            job.finished = True
        else:
            with self._lock:
                self._done[job.recipe] = prepared
                self._unfinished.pop(job.recipe, None)
                while len(self._done) > (self._limit or MAX_PREPARED):
                    self._done.popitem(last=False)
                job.finished = True
                if self._jobs.get(job.recipe) is job:
                    del self._jobs[job.recipe]

    def _reporter(self, job: Job) -> Callable[..., None]:
        def report(what: str, done: int, total: int, partial: Any = None) -> None:
            self._check_wanted(job)
            if partial is not None:
                job.partial = partial
            job.what, job.done, job.total = what, done, total
            if job.pace_from is None and total:
                job.pace_from = time.monotonic(), done

        return report

    def _check_wanted(self, job: Job) -> None:
        now = time.monotonic()
        with self._lock:
            for session in list(job.watchers):
                if self._is_alive(session):
                    job.watchers[session] = now
                elif now - job.watchers[session] > GRACE:
                    del job.watchers[session]
            if job.cancelled or not job.watchers:
                job.cancelled = True
                raise Cancelled

    def _drop(self, job: Job) -> None:
        with self._lock:
            job.finished = True
            if self._jobs.get(job.recipe) is job:
                del self._jobs[job.recipe]


def _remember(kept: OrderedDict[Any, Any], recipe: Any, what: Any) -> None:
    """Keep it, the latest last, and no more than ``MAX_UNFINISHED``."""
    kept[recipe] = what
    kept.move_to_end(recipe)
    while len(kept) > MAX_UNFINISHED:
        kept.popitem(last=False)
