"""The work behind the Sweep page: train the splits that are missing, then solve a plan on each.

Nothing of Streamlit here: it runs in a thread of a board (see jobs).
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from l2dwk_core.runner import PreparedRun, RunRecipe, prepare_run
from l2dwk_core.sweeps import Plan, Sweep, follow
from pages.shared.jobs import Prepared

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

    def missing(self, recipe: SweepRecipe) -> int:
        """How many splits would have to be trained."""
        return sum(self._found(run, _soft(recipe.plan)) is None for run in _runs(recipe))

    def sweep(
        self,
        dataset: Any,
        run: RunRecipe,
        plan: Plan,
        n_splits: int,
        progress: Callable[[str, int, int], None],
    ) -> Sweep:
        """Train and solve; ``progress(what, done, total)`` may raise to end the work."""
        recipe = SweepRecipe(run.dataset, run, plan, n_splits)
        runs = _runs(recipe)
        splits = [
            self._trained(each, _soft(plan), dataset, _told(progress, "{}", place, n_splits))
            for place, each in enumerate(runs)
        ]
        outcomes = []
        for place, split in enumerate(splits):
            tell = _told(progress, "weights", place, n_splits)
            outcomes.append(
                follow(split, plan, lambda done, total, tell=tell: tell("", done, total))
            )
        first = splits[0]
        n_test = len(first.test_rows)
        return Sweep(
            plan,
            tuple(each.seed for each in runs),
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

    def _trained(
        self, run: RunRecipe, soft: bool, dataset: Any, progress: Callable[[str, int, int], None]
    ) -> PreparedRun:
        found = self._found(run, soft)
        if found is None:
            whole = self._prepare(**vars(run) | {"dataset": dataset}, progress=progress)
            found = Prepared(whole if soft else _votes_only(whole), 0.0).run
            with self._lock:
                self._kept[run, soft] = found
                while len(self._kept) > MAX_KEPT:
                    self._kept.popitem(last=False)
        return found


def _runs(recipe: SweepRecipe) -> list[RunRecipe]:
    seed = recipe.run.seed
    return [replace(recipe.run, seed=(seed + i) % 2**32) for i in range(recipe.n_splits)]


def _soft(plan: Plan) -> bool:
    """Whether the members are asked again, for their probabilities."""
    return any(settings.outputs == "probabilities" for settings, _ in plan.points)


def _votes_only(run: PreparedRun) -> PreparedRun:
    """Without all trees but one, which take most of the memory and are not asked again."""
    one = run.pool.subset([0])
    return replace(run, pool=one, reference_pool=one)


def _told(
    progress: Callable[[str, int, int], None], what: str, place: int, n_splits: int
) -> Callable[[str, int, int], None]:
    """The report of one split, which says which it is."""
    of = f", split {place + 1} of {n_splits}" if n_splits > 1 else ""
    return lambda part, done, total: progress(what.format(part) + of, done, total)
