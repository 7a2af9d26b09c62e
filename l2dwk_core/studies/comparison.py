"""Chosen methods on one dataset by stratified cross-validation, all on the same members.

In every split one pool is trained and its votes are taken once; each method then weighs the same
members by the same held-out rows (a library of models by its out-of-fold votes), and is compared
with the uniform vote of these members. Methods that differ by definition keep their own way: whole
ensembles (bagging, forests, AdaBoost) train on all training rows, and the paper's and the authors'
L2DWK judge members of that kind on rows they were trained on. These are compared with a second
reference, the uniform vote of members trained on all training rows; a difference to the first
reference would also come from the training rows.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import StratifiedKFold

from l2dwk_core.combiners import COMBINERS
from l2dwk_core.common.errors import InputError, unknown_choice
from l2dwk_core.common.text import counted
from l2dwk_core.common.types import Indices
from l2dwk_core.datasets import Dataset, load_dataset
from l2dwk_core.method.settings import Settings
from l2dwk_core.oracle.out_of_fold import N_FOLDS, check_folds
from l2dwk_core.oracle.weighting_rows import default_weighting
from l2dwk_core.pools.recipe import PoolRecipe
from l2dwk_core.statistics.answers import PairedRows
from l2dwk_core.studies.comparison_of_votes import (
    answered_rows,
    fold_note,
    given_recipe,
    refusal_of_votes,
    right_rows,
)
from l2dwk_core.studies.comparison_records import (
    ALL_ROWS,
    REFERENCE,
    ComparisonRecipe,
    ComparisonResult,
    Record,
    title_of,
)
from l2dwk_core.studies.fold_votes import FoldVotes
from l2dwk_core.votes.dataset import VotesDataset, votes_dataset
from l2dwk_core.votes.splits import group_folds
from l2dwk_core.votes.votes import Votes

Progress = Callable[[str, int, int], None]

MAX_FOLDS, MAX_REPEATS = 50, 20


def compare(
    dataset: str | Dataset | Votes,
    *,
    methods: Sequence[str],
    folds: int = 10,
    repeats: int = 1,
    pool: str | PoolRecipe = "bagging",
    weighting_fraction: float = 0.3,
    settings: Settings | None = None,
    n_folds: int = N_FOLDS,
    n_jobs: int | None = -1,
    progress: Progress | None = None,
    on_change: Callable[[ComparisonResult], None] | None = None,
    **members: Any,
) -> ComparisonResult:
    """Cross-validate methods that weigh the same members.

    Parameters
    ----------
    dataset
        A catalogue name, a ``Dataset``, or ``Votes``: nothing is trained then, and folds keep the
        rows of a group together.
    methods
        Keys of ``COMBINERS``; the uniform vote takes part anyway.
    folds, repeats
        Stratified folds (2 to 50) and how often they are drawn anew (1 to 20).
    pool, weighting_fraction, settings
        See ``ComparisonRecipe``; ``pool`` may be a key of ``POOL_KINDS`` alone.
    n_folds
        For the library: into how many parts the training rows of a split are divided for the votes
        out of fold, 2 to 20.
    n_jobs
        Threads.
    progress
        Called as ``progress(what, done, total)`` in method fits; an exception it raises ends all.
    on_change
        Called with the result so far after every method on every split.
    members
        Fields of ``PoolRecipe``: n_members, seed, max_depth and so on; of votes n_members, which
        takes the first so many models, and seed.

    Raises
    ------
    InputError
        For an unknown name, a value out of range, or rows that cannot be split. A method that
        cannot be used is no error: it is in ``refusals`` with its reason.
    """
    for key in methods:
        if key not in COMBINERS:
            raise unknown_choice("method", key, COMBINERS)
    if not 2 <= folds <= MAX_FOLDS or not 1 <= repeats <= MAX_REPEATS:
        raise InputError(
            f"{folds} folds and {repeats} repeats were asked for; choose 2 to {MAX_FOLDS} folds "
            f"and 1 to {MAX_REPEATS} repeats."
        )
    if isinstance(dataset, Votes):
        dataset = votes_dataset(dataset)
    data = load_dataset(dataset) if isinstance(dataset, str) else dataset
    if isinstance(data, VotesDataset):
        made = given_recipe(data, pool, members)
    else:
        made = PoolRecipe.of(pool, **members)
    chosen = tuple(key for key in COMBINERS if key in methods or key == REFERENCE)
    recipe = ComparisonRecipe(
        data.name,
        chosen,
        folds,
        repeats,
        made,
        weighting_fraction,
        settings,
        check_folds(n_folds),
    )
    running = _RunningComparison(data, recipe, n_jobs, progress)
    for _ in running.run():
        if on_change is not None:
            on_change(running.result())
    return running.result()


def split_seed(seed: int, repeat: int, fold: int | None = None) -> int:
    """Return the seed of a repeat's folds, or of what is trained and drawn in one fold."""
    parts = [seed, repeat] if fold is None else [seed, repeat, fold + 1]
    return int(np.random.SeedSequence(parts).generate_state(1)[0])


