"""Long work: one training for each recipe, for all sessions that wait for it.

Each piece of work has a thread, which waits for a process where the work is long
(``pages/jobs/worker.py``). The core reports progress several times a second from inside the
training. When no session waits any more, the report raises and so ends the work: after Cancel, and
when the last page that asked for it is closed. The thread calls no display function of Streamlit.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import duration
from l2dwk_core.runs.prepare import prepare_run
from pages.jobs.prepared_runs import Prepared
from pages.jobs.work_turns import Turn, WorkTurns
from pages.runtime.bounded_cache import BoundedCache
from pages.runtime.byte_size import byte_size
from pages.runtime.worker_connection import WorkerEnded

MAX_RESULTS = 50_000_000
"""Bytes of the results that are kept of other work, for each kind of it."""
AT_ONCE = 2
"""Trainings that run at the same time. On few cores more of them would slow each other down."""
MAX_UNFINISHED = 20
"""Results so far of cancelled work that are kept."""
MAX_FAILED = 200
"""Failures whose reason is kept."""
ENOUGH = 0.03, 3.0
"""Share of the work, and seconds, after which its speed tells how long the rest takes."""
BEGINS, WAITS = "begins", "waits until other trainings have ended"
WAITS_FOR_OWN = "waits until other work that you began has ended"
MOST_UNFINISHED = 5
"""Unfinished pieces of work of one session in one queue. When it starts another, it no longer waits
for the one it began first."""
_RETRY = 0.3
"""Seconds after which waiting work looks again whether it may run."""
GRACE = 20.0
"""Seconds a page may be away before its work is no longer wanted: to be loaded again, or until its
browser has found the way back after a break of the connection, which it tries every 15 s or more
often. Work that has not begun yet waits meanwhile."""
KILLED = (
    "The process that did this work was ended from outside, perhaps because the computer had too "
    "little memory. Other results are kept. Try again; if it happens again, choose less work."
)
"""What a page says when its work was killed."""


class Cancelled(Exception):
    """Raised inside the training when no session waits for it."""


@dataclass(eq=False)
class Job:
    """A training that is going on. ``partial`` is the part of its result that can be shown already.

    ``done`` and ``total`` count the whole work; ``what`` names the current part. ``pace_from`` is
    the time of the first report, and how much was done then. The wait in the queue and the start of
    a process come before it, because they say nothing about the speed of the work.
    ``watchers``: the sessions that wait, and when each was last there. ``left``: those that no
    longer wait, though the work goes on for others.
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
    forgotten: bool = False
    watchers: dict[str, float] = field(default_factory=dict)
    left: set[str] = field(default_factory=set)

    @property
    def fraction(self) -> float:
        """Share of the whole work that is done, in [0, 1]."""
        return self.done / self.total if self.total else 0.0

    @property
    def seconds_left(self) -> float | None:
        """Estimated seconds until the end, from the speed so far.

        None before ``ENOUGH`` of the work is done.
        """
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
        """What is being done, the share of the whole that is done, and how long the rest takes."""
        left = self.seconds_left
        share = f" · {self.fraction:.0%}" if self.total else ""
        return f"{self.what}{share}" + (f" · about {duration(left)} left" if left else "")


