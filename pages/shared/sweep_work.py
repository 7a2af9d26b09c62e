"""The work behind the Sweep page: train the splits that are missing, then solve a plan on each.

Nothing of Streamlit here: it runs in a thread of a board (see jobs).
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from l2dwk_core.runner import PreparedRun, RunRecipe, prepare_run
from l2dwk_core.sweeps import Outcome, Plan, Sweep, Training, follow, follow_trained
from pages.shared.jobs import Prepared

Progress = Callable[[str, int, int], None]

MAX_SPLITS = 20
"""Splits of one sweep."""
MAX_KEPT = 6 * MAX_SPLITS
"""Trained splits kept, by their votes alone: some MB each at 301 members and 1,000 rows."""
MAX_BYTES = 400_000_000
"""Of all their votes together; at least one is kept."""


@dataclass(frozen=True)
class SweepRecipe:
    """A plan on ``n_splits`` splits: the recipe's seed and those that follow it."""

    dataset: str
    run: RunRecipe
    plan: Plan
    n_splits: int


@dataclass(frozen=True)
class SplitsRecipe:
    """The trainings of ``n_splits`` splits, whatever is then swept over them; ``soft`` where the
    members are asked again, for their probabilities."""

    dataset: str
    run: RunRecipe
    n_splits: int
    soft: bool


class Splits:
    """Trained splits, shared by all sessions. ``at_hand`` looks a recipe up among the runs that
    other pages have trained."""

    def __init__(
        self,
        at_hand: Callable[[RunRecipe], PreparedRun | None],
        prepare: Callable[..., PreparedRun] = prepare_run,
    ) -> None:
        self._at_hand, self._prepare = at_hand, prepare
        self._kept: OrderedDict[tuple[RunRecipe, bool], PreparedRun] = OrderedDict()
        self._lock = threading.Lock()

    def missing(self, recipe: SplitsRecipe) -> int:
        """How many splits would have to be trained."""
        runs = _runs(recipe.run, recipe.n_splits)
        return sum(self._found(run, recipe.soft) is None for run in runs)

    def missing_for(self, recipe: SweepRecipe) -> int:
        """How many trainings a sweep lacks, over its splits and values."""
        soft = needs_probabilities(recipe.plan)
        return sum(
            self._found(_changed(run, training), soft) is None
            for run in _runs(recipe.run, recipe.n_splits)
            for training in recipe.plan.parts()
        )

    def train(
        self, dataset: Any, run: RunRecipe, n_splits: int, soft: bool, progress: Progress
    ) -> list[PreparedRun]:
        """Train those that are missing; ``progress(what, done, total)`` may raise to end it."""
        return [
            self._trained(each, soft, dataset, _of_split(progress, place, n_splits))
            for place, each in enumerate(_runs(run, n_splits))
        ]

    def sweep(
        self, dataset: Any, run: RunRecipe, plan: Plan, n_splits: int, progress: Progress
    ) -> Sweep:
        """Solve a plan on every split, training what is missing."""
        soft, runs = needs_probabilities(plan), _runs(run, n_splits)
        if plan.trainings:
            first, outcomes = self._sweep_trainings(dataset, runs, soft, plan, progress)
        else:
            splits = self.train(dataset, run, n_splits, soft, progress)
            first = splits[0]
            outcomes = [
                follow(split, plan, partial(_of_split(progress, place, n_splits), "weights"))
                for place, split in enumerate(splits)
            ]
        n_test = len(first.test_rows)
        return Sweep(
            plan,
            tuple(each.seed for each in runs),
            len(first.dataset.y) - n_test,
            n_test,
            tuple(outcomes),
        )

    def _sweep_trainings(
        self, dataset: Any, runs: list[RunRecipe], soft: bool, plan: Plan, progress: Progress
    ) -> tuple[PreparedRun, list[tuple[Outcome, ...]]]:
        """The first trained run, and the outcomes of every split, where values are trained."""
        tell = _OverAll(progress, len(runs) * len(plan.parts()), runs[0])
        first: list[PreparedRun] = []

        def trained(training: Training, run: RunRecipe) -> PreparedRun:
            found = self._trained(_changed(run, training), soft, dataset, tell)
            first[:] = first or [found]
            tell.next()
            return found

        outcomes = [
            follow_trained(partial(trained, run=run), plan, partial(tell, "weights"))
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
        return self._at_hand(run)

    def _trained(self, run: RunRecipe, soft: bool, dataset: Any, progress: Progress) -> PreparedRun:
        found = self._found(run, soft)
        if found is None:
            whole = self._prepare(**vars(run) | {"dataset": dataset}, progress=progress)
            found = Prepared(whole if soft else _votes_only(whole), 0.0).run
            with self._lock:
                self._kept[run, soft] = found
                while len(self._kept) > 1 and (
                    len(self._kept) > MAX_KEPT
                    or sum(_bytes(kept) for kept in self._kept.values()) > MAX_BYTES
                ):
                    self._kept.popitem(last=False)
        return found


def needs_probabilities(plan: Plan) -> bool:
    """Whether the members are asked again, for their probabilities."""
    return any(settings.outputs == "probabilities" for settings, _ in plan.points)


def _runs(run: RunRecipe, n_splits: int) -> list[RunRecipe]:
    return [replace(run, seed=(run.seed + i) % 2**32) for i in range(n_splits)]


def _changed(run: RunRecipe, training: Training) -> RunRecipe:
    return replace(run, **dict(training))  # type: ignore[arg-type]


def _bytes(run: PreparedRun) -> int:
    arrays = [run.reference_codes]
    for oracle in (run.oracle, run.test_oracle):
        arrays += [oracle.matrix, oracle.codes]
    return sum(array.nbytes for array in arrays)


def _votes_only(run: PreparedRun) -> PreparedRun:
    """Without all trees but one, which take most of the memory and are not asked again."""
    one = run.pool.subset([0])
    return replace(run, pool=one, reference_pool=one)


class _OverAll:
    """The report of many trainings as one: members trained of all there are to train, so that the
    time left is that of everything."""

    def __init__(self, progress: Progress, n_trainings: int, run: RunRecipe) -> None:
        self._progress, self._total = progress, n_trainings * run.n_members
        self._n_members, self._before = run.n_members, 0
        # A hold-out trains as many members once more, on all training rows.
        self._phases = {"members": 0, "reference members": 1}
        self._n_phases = 2 if run.oracle == "hold_out" else 1

    def next(self) -> None:
        """One training is done, or was at hand."""
        self._before += self._n_members
        self("", 0, 1)

    def __call__(self, what: str, done: int, total: int) -> None:
        within = 0.0
        if what in self._phases:
            phases = self._phases[what] + done / max(total, 1)
            within = phases / self._n_phases * self._n_members
        self._progress("members for every value", int(self._before + within), self._total)


def _of_split(progress: Progress, place: int, n_splits: int) -> Progress:
    """The report of one split, which says which it is."""
    of = f", split {place + 1} of {n_splits}" if n_splits > 1 else ""
    return lambda what, done, total: progress(what + of, done, total)
