"""Does reweighting favour rows with wrong labels? Methods on the same members as more labels are
flipped.

Each repeat has its own split and members (the recipe's seed and those after it). Within a repeat
the same rows test at every share of noise, a larger share flips the rows of a smaller one and more,
and all methods except whole ensembles weigh the same members. So every difference is paired.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.combiners import COMBINERS
from l2dwk_core.combiners.combiner_input import CombinerInput
from l2dwk_core.common.errors import InputError, unknown_choice
from l2dwk_core.datasets import Dataset, load_dataset
from l2dwk_core.method.settings import Settings
from l2dwk_core.method.trace import Trace
from l2dwk_core.oracle.weighted_vote import WeightedVote
from l2dwk_core.pools.recipe import PoolRecipe
from l2dwk_core.runs.label_noise import check_label_noise
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.runs.run import PreparedRun, Run
from l2dwk_core.studies.alpha_on_noise import AlphaOnNoise
from l2dwk_core.studies.noise_records import (
    ALL_ROWS,
    CHOOSABLE,
    EQUAL_ALPHA,
    KERNEL_METHODS,
    REFERENCE,
    NoisePair,
    NoiseRecipe,
    NoiseRecord,
    NoiseResult,
    base_of,
    title_of,
)
from l2dwk_core.votes.dataset import VotesDataset

Progress = Callable[[str, int, int], None]
Answers = tuple[NDArray[np.bool_], int]
"""(test rows,) where a method is wrong, and how many members it keeps."""

MAX_REPEATS, MAX_SHARES = 50, 21


def shares_up_to(most: float, levels: int) -> tuple[float, ...]:
    """Return ``levels`` shares of noise from 0 to ``most`` in equal steps, rounded to 0.1 %."""
    return tuple(dict.fromkeys(round(float(s), 3) for s in np.linspace(0.0, most, levels)))


def noise_study(
    dataset: str | Dataset,
    *,
    run: RunRecipe,
    methods: Sequence[str] = (),
    shares: Sequence[float] = (0.0, 0.1, 0.2, 0.3, 0.4),
    repeats: int = 5,
    n_jobs: int | None = -1,
    progress: Progress | None = None,
    on_change: Callable[[NoiseResult], None] | None = None,
) -> NoiseResult:
    """Train and score methods at every share of noise, repeat after repeat.

    Parameters
    ----------
    dataset
        A catalogue name, or a ``Dataset``.
    run, methods, shares, repeats
        See ``NoiseRecipe``; 1 to ``MAX_SHARES`` ascending shares, 1 to ``MAX_REPEATS`` repeats.
    n_jobs
        Threads.
    progress
        Called as ``progress(what, done, total)`` in hundredths of a training; an exception it
        raises ends all.
    on_change
        Called with the result so far after every share of every repeat.

    Raises
    ------
    InputError
        For an unknown name or a value out of range, or rows that cannot be split. A method that
        cannot be used is no error: it is in ``refusals`` with its reason.
    """
    for key in methods:
        if key not in CHOOSABLE:
            raise unknown_choice("method", key, CHOOSABLE)
    if not 1 <= repeats <= MAX_REPEATS or not 1 <= len(shares) <= MAX_SHARES:
        raise InputError(
            f"{repeats} repeats and {len(shares)} shares of noise were asked for; choose 1 to "
            f"{MAX_REPEATS} repeats and 1 to {MAX_SHARES} shares."
        )
    for share in shares:
        check_label_noise(share)
    if list(shares) != sorted(set(shares)):
        raise InputError(f"The shares of noise are {tuple(shares)}; give each once, ascending.")
    data = load_dataset(dataset) if isinstance(dataset, str) else dataset
    if isinstance(data, VotesDataset):
        raise InputError(
            f"The models of {data.name!r} were fitted elsewhere and only their votes are given, so "
            "they cannot be fitted to flipped labels; study noise on a dataset."
        )
    chosen = tuple(key for key in CHOOSABLE if key in methods)
    recipe = NoiseRecipe(replace(run, dataset=data.name), chosen, tuple(shares), repeats)
    study = _Study(data, recipe, n_jobs, progress)
    for _ in study.run():
        if on_change is not None:
            on_change(study.result())
    return study.result()


class _Study:
    """A study while it runs."""

    def __init__(
        self, data: Dataset, recipe: NoiseRecipe, n_jobs: int | None, progress: Progress | None
    ) -> None:
        self._data, self._recipe, self._n_jobs, self._progress = data, recipe, n_jobs, progress
        self._records: list[NoiseRecord] = []
        self._pairs: list[NoisePair] = []
        self._alpha_on_noise: list[AlphaOnNoise] = []
        self._refusals: dict[str, str] = {}
        self._notes: dict[str, None] = {}
        self._rows = (0, 0)
        self._n_done = 0
        self._own_labels: Trace | None = None  # of the repeat, for rows near a boundary

    def result(self) -> NoiseResult:
        """Return the result so far."""
        return NoiseResult(
            self._recipe,
            tuple(self._records),
            tuple(self._pairs),
            tuple(self._alpha_on_noise),
            *self._rows,
            dict(self._refusals),
            tuple(self._notes),
        )

    def run(self) -> Iterator[None]:
        """Run all shares of all repeats, and yield after each."""
        recipe = self._recipe
        for repeat in range(recipe.repeats):
            if recipe.run.noise_kind == "boundary":
                own = self._prepared(repeat, 0.0) if recipe.shares[0] > 0 else None
                self._own_labels = None if own is None else own.solve(self._reweighted).trace
            for share in recipe.shares:
                prepared = self._prepared(repeat, share)
                n_test = len(prepared.test_rows)
                self._rows = (len(prepared.dataset.y) - n_test, n_test)
                self._notes.update(dict.fromkeys(prepared.notes))
                self._score(prepared, repeat, share)
                self._n_done += 1
                yield

    def _prepared(self, repeat: int, share: float) -> PreparedRun:
        changes = vars(self._recipe.run_of(repeat, share)) | {"dataset": self._data}
        return prepare_run(**changes, n_jobs=self._n_jobs, progress=self._training)

    @property
    def _reweighted(self) -> Settings:
        """Return the settings with reweighting: the study shows its effect also where it is off."""
        settings = self._recipe.settings
        return settings.changed(update="hinge") if settings.update == "none" else settings

    def _score(self, prepared: PreparedRun, repeat: int, share: float) -> None:
        answers = self._kernels(prepared, repeat, share)
        for place, key in enumerate(self._recipe.methods):
            self._say(f"scoring {title_of(key)}", 0.85 + 0.15 * place / len(self._recipe.methods))
            if key in self._refusals:
                continue
            try:
                answers[key] = self._combined(prepared, key)
            except InputError as problem:
                self._refusals[key] = str(problem)
        n_test = self._rows[1]
        self._records += [
            NoiseRecord(key, repeat, share, n_test - int(wrong.sum()), n_test, kept)
            for key, (wrong, kept) in answers.items()
        ]
        compared = [(key, base_of(key)) for key in answers if key != REFERENCE]
        for key, base in (*compared, (self._recipe.reweighted, EQUAL_ALPHA)):
            mine, other = answers[key][0], answers[base][0]
            better, worse = int((other & ~mine).sum()), int((mine & ~other).sum())
            self._pairs.append(NoisePair(key, base, repeat, share, better, worse))

    def _kernels(self, prepared: PreparedRun, repeat: int, share: float) -> dict[str, Answers]:
        """Return L2DWK in every form, and the three references."""
        reweighted = self._reweighted
        forms = {key: {"kernel": kernel} for key, kernel in KERNEL_METHODS.items()}
        found: dict[str, Answers] = {}
        for key, changes in (forms | {EQUAL_ALPHA: {"update": "none"}}).items():
            try:
                run = prepared.solve(reweighted.changed(**changes))
            except InputError as problem:
                if key in (self._recipe.reweighted, EQUAL_ALPHA):
                    raise
                self._refusals[key] = str(problem)
                continue
            found[key] = run.wrong, run.trace.n_selected
            if key == self._recipe.reweighted:
                if self._recipe.run.noise_kind == "boundary" and share == 0:
                    self._own_labels = run.trace
                self._alpha_on_noise.append(
                    AlphaOnNoise.of(repeat, share, run.trace, prepared.flipped, self._own_labels)
                )
                found |= _references(run)
        return found

    def _combined(self, prepared: PreparedRun, key: str) -> Answers:
        info, recipe = COMBINERS[key], prepared.recipe.pool
        if info.family == "whole_ensembles":
            rows = np.union1d(prepared.training_rows, prepared.weighting_rows)
            made = PoolRecipe.of(recipe, kind=info.create().pool)
            model = info.create(
                n_members=made.n_members,
                **made.tree_options,
                random_state=recipe.seed,
                n_jobs=self._n_jobs,
            )
            model.fit(self._data.X.iloc[rows], prepared.labels[rows])
            test = prepared.test_rows
            wrong = model.predict(self._data.X.iloc[test]) != self._data.y[test]
            return wrong, int(model.n_selected_)
        found = info.create().combine(CombinerInput(prepared.oracle), seed=recipe.seed)
        return WeightedVote(prepared.test_oracle).outcome(found.weights).not_right, len(
            found.selected
        )

    def _training(self, what: str, done: int, total: int) -> None:
        self._say(f"training {what}", 0.85 * done / max(total, 1))

    def _say(self, what: str, part: float) -> None:
        if self._progress is None:
            return
        n_done = self._n_done
        repeat, place = divmod(n_done, len(self._recipe.shares))
        where = f"repeat {repeat + 1} of {self._recipe.repeats}"
        noise = f"{self._recipe.shares[place]:.0%} flipped"
        total = 100 * self._recipe.repeats * len(self._recipe.shares)
        self._progress(f"{where}, {noise}: {what}", int(100 * (n_done + part)), total)


def _references(run: Run) -> dict[str, Answers]:
    wrong = run.references
    return {
        REFERENCE: (wrong.uniform, run.n_members),
        ALL_ROWS: (wrong.uniform_all, run.n_members),
        "best_single": (wrong.best_single, 1),
    }
