"""Fits of classifiers without each fold and on all rows, with their answers on the rows left out.

It is used for the library of models, for weights learned out of fold, and for classifiers that a
user gives.
"""

from __future__ import annotations

import heapq
import pickle
import tempfile
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import joblib
import numpy as np
from joblib.externals.loky.backend import reduction
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.utils import _safe_indexing
from sklearn.utils.metaestimators import _safe_split

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted
from l2dwk_core.common.threads import one_thread
from l2dwk_core.common.types import Indices
from l2dwk_core.datasets.encoding import encode_labels
from l2dwk_core.pools.predicted_labels import predicted_labels
from l2dwk_core.pools.processes import processes

Progress = Callable[[str, int, int], None]
"""A function called with the name of a model, the number of fits done, and the number of fits."""
Folds = Sequence[tuple[Indices, Indices]]

LEFT_OUT = "is left out, as it could not be fitted"
"""The text that follows the name in the note of a model that failed; the reason comes after it."""

_SECONDS_BETWEEN_REPORTS = 0.2
_LONGEST_REASON = 200


@dataclass(frozen=True, eq=False)
class ModelFits:
    """The models for which no fit failed.

    Attributes
    ----------
    places
        (L,) position of each model in the list that was given.
    names
        The names of the models.
    fitted
        The models fitted on all rows; empty when this was not asked for.
    classes
        (C,) sorted labels.
    codes
        (N, L) int16: the votes on each row, as positions in ``classes``, of models that were fitted
        without the row. −1 on a row that no fold leaves out.
    probabilities
        (N, L, C) float32 probabilities of the same models; None when not asked for. A model without
        probabilities gives 1 to the class it votes for.
    without_probabilities
        The names of the models without probabilities.
    notes
        For every model left out, one line with the reason.
    """

    places: Indices
    names: tuple[str, ...]
    fitted: tuple[Any, ...]
    classes: NDArray[Any]
    codes: NDArray[np.int16]
    probabilities: NDArray[np.float32] | None
    without_probabilities: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def all_notes(self) -> tuple[str, ...]:
        """Return ``notes`` and a line that names the models without probabilities."""
        if not self.without_probabilities:
            return self.notes
        return (
            *self.notes,
            "Without probabilities of their own, these give 1 to the class they vote for: "
            f"{', '.join(self.without_probabilities)}.",
        )


def fit_models(
    models: Sequence[tuple[str, Any]],
    X: Any,
    y: Any,
    *,
    folds: Folds = (),
    refit: bool = True,
    probabilities: bool = False,
    quiet: bool = False,
    costs: Sequence[int] | None = None,
    n_jobs: int | None = -1,
    progress: Progress | None = None,
) -> ModelFits:
    """Fit every model without each fold and on all rows, and return the fits.

    A model that fails in one fit is left out, and the reason is in ``notes``. Each fit uses one
    thread, so the answers do not depend on the number of processes or threads.

    Parameters
    ----------
    models
        Names and unfitted classifiers. They are cloned, not changed.
    X
        N rows in any form that the models accept: a table, an array, a sparse matrix, a list of
        texts.
    y
        (N,) labels, two classes or more.
    folds
        Pairs of (rows to fit on, rows to answer). When the rows to fit on have one class only, this
        class is the answer.
    refit
        Whether models are also fitted on all rows.
    probabilities
        Whether class probabilities are recorded as well as votes.
    quiet
        Whether warnings of the models are hidden.
    costs
        One whole number for each model, 1 or more: how long a fit of it takes beside the others.
        Progress counts a fit by this number. Default: 1 for each model.
    n_jobs
        The number of processes; −1 for one on each core. With 1 and no ``progress`` the fits are
        made in this process.
    progress
        Called as ``progress(name, done, total)`` a few times a second. ``name`` is a model that is
        being fitted; ``done`` and ``total`` are sums of the ``costs`` of fits. An exception it
        raises ends all fits at once.

    Raises
    ------
    InputError
        When there is one class only, when no model could be fitted, or when a process ended before
        its work was done.
    """
    classes, codes = encode_labels(y)
    if classes.size < 2:
        raise InputError(
            f"Only one class: {str(classes[0])!r} ({counted(codes.size, 'row')}); at least two are "
            "needed to train a classifier."
        )
    work = _Work(X, np.asarray(y), classes, tuple(folds), probabilities, quiet)
    fits = _Fits(models, work, refit, costs)
    n_workers = int(joblib.effective_n_jobs(n_jobs))
    if n_workers == 1 and progress is None:
        with one_thread():
            while (job := fits.next()) is not None:
                fits.take(job, work.fit(clone(fits.models[job[0]]), job[1]))
    else:
        _fit_in_processes(fits, work, n_workers, progress)
    return fits.result()


