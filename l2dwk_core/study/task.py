"""One task of a study: a base ensemble is trained on one fold, and all methods weigh it."""

from __future__ import annotations

import time
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import balanced_accuracy_score

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import one_line
from l2dwk_core.common.threads import one_thread
from l2dwk_core.common.types import Indices
from l2dwk_core.datasets import Dataset
from l2dwk_core.diversity import measure_all
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.oracle.weighted_vote import WeightedVote, diversity_of
from l2dwk_core.oracle.weighting_rows import check_weighting
from l2dwk_core.oracle.weighting_votes import WeightingVotes
from l2dwk_core.runs.label_noise import flip_labels
from l2dwk_core.studies.comparison import cross_validation_splits, split_seed
from l2dwk_core.studies.comparison_of_votes import answered_rows, right_rows
from l2dwk_core.studies.fold_votes import FoldVotes
from l2dwk_core.studies.subensembles import accuracy_correlations, study_subensembles
from l2dwk_core.study.methods import StudyMethod
from l2dwk_core.study.recipe import StudyRecipe, Task
from l2dwk_core.study.record import StudyRecord, bits_of, effective_number, numbers_of, rounded
from l2dwk_core.votes.dataset import VotesDataset

_LEAST_PROBABILITY = 1e-6
_SUBENSEMBLE_SIZE = 20
"""Members of a random sub-ensemble, but at most half of all."""


@dataclass(frozen=True)
class TaskResult:
    """The records of a task, and its seconds in all."""

    task: Task
    records: tuple[StudyRecord, ...]
    seconds: float


def run_task(recipe: StudyRecipe, task: Task, data: Dataset) -> TaskResult:
    """Compute all records of a task. The result depends on the arguments alone, except for times.

    A method that fails has a record with the reason; nothing is raised for it.
    """
    begun = time.perf_counter()
    with warnings.catch_warnings(), one_thread():
        warnings.simplefilter("ignore")
        records = tuple(_records(recipe, task, data))
    return TaskResult(task, records, time.perf_counter() - begun)


def _records(recipe: StudyRecipe, task: Task, data: Dataset) -> Iterator[StudyRecord]:
    fold = _Fold(recipe, task, data)
    for method in recipe.all_methods:
        if method.is_whole_ensemble:
            if method.create().pool == task.pool:
                yield fold.record(method, "none")
            continue
        if task.pool not in recipe.pools:
            continue
        own = method.create().weighting
        for source in recipe.sources(task.pool) if own is None else (own,):
            yield fold.record(method, source)


