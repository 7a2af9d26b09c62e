"""Chosen methods on one dataset by stratified cross-validation, all on the same members.

In every split one pool is trained and its votes are taken once; each method then weighs the same
members by the same held-out rows. What a method does differently by definition stays: whole
methods (bagging, forests, AdaBoost) train on all training rows, and the paper's and the authors'
L2DWK judge members of that kind on rows they were trained on.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.model_selection import StratifiedKFold

from l2dwk_core.answered_pool import AnsweredPool
from l2dwk_core.checks import check_seed
from l2dwk_core.combiners import COMBINERS
from l2dwk_core.combiners.optimisation.rse import RSE
from l2dwk_core.datasets import Dataset, load_dataset
from l2dwk_core.errors import InputError, unknown_choice
from l2dwk_core.evaluation import bootstrap_rows, split_rows
from l2dwk_core.pools import train_pool
from l2dwk_core.settings import Settings
from l2dwk_core.statistics import PairedInterval, corrected_resampled_interval, holm, ranks
from l2dwk_core.wording import counted

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
Progress = Callable[[str, int, int], None]

REFERENCE = "uniform_vote"
"""The method every other is compared with; always part of a comparison."""

MAX_FOLDS, MAX_REPEATS = 50, 20


@dataclass(frozen=True)
class ComparisonRecipe:
    """What determines a comparison, apart from the dataset's content.

    ``methods`` are keys of ``COMBINERS``; ``settings`` are those of the method "l2dwk", None for
    the recommended ones. ``weighting_fraction`` of a split's training rows judges the members. The
    others are those of ``train_pool``.
    """

    dataset: str
    methods: tuple[str, ...]
    folds: int = 10
    repeats: int = 1
    pool: str = "bagging"
    n_members: int = 301
    seed: int = 0
    weighting_fraction: float = 0.3
    max_depth: int | None = None
    min_samples_split: int = 2
    min_samples_leaf: int = 1
    settings: Settings | None = None


@dataclass(frozen=True)
class Record:
    """One method on one split.

    Attributes
    ----------
    method, repeat, fold
        Which, both counted from 0.
    n_training, n_test
        Rows of the split.
    correct
        Test rows classified rightly.
    kept, n_members
        Members with weight, and members there were.
    seconds
        For the weights alone: neither training nor the members' answers.
    """

    method: str
    repeat: int
    fold: int
    n_training: int
    n_test: int
    correct: int
    kept: int
    n_members: int
    seconds: float

    @property
    def accuracy(self) -> float:
        """Share of the test rows, in [0, 1]."""
        return self.correct / self.n_test


@dataclass(frozen=True)
class Standing:
    """One method over all splits.

    Attributes
    ----------
    method, title
        Key and name.
    accuracy, deviation
        Mean and standard deviation (n − 1) of the splits' accuracies.
    difference
        Of the splits' accuracies to the uniform vote of the same members, with the corrected
        resampled interval; None for that vote itself.
    adjusted_p
        Holm's, over the methods compared; NaN for the uniform vote.
    kept, n_members
        Mean numbers of members with weight and of members.
    seconds
        Mean seconds for the weights alone.
    rank
        Mean rank over the splits, 1 the best; descriptive, as splits share training rows.
    """

    method: str
    title: str
    accuracy: float
    deviation: float
    difference: PairedInterval | None
    adjusted_p: float
    kept: float
    n_members: float
    seconds: float
    rank: float


@dataclass(frozen=True, eq=False)
class ComparisonResult:
    """All records of a comparison, complete or so far.

    Attributes
    ----------
    recipe
        What was asked for.
    records
        In the order in which they came.
    refusals
        By method, why it could not be used.
    notes
        What went differently from what was asked.
    """

    recipe: ComparisonRecipe
    records: tuple[Record, ...]
    refusals: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def methods(self) -> tuple[str, ...]:
        """Methods with a record on every finished split, in registry order."""
        present = {(r.method, r.repeat, r.fold) for r in self.records}
        splits = self.splits
        return tuple(
            key
            for key in COMBINERS
            if key not in self.refusals
            and splits
            and all((key, repeat, fold) in present for repeat, fold in splits)
        )

    @property
    def splits(self) -> tuple[tuple[int, int], ...]:
        """``(repeat, fold)`` of the splits that every method still in the race has finished."""
        racing = {*self.recipe.methods, REFERENCE} - set(self.refusals)
        done: dict[tuple[int, int], set[str]] = {}
        for r in self.records:
            done.setdefault((r.repeat, r.fold), set()).add(r.method)
        return tuple(split for split, methods in done.items() if methods >= racing)

    @property
    def complete(self) -> bool:
        """Whether every split is finished."""
        return len(self.splits) == self.recipe.folds * self.recipe.repeats

    def accuracies(self) -> Floats:
        """``(splits, methods)`` accuracies of the finished splits, in the order of ``methods``."""
        at = {(r.method, r.repeat, r.fold): r.accuracy for r in self.records}
        return np.array(
            [[at[method, *split] for method in self.methods] for split in self.splits]
        ).reshape(len(self.splits), len(self.methods))

    def standings(self) -> tuple[Standing, ...]:
        """Every method over the finished splits, the best mean accuracy first."""
        methods, splits = self.methods, set(self.splits)
        if not methods:
            return ()
        table, place = self.accuracies(), ranks(self.accuracies())
        used = [r for r in self.records if (r.repeat, r.fold) in splits]
        base = table[:, methods.index(REFERENCE)]
        # Rows of a split do not change with the method.
        of_base = [r for r in used if r.method == REFERENCE]
        ratio = sum(r.n_test for r in of_base) / sum(r.n_training for r in of_base)
        differences = [
            None if key == REFERENCE else corrected_resampled_interval(table[:, j] - base, ratio)
            for j, key in enumerate(methods)
        ]
        adjusted = holm([np.nan if d is None else d.p_value for d in differences])
        found = []
        for j, key in enumerate(methods):
            mine = [r for r in used if r.method == key]
            found.append(
                Standing(
                    method=key,
                    title=COMBINERS[key].title,
                    accuracy=float(table[:, j].mean()),
                    deviation=float(table[:, j].std(ddof=1)) if len(table) > 1 else float("nan"),
                    difference=differences[j],
                    adjusted_p=float(adjusted[j]),
                    kept=float(np.mean([r.kept for r in mine])),
                    n_members=float(np.mean([r.n_members for r in mine])),
                    seconds=float(np.mean([r.seconds for r in mine])),
                    rank=float(place[:, j].mean()),
                )
            )
        return tuple(sorted(found, key=lambda s: -s.accuracy))

    def as_dict(self) -> dict[str, Any]:
        """Everything as plain values ready for JSON."""
        return {
            "recipe": asdict(self.recipe),
            "records": [asdict(r) for r in self.records],
            "refusals": dict(self.refusals),
            "notes": list(self.notes),
        }


def compare(
    dataset: str | Dataset,
    *,
    methods: Sequence[str],
    folds: int = 10,
    repeats: int = 1,
    pool: str = "bagging",
    n_members: int = 301,
    seed: int = 0,
    weighting_fraction: float = 0.3,
    max_depth: int | None = None,
    min_samples_split: int = 2,
    min_samples_leaf: int = 1,
    settings: Settings | None = None,
    n_jobs: int | None = -1,
    progress: Progress | None = None,
    on_change: Callable[[ComparisonResult], None] | None = None,
) -> ComparisonResult:
    """Cross-validate methods that weigh the same members.

    Parameters
    ----------
    dataset
        A catalogue name, or a ``Dataset``.
    methods
        Keys of ``COMBINERS``; the uniform vote takes part anyway.
    folds, repeats
        Stratified folds (2 to 50) and how often they are drawn anew (1 to 20).
    pool, n_members, seed, weighting_fraction, max_depth, min_samples_split, min_samples_leaf,
    settings
        See ``ComparisonRecipe``.
    n_jobs
        Threads.
    progress
        Called as ``progress(what, done, total)`` in method fits; an exception it raises ends all.
    on_change
        Called with the result so far after every method on every split.

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
    check_seed(seed)
    data = load_dataset(dataset) if isinstance(dataset, str) else dataset
    chosen = tuple(key for key in COMBINERS if key in methods or key == REFERENCE)
    recipe = ComparisonRecipe(
        data.name,
        chosen,
        folds,
        repeats,
        pool,
        n_members,
        seed,
        weighting_fraction,
        max_depth,
        min_samples_split,
        min_samples_leaf,
        settings,
    )
    race = _Race(data, recipe, n_jobs, progress)
    for _ in race.run():
        if on_change is not None:
            on_change(race.result())
    return race.result()