Job = tuple[int, int | None]
"""The position of a model, and the position of a fold or None for all rows."""


@dataclass(frozen=True, eq=False)
class _Answer:
    """The result of one fit: votes and probabilities on the rows left out, or the fitted model, or
    the reason of its failure."""

    seconds: float = 0.0
    codes: NDArray[np.int16] | None = None
    probabilities: NDArray[np.float32] | None = None
    has_probabilities: bool = True
    fitted: Any = None
    failure: str | None = None


@dataclass(frozen=True, eq=False)
class _Work:
    """The rows, the folds and the options of all fits."""

    X: Any
    y: NDArray[Any]
    classes: NDArray[Any]
    folds: tuple[tuple[Indices, Indices], ...]
    probabilities: bool
    quiet: bool

    def fit(self, model: Any, fold: int | None) -> _Answer:
        """Fit the model without the rows of a fold and return its answers on them. When *fold* is
        None, fit it on all rows and return it."""
        begun = time.perf_counter()
        try:
            with warnings.catch_warnings():
                if self.quiet:
                    warnings.simplefilter("ignore")
                answer = self._fit(model, fold)
        except Exception as error:  # a model may raise any exception
            answer = {"failure": _reason(error)}
        return _Answer(seconds=time.perf_counter() - begun, **answer)

    def _fit(self, model: Any, fold: int | None) -> dict[str, Any]:
        if fold is None:
            model.fit(self.X, self.y)
            model.predict(_safe_indexing(self.X, [0]))  # some can be fitted but not predict
            return {"fitted": model}
        kept, left_out = self.folds[fold]
        known = self.y[kept]
        if (known == known[0]).all():
            code = int(np.searchsorted(self.classes, known[0]))
            codes = np.full(len(left_out), code, dtype=np.int16)
            return {"codes": codes, "probabilities": self._one_hot(codes)}
        model.fit(*_safe_split(model, self.X, self.y, kept))
        rows, _ = _safe_split(model, self.X, self.y, left_out, kept)
        labels = predicted_labels(model, rows)
        codes = np.searchsorted(self.classes, labels).clip(max=self.classes.size - 1)
        if not (self.classes[codes] == labels).all():
            raise ValueError("it predicts something else than one of the labels")
        codes = codes.astype(np.int16)
        if not self.probabilities:
            return {"codes": codes}
        if not hasattr(model, "predict_proba"):
            return {
                "codes": codes, "probabilities": self._one_hot(codes), "has_probabilities": False,
            }  # fmt: skip
        return {"codes": codes, "probabilities": self._wide(model, known, rows)}

    def _wide(self, model: Any, known: NDArray[Any], rows: Any) -> NDArray[np.float32]:
        """Return probabilities of all classes; 0 for classes the model was fitted without."""
        share = np.asarray(model.predict_proba(rows), dtype=np.float32)
        labels = np.asarray(getattr(model, "classes_", np.unique(known)))
        wide = np.zeros((share.shape[0], self.classes.size), dtype=np.float32)
        wide[:, np.searchsorted(self.classes, labels)] = share
        return wide

    def _one_hot(self, codes: NDArray[np.int16]) -> NDArray[np.float32] | None:
        return np.eye(self.classes.size, dtype=np.float32)[codes] if self.probabilities else None


