"""Step w of Algorithm I: the classifier weights of one round, with objective and certificate."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.types import Floats
from l2dwk_core.method.objective import Program
from l2dwk_core.method.settings import Settings
from l2dwk_core.qp.active_set import solve
from l2dwk_core.qp.simplex_qp import solve_with_cvxpy

_SMALL_WEIGHT = 1e-6


@dataclass(frozen=True, eq=False)
class RoundWeights:
    """Weights (L,) on the simplex that minimise f(w; α).

    Attributes
    ----------
    exact
        As the solver gives them: a good first guess for the next round.
    weights
        With those of at most 1e-6 set to 0, where the settings say so.
    objective
        f(w; α).
    gap
        Bound on how far the objective is above the minimum, 0 or more.
    """

    exact: Floats
    weights: Floats
    objective: float
    gap: float


def round_weights(
    problem: Program, settings: Settings, n_members: int, guess: Floats | None
) -> RoundWeights:
    """Minimise one round's program over the simplex; *guess* changes the time alone."""
    everyone = np.arange(n_members)
    if problem.concave:
        return _vertex(problem, everyone)
    if settings.solver == "cvxpy":
        matrix = problem.H.block(everyone)
        exact = solve_with_cvxpy(matrix, problem.p)
        gradient = matrix @ exact - problem.p
    else:
        result = solve(problem.H, problem.p, guess)
        exact, gradient = result.weights, result.gradient
    # The certificate is that of the solver. Removing small weights below changes f only by
    # rounding.
    objective = 0.5 * float(exact @ gradient - problem.p @ exact)
    gap = max(float(exact @ gradient - gradient.min()), 0.0)
    weights = exact
    if settings.small_weights == "renormalise":
        small = (exact <= _SMALL_WEIGHT) & (exact > 0.0)
        if small.any():
            weights = np.where(small, 0.0, exact)
            weights /= weights.sum()
    unit = problem.unit
    return RoundWeights(exact, weights, unit * objective + problem.constant, unit * gap)


def _vertex(problem: Program, everyone: NDArray[np.intp]) -> RoundWeights:
    """Return the best single member, which minimises a concave objective. Ties go to the lowest
    index."""
    values = problem.unit * (0.5 * problem.H.block(everyone).diagonal() - problem.p)
    best = int(np.argmin(values))
    weights = np.zeros(len(values))
    weights[best] = 1.0
    return RoundWeights(weights, weights, float(values[best]) + problem.constant, 0.0)
