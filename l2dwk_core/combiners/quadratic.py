"""Functions that methods with a quadratic program share."""

from __future__ import annotations

import numpy as np

from l2dwk_core.common.types import Floats
from l2dwk_core.qp.simplex_qp import Solution, solve_simplex_qp

SMALL_WEIGHT = 1e-6
"""Weights up to this become 0, as in the rounds of L2DWK."""

# λ of the sparse form is the root of a decreasing function. Beyond this λ the target margin 1/λ is
# practically 0.
_LARGEST_LAM = 1e6


def without_small(weights: Floats, limit: float = SMALL_WEIGHT) -> Floats:
    """Return the weights with those up to *limit* set to 0 and the others rescaled to sum 1."""
    kept = np.where(weights > limit, weights, 0.0)
    return np.asarray(kept / kept.sum())


def sparse_least_squares(second: Floats, first: Floats, l1: float) -> tuple[float, Solution]:
    """Solve ``min uᵀSu − 2 μᵀu + l1 1ᵀu`` over u ≥ 0, written as ``u = λ w`` with w on the simplex.

    For a given sum λ of u the minimiser is λ w(λ) with w(λ) = argmin ½ λ wᵀSw − μᵀw, and the
    optimal sum is where ``g(λ) = λ wᵀSw − μᵀw + l1/2``, half the derivative along it, changes
    its sign. g grows with λ because the problem is convex. Needs ``l1 < 2 max μ``.

    Return λ (at most 1e6) and the solution w.
    """

    def solved(lam: float, start: Floats | None) -> tuple[float, Solution]:
        solution = solve_simplex_qp(lam * second, first, start=start)
        w = solution.weights
        return float(lam * (w @ second @ w) - first @ w + l1 / 2), solution

    low, high = 0.0, 1.0
    slope, solution = solved(high, None)
    while slope < 0.0 and high < _LARGEST_LAM:
        low, high = high, 2.0 * high
        slope, solution = solved(high, solution.weights)
    for _ in range(60):
        if high - low <= 1e-12 * high:
            break
        middle = (low + high) / 2
        slope, nearer = solved(middle, solution.weights)
        if slope < 0.0:
            low = middle
        else:
            high, solution = middle, nearer
    return high, solution
