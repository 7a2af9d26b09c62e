"""Fits of classifiers in several processes."""

from __future__ import annotations

import pickle
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from joblib.externals.loky.backend import reduction

from l2dwk_core.common.errors import InputError
from l2dwk_core.pools.fit_queue import FitQueue, Job
from l2dwk_core.pools.model_fits import Progress
from l2dwk_core.pools.one_fit import FitAnswer, FitWork, reason_of
from l2dwk_core.pools.processes import processes

_SECONDS_BETWEEN_REPORTS = 0.2


def fit_in_processes(
    fits: FitQueue, work: FitWork, n_workers: int, progress: Progress | None
) -> None:
    """Make all fits of the queue in *n_workers* processes."""
    begun: dict[Future[FitAnswer], Job] = {}
    if progress is not None:
        progress(fits.names[0], 0, fits.total)
    last_report = time.perf_counter()
    with _file_of(work) as path, processes(n_workers) as executor:
        while True:
            while len(begun) < 2 * n_workers and (job := fits.next()) is not None:
                model = fits.models[job[0]]
                begun[executor.submit(_fit_from_file, path, model, job[1])] = job
            if not begun:
                break
            done, _ = wait(begun, _SECONDS_BETWEEN_REPORTS, FIRST_COMPLETED)
            for future in done:
                fits.take(begun.pop(future), _answer_of(future))
            now = time.perf_counter()
            if progress is not None and begun and now - last_report > _SECONDS_BETWEEN_REPORTS / 2:
                # The fit begun first among those not done: a process is working on it.
                progress(fits.names[next(iter(begun.values()))[0]], fits.done, fits.total)
                last_report = now
        if progress is not None:
            progress(fits.names[-1], fits.total, fits.total)


@contextmanager
def _file_of(work: FitWork) -> Iterator[str]:
    """Yield the path of a temporary file that holds the work. Raise InputError on a full disk."""
    with ExitStack() as stack:
        try:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="l2dwk-"))
            path = Path(folder, "work.pickle")
            with path.open("wb") as file:
                reduction.dump(work, file)  # unlike pickle, it writes classes defined in a notebook
        except OSError as problem:
            raise InputError(
                "The rows cannot be written to a temporary file, from which processes that fit "
                f"models read them ({problem.strerror}); make room for temporary files, or set "
                "TMPDIR to a folder on a disk with room."
            ) from problem
        yield str(path)


def _answer_of(future: Future[FitAnswer]) -> FitAnswer:
    try:
        return future.result()
    except BrokenProcessPool as error:
        raise InputError(
            "A process that fitted models has ended, probably for want of memory; take fewer rows "
            "or models, or n_jobs=1."
        ) from error
    except Exception as error:  # a model that cannot be sent to a process
        return FitAnswer(failure=reason_of(error))


def _fit_from_file(path: str, model: Any, fold: int | None) -> FitAnswer:
    return _read(path).fit(model, fold)


@lru_cache(maxsize=1)
def _read(path: str) -> FitWork:
    work: FitWork = pickle.loads(Path(path).read_bytes())
    return work
