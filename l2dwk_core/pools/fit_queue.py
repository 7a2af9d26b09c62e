"""The fits that are still to be made, in their order, and the results of the finished fits."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.base import clone

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted
from l2dwk_core.pools.model_fits import LEFT_OUT, ModelFits
from l2dwk_core.pools.one_fit import FitAnswer, FitWork

Job = tuple[int, int | None]
"""The position of a model, and the position of a fold or None for all rows."""


class FitQueue:
    """The fits that are still to be made, and the results of the finished fits.

    The first fit of every model is made first, in the given order. The other fits follow in the
    order of the time that the first fit took, the longest first. So all processes have work until
    the end.
    """

    def __init__(
        self,
        models: Sequence[tuple[str, Any]],
        work: FitWork,
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

    def take(self, job: Job, answer: FitAnswer) -> None:
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
