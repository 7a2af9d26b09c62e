"""The members of one fold and their votes, each made once and shared by all methods."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.common.types import Indices
from l2dwk_core.datasets import Dataset
from l2dwk_core.oracle.out_of_fold import N_FOLDS
from l2dwk_core.oracle.weighting_rows import weighting_rows
from l2dwk_core.oracle.weighting_votes import WeightingVotes, collect_votes, out_of_fold_votes
from l2dwk_core.pools.cached import CachedPool
from l2dwk_core.pools.recipe import GIVEN, PoolRecipe
from l2dwk_core.pools.train_pool import train_pool
from l2dwk_core.studies.comparison_of_votes import given_votes
from l2dwk_core.votes.dataset import VotesDataset

Say = Callable[[str], None]


class FoldVotes:
    """Training and test rows of one fold, and the members trained on them.

    Parameters
    ----------
    data
        The whole table, or given votes: nothing is trained then.
    training, test
        Rows of the fold.
    recipe
        How members are trained; ``of`` may name another kind.
    seed
        Of the members and of the rows set aside in this fold.
    weighting_fraction, n_folds
        Share of the training rows for "hold_out", and parts for "out_of_fold".
    n_jobs
        Threads or processes.
    say
        Called with what is being done; an exception it raises ends all.

    Attributes
    ----------
    X, y, test_X, test_y
        The rows.
    groups, test_groups
        The groups of the training and of the test rows; None when rows are single cases.
    """

    def __init__(
        self,
        data: Dataset,
        training: Indices,
        test: Indices,
        recipe: PoolRecipe,
        *,
        seed: int,
        weighting_fraction: float,
        n_folds: int = N_FOLDS,
        n_jobs: int | None = None,
        say: Say | None = None,
    ) -> None:
        self.X, self.y = data.X.iloc[training], data.y[training]
        self.test_X, self.test_y = data.X.iloc[test], data.y[test]
        group = data.votes.group if isinstance(data, VotesDataset) else None
        self.groups = None if group is None else group[training]
        self.test_groups = None if group is None else group[test]
        self._data, self._recipe, self._seed = data, recipe, seed
        self._fraction, self._n_folds, self._n_jobs = weighting_fraction, n_folds, n_jobs
        self._say = say
        self._pools: dict[tuple[str, bytes], CachedPool] = {}
        self._votes: dict[tuple[str, str, bool], WeightingVotes] = {}
        self._cross_validated: dict[tuple[str, bytes], WeightingVotes] = {}

    def of(self, kind: str, source: str, *, probabilities: bool) -> WeightingVotes:
        """Return members of a kind with their votes on the rows that *source* chooses to judge
        them, a key of ``WEIGHTING_SOURCES``.

        Raise ``InputError`` when such members cannot be judged on these rows.
        """
        data = self._data
        if isinstance(data, VotesDataset):
            kind = source = GIVEN
        key = kind, source, probabilities
        if key not in self._votes and isinstance(data, VotesDataset):
            pool = data.pool.prefix(self._recipe.n_members)
            self._votes[key] = given_votes(
                pool, self.X, self.y, self.groups, probabilities=probabilities
            )
        if key not in self._votes:
            rows = weighting_rows(self.y, source, self._fraction, self._seed)
            if rows.source == "out_of_fold":
                self._votes[key] = self._out_of_fold(kind, rows.training)
            else:
                pool = self._pool(kind, rows.training)
                self._votes[key] = collect_votes(
                    pool, self.X, self.y, rows, probabilities=probabilities
                )
        return self._votes[key]

    def ask_members(self, model: Combiner, votes: WeightingVotes) -> None:
        """Let the members answer all that *model* will ask, except on test rows. Methods share
        these answers, so none of them is timed for them."""
        for table in model.asked_tables(votes):
            votes.pool.predict_codes(table)

    def _out_of_fold(self, kind: str, rows: Indices) -> WeightingVotes:
        """Return models with votes out of fold, and probabilities for methods that need them."""
        key = kind, rows.tobytes()
        if key not in self._cross_validated:
            votes = out_of_fold_votes(
                self.X,
                self.y,
                self._recipe_of(kind),
                self._n_folds,
                self._n_jobs,
                probabilities=True,
                progress=None if self._say is None else self._fitting,
            )
            self._pools[key] = CachedPool.of(votes.pool)
            self._cross_validated[key] = replace(votes, pool=self._pools[key])
        return self._cross_validated[key]

    def _pool(self, kind: str, rows: NDArray[np.intp]) -> CachedPool:
        key = kind, rows.tobytes()
        if key not in self._pools:
            trained = train_pool(
                self.X.iloc[rows],
                self.y[rows],
                **self._recipe_of(kind).as_dict(),
                n_jobs=self._n_jobs,
                progress=None if self._say is None else self._training,
            )
            self._pools[key] = CachedPool.of(trained)
        return self._pools[key]

    def _recipe_of(self, kind: str) -> PoolRecipe:
        return PoolRecipe.of(self._recipe, kind=kind, seed=self._seed)

    def _fitting(self, name: str, done: float, total: float) -> None:
        if self._say is not None:
            self._say(f"fitting {name}, {done / total:.0%}")

    def _training(self, done: float, total: float) -> None:
        if self._say is not None:
            self._say(f"training members, {done / total:.0%}")
