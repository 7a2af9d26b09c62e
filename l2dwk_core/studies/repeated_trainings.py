"""Bias, variance and diversity as the trees get deeper or the members more: the same ensemble is
trained on many samples of the training rows.

The test rows are the same in all trials. Each trial draws another sample of the other rows, without
replacement and stratified by class, and trains other members on it. The samples share rows, so that
the variance over them is smaller than over samples of new rows. With n trials the mean of
``(1/n) Σ ‖q − mean‖²`` is lower than the variance by one n-th of it, and the bias is higher by as
much; their sum is not affected.

Source: Wood, Mu, Webb, Reeve, Luján & Brown 2023, whose experiments also move the depth and the
number of trees.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.checks import check_choice, check_whole
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted
from l2dwk_core.datasets import Dataset, load_dataset
from l2dwk_core.datasets.encoding import encode_labels
from l2dwk_core.datasets.splits import SplitUse, check_share, split_rows
from l2dwk_core.diversity.bias_variance_diversity import (
    LOSSES,
    LossTerms,
    MeanTerms,
    loss_terms,
    zero_one_effects,
)
from l2dwk_core.oracle.weighting_votes import codes_in, proba_in
from l2dwk_core.pools.pool import Pool
from l2dwk_core.pools.recipe import PoolRecipe
from l2dwk_core.pools.train_pool import train_pool
from l2dwk_core.votes.dataset import VotesDataset

Progress = Callable[[str, int, int], None]

MAX_TRIALS, MAX_VALUES = 200, 21

_USE = SplitUse("training row", "used in a trial", "left out of a trial")

MOVED: Mapping[str, str] = MappingProxyType(
    {"max_depth": "Depth of the trees", "n_members": "Number of members"}
)
"""What can move: a field of ``PoolRecipe``, with its title."""


@dataclass(frozen=True)
class TrialsRecipe:
    """What determines the repeated trainings, apart from the dataset's content.

    Attributes
    ----------
    dataset
        The name of the dataset.
    pool
        How members are trained. Its seed draws the test rows; trial t (from 0) draws its sample and
        its members with the seed ``pool.seed + 1 + t``.
    moved
        A key of ``MOVED``: the field of ``pool`` that takes each of ``values``.
    values
        Ascending, each at least 1. For "n_members" the ensemble of size n is the first n members.
    trials
        How many samples are drawn, 2 to ``MAX_TRIALS``.
    share
        Share of the training rows in each sample, in (0, 1).
    test_fraction
        Share of all rows for testing, in (0, 1).
    """

    dataset: str
    pool: PoolRecipe
    moved: str = "max_depth"
    values: tuple[int, ...] = (1, 2, 4, 8)
    trials: int = 20
    share: float = 0.5
    test_fraction: float = 0.3

    def pool_of(self, value: int, trial: int) -> PoolRecipe:
        """Return the recipe of the members of one trial at one value."""
        seed = (self.pool.seed + 1 + trial) % 2**32
        return PoolRecipe.of(self.pool, **{self.moved: value}, seed=seed)

    @property
    def trained_values(self) -> tuple[int, ...]:
        """Return the values that need a training each. Of "n_members" it is the largest one."""
        return self.values if self.moved == "max_depth" else self.values[-1:]

    @property
    def n_trainings(self) -> int:
        """Return how many ensembles are trained."""
        return self.trials * len(self.trained_values)


@dataclass(frozen=True, eq=False)
class TrialsPoint:
    """One value of what is moved: the number of members, and the terms by loss (``LOSSES``).

    The members are fewer than asked for where some could not be trained in every trial.
    """

    value: int
    n_members: int
    terms: Mapping[str, MeanTerms]


@dataclass(frozen=True, eq=False)
class TrialsResult:
    """The terms at every value that is finished.

    ``n_sample`` counts the rows of a sample, ``n_test`` the test rows. ``notes``: a line for each
    thing that was done differently from what was asked.
    """

    recipe: TrialsRecipe
    points: tuple[TrialsPoint, ...]
    n_sample: int
    n_test: int
    notes: tuple[str, ...] = ()


def repeated_trainings(
    dataset: str | Dataset,
    *,
    pool: PoolRecipe,
    moved: str = "max_depth",
    values: Sequence[int] = (1, 2, 4, 8),
    trials: int = 20,
    share: float = 0.5,
    test_fraction: float = 0.3,
    n_jobs: int | None = -1,
    progress: Progress | None = None,
    on_change: Callable[[TrialsResult], None] | None = None,
) -> TrialsResult:
    """Train an ensemble on every sample and value, and take its loss on the test rows apart.

    Parameters
    ----------
    dataset
        A catalogue name, or a ``Dataset``.
    pool, moved, values, trials, share, test_fraction
        See ``TrialsRecipe``; at most ``MAX_VALUES`` values.
    n_jobs
        Threads. The result does not depend on it.
    progress
        Called as ``progress(what, done, total)`` in hundredths of a training; an exception it
        raises ends all.
    on_change
        Called with the result so far after every value.

    Raises
    ------
    InputError
        For an unknown name, a value out of range, rows that cannot be split, or models whose votes
        are given, because nothing can be trained then.
    """
    check_choice("thing to move", moved, MOVED)
    check_whole("trials", trials, 2, MAX_TRIALS)
    check_share(share, "share")
    wanted = tuple(check_whole("a value", value, 1) for value in values)
    if not 1 <= len(wanted) <= MAX_VALUES or list(wanted) != sorted(set(wanted)):
        raise InputError(
            f"The values are {wanted}; give 1 to {MAX_VALUES} of them, each once, ascending."
        )
    data = load_dataset(dataset) if isinstance(dataset, str) else dataset
    if isinstance(data, VotesDataset):
        raise InputError(
            f"The models of {data.name!r} were fitted elsewhere and only their votes are given, so "
            "they cannot be trained again; choose a dataset."
        )
    recipe = TrialsRecipe(data.name, pool, moved, wanted, trials, share, test_fraction)
    recipe.pool_of(wanted[-1], 0)  # raises what does not fit, before anything is trained
    study = _Study(data, recipe, n_jobs, progress)
    for value in recipe.trained_values:
        study.train(value)
        if on_change is not None:
            on_change(study.result())
    return study.result()


class _Study:
    """The repeated trainings while they go on."""

    def __init__(
        self, data: Dataset, recipe: TrialsRecipe, n_jobs: int | None, progress: Progress | None
    ) -> None:
        self._data, self._recipe, self._n_jobs, self._progress = data, recipe, n_jobs, progress
        self._classes, self._codes = encode_labels(data.y)
        split = split_rows(data.y, recipe.test_fraction, recipe.pool.seed)
        self._training, self._test = split.first_rows, split.second_rows
        self._notes = dict.fromkeys(split.notes)
        self._points: list[TrialsPoint] = []
        self._n_sample = 0
        self._n_done = 0

    def result(self) -> TrialsResult:
        """Return the result so far."""
        return TrialsResult(
            self._recipe, tuple(self._points), self._n_sample, len(self._test), tuple(self._notes)
        )

    def train(self, value: int) -> None:
        """Train all trials of a value, and take apart the ensembles that follow from them."""
        X = self._data.X.iloc[self._test]
        names, answers, votes = [], [], []
        for trial in range(self._recipe.trials):
            pool = self._trained(value, trial)
            names.append(pool.names)
            answers.append(proba_in(pool, X, self._classes))
            votes.append(codes_in(pool, X, self._classes))
            self._n_done += 1
        common = [name for name in names[0] if all(name in others for others in names)]
        if len(common) < max(map(len, names)):
            self._notes[
                f"{counted(len(common), 'member')} could be trained in every trial; the others are "
                "left out."
            ] = None
        places = [[found.index(name) for name in common] for found in names]
        self._take_apart(
            value,
            # (trials, members, rows, classes) and (trials, members, rows)
            np.stack([a.transpose(1, 0, 2)[p] for a, p in zip(answers, places, strict=True)]),
            np.stack([v.T[p] for v, p in zip(votes, places, strict=True)]),
        )

    def _take_apart(self, value: int, answers: NDArray[Any], votes: NDArray[Any]) -> None:
        sizes = {value: answers.shape[1]}
        if self._recipe.moved == "n_members":
            sizes = {n: min(n, answers.shape[1]) for n in self._recipe.values}
        truth = self._codes[self._test]
        for at, size in sizes.items():
            found: dict[str, LossTerms] = {
                # A member need not vote for its largest probability.
                loss: zero_one_effects(votes[:, :size], truth)
                if loss == "zero_one"
                else loss_terms(answers[:, :size], truth, loss)
                for loss in LOSSES
            }
            terms = {loss: each.mean for loss, each in found.items()}
            self._points.append(TrialsPoint(at, size, terms))

    def _trained(self, value: int, trial: int) -> Pool:
        recipe = self._recipe.pool_of(value, trial)
        y = self._data.y[self._training]
        drawn = split_rows(y, 1 - self._recipe.share, recipe.seed, _USE)
        self._notes.update(dict.fromkeys(drawn.notes))
        rows = self._training[drawn.first_rows]
        self._n_sample = len(rows)
        what = f"trial {trial + 1} of {self._recipe.trials}"
        if self._recipe.moved == "max_depth":
            what = f"depth {value}, {what}"

        def report(done: int, total: int) -> None:
            if self._progress is not None:
                part = self._n_done + done / max(total, 1)
                self._progress(what, int(100 * part), 100 * self._recipe.n_trainings)

        pool = train_pool(
            self._data.X.iloc[rows],
            self._data.y[rows],
            **recipe.as_dict(),
            n_jobs=self._n_jobs,
            progress=report,
        )
        self._notes.update(dict.fromkeys(pool.notes))
        return pool