class _Fold:
    """The rows of one fold, with its members."""

    def __init__(self, recipe: StudyRecipe, task: Task, data: Dataset) -> None:
        self._recipe, self._task, self._data = recipe, task, data
        self._seed = split_seed(recipe.seed, task.repeat, task.fold)
        group = data.votes.group if isinstance(data, VotesDataset) else None
        splits = cross_validation_splits(
            data.y, recipe.folds, recipe.repeats, recipe.seed, group
        )  # fmt: skip
        training, test = next(
            (training, test)
            for repeat, fold, training, test in splits
            if (repeat, fold) == (task.repeat, task.fold)
        )
        if recipe.label_noise:
            data = _with_flipped_labels(data, training, recipe.label_noise, self._seed)
        pool = recipe.pool_recipe(task.pool)
        if isinstance(data, VotesDataset):
            pool = replace(pool, kind=data.pool.kind, n_members=data.votes.n_models)
        self._rows = FoldVotes(
            data,
            training,
            test,
            pool,
            seed=self._seed,
            weighting_fraction=recipe.weighting_fraction,
            n_jobs=1,
        )
        groups = self._rows.test_groups
        self._groups = "" if groups is None else numbers_of(groups)
        self._seconds: dict[tuple[str, bool], float] = {}
        self._measured: dict[tuple[Any, ...], dict[str, float | None]] = {}

    def record(self, method: StudyMethod, source: str) -> StudyRecord:
        """Return what a method does when these rows judge the members."""
        try:
            return self._scored(method, source)
        except InputError as problem:
            return self._failed(method, source, str(problem))
        except Exception as problem:  # any other failure must not end a study of hours either
            return self._failed(method, source, f"{type(problem).__name__}: {problem}")

    def _scored(self, method: StudyMethod, source: str) -> StudyRecord:
        rows = self._rows
        model = method.create(seed=self._seed)
        votes, seconds_members = self._members(model, method, source)
        begun = time.perf_counter()
        model.fit_votes(votes)
        fitted = time.perf_counter()
        right = right_rows(model, rows.test_X, rows.test_y)
        answered = answered_rows(model, rows.test_X)
        predicted = time.perf_counter()
        weights = np.asarray(model.weights_, dtype=np.float64)
        return replace(
            self._empty(method, source),
            weighting=votes.source,
            n_weighting=0 if source == "none" else len(votes.label_codes),
            n_members=votes.pool.n_members,
            correct=int(np.count_nonzero(right)),
            balanced_accuracy=rounded(_balanced(model, rows)),
            log_loss=rounded(_log_loss(model, rows)),
            kept=int(model.n_selected_),
            effective_number=rounded(effective_number(weights), 4),
            right=bits_of(right),
            unanswered="" if answered is None or answered.all() else bits_of(~answered),
            seconds_members=round(seconds_members, 4),
            seconds_fit=round(fitted - begun, 4),
            seconds_predict=round(predicted - fitted, 4),
            **_diversity(model, votes, source),
            **_loop(model),
            **self._measures(votes, weights, source),
            correlations=self._correlations(model, votes),
        )

    def _members(
        self, model: Combiner, method: StudyMethod, source: str
    ) -> tuple[WeightingVotes, float]:
        """Return the members with all their answers, and the seconds which that took the first
        time."""
        given = isinstance(self._data, VotesDataset)
        if not given:
            check_weighting(source, self._task.pool)
        probabilities = model.wants_probabilities
        begun = time.perf_counter()
        votes = self._rows.of(self._task.pool, source, probabilities=probabilities)
        self._rows.ask_members(model, votes)
        votes.pool.predict_codes(self._rows.test_X)
        if probabilities:
            votes.pool.predict_proba(self._rows.test_X)
        seconds = time.perf_counter() - begun
        return votes, self._seconds.setdefault((votes.source, probabilities), seconds)

    def _measures(
        self, votes: WeightingVotes, weights: NDArray[np.float64], source: str
    ) -> dict[str, Any]:
        if not self._recipe.measures:
            return {}
        kept = np.flatnonzero(weights)
        test = self._rows.test_X
        labels = np.searchsorted(votes.classes, self._rows.test_y)
        known = votes.pool.classes
        found = {}
        if votes.available is None and source != "none":
            found["weighting_measures"] = self._of(
                ("weighting", votes.source, kept.tobytes()), votes.codes, votes.label_codes, kept
            )
        if votes.pool.voted(test) is None and len(known) == len(votes.classes):
            found["test_measures"] = self._of(
                ("test", votes.source, kept.tobytes()), votes.pool.predict_codes(test), labels, kept
            )
        return found

    def _correlations(self, model: Combiner, votes: WeightingVotes) -> dict[str, float | None]:
        """Return how diversity goes with accuracy over random sub-ensembles of all members."""
        trace, test = getattr(model, "trace_", None), self._rows.test_X
        if not self._recipe.subensembles or trace is None:
            return {}
        known = votes.pool.classes
        if votes.available is not None or votes.pool.voted(test) is not None:
            return {}
        labels = np.searchsorted(votes.classes, self._rows.test_y)
        if len(known) != len(votes.classes):
            return {}
        found = study_subensembles(
            Oracle.from_codes(votes.codes, votes.label_codes, votes.classes),
            Oracle.from_codes(votes.pool.predict_codes(test), labels, votes.classes),
            size=max(1, min(_SUBENSEMBLE_SIZE, votes.pool.n_members // 2)),
            n_subsets=self._recipe.subensembles,
            seed=self._seed,
            alpha=trace.rounds[trace.returned_round - 1].alpha,
        )
        return {name: rounded(value) for name, value in accuracy_correlations(found).items()}

    def _of(
        self, key: tuple[Any, ...], codes: NDArray[Any], labels: NDArray[Any], kept: NDArray[Any]
    ) -> dict[str, float | None]:
        """Return the measures of some members. Several methods keep the same ones."""
        if key not in self._measured:
            chosen = codes[:, kept]
            oracle = np.where(chosen == labels[:, None], 1, -1).astype(np.int8)
            details = measure_all(oracle, codes=chosen)
            self._measured[key] = {name: rounded(d.value) for name, d in details.items()}
        return self._measured[key]

    def _empty(self, method: StudyMethod, source: str) -> StudyRecord:
        task = self._task
        return StudyRecord(
            dataset=task.dataset,
            pool=task.pool,
            weighting=source,
            method=method.text,
            repeat=task.repeat,
            fold=task.fold,
            seed=self._seed,
            n_training=len(self._rows.y),
            n_weighting=0,
            n_test=len(self._rows.test_y),
            n_members=0,
            test_groups=self._groups,
        )

    def _failed(self, method: StudyMethod, source: str, reason: str) -> StudyRecord:
        return replace(self._empty(method, source), failure=one_line(reason))


def _with_flipped_labels(data: Dataset, training: Indices, share: float, seed: int) -> Dataset:
    if isinstance(data, VotesDataset):
        raise InputError(
            f"label_noise is {share:g}, but the votes are given, so no model can learn from "
            "flipped labels; set label_noise to 0."
        )
    labels, _ = flip_labels(data.y, training, share, seed)
    return replace(data, y=labels)


def _balanced(model: Combiner, rows: FoldVotes) -> float:
    return float(balanced_accuracy_score(rows.test_y, model.predict(rows.test_X)))


def _log_loss(model: Combiner, rows: FoldVotes) -> float | None:
    if not model.wants_probabilities:
        return None
    proba = model.predict_proba(rows.test_X)
    place = np.searchsorted(model.classes_, rows.test_y)
    known = (place < len(model.classes_)) & (
        model.classes_[np.minimum(place, len(model.classes_) - 1)] == rows.test_y
    )
    true = np.where(known, proba[np.arange(len(place)), np.where(known, place, 0)], 0.0)
    return float(-np.log(np.clip(true, _LEAST_PROBABILITY, 1.0)).mean())


def _diversity(model: Combiner, votes: WeightingVotes, source: str) -> dict[str, Any]:
    weights = np.asarray(model.weights_, dtype=np.float64)
    if source == "none" or weights.sum() == 0:
        return {}
    oracle = Oracle.from_codes(
        votes.codes, votes.label_codes, votes.classes, available=votes.available
    )
    outcome = WeightedVote(oracle).outcome(weights / weights.sum())
    found = {"diversity": rounded(outcome.diversity)}
    trace = getattr(model, "trace_", None)
    if trace is not None:
        judged = ~np.isnan(outcome.margins)
        alpha = trace.rounds[trace.returned_round - 1].alpha[judged]
        if alpha.sum() > 0:
            adaptive = diversity_of(outcome.margins[judged], alpha)
            found["adaptive_diversity"] = rounded(float(adaptive))
    return found


def _loop(model: Combiner) -> dict[str, Any]:
    """Return the facts of the self-training, and of what was chosen by cross-validation."""
    trace = getattr(model, "trace_", None)
    if trace is None:
        return {}
    found: dict[str, Any] = {"rounds": len(trace.rounds), "stop_reason": trace.stop_reason}
    choice = getattr(model, "choice_", None)
    if choice is not None:
        chosen = choice.settings
        found |= {
            "chosen_lambda": float(chosen.lam),
            "chosen_kernel": chosen.kernel,
            "chosen_rounds": int(chosen.max_rounds),
        }
    return found
