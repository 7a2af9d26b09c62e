"""Regularised selective ensemble: smooth over similar rows, right on labelled ones."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.combiner_input import Combination, CombinerInput
from l2dwk_core.combiners.info import CombinerInfo
from l2dwk_core.combiners.options import check_number, option
from l2dwk_core.combiners.quadratic import without_small
from l2dwk_core.common.checks import check_choice
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.types import Floats
from l2dwk_core.datasets.encoding import vector_encoder
from l2dwk_core.oracle.weighting_votes import WeightingVotes, codes_in
from l2dwk_core.qp.simplex_qp import Solution, solve_simplex_qp

Codes = NDArray[np.signedinteger]

VOTES = ("selected", "weighted")
ROWS = ("weighting", "all")
_SMALL = 1e-5


@dataclass(frozen=True, eq=False)
class Unlabelled:
    """Rows that only shape the smoothness: (M, d) features like the labelled, (M, L) votes."""

    features: Floats
    codes: Codes


@dataclass(kw_only=True, eq=False, repr=False)
class RSE(Combiner):
    """Regularised selective ensemble (Li & Zhou 2009).

    ``min wᵀQw + λ Σ_i ξ_i`` over the simplex; λ multiplies the loss. ``Q = Hᵀ Lap H`` with H (N, L)
    the ±1 predictions and Lap = D^(−½)(D − W)D^(−½) of ``W_ik = exp(−γ‖x_i − x_k‖²)``, features
    scaled to [0, 1], γ = 1/(2d) by default. With ±1 predictions and w on the simplex no margin
    exceeds 1, so ξ_i = 1 − m_i: the hinge is linear and the program has L variables.

    More than two classes (beyond the paper): half the sum of the C one-against-rest objectives
    with common weights, which for two classes is the paper's. The loss stays Σ (1 − m_i).

    Weights up to 1e-5 become 0; then the members left vote equally ("selected", as the authors'
    demonstration does) or with their weights. ``fit`` takes further rows without labels as
    ``X_unlabelled``: the semi-supervised form. They enter W and H, not the loss.
    ``smooth_over="all"`` adds the rows the members were trained on in the same way, their labels
    unused. Beyond *max_rows* rows in all, W is taken from a random part of them and Q scaled up.
    """

    lam: float = option(1.0, "λ, price of the loss", "0 to 1e12")
    gamma: float | None = option(None, "width of the similarity", "0 to 1e12; None for 1/(2d)")
    vote: str = option("selected", "how the members left vote", ", ".join(VOTES))
    smooth_over: str = option("weighting", "rows that must be smooth", ", ".join(ROWS))
    max_rows: int = option(3000, "rows compared pairwise", "2 or more")

    needs: ClassVar[frozenset[str]] = frozenset({"complete_votes", "features"})

    def fit(
        self, X: Any, y: Any, X_unlabelled: Any = None, *, groups: Any = None, **fit_params: Any
    ) -> RSE:
        """Fit as ``Combiner.fit`` does. *X_unlabelled* holds rows with the columns of X and no
        labels."""
        self._given = X_unlabelled
        try:
            super().fit(X, y, groups=groups, **fit_params)
        finally:
            del self._given
        return self

    def asked_tables(self, votes: WeightingVotes) -> list[Any]:
        # Unless rows were held out, the members' training rows are the weighting rows.
        held_out = votes.source == "hold_out"
        return [votes.training] if self.smooth_over == "all" and held_out else []

    def _weigh(self, votes: WeightingVotes) -> Combination:
        tables = []
        given = getattr(self, "_given", None)
        if given is not None:
            tables.append(self._checked_table(given))
        check_choice("smooth_over", self.smooth_over, ROWS)
        tables += self.asked_tables(votes)
        if not tables or len(votes.classes) == 1:
            return super()._weigh(votes)
        table = _stacked(tables)
        encoder = vector_encoder(_stacked([votes.X, table]))
        inputs = self._combiner_input(votes)
        labelled = CombinerInput(inputs.oracle, None, encoder.transform(votes.X))
        codes = codes_in(votes.pool, table, votes.classes)
        return self._select(labelled, Unlabelled(encoder.transform(table), codes), self._seed())

    def _combine(self, inputs: CombinerInput, seed: int) -> Combination:
        return self._select(inputs, None, seed)

    def _select(self, inputs: CombinerInput, extra: Unlabelled | None, seed: int) -> Combination:
        check_choice("vote", self.vote, VOTES)
        found = self.solve(inputs, extra, seed=seed)
        report: dict[str, object] = {"objective": found.objective, "gap": found.gap}
        if extra is not None:
            report["unlabelled_rows"] = len(extra.codes)
        if self.vote == "weighted":
            return Combination.of_weights(without_small(found.weights, _SMALL), **report)
        kept = np.flatnonzero(found.weights > _SMALL)
        return Combination.of_subset(kept, len(found.weights), **report)

    def solve(
        self, inputs: CombinerInput, unlabelled: Unlabelled | None = None, *, seed: int = 0
    ) -> Solution:
        """Return the weights before small ones are dropped, ``wᵀQw + λ Σξ`` at these weights, and
        the bound of its gap.

        Needs ``inputs.features``. Labels of unlabelled rows are not even an argument. *seed*
        draws the rows compared where they are more than ``max_rows``. Raise ``InputError`` for
        parameters out of range.
        """
        lam = check_number("lam", self.lam, 0, 1e12)
        if inputs.features is None:
            raise InputError("RSE needs the rows' features to find similar rows; give features.")
        oracle = inputs.oracle
        features, codes = inputs.features, oracle.codes
        if unlabelled is not None:
            features = np.concatenate([features, unlabelled.features])
            codes = np.concatenate([codes, unlabelled.codes])
        gamma = 0.5 / features.shape[1] if self.gamma is None else self.gamma
        gamma = check_number("gamma", gamma, 0, 1e12)
        scaled = _to_unit_interval(features)
        share = 1.0
        if len(scaled) > self.max_rows:
            rows = np.random.default_rng(seed).choice(len(scaled), self.max_rows, replace=False)
            scaled, codes, share = scaled[rows], codes[rows], self.max_rows / len(scaled)
        Q = _roughness(scaled, codes, len(oracle.classes), gamma) / share
        first = lam * oracle.matrix.sum(axis=0, dtype=np.float64)
        solution = solve_simplex_qp(2.0 * Q, first)
        return replace(solution, objective=solution.objective + lam * oracle.n_rows)


def _roughness(features: Floats, codes: Codes, n_classes: int, gamma: float) -> Floats:
    """Return Q = ½ Σ_c H_cᵀ Lap H_c (L, L), where H_c is +1 where a member predicts class c and
    −1 elsewhere."""
    similar = np.exp(-gamma * cdist(features, features, "sqeuclidean"))
    scale = 1.0 / np.sqrt(similar.sum(axis=1))
    total = np.zeros((codes.shape[1],) * 2)
    # Two classes give the same term twice.
    for c in range(n_classes) if n_classes > 2 else (1,):
        H = np.where(codes == c, 1.0, -1.0)
        scaled = H * scale[:, None]
        total += H.T @ H - scaled.T @ (similar @ scaled)
    return total if n_classes <= 2 else total / 2


def _to_unit_interval(features: Floats) -> Floats:
    low = features.min(axis=0)
    width = features.max(axis=0) - low
    return np.asarray((features - low) / np.where(width > 0, width, 1.0))


def _stacked(tables: list[Any]) -> Any:
    if all(isinstance(table, pd.DataFrame) for table in tables):
        return pd.concat(tables, ignore_index=True)
    return np.concatenate([np.asarray(table) for table in tables])


METHODS = (
    CombinerInfo(
        key="rse",
        title="RSE",
        family="optimisation",
        place=2,
        authors="Li & Zhou",
        year=2009,
        work="Selective ensemble under regularization framework, MCS",
        complexity="N² d + C N² L + active set",
        confirmed="as in the authors' own program; more than two classes by the sum of "
        "one-against-rest objectives, which is this project's extension",
        estimator=RSE,
    ),
    CombinerInfo(
        key="rse_semi_supervised",
        title="RSE, semi-supervised",
        family="optimisation",
        place=3,
        authors="Li & Zhou",
        year=2009,
        work="Selective ensemble under regularization framework, MCS",
        complexity="(N + M)² d + C (N + M)² L + active set, M rows without labels",
        confirmed="the loss over labelled rows only is the standard manifold form; it could not "
        "be confirmed in the original paper",
        estimator=RSE,
        defaults=MappingProxyType({"smooth_over": "all"}),
    ),
)