def cross_validation_splits(
    y: NDArray[Any], folds: int, repeats: int, seed: int, group: NDArray[Any] | None = None
) -> Iterator[tuple[int, int, Indices, Indices]]:
    """Yield ``(repeat, fold, training rows, test rows)`` of stratified folds. With *group* (N,) no
    fold separates rows of one group.

    Classes with fewer rows than folds are missing from some test parts. Raise ``InputError`` when
    no class has as many rows as there are folds, or there are fewer groups than folds.
    """
    largest = int(np.unique(y, return_counts=True)[1].max())
    if largest < folds:
        raise InputError(
            f"{folds} folds need a class of at least {folds} rows; the largest has "
            f"{counted(largest, 'row')}: "
            f"choose 2 to {max(2, largest)} folds."
        )
    for repeat in range(repeats):
        if group is not None:
            grouped = group_folds(y, group, folds, split_seed(seed, repeat))
            for fold, (training, test) in enumerate(grouped):
                yield repeat, fold, training, test
            continue
        splitter = StratifiedKFold(folds, shuffle=True, random_state=split_seed(seed, repeat))
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="The least populated class")
            parts = list(splitter.split(np.zeros((len(y), 1)), y))
        for fold, (training, test) in enumerate(parts):
            yield repeat, fold, training, test


class _RunningComparison:
    """A comparison while it runs."""

    def __init__(
        self, data: Dataset, recipe: ComparisonRecipe, n_jobs: int | None, progress: Progress | None
    ) -> None:
        self._data, self._recipe, self._n_jobs, self._progress = data, recipe, n_jobs, progress
        self._records: list[Record] = []
        self._refusals: dict[str, str] = {}
        self._notes: dict[str, None] = dict.fromkeys(data.notes)
        given = data.votes if isinstance(data, VotesDataset) else None
        if given is not None:
            self._notes.update(dict.fromkeys(fold_note(given)))
        for key in recipe.methods:
            reason = COMBINERS[key].refusal(len(data.classes), recipe.pool.n_members)
            if given is not None:
                reason = refusal_of_votes(COMBINERS[key], given) or reason
            if reason is not None:
                self._refusals[key] = reason

    def result(self) -> ComparisonResult:
        """Return the result so far."""
        return ComparisonResult(
            self._recipe,
            tuple(self._records),
            dict(self._refusals),
            tuple(self._notes),
        )

    def run(self) -> Iterator[None]:
        """Run all methods on all splits, and yield after each."""
        recipe, y = self._recipe, self._data.y
        given = self._data.votes if isinstance(self._data, VotesDataset) else None
        for repeat, fold, training, test in cross_validation_splits(
            y,
            recipe.folds,
            recipe.repeats,
            recipe.pool.seed,
            None if given is None else given.group,
        ):
            split = _Split(self, repeat, fold, training, test)
            for key in self._compared():
                if key in self._refusals:
                    continue
                try:
                    self._records.append(split.scored(key))
                except InputError as problem:
                    if key in (REFERENCE, ALL_ROWS):
                        raise
                    self._refusals[key] = str(problem)
                yield

    def _compared(self) -> list[str]:
        """Return the references needed, then the methods that are not refused."""
        methods = [key for key in self._recipe.methods if key not in self._refusals]
        needed = self._recipe.references_of(methods)
        return [key for key in dict.fromkeys((REFERENCE, ALL_ROWS, *methods))
                if key in needed or key in methods]  # fmt: skip

    def say(self, what: str) -> None:
        """Report what is being done."""
        if self._progress is not None:
            total = self._recipe.folds * self._recipe.repeats * len(self._compared())
            self._progress(what, len(self._records), max(total, len(self._records)))