def split_seed(seed: int, repeat: int, fold: int | None = None) -> int:
    """Seed of a repeat's folds, or of what is trained and drawn in one fold."""
    parts = [seed, repeat] if fold is None else [seed, repeat, fold + 1]
    return int(np.random.SeedSequence(parts).generate_state(1)[0])


def cross_validation_splits(
    y: NDArray[Any], folds: int, repeats: int, seed: int
) -> Iterator[tuple[int, int, Indices, Indices]]:
    """``(repeat, fold, training rows, test rows)``, stratified.

    Classes with fewer rows than folds are missing from some test parts. Raises ``InputError`` when
    no class has as many rows as there are folds.
    """
    largest = int(np.unique(y, return_counts=True)[1].max())
    if largest < folds:
        raise InputError(
            f"{folds} folds need a class of at least {folds} rows; the largest has "
            f"{counted(largest, 'row')}: "
            f"choose 2 to {max(2, largest)} folds."
        )
    for repeat in range(repeats):
        splitter = StratifiedKFold(folds, shuffle=True, random_state=split_seed(seed, repeat))
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="The least populated class")
            parts = list(splitter.split(np.zeros((len(y), 1)), y))
        for fold, (training, test) in enumerate(parts):
            yield repeat, fold, training, test


class _Race:
    """A comparison under way."""

    def __init__(
        self, data: Dataset, recipe: ComparisonRecipe, n_jobs: int | None, progress: Progress | None
    ) -> None:
        self._data, self._recipe, self._n_jobs, self._progress = data, recipe, n_jobs, progress
        self._records: list[Record] = []
        self._refusals: dict[str, str] = {}
        self._notes: dict[str, None] = dict.fromkeys(data.notes)
        self._total = recipe.folds * recipe.repeats * len(recipe.methods)
        for key in recipe.methods:
            reason = COMBINERS[key].refusal(len(data.classes), recipe.n_members)
            if reason is not None:
                self._refusals[key] = reason

    def result(self) -> ComparisonResult:
        """What there is so far."""
        return ComparisonResult(
            self._recipe,
            tuple(self._records),
            dict(self._refusals),
            tuple(self._notes),
        )

    def run(self) -> Iterator[None]:
        """Yields after every method on every split."""
        recipe, y = self._recipe, self._data.y
        for repeat, fold, training, test in cross_validation_splits(
            y, recipe.folds, recipe.repeats, recipe.seed
        ):
            split = _Split(self, repeat, fold, training, test)
            for key in recipe.methods:
                if key in self._refusals:
                    continue
                try:
                    self._records.append(split.scored(key))
                except InputError as problem:
                    if key == REFERENCE:
                        raise
                    self._refusals[key] = str(problem)
                yield

    def say(self, what: str) -> None:
        """Report what is being done."""
        if self._progress is not None:
            skipped = len(self._refusals) * self._recipe.folds * self._recipe.repeats
            self._progress(what, len(self._records), max(self._total - skipped, 1))


