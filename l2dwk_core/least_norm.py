"""The minimiser of least norm on a support where H is singular.

On a support F the optimum solves ``H_FF w = p_F + μ1, 1ᵀw = 1``. When H_FF is singular, solutions
differ by flat directions; the one of least norm has no part in them: ``w = H̃⁺(p_F + μ1)`` with the
pseudo-inverse of ``H̃ = H_FF + s·11ᵀ`` (which is H_FF plus a constant on the simplex). From the
pivoted Cholesky factorisation ``H̃ = GGᵀ``, G (n, rank), it is ``H̃⁺ = G (GᵀG)⁻² Gᵀ``, whose values
lie in the range of H̃ by construction: rounding cannot grow along flat directions, as it does with a
small ridge.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.linalg.lapack import dpotrf, dpotrs, dpstrf

Floats = NDArray[np.float64]

_RANK_TOLERANCE = 1e-11  # pivots below this share of the largest count as zero
_REFINEMENTS = 4


def least_norm_weights(block: Floats, p: Floats, scale: float) -> Floats | None:
    """(n,) weights of sum 1 that level the gradient ``block @ w − p``, of least norm.

    ``block`` (n, n) symmetric positive semidefinite, ``p`` (n,), ``scale`` its largest diagonal
    entry. Signs are not looked at. None when the factorisation does not carry a solution.
    """
    n = len(p)
    lifted = block + scale
    factor, pivots, rank, _ = dpstrf(lifted, tol=_RANK_TOLERANCE * scale, lower=1)
    if rank == 0:
        return None
    range_basis = np.zeros((n, rank))
    range_basis[pivots - 1] = np.tril(factor)[:, :rank]
    inner, failed = dpotrf(range_basis.T @ range_basis, lower=1)
    if failed:
        return None

    def pseudo_inverse(vectors: Floats) -> Floats:
        once, _ = dpotrs(inner, range_basis.T @ vectors, lower=1)
        twice, _ = dpotrs(inner, once, lower=1)
        return np.asarray(range_basis @ twice)

    both = pseudo_inverse(np.stack([p, np.ones(n)], axis=1))
    particular, ones = both[:, 0], both[:, 1]
    total = float(ones.sum())
    if not total > 0.0:
        return None
    weights = particular + (1.0 - particular.sum()) / total * ones
    for _ in range(_REFINEMENTS):
        gradient = block @ weights - p
        uneven = gradient - gradient.mean()
        step = pseudo_inverse(-uneven[:, None])[:, 0]
        step -= (step.sum() + weights.sum() - 1.0) / total * ones
        weights = weights + step
        if np.abs(step).max() <= 1e-16:
            break
    return np.asarray(weights) if np.isfinite(weights).all() else None
