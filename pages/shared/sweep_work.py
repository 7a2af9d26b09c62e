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
from l2dwk_core.sweeps import Plan, Sweep, follow
from pages.shared.jobs import Prepared

Progress = Callable[[str, int, int], None]

MAX_SPLITS = 20
"""Splits of one sweep."""
MAX_KEPT = 2 * MAX_SPLITS
"""Trained splits kept, by their votes alone: some MB each at 301 members and 1,000 rows."""


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
        splits = self.train(dataset, run, n_splits, needs_probabilities(plan), progress)
        outcomes = []
        for place, split in enumerate(splits):
            tell = _of_split(progress, place, n_splits)
            outcomes.append(follow(split, plan, partial(tell, "weights")))
        first = splits[0]
        n_test = len(first.test_rows)
        return Sweep(
            plan,
            tuple(each.seed for each in _runs(run, n_splits)),
            len(first.dataset.y) - n_test,
            n_test,
            tuple(outcomes),
        )

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
                while len(self._kept) > MAX_KEPT:
                    self._kept.popitem(last=False)
        return found


def needs_probabilities(plan: Plan) -> bool:
    """Whether the members are asked again, for their probabilities."""
    return any(settings.outputs == "probabilities" for settings, _ in plan.points)


def _runs(run: RunRecipe, n_splits: int) -> list[RunRecipe]:
    return [replace(run, seed=(run.seed + i) % 2**32) for i in range(n_splits)]


def _votes_only(run: PreparedRun) -> PreparedRun:
    """Without all trees but one, which take most of the memory and are not asked again."""
    one = run.pool.subset([0])
    return replace(run, pool=one, reference_pool=one)


def _of_split(progress: Progress, place: int, n_splits: int) -> Progress:
    """The report of one split, which says which it is."""
    of = f", split {place + 1} of {n_splits}" if n_splits > 1 else ""
    return lambda what, done, total: progress(what + of, done, total)