class _Split:
    """Training and test rows of one fold, and the pools trained on them, each once."""

    def __init__(
        self, race: _Race, repeat: int, fold: int, training: Indices, test: Indices
    ) -> None:
        self._race, self._repeat, self._fold = race, repeat, fold
        self._seed = split_seed(race._recipe.seed, repeat, fold)
        data = race._data
        self._X, self._y = data.X.iloc[training], data.y[training]
        self._test_X, self._test_y = data.X.iloc[test], data.y[test]
        inner = split_rows(self._y, race._recipe.weighting_fraction, self._seed)
        race._notes.update(dict.fromkeys(inner.notes))
        self._members_rows, self._weighting_rows = inner.first_rows, inner.second_rows
        self._weighting_X = self._X.iloc[self._weighting_rows]
        self._members_X = self._X.iloc[self._members_rows]
        self._pools: dict[tuple[str, bool], AnsweredPool] = {}

    def scored(self, key: str) -> Record:
        """Weigh the members by one method and score its vote."""
        recipe, info = self._race._recipe, COMBINERS[key]
        title = info.title
        source = str(info.defaults.get("weighting", "hold_out"))
        if info.family == "whole":
            pool, X, y = self._pool(str(info.defaults["pool"]), True), self._X, self._y
        elif source == "hold_out":
            pool = self._pool(recipe.pool, False)
            X, y = self._weighting_X, self._y[self._weighting_rows]
        else:
            pool, X, y = self._pool(recipe.pool, True), self._X, self._y
            if source == "bootstrap":
                rows = bootstrap_rows(len(y), self._seed)
                X, y = X.iloc[rows], y[rows]
        parameters: dict[str, Any] = {}
        if key == "l2dwk" and recipe.settings is not None:
            parameters = dict(vars(recipe.settings))
        model = info.create(
            **parameters, prefit=pool, random_state=self._seed, n_jobs=self._race._n_jobs
        )
        # Answers before the clock: they are shared by all methods.
        pool.predict_codes(X)
        if "probabilities" in info.needs:
            pool.predict_proba(X)
        self._race.say(f"{self._where}: {title}")
        more: dict[str, Any] = {}
        if isinstance(model, RSE) and model.smooth_over == "all":
            more["X_unlabelled"] = self._members_X
            pool.predict_codes(self._members_X)
        begun = time.perf_counter()
        model.fit(X, y, **more)
        seconds = time.perf_counter() - begun
        predicted = model.predict(self._test_X)
        return Record(
            method=key,
            repeat=self._repeat,
            fold=self._fold,
            n_training=len(self._y),
            n_test=len(self._test_y),
            correct=int(np.count_nonzero(predicted == self._test_y)),
            kept=int(model.n_selected_),
            n_members=pool.n_members,
            seconds=seconds,
        )

    @property
    def _where(self) -> str:
        recipe = self._race._recipe
        nth = self._repeat * recipe.folds + self._fold + 1
        return f"split {nth} of {recipe.folds * recipe.repeats}"

    def _pool(self, kind: str, everything: bool) -> AnsweredPool:
        """Members of a kind, trained on all training rows or on those that do not judge."""
        key = kind, everything
        if key not in self._pools:
            recipe = self._race._recipe
            rows = slice(None) if everything else self._members_rows
            X: pd.DataFrame = self._X if everything else self._members_X
            trained = train_pool(
                X,
                self._y[rows],
                kind=kind,
                n_members=recipe.n_members,
                seed=self._seed,
                max_depth=recipe.max_depth,
                min_samples_split=recipe.min_samples_split,
                min_samples_leaf=recipe.min_samples_leaf,
                n_jobs=self._race._n_jobs,
                progress=self._training,
            )
            self._race._notes.update(dict.fromkeys(trained.notes))
            self._pools[key] = AnsweredPool.of(trained)
        return self._pools[key]

    def _training(self, done: int, total: int) -> None:
        self._race.say(f"{self._where}: training members, {done} of {total}")
