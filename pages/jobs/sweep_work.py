"""The work of the Sweep page: train the missing splits, then solve a plan on each.

This module does not import Streamlit: it runs in a thread of a queue (``job_queue``), and in a
worker process.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from l2dwk_core.pools.recipe import GIVEN
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.runs.run import PreparedRun
from l2dwk_core.runs.run_cost import run_seconds
from l2dwk_core.runs.saved import answers_only
from l2dwk_core.studies.sweeps import (
    Outcome,
    Plan,
    Sweep,
    Training,
    solve_plan,
    train_and_solve_plan,
)
from pages.jobs.prepared_runs import Prepared
from pages.jobs.worker import KeptWorker, in_process

Progress = Callable[[str, int, int], None]

MAX_SPLITS = 20
"""Most splits of one sweep."""
MAX_KEPT = 6 * MAX_SPLITS
"""Trained splits that are kept, with one tree each: some MB at 301 members and 1,000 rows."""
MAX_BYTES = 400_000_000
"""Bytes of the votes of all kept splits; at least one split is kept."""
MAX_SECONDS_HERE = 1.0
"""Estimated time of the solving up to which a sweep is solved in a thread of the server, which all
pages share. A process takes longer to start."""
_TRAINING, _SOLVING = 9, 1
"""Time of a training and of a solving, relative to each other."""
_STEPS = 100
"""Steps in which the progress of each is counted."""


@dataclass(frozen=True)
class SweepRecipe:
    """A plan on ``n_splits`` splits. Their seeds are that of the recipe and those after it."""

    run: RunRecipe
    plan: Plan
    n_splits: int

    @property
    def dataset(self) -> str:
        """Word of the dataset."""
        return self.run.dataset


@dataclass(frozen=True)
class SplitsRecipe:
    """The trainings of ``n_splits`` splits, for any sweep over them.

    ``soft``: the members are also asked for their probabilities.
    """

    run: RunRecipe
    n_splits: int
    soft: bool

    @property
    def dataset(self) -> str:
        """Word of the dataset."""
        return self.run.dataset


class Splits:
    """Trained splits, shared by all sessions.

    ``available(recipe)`` returns a run that another page has trained, or None. ``beside`` keeps
    the process in which large sweeps are solved; without one all are solved here.
    """

    def __init__(
        self,
        available: Callable[[RunRecipe], PreparedRun | None],
        prepare: Callable[..., PreparedRun] = prepare_run,
        beside: KeptWorker | None = None,
    ) -> None:
        self._available, self._prepare, self._beside = available, prepare, beside
        self._kept: OrderedDict[tuple[RunRecipe, bool], PreparedRun] = OrderedDict()
        self._lock = threading.Lock()

    def missing(self, recipe: SplitsRecipe) -> int:
        """Return how many splits have to be trained."""
        runs = _runs(recipe.run, recipe.n_splits)
        return sum(self._found(run, recipe.soft) is None for run in runs)

    def missing_for(self, recipe: SweepRecipe) -> int:
        """Return how many trainings a sweep still needs, over its splits and values."""
        soft = needs_probabilities(recipe.plan)
        return sum(
            self._found(_changed(run, training), soft) is None
            for run in _runs(recipe.run, recipe.n_splits)
            for training in recipe.plan.parts()
        )

    def train(
        self, dataset: Any, run: RunRecipe, n_splits: int, soft: bool, progress: Progress
    ) -> list[PreparedRun]:
        """Train the splits that are missing.

        When ``progress(what, done, total)`` raises, the work ends.
        """
        missing = self.missing(SplitsRecipe(run, n_splits, soft))
        return self._train(
            dataset, _runs(run, n_splits), soft, _OverallProgress(progress, missing, 0)
        )

    def sweep(
        self, dataset: Any, run: RunRecipe, plan: Plan, n_splits: int, progress: Progress
    ) -> Sweep:
        """Solve a plan on every split, and train what is missing."""
        soft, runs = needs_probabilities(plan), _runs(run, n_splits)
        missing = self.missing_for(SweepRecipe(run, plan, n_splits))
        overall = _OverallProgress(progress, missing, n_splits * max(len(plan.parts()), 1))
        if plan.trainings:
            first, outcomes = self._sweep_trainings(dataset, runs, soft, plan, overall)
        else:
            splits = self._train(dataset, runs, soft, overall)
            first, outcomes = splits[0], []
            is_long = _seconds(first, plan) * n_splits > MAX_SECONDS_HERE
            for place, split in enumerate(splits):
                overall.begin(_SOLVING)
                tell = overall.of(_nth(place, n_splits))
                outcomes.append(
                    self._solved_beside(self._beside, split, plan, tell)
                    if self._beside and is_long
                    else solve_plan(split, plan, partial(tell, "weights"))
                )
        n_test = len(first.test_rows)
        return Sweep(
            plan,
            tuple(each.seed for each in runs),
            len(first.dataset.y) - n_test,
            n_test,
            tuple(outcomes),
            given=first.recipe.pool.kind == GIVEN,
        )

    def _solved_beside(
        self, beside: KeptWorker, split: PreparedRun, plan: Plan, tell: Progress
    ) -> tuple[Outcome, ...]:
        """Return the outcomes of a split, solved in the process that is kept."""

        def report(what: str, done: int, total: int, partial: object = None) -> None:
            tell("weights", done, total)  # before the first message: what begins is the weights

        found = in_process(
            _solve,
            kept=beside,
            prepared=answers_only(split, soft=needs_probabilities(plan)),
            plan=plan,
            progress=report,
        )
        tell("weights", 1, 1)  # not every report of the process is sent
        return found

    def _sweep_trainings(
        self,
        dataset: Any,
        runs: list[RunRecipe],
        soft: bool,
        plan: Plan,
        overall: _OverallProgress,
    ) -> tuple[PreparedRun, list[tuple[Outcome, ...]]]:
        """Return the first trained run, and the outcomes of every split.

        For a plan whose values need trainings of their own.
        """
        tell = overall.of(" for every value")
        first: list[PreparedRun] = []

        def trained(training: Training, run: RunRecipe) -> PreparedRun:
            found = self._trained(_changed(run, training), soft, dataset, overall, tell)
            first[:] = first or [found]
            overall.begin(_SOLVING)
            return found

        outcomes = [
            train_and_solve_plan(partial(trained, run=run), plan, partial(tell, "weights"))
            for run in runs
        ]
        return first[0], outcomes

    def forget(self, dataset: str) -> None:
        """Drop what was trained on a dataset that is no longer there."""
        with self._lock:
            for key in [k for k in self._kept if k[0].dataset == dataset]:
                del self._kept[key]

    def _found(self, run: RunRecipe, soft: bool) -> PreparedRun | None:
        with self._lock:
            if (run, soft) in self._kept:
                self._kept.move_to_end((run, soft))
                return self._kept[run, soft]
        return self._available(run)

    def _train(
        self, dataset: Any, runs: list[RunRecipe], soft: bool, overall: _OverallProgress
    ) -> list[PreparedRun]:
        return [
            self._trained(each, soft, dataset, overall, overall.of(_nth(place, len(runs))))
            for place, each in enumerate(runs)
        ]

    def _trained(
        self,
        run: RunRecipe,
        soft: bool,
        dataset: Any,
        overall: _OverallProgress,
        tell: Progress,
    ) -> PreparedRun:
        found = self._found(run, soft)
        if found is None:
            overall.begin(_TRAINING)
            trained = self._prepare(**vars(run) | {"dataset": dataset}, progress=tell)
            found = Prepared(trained if soft else _votes_only(trained), 0.0).run
            with self._lock:
                self._kept[run, soft] = found
                while len(self._kept) > 1 and (
                    len(self._kept) > MAX_KEPT
                    or sum(_bytes(kept) for kept in self._kept.values()) > MAX_BYTES
                ):
                    self._kept.popitem(last=False)
        return found


def _solve(
    *,
    prepared: PreparedRun,
    plan: Plan,
    progress: Progress,
    on_change: Callable[[Any], None],
) -> tuple[Outcome, ...]:
    del on_change  # a part of a split is not shown
    return solve_plan(prepared, plan, partial(progress, "weights"))


def _seconds(prepared: PreparedRun, plan: Plan) -> float:
    """Return the estimated time of a plan on one split, in seconds."""
    oracle = prepared.oracle
    missing = oracle.available is not None
    return sum(
        run_seconds(settings, oracle.n_rows, min(n, oracle.n_members), missing=missing)
        for settings, n in plan.points
    )


def needs_probabilities(plan: Plan) -> bool:
    """Return whether the members are also asked for their probabilities."""
    return any(settings.outputs == "probabilities" for settings, _ in plan.points)


def _runs(run: RunRecipe, n_splits: int) -> list[RunRecipe]:
    return [run.changed(seed=(run.seed + i) % 2**32) for i in range(n_splits)]


def _changed(run: RunRecipe, training: Training) -> RunRecipe:
    return run.changed(**dict(training))


def _bytes(run: PreparedRun) -> int:
    arrays = [run.reference_codes]
    for oracle in (run.oracle, run.test_oracle):
        arrays += [oracle.matrix, oracle.codes]
    return sum(array.nbytes for array in arrays)


def _votes_only(run: PreparedRun) -> PreparedRun:
    """Return the run with one tree only.

    The trees take most of the memory and are not asked again.
    """
    one = run.pool.subset([0])
    return replace(run, pool=one, reference_pool=one)


class _OverallProgress:
    """The progress of all trainings and solvings as one.

    Each piece counts by its share of the time, so that progress and time left are those of the
    whole.
    """

    def __init__(self, progress: Progress, n_trainings: int, n_solvings: int) -> None:
        self._progress = progress
        self._total = _TRAINING * n_trainings + _SOLVING * n_solvings
        self._before = self._cost = 0

    def begin(self, cost: int) -> None:
        """Note that the last piece is done and that a piece of this cost begins."""
        self._before += self._cost
        self._cost = cost

    def of(self, words: str) -> Progress:
        """Return the progress function of the piece that began last. ``words`` name that piece."""
        return lambda what, done, total: self._tell(what + words, done / max(total, 1))

    def _tell(self, what: str, share: float) -> None:
        done = min(self._before + share * self._cost, self._total)
        self._progress(what, round(_STEPS * done), _STEPS * self._total)


def _nth(place: int, n_splits: int) -> str:
    return f", split {place + 1} of {n_splits}" if n_splits > 1 else ""
