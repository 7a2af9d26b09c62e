"""Predictive ensemble pruning: non-negative weights with a sparse prior, as a MAP estimate."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import log_ndtr

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.combiner_input import Combination, CombinerInput
from l2dwk_core.combiners.info import CombinerInfo
from l2dwk_core.combiners.options import check_number, option
from l2dwk_core.combiners.scores import best_member
from l2dwk_core.common.types import Floats

# A weight below √floor has the largest allowed precision: it converges to 0.
_FLOOR = 1e-6
_LOG_ROOT_TWO_PI = 0.5 * math.log(2.0 * math.pi)


def map_weights(outputs: Floats, *, max_rounds: int = 100, tol: float = 1e-4) -> tuple[Floats, int]:
    """Return non-negative weights (L,), not scaled, and the number of rounds used.

    ``min Σ_k −ln Φ(m_k) + ½ Σ_j a_j w_j²`` over w ≥ 0, m = Ow, starting from a = 1; then
    ``a_j ← 1/max(w_j², 1e-6)``, until the shares of weight change by less than *tol*. Weights at
    or below 1e-3, whose precision has reached its limit, are 0 in the end. All weights are 0 where
    no member is more often right than wrong.
    """
    n_members = outputs.shape[1]
    precision = np.ones(n_members)
    weights = np.full(n_members, 1.0 / n_members)
    bounds = [(0.0, None)] * n_members
    shares = np.zeros(n_members)
    rounds = 0
    while rounds < max_rounds:
        rounds += 1

        def loss(w: Floats, a: Floats = precision) -> tuple[float, Floats]:
            m = outputs @ w
            log_cdf = log_ndtr(m)
            pull = np.exp(-0.5 * m**2 - _LOG_ROOT_TWO_PI - log_cdf)
            value = -log_cdf.sum() + 0.5 * float(a @ w**2)
            return value, a * w - outputs.T @ pull

        found = minimize(
            loss,
            weights,
            jac=True,
            bounds=bounds,
            method="L-BFGS-B",
            options={"maxiter": 1000, "ftol": 1e-13, "gtol": 1e-8},
        )
        weights = np.asarray(found.x)
        precision = 1.0 / np.maximum(weights**2, _FLOOR)
        total = weights.sum()
        if total == 0.0:
            break
        change = float(np.abs(weights / total - shares).max())
        shares = weights / total
        if change < tol:
            break
    return np.where(weights > math.sqrt(_FLOOR), weights, 0.0), rounds


@dataclass(kw_only=True, eq=False, repr=False)
class MAPPruning(Combiner):
    """Sparse Bayesian pruning by maximum a posteriori (after Chen, Tino & Yao 2009).

    Their method is expectation propagation with a left-truncated Gaussian prior on each weight and
    a probit likelihood. This is its cheaper relative, a MAP estimate with re-estimated precisions:
    see ``map_weights``. It works on right and wrong votes, so more than two classes need nothing
    else. Where every weight vanishes, the most accurate member is returned, with a note.
    """

    max_rounds: int = option(100, "re-estimations of the precisions", "1 to 10000")

    needs: ClassVar[frozenset[str]] = frozenset({"complete_votes"})

    def _combine(self, inputs: CombinerInput, seed: int) -> Combination:
        oracle = inputs.oracle
        rounds = int(check_number("max_rounds", self.max_rounds, 1, 10_000))
        weights, used = map_weights(oracle.matrix.astype(np.float64), max_rounds=rounds)
        if weights.sum() == 0.0:
            chosen: NDArray[np.intp] = np.array([best_member(oracle)])
            return Combination.of_subset(
                chosen,
                oracle.n_members,
                rounds=used,
                note="every weight vanished; the most accurate member is kept",
            )
        return Combination.of_weights(weights / weights.sum(), rounds=used)


METHODS = (
    CombinerInfo(
        key="map_pruning",
        title="Predictive pruning (MAP)",
        family="optimisation",
        place=4,
        authors="Chen, Tino & Yao",
        year=2009,
        work="Predictive ensemble pruning by expectation propagation, IEEE TKDE 21(7)",
        complexity="rounds · steps · N L",
        confirmed="a MAP estimate, not the paper's expectation propagation; the prior is "
        "confirmed, likelihood and updates could not be confirmed in the original paper",
        estimator=MAPPruning,
    ),
)
