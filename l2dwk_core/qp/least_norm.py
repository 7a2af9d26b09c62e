"""The minimiser of least norm on a support where H is singular.

On a support F the optimum solves ``H_FF w = p_F + μ1, 1ᵀw = 1``. When H_FF is singular, solutions
differ by directions in which the objective is flat; the one of least norm has no component in
these: ``w = H̃⁺(p_F + μ1)`` with the pseudo-inverse of ``H̃ = H_FF + s·11ᵀ`` (which is H_FF plus a
constant on the simplex). From the pivoted Cholesky factorisation ``H̃ = GGᵀ``, G (n, rank), and
``G = QR`` it is ``H̃⁺ = Q (RRᵀ)⁻¹ Qᵀ``, whose values lie in the range of H̃ by construction: rounding
cannot grow along flat directions, as it does with a small ridge.

A direction that is nearly flat is no flat one: there the weights are determined, and refined with
residuals that have no rounding error.
"""

from __future__ import annotations

from math import fsum

import numpy as np
from scipy.linalg import solve_triangular
from scipy.linalg.lapack import dpstrf

from l2dwk_core.common.types import Floats
from l2dwk_core.qp.exact_residual import exact_residual

_RANK_TOLERANCE = 1e-13  # pivots below this share of the largest count as zero
_NEARLY_FLAT = 1e-4  # with pivots above this share, residuals in double precision are enough
_REFINEMENTS = 6


def least_norm_weights(
    block: Floats, p: Floats, scale: float, p_rest: Floats | None = None
) -> Floats | None:
    """Return the (n,) weights of sum 1 and least norm that make all entries of the gradient ``block
    @ w − p`` equal.

    ``block`` (n, n) symmetric positive semidefinite, ``p`` (n,), ``scale`` its largest diagonal
    entry; ``p_rest`` (n,) are the digits of p that did not fit into ``p``. Weights may be negative.
    The result is None when the factorisation gives no solution.
    """
    n = len(p)
    lifted = block + scale
    factor, pivots, rank, _ = dpstrf(lifted, tol=_RANK_TOLERANCE * scale, lower=1)
    if rank == 0:
        return None
    root = np.zeros((n, rank))
    root[pivots - 1] = np.tril(factor)[:, :rank]
    q, r = np.linalg.qr(root)
    if np.abs(r.diagonal()).min() == 0.0:
        return None

    def pseudo_inverse(vectors: Floats) -> Floats:
        once = solve_triangular(r, q.T @ vectors, check_finite=False)
        twice = solve_triangular(r, once, trans="T", check_finite=False)
        return np.asarray(q @ twice)

    both = pseudo_inverse(np.stack([p, np.ones(n)], axis=1))
    particular, ones = both[:, 0], both[:, 1]
    total = float(ones.sum())
    if not total > 0.0:
        return None
    weights = particular + (1.0 - particular.sum()) / total * ones
    terms = np.zeros((3, n))  # p, its rest, and the level that is equal on the support
    terms[0], terms[1] = p, 0.0 if p_rest is None else p_rest
    exact = float(factor.diagonal()[:rank].min()) ** 2 < _NEARLY_FLAT * scale
    for _ in range(_REFINEMENTS):
        gradient = block @ weights - p
        if exact:
            terms[2] = gradient.mean()
            gradient = exact_residual(block, weights, terms)
        uneven = gradient - gradient.mean()
        step = pseudo_inverse(-uneven[:, None])[:, 0]
        step -= (step.sum() + (fsum(weights.tolist()) - 1.0)) / total * ones
        weights = weights + step
        if np.abs(step).max() <= 1e-16:
            break
    return np.asarray(weights) if np.isfinite(weights).all() else None
