"""L2DWK with λ chosen by cross-validation over the weighting rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import joblib
import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.utils.validation import _num_samples

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.combiner_input import Combination, CombinerInput
from l2dwk_core.combiners.info import CombinerInfo
from l2dwk_core.combiners.l2dwk import L2DWKClassifier
from l2dwk_core.combiners.options import option
from l2dwk_core.common.types import Indices
from l2dwk_core.method.choose_lambda import choose_lambda
from l2dwk_core.method.lambda_choice import LambdaChoice
from l2dwk_core.method.self_training import train_on
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.oracle.weighting_votes import WeightingVotes, rows_of


@dataclass(kw_only=True, eq=False, repr=False)
class L2DWKClassifierCV(L2DWKClassifier):
    """``L2DWKClassifier`` with the λ whose weights give the best votes on left-out weighting rows.

    ``choose_lambda`` describes the choice. Then the weights are learned on all weighting rows. The
    members are trained once. When there are fewer than two different rows, no row can be left out;
    then ``lam`` is used, with a note.

    Parameters
    ----------
    lambdas, kernels, rounds, n_folds, n_repeats
        As in ``choose_lambda``. None means its grid for ``lambdas``, the parameter ``kernel`` for
        ``kernels``, the parameter ``max_rounds`` for ``rounds``, and its default for ``n_repeats``.
    max_rounds
        Default: 1, because the choice is fast with equal kernel weights. ``rounds=(1, 30)`` chooses
        between 1 and 30 rounds.
    random_state
        It also determines the folds. They keep the rows of one of the ``groups`` of ``fit``
        together.

    For the other parameters and attributes see ``L2DWKClassifier``.

    Attributes
    ----------
    choice_
        The ``LambdaChoice``; None when no row could be left out. Its scores serve to choose λ; they
        are not accuracies.
    """

    max_rounds: int = option(1, "rounds at most", "1 to 10000")
    lambdas: Sequence[float] | None = option(None, "λ to choose from", "numbers, or None for 17")
    kernels: Sequence[str] | None = option(None, "kernels to choose from", "names, or None")
    rounds: Sequence[int] | None = option(None, "rounds to choose from", "whole numbers, or None")
    n_folds: int = option(5, "folds of the weighting rows", "2 or more")
    n_repeats: int | None = option(None, "times folds are drawn", "1 or more, or None")

    # Here n_folds divides the weighting rows, so it is also used with given estimators.
    unused_with_estimators: ClassVar[tuple[str, ...]] = tuple(
        name for name in L2DWKClassifier.unused_with_estimators if name != "n_folds"
    )

    def _learn(self, votes: WeightingVotes) -> Combiner:
        super()._learn(votes)
        choice: Any = self.report_.pop("choice")
        self.choice_: LambdaChoice | None = choice
        if choice is None:
            left = "Too few weighting rows to leave some out: λ was not chosen."
            self.notes_ = (*self.notes_, left)
        else:
            self.notes_ = (*self.notes_, *choice.notes)
        return self

    def _weigh(self, votes: WeightingVotes) -> Combination:
        # With copies of a row inside and outside a fold, members fitted to the row would score
        # better than on new rows.
        groups = _same_rows(votes.X) if votes.source == "bootstrap" else votes.groups
        return self._chosen(self._combiner_input(votes).oracle, self._seed(), groups)

    def _combine(self, inputs: CombinerInput, seed: int) -> Combination:
        return self._chosen(inputs.oracle, seed, None)

    def _chosen(self, oracle: Oracle, seed: int, groups: NDArray[Any] | None) -> Combination:
        settings, choice = self.settings, None
        if _can_be_divided(oracle, groups):
            choice = choose_lambda(
                oracle,
                None,
                settings,
                lambdas=self.lambdas,
                kernels=self.kernels,
                rounds=self.rounds,
                n_folds=self.n_folds,
                n_repeats=self.n_repeats,
                seed=seed,
                groups=groups,
            )
            settings = choice.settings
        trace = train_on(oracle, settings)
        return Combination.of_weights(trace.weights, trace=trace, choice=choice)


def _same_rows(X: Any) -> Indices:
    """Return (N,) a number for each row of X, the same for equal rows."""
    if not isinstance(X, pd.DataFrame | np.ndarray) or np.ndim(X) != 2:
        texts = [joblib.hash(rows_of(X, np.array([row]))) for row in range(_num_samples(X))]
        return np.unique(texts, return_inverse=True)[1].astype(np.intp)
    table = pd.DataFrame(X)
    numbers = table.groupby(list(table.columns), dropna=False, observed=True).ngroup()
    return np.asarray(numbers, dtype=np.intp)


def _can_be_divided(oracle: Oracle, groups: NDArray[Any] | None) -> bool:
    """Return whether there are two rows with votes in different groups."""
    rows = np.arange(oracle.n_rows) if groups is None else groups
    if oracle.available is not None:
        rows = rows[oracle.available.any(axis=1)]
    return np.unique(rows).size > 1


METHODS = (
    CombinerInfo(
        key="l2dwk_cv",
        title="L2DWK, λ by cross-validation",
        family="optimisation",
        place=7,
        authors="Yin, Yang & Hao",
        year=2014,
        work="Learning to diversify via weighted kernels for classifier ensemble, arXiv 1406.1167; "
        "λ by Stone 1974: Cross-validatory choice and assessment of statistical predictions",
        complexity="repeats · (N L² + folds · λ · active set)",
        confirmed="one round of the paper's program with its defects repaired; that λ is chosen by "
        "cross-validation over the weighting rows is this project's",
        estimator=L2DWKClassifierCV,
    ),
)
