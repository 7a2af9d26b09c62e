"""Stacking: a second, linear classifier on the members' probabilities for rows that they did not
fit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.combiner_input import Combination, CombinerInput
from l2dwk_core.combiners.info import CombinerInfo
from l2dwk_core.combiners.quadratic import sparse_least_squares
from l2dwk_core.common.types import Floats
from l2dwk_core.oracle.weighting_votes import WeightingVotes, proba_in


def non_negative_least_squares(table: Floats, target: Floats) -> Floats:
    """Return (L,) argmin ‖table·u − target‖² over u ≥ 0, or zeros where no column reduces the
    error.

    *table* (N, L) and *target* (N,) are not negative.
    """
    second = table.T @ table / len(table)
    first = table.T @ target / len(table)
    if first.max() <= 0.0:
        return np.zeros(table.shape[1])
    total, solution = sparse_least_squares(second, first, 0.0)
    return np.asarray(total * np.where(solution.weights > 1e-9, solution.weights, 0.0))


@dataclass(kw_only=True, eq=False, repr=False)
class Stacking(Combiner):
    """Non-negative multi-response linear regression on probabilities (Wolpert 1992; Ting & Witten
    1999).

    For each class c, ``min_{u ≥ 0} Σ_k ([y_k = c] − Σ_j u_j p_j(c|x_k))²``; the class with the
    largest sum ``Σ_j u_jc p_j(c|x)`` is predicted. Like every other method it learns from held-out
    rows. Wolpert's own way is ``weighting="out_of_fold"``: members with the same settings and
    seeds, trained without the row's fold, answer in their place. Both are similar where a position
    in the pool means something (the families of "mixed"); bagged trees in the same position are
    independent draws.

    ``coefficients_`` (L, C) holds u; ``weights_`` the share of each member in their sum. Members
    without any coefficient are not asked.
    """

    needs: ClassVar[frozenset[str]] = frozenset({"complete_votes", "probabilities"})

    def _learn(self, votes: WeightingVotes) -> Combiner:
        super()._learn(votes)
        coefficients: Any = self.report_.pop("coefficients")
        self.coefficients_ = coefficients
        return self

    def _weigh(self, votes: WeightingVotes) -> Combination:
        # One class too: its single member gets all the weight.
        return self.combine(self._combiner_input(votes), seed=self._seed())

    def _combine(self, inputs: CombinerInput, seed: int) -> Combination:
        proba = np.asarray(inputs.probabilities, dtype=np.float64)
        truth = inputs.oracle.label_codes
        coefficients = np.stack(
            [
                non_negative_least_squares(
                    np.ascontiguousarray(proba[:, :, c]), (truth == c).astype(np.float64)
                )
                for c in range(proba.shape[2])
            ],
            axis=1,
        )
        note: dict[str, object] = {}
        if coefficients.sum() == 0.0:  # every member gives the true class no chance at all
            coefficients = np.ones_like(coefficients)
            note = {"note": "no member ever gave the true class a chance; all vote equally"}
        share = coefficients.sum(axis=1) / coefficients.sum()
        return Combination.of_weights(share, coefficients=coefficients, **note)

    def _scores(self, X: Any) -> Floats:
        kept = np.flatnonzero(self.weights_)
        proba = proba_in(self.pool_, X, self.classes_, kept).astype(np.float64)
        return np.asarray((proba * self.coefficients_[kept]).sum(axis=1))


METHODS = (
    CombinerInfo(
        key="stacking",
        title="Stacking",
        family="learned",
        place=1,
        authors="Wolpert; Ting & Witten",
        year=1992,
        work="Stacked generalization, Neural Networks 5; Issues in stacked generalization, "
        "JAIR 10 (1999)",
        complexity="C · active sets on L²; with out-of-fold rows folds · training besides",
        confirmed="out-of-fold outputs are the published method (weighting='out_of_fold'); unless "
        "told so it learns from held-out rows, as all methods here and on the Compare page do, "
        "since bagged members have no counterpart in a fold; non-negative multi-response "
        "regression could not be confirmed in the original paper",
        estimator=Stacking,
    ),
)