class _Split:
    """Training and test rows of one fold, and the pools trained on them, each once."""

    def __init__(
        self, running: _RunningComparison, repeat: int, fold: int, training: Indices, test: Indices
    ) -> None:
        self._race, self._repeat, self._fold = running, repeat, fold
        recipe = running._recipe
        self._seed = split_seed(recipe.pool.seed, repeat, fold)
        self._rows = FoldVotes(
            running._data,
            training,
            test,
            recipe.pool,
            seed=self._seed,
            weighting_fraction=recipe.weighting_fraction,
            n_folds=recipe.n_folds,
            n_jobs=running._n_jobs,
            say=self._say,
        )
        self._right: dict[str, NDArray[np.bool_]] = {}
        self._answered: dict[str, NDArray[np.bool_]] = {}

    def scored(self, key: str) -> Record:
        """Weigh the members by one method and score its vote."""
        recipe = self._race._recipe
        info = COMBINERS[REFERENCE if key == ALL_ROWS else key]
        parameters: dict[str, Any] = {}
        if key == "l2dwk" and recipe.settings is not None:
            parameters = recipe.settings.as_dict()
        model = info.create(**parameters, random_state=self._seed, n_jobs=self._race._n_jobs)
        kind = model.pool if info.family == "whole_ensembles" else recipe.pool.kind
        source = "none" if key == ALL_ROWS else model.weighting or default_weighting(kind)
        votes = self._rows.of(kind, source, probabilities="probabilities" in info.needs)
        self._race._notes.update(dict.fromkeys(votes.notes))
        self._rows.ask_members(model, votes)
        self._say(title_of(key))
        begun = time.perf_counter()
        model.fit_votes(votes)
        seconds = time.perf_counter() - begun
        if hasattr(model, "choice_"):  # it divides the weighting rows again, in fewer folds or not
            own = [note for note in model.notes_ if note not in votes.notes]
            self._race._notes.update(dict.fromkeys(f"{info.title}: {note}" for note in own))
        right = self._right[key] = right_rows(model, self._rows.test_X, self._rows.test_y)
        answered = answered_rows(model, self._rows.test_X)
        if answered is None:
            answered = np.ones(len(right), dtype=bool)
        self._answered[key] = answered
        other = key if key == REFERENCE else recipe.reference_of(key)
        rows = PairedRows.of(
            right, self._right[other], answered & self._answered[other], self._rows.test_groups
        )
        return Record(
            method=key,
            repeat=self._repeat,
            fold=self._fold,
            n_training=len(self._rows.y),
            n_test=len(self._rows.test_y),
            correct=int(np.count_nonzero(right)),
            better=rows.better,
            worse=rows.worse,
            kept=int(model.n_selected_),
            n_members=votes.pool.n_members,
            seconds=seconds,
            unanswered=int(np.count_nonzero(~answered)),
            answered=rows.answered,
            groups=rows.groups,
        )

    def _say(self, what: str) -> None:
        recipe = self._race._recipe
        nth = self._repeat * recipe.folds + self._fold + 1
        self._race.say(f"split {nth} of {recipe.folds * recipe.repeats}: {what}")