class _Fits:
    """The fits that are still to be made, and the results of the finished fits.

    The first fit of every model is made first, in the given order. The other fits follow in the
    order of the time that the first fit took, the longest first. So all processes have work until
    the end.
    """

    def __init__(
        self,
        models: Sequence[tuple[str, Any]],
        work: _Work,
        refit: bool,
        costs: Sequence[int] | None,
    ) -> None:
        self.names = [name for name, _ in models]
        self.models = [clone(model) for _, model in models]
        self._work = work
        self._jobs: list[int | None] = [*range(len(work.folds)), *([None] if refit else [])]
        self._first = deque(range(len(models)))
        self._later: list[tuple[float, int, int]] = []
        self._failures: dict[int, str] = {}
        self._no_probabilities: set[int] = set()
        self._fitted: dict[int, Any] = {}
        self._count = [0] * len(models)
        self._costs = [1] * len(models) if costs is None else list(costs)
        self.done, self.total = 0, sum(self._costs) * len(self._jobs)
        n, n_models = len(work.y), len(models)
        self._codes = np.full((n, n_models), -1, dtype=np.int16)
        self._probabilities = (
            np.zeros((n, n_models, work.classes.size), dtype=np.float32)
            if work.probabilities
            else None
        )

    def next(self) -> Job | None:
        """Return the fit to begin now; None when there is none."""
        if self._first:
            return self._first.popleft(), self._jobs[0]
        while self._later:
            _, place, number = heapq.heappop(self._later)
            if place not in self._failures:
                return place, self._jobs[number]
        return None

    def take(self, job: Job, answer: _Answer) -> None:
        """Store the result of a fit."""
        place, fold = job
        if place in self._failures:
            return
        if answer.failure is not None:
            self._failures[place] = answer.failure
            self.done += self._costs[place] * (len(self._jobs) - self._count[place])
            return
        self.done += self._costs[place]
        self._count[place] += 1
        if fold == self._jobs[0]:
            for number in range(1, len(self._jobs)):
                heapq.heappush(self._later, (-answer.seconds, place, number))
        if fold is None:
            self._fitted[place] = answer.fitted
            return
        rows = self._work.folds[fold][1]
        assert answer.codes is not None  # only a fit on all rows has no codes
        self._codes[rows, place] = answer.codes
        if self._probabilities is not None:
            self._probabilities[rows, place] = answer.probabilities
        if not answer.has_probabilities:
            self._no_probabilities.add(place)

    def result(self) -> ModelFits:
        """Return the models for which no fit failed."""
        kept = [j for j in range(len(self.names)) if j not in self._failures]
        if not kept:
            raise InputError(
                f"None of {counted(len(self.names), 'model')} could be fitted; of the first, "
                f"{self.names[0]}, it was said: {self._failures[0]}"
            )
        everyone = len(kept) == len(self.names)
        codes, proba = self._codes, self._probabilities
        return ModelFits(
            places=np.array(kept, dtype=np.intp),
            names=tuple(self.names[j] for j in kept),
            fitted=tuple(self._fitted[j] for j in kept if j in self._fitted),
            classes=self._work.classes,
            codes=codes if everyone else codes[:, kept],
            probabilities=proba if everyone or proba is None else proba[:, kept],
            without_probabilities=tuple(self.names[j] for j in kept if j in self._no_probabilities),
            notes=tuple(
                f"{self.names[j]} {LEFT_OUT}: {self._failures[j]}" for j in sorted(self._failures)
            ),
        )


def _fit_in_processes(fits: _Fits, work: _Work, n_workers: int, progress: Progress | None) -> None:
    begun: dict[Future[_Answer], Job] = {}
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
def _file_of(work: _Work) -> Iterator[str]:
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


def _answer_of(future: Future[_Answer]) -> _Answer:
    try:
        return future.result()
    except BrokenProcessPool as error:
        raise InputError(
            "A process that fitted models has ended, probably for want of memory; take fewer rows "
            "or models, or n_jobs=1."
        ) from error
    except Exception as error:  # a model that cannot be sent to a process
        return _Answer(failure=_reason(error))


def _fit_from_file(path: str, model: Any, fold: int | None) -> _Answer:
    return _read(path).fit(model, fold)


@lru_cache(maxsize=1)
def _read(path: str) -> _Work:
    work: _Work = pickle.loads(Path(path).read_bytes())
    return work


def _reason(error: Exception) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= _LONGEST_REASON else text[: _LONGEST_REASON - 1] + "…"
