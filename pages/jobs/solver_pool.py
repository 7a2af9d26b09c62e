"""Runs solved, and their figures packed, in processes beside the server.

All pages share one interpreter, and with many sessions they wait for it. So a new λ is solved, and
its figures are packed, in a worker that holds the votes of the last recipes. The worker's end is
``pages/jobs/solver_worker.py``.
"""

from __future__ import annotations

import atexit
import logging
import threading
import time
from collections import OrderedDict
from concurrent.futures import Future
from queue import SimpleQueue
from typing import NamedTuple
from weakref import ReferenceType, ref

from joblib import cpu_count

from l2dwk_core.common.errors import InputError
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.runs.run import PreparedRun, Run
from l2dwk_core.runs.saved import answers_only
from pages.charts import run_charts
from pages.runtime.byte_size import byte_size
from pages.runtime.worker_connection import WorkerConnection, WorkerEnded

MOST_PROCESSES = 2
"""Most processes. The pages of one interpreter cannot keep more of them busy."""
MAX_HELD = 50_000_000
"""Bytes of the answers that a process keeps: 0.2 to 1 MB a recipe at 301 members. Each reader may
have a recipe of their own."""
_DEATHS = 3
"""A process that has ended this many times in a row, without a solved run between, is not started
again."""
LONGEST = 30.0
"""Seconds after which a process that does not answer is ended; the page then solves the run. The
longest run that a page accepts takes less (``run_cost.check_run``)."""
_PAUSE = 1.0
"""Seconds before an ended process is started again."""
_LOG = logging.getLogger(__name__)
_MODULE = "pages.jobs.solver_worker"


KnownRecipes = OrderedDict[int, tuple[ReferenceType[PreparedRun], int]]
"""The recipes that a process holds, by number, with the bytes of their answers."""


class _Work(NamedTuple):
    asked: Future[Run]
    prepared: PreparedRun
    settings: Settings
    n_members: int


class SolverPool:
    """The workers: one for each processor core except one, which the pages need.

    They start with the first training, or with the second run that is asked for, so that they do
    not slow the first page of a server. They are ready some seconds later; until then runs are
    solved in the server.
    """

    def __init__(self, processes: int | None = None) -> None:
        self._wanted = min(cpu_count() - 1, MOST_PROCESSES) if processes is None else processes
        self._lock = threading.Lock()
        self._first: tuple[RunRecipe, Settings, int] | None = None
        self._work: SimpleQueue[_Work] = SimpleQueue()
        self._ready: set[WorkerConnection] = set()
        self._started, self._closed = False, threading.Event()
        self._workers: set[WorkerConnection] = set()

    @property
    def pids(self) -> list[int]:
        """Return the process numbers of the workers that are ready."""
        return [worker.pid for worker in list(self._ready)]

    def ask(self, prepared: PreparedRun, settings: Settings, n_members: int) -> Future[Run] | None:
        """Return a future of the run; None where the caller has to solve it.

        Its ``result`` raises InputError as ``PreparedRun.solve`` does, and WorkerEnded when the
        worker ends.
        """
        if not self._wanted:
            return None
        wish = prepared.recipe, settings, n_members
        self._first = self._first or wish
        if wish != self._first:
            self.start()
        # Only the members can give probabilities, and they are here.
        if not self._ready or settings.outputs == "probabilities":
            return None
        asked: Future[Run] = Future()
        self._work.put(_Work(asked, prepared, settings, n_members))
        return asked

    def start(self) -> None:
        """Start the processes, without waiting for them; once."""
        with self._lock:
            if self._started:
                return
            self._started = True
        atexit.register(self.close)
        for _ in range(self._wanted):
            threading.Thread(target=self._serve, daemon=True, name="solver").start()

    def close(self) -> None:
        """End the processes at once."""
        with self._lock:
            self._closed.set()
            workers = list(self._workers)
        for worker in workers:
            worker.kill()

    def _serve(self) -> None:
        deaths = 0
        while deaths < _DEATHS:
            deaths += 1
            try:
                with self._lock:
                    if self._closed.is_set():
                        return
                    worker = WorkerConnection(_MODULE)
                    self._workers.add(worker)
            except OSError:
                _LOG.exception("No process to solve in.")
                return
            try:
                worker.receive()  # that it has imported what it needs
                self._ready.add(worker)
                known: KnownRecipes = OrderedDict()
                while True:
                    _solve(worker, known, self._work.get())
                    deaths = 0
            except WorkerEnded:
                if self._closed.is_set():
                    return
                _LOG.warning("A solving process has ended.")
            except Exception:
                _LOG.exception("A solving process was of no use.")
            finally:
                self._ready.discard(worker)
                self._workers.discard(worker)
                worker.kill()
                worker.close()
            time.sleep(_PAUSE)


def _solve(worker: WorkerConnection, known: KnownRecipes, work: _Work) -> None:
    """Have a worker solve; ``known``: the recipes it holds. Raise WorkerEnded when it ends."""
    if not work.asked.set_running_or_notify_cancel():
        return
    pending = run_charts.PendingCharts()
    limit = threading.Timer(LONGEST, worker.kill)
    limit.daemon = True
    limit.start()
    try:
        number = _hold(worker, known, work.prepared)
        worker.send(("solve", (number, work.settings, work.n_members)))
        kind, content = worker.receive()
        if kind == "refused":
            work.asked.set_exception(InputError(content))
            return
        if (
            kind == "failed"
        ):  # the page solves it as well, fails in the same way and shows the error
            work.asked.set_exception(WorkerEnded(content))
            return
        run = Run.solved(work.prepared, work.settings, work.n_members, *content)
        run_charts.attach_pending(run, pending)
        work.asked.set_result(run)
        while (piece := worker.receive()) is not None:
            pending.add(*piece)
    except Exception as problem:
        if not work.asked.done():
            work.asked.set_exception(WorkerEnded(str(problem)))
        raise
    finally:
        limit.cancel()
        pending.close()


def _hold(
    worker: WorkerConnection,
    known: KnownRecipes,
    prepared: PreparedRun,
) -> int:
    """Return the recipe's number in the worker, after sending its answers if they are new."""
    found = next((number for number, (its, _) in known.items() if its() is prepared), None)
    if found is not None:
        known.move_to_end(found)
    for number in [number for number, (its, _) in known.items() if its() is None]:
        worker.send(("forget", number))
        del known[number]
    if found is not None:
        return found
    answers = answers_only(prepared)
    size = byte_size(answers)
    while known and size + sum(held for _, held in known.values()) > MAX_HELD:
        number, _ = known.popitem(last=False)
        worker.send(("forget", number))
    new = max(known, default=0) + 1
    worker.send(("hold", (new, answers)))
    known[new] = ref(prepared), size
    return new