class JobQueue:
    """All trainings of this server: going on and finished. Any thread may call any method.

    A recipe is a frozen record that names its ``dataset``.

    ``is_alive(session)`` tells whether a page is still open. ``find(dataset)`` returns the rows,
    and ``has(dataset)`` whether the session has these rows; both are called in the thread of the
    session that asks. What was made from an uploaded table is not given to a session without that
    table.

    ``prepare(**fields of the recipe, progress)`` does the work. ``keep(result, seconds)`` returns
    what is kept and what ``prepared`` returns. At most ``limit`` results and ``max_bytes`` of them
    are kept, as ``size(what is kept)`` counts them; at most
    ``at_once`` pieces of work run at a time; ``turns``, which queues may share, says which is
    next. ``bound(recipe, rows)`` raises InputError when the work is too much; then it does not
    begin.
    """

    def __init__(
        self,
        is_alive: Callable[[str], bool],
        prepare: Callable[..., Any] = prepare_run,
        *,
        find: Callable[[str], Any] = str,
        keep: Callable[[Any, float], Any] = Prepared,
        limit: int | None = None,
        max_bytes: int = MAX_RESULTS,
        size: Callable[[Any], int] = byte_size,
        at_once: int = AT_ONCE,
        has: Callable[[str], bool] = lambda dataset: True,
        bound: Callable[[Any, Any], None] = lambda recipe, rows: None,
        turns: WorkTurns | None = None,
    ) -> None:
        self._bound, self._turns, self._at_once = bound, turns or WorkTurns(), at_once
        self._is_alive, self._prepare = is_alive, prepare
        self._find, self._keep, self._has = find, keep, has
        self._lock = threading.Lock()
        self._jobs: dict[Any, Job] = {}
        self._size = size
        self._done = BoundedCache(max_bytes, limit)
        self._unfinished = BoundedCache(MAX_RESULTS, MAX_UNFINISHED)
        self._refused = BoundedCache(MAX_RESULTS, MAX_UNFINISHED)
        """What sessions without the rows asked for, and the reasons why they got nothing."""

    def prepared(self, recipe: Any) -> Any:
        """Return the trained recipe, if it is kept and the session has its rows."""
        return self.available(recipe) if self._has(recipe.dataset) else None

    def available(self, recipe: Any) -> Any:
        """Return the trained recipe, if it is kept.

        For work that another queue began for a session that has the rows.
        """
        with self._lock:
            return self._done.get(recipe)

    def job(self, recipe: Any) -> Job | None:
        """Return the training of this recipe that is going on or has failed."""
        has = self._has(recipe.dataset)
        with self._lock:
            found: Job | None = (self._jobs if has else self._refused).get(recipe)
            return found

    def joined(self, recipe: Any, session: str) -> Job | None:
        """Return the training of this recipe that the session waits for.

        A session that comes to a training under way, as after a page was loaded again, waits for it
        from now on, unless it has cancelled it.
        """
        has = self._has(recipe.dataset)
        with self._lock:
            job = self._jobs.get(recipe) if has else None
            if job is None or job.finished or job.cancelled or session in job.left:
                return None
            job.watchers.setdefault(session, time.monotonic())
            return job

    def unfinished(self, recipe: Any) -> Any:
        """Return the result so far of work that was cancelled last; None without any."""
        if not self._has(recipe.dataset):
            return None
        with self._lock:
            return self._unfinished.get(recipe)

    def start(self, recipe: Any, session: str) -> Job:
        """Start a training, or wait for the one that is going on.

        So a second click does not start it twice.
        """
        fresh = Job(recipe, watchers={session: time.monotonic()})
        try:
            fresh.dataset = self._find(recipe.dataset)
            self._bound(recipe, fresh.dataset)
        except InputError as error:
            fresh.error, fresh.finished, fresh.dataset = str(error), True, None
        has = self._has(recipe.dataset)
        with self._lock:
            if not has:
                self._refused.put(recipe, fresh, 0)
                return fresh
            job = self._jobs.get(recipe)
            if job is not None and not job.finished and not job.cancelled:
                job.watchers[session] = time.monotonic()
                job.left.discard(session)
                return job
            job = self._jobs[recipe] = fresh
            if job.error is not None:
                self._forget_failures()
                return job
            self._leave_oldest(session)
        threading.Thread(target=self._work, args=(job,), daemon=True, name="training").start()
        return job

    def leave(self, recipe: Any, session: str) -> None:
        """Stop waiting. The training ends when no other session waits for it."""
        with self._lock:
            job = self._jobs.get(recipe)
            if job is not None:
                self._stop_waiting(job, session)

    def _stop_waiting(self, job: Job, session: str) -> None:
        job.watchers.pop(session, None)
        job.left.add(session)
        if not job.watchers:
            job.cancelled = True
            del self._jobs[job.recipe]
            if job.partial is not None:
                self._unfinished.put(job.recipe, job.partial, byte_size(job.partial))

    def _leave_oldest(self, session: str) -> None:
        mine = [j for j in self._jobs.values() if session in j.watchers and not j.finished]
        for job in mine[:-MOST_UNFINISHED]:
            self._stop_waiting(job, session)

    def _forget_failures(self) -> None:
        failed = [recipe for recipe, job in self._jobs.items() if job.finished]
        for recipe in failed[:-MAX_FAILED]:
            del self._jobs[recipe]

    def forget_error(self, recipe: Any) -> None:
        """Drop a failed training, so that it can be tried again."""
        has = self._has(recipe.dataset)
        with self._lock:
            jobs = self._jobs if has else self._refused
            job = jobs.get(recipe)
            if job is not None and job.finished:
                jobs.pop(recipe)

    def forget(self, dataset: str) -> None:
        """Drop everything made from a dataset that is no longer there."""
        with self._lock:
            for kept in (self._done, self._unfinished, self._refused):
                for recipe in [r for r in kept if r.dataset == dataset]:
                    kept.pop(recipe)
            for recipe in [r for r in self._jobs if r.dataset == dataset]:
                job = self._jobs.pop(recipe)
                job.cancelled = job.forgotten = True

    def _work(self, job: Job) -> None:
        try:
            try:
                while not self._take_turn(job):
                    self._check_wanted(job)
                job.what = BEGINS
                begun = time.monotonic()
                arguments = vars(job.recipe) | {"dataset": job.dataset}
                result = self._prepare(**arguments, progress=self._reporter(job))
                prepared = self._keep(result, time.monotonic() - begun)
                size = self._size(prepared)
            finally:
                self._turns.leave(job)
        except Cancelled:
            self._drop(job)
        except InputError as error:
            job.error, job.finished = str(error), True
        except WorkerEnded:
            logging.getLogger(__name__).warning("The process of a work was killed: %s", job.recipe)
            job.error, job.finished = KILLED, True
        except Exception as error:
            logging.getLogger(__name__).exception("training failed: %s", job.recipe)
            job.error = f"Training failed ({type(error).__name__}: {error}); see the server's log."
            job.finished = True
        else:
            with self._lock:
                # Its dataset may have gone since the work was last heard of.
                if not job.forgotten:
                    self._done.put(job.recipe, prepared, size)
                self._unfinished.pop(job.recipe)
                job.finished = True
                if self._jobs.get(job.recipe) is job:
                    del self._jobs[job.recipe]

    def _take_turn(self, job: Job) -> bool:
        """Return whether the work may run; wait a little when it may not."""
        with self._lock:
            sessions = [session for session in job.watchers if self._is_alive(session)]
        if not sessions:
            self._turns.leave(job)  # meanwhile others may begin
            time.sleep(_RETRY)
            return False
        turn = self._turns.take(job, sessions, self, self._at_once, _RETRY)
        if turn is not Turn.GIVEN:
            job.what = WAITS_FOR_OWN if turn is Turn.OWN else WAITS
        return turn is Turn.GIVEN

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
