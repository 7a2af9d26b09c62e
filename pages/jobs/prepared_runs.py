"""A trained recipe and the runs solved from it: each is solved once, for all sessions.

A run is solved in a process beside the server where there is one (``pages/jobs/solver_pool.py``),
else in the thread of the page that asks. A long one is not solved there because the process is
busy: two of them would leave no page of anybody a turn.
"""

from __future__ import annotations

import threading
from concurrent.futures import CancelledError, Future
from contextlib import ExitStack, suppress
from functools import partial

from l2dwk_core.common.object_cache import ObjectCache
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.run import PreparedRun, Run
from l2dwk_core.runs.run_cost import check_run, run_seconds
from pages.jobs.solver_pool import SolverPool
from pages.runtime.byte_size import byte_size
from pages.runtime.page_slots import PAGE_SLOTS, PageSlots
from pages.runtime.worker_connection import WorkerEnded

MAX_PREPARED = 400_000_000
"""Bytes of the trained recipes that are kept: 3 to 10 MB each at 301 members and 1,000 rows."""
MAX_RUNS = 200_000_000
"""Bytes of the solved runs that are kept, of all trained recipes together."""
_VOTE, _FIGURES, _TRACE = 10, 200_000, 4
"""Bytes of a vote with what is computed from it, of a run's packed figures, and of the trace with
what is computed from it as a multiple of the trace alone."""
PATIENCE = 1.0
"""Seconds a short run waits until a process begins with it."""
LONG = 1.0
"""Estimated seconds of a run that waits for a process however long others take, and of which one at
a time is solved in a page's thread where there is no process for it."""
_LONG_RUNS = PageSlots(1)

_Key = tuple[Settings, int]
_RUNS = ObjectCache(MAX_RUNS)
"""The solved runs of all trained recipes. They go with the recipe."""


class Prepared:
    """A trained recipe with the runs solved from it.

    Sessions share it, so all arrays are read-only. ``solver``: the processes that solve runs, if
    there are any. ``n_bytes``: about how much memory the recipe takes, without runs.
    """

    def __init__(
        self,
        run: PreparedRun,
        seconds: float,
        solver: SolverPool | None = None,
        n_bytes: int = 0,
    ) -> None:
        self.run, self.seconds, self._solver, self.n_bytes = run, seconds, solver, n_bytes
        self._lock = threading.Lock()
        self._solving: dict[_Key, Future[Run]] = {}
        for oracle in (run.oracle, run.test_oracle):
            oracle.matrix.setflags(write=False)
            oracle.codes.setflags(write=False)
        run.reference_codes.setflags(write=False)

    def begin(self, settings: Settings, n_members: int) -> None:
        """Start to solve the run in a process, if there is one; ``solve`` then waits for it.

        Raise InputError when it would take too long.
        """
        missing = self.run.oracle.available is not None
        check_run(settings, self.run.oracle.n_rows, n_members, missing=missing)
        key = settings, n_members
        with self._lock:
            if self._solver is None or key in self._solving or _RUNS.get(self, key) is not None:
                return
            asked = self._solver.ask(self.run, settings, n_members)
            if asked is not None:
                self._solving[key] = asked
        if asked is not None:
            asked.add_done_callback(partial(self._solved, key))

    def is_long(self, settings: Settings, n_members: int) -> bool:
        """Return whether a run is estimated to take so long that others may have to wait for it."""
        oracle = self.run.oracle
        missing = oracle.available is not None
        return run_seconds(settings, oracle.n_rows, n_members, missing=missing) > LONG

    def solve(self, settings: Settings, n_members: int) -> Run:
        """Return the run with these settings. It is solved once, then kept."""
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
                return _awaited(asked, None if self.is_long(*key) else PATIENCE)
        except (WorkerEnded, CancelledError):
            return self._solve_here(key)

    def _solve_here(self, key: _Key) -> Run:
        mine: Future[Run] = Future()
        mine.set_running_or_notify_cancel()  # another page that gives up waiting cannot cancel it
        while True:
            with self._lock:
                if (found := _RUNS.get(self, key)) is not None:
                    return found  # type: ignore[no-any-return]
                # A slider asks twice, for its figures and for the page. The second waits for the
                # first. One that another session has just cancelled, or whose process ended,
                # brings nothing; it may also be cancelled while this thread waits for it.
                asked = self._solving.get(key, mine)
                if asked.done():
                    asked = mine
                self._solving[key] = asked
            if asked is mine:
                break
            with PAGE_SLOTS.released(), suppress(WorkerEnded, CancelledError):
                return asked.result()
        mine.add_done_callback(partial(self._solved, key))
        settings, n_members = key
        try:
            with ExitStack() as turn:
                if self.is_long(*key):
                    address = PAGE_SLOTS.address
                    with PAGE_SLOTS.released():
                        turn.enter_context(_LONG_RUNS.turn(address))
                mine.set_result(self.run.solve(settings, n_members=n_members))
        except BaseException as problem:
            mine.set_exception(problem)
        return mine.result()

    def _solved(self, key: _Key, asked: Future[Run]) -> None:
        if not asked.cancelled() and asked.exception() is None:
            found = asked.result()
            _RUNS.put(self, key, found, _run_bytes(found))
        with self._lock:
            if self._solving.get(key) is asked:
                del self._solving[key]


def _run_bytes(run: Run) -> int:
    """Return about how many bytes a run keeps, beside those of its trained recipe."""
    found = _FIGURES + _TRACE * byte_size(run.trace)
    if run.oracle is not run.prepared.oracle:
        found += _VOTE * (run.oracle.matrix.size + run.test_oracle.matrix.size)
    return found


def _awaited(asked: Future[Run], patience: float | None) -> Run:
    """Return the result.

    Raise CancelledError when the processes are busy and none has begun with it within *patience*.
    """
    try:
        return asked.result(patience)
    except TimeoutError:
        asked.cancel()  # without effect when a process has begun with it
        return asked.result()
