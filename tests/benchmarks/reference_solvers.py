"""The same thirty rounds as a user of another solver would write them: references for engine.py.

Each loop forms the weighted Gram matrix, the kernel and one quadratic program a round, and moves α
by the hinge update with damping 1/t. What differs is the solver, and how accurate it is asked to
be: as it comes, and until the certified gap of every round is about as small as the engine's.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from l2dwk_core.method.settings import Settings
from l2dwk_core.qp.simplex_qp import certified

Solve = Callable[[np.ndarray, np.ndarray], np.ndarray]


@dataclass(frozen=True)
class Timing:
    """Processor seconds of all rounds and of the solves alone, and a round's largest certified gap.

    ``gap`` is relative to max(1, largest entry of H and p), after negative weights are set to 0
    and the rest is divided by its sum; NaN when a round found no solution.
    """

    seconds: float
    solves: float
    gap: float


def timed_rounds(
    votes: np.ndarray, labels: np.ndarray, settings: Settings, solve: Solve, n_rounds: int
) -> Timing:
    """All rounds; ``settings`` must be hinge, damping 1/t, joint linear or Gaussian kernel."""
    begin, solving, checking, gap = time.process_time(), 0.0, 0.0, 0.0
    outputs = np.where(votes == labels[:, None], 1.0, -1.0)
    n_rows = len(outputs)
    alpha = np.full(n_rows, 1 / n_rows)
    for t in range(1, n_rounds + 1):
        K, v = (outputs * alpha[:, None]).T @ outputs, alpha @ outputs
        if settings.kernel == "gaussian":
            mass = alpha.sum()
            K = np.exp((K - mass) / settings.sigma**2)
            v = np.exp((v - mass) / settings.sigma**2)
        H = settings.lam * K
        start = time.process_time()
        found = solve(H, v)
        stop = time.process_time()
        solving += stop - start
        if found is None or not np.isfinite(found).all():
            return Timing(np.nan, np.nan, np.nan)
        weights = np.maximum(found, 0.0)
        weights /= weights.sum()
        size = max(1.0, float(np.abs(H).max()), float(np.abs(v).max()))
        gap = max(gap, certified(H, v, weights).gap / size)
        checking += time.process_time() - stop  # no part of what the user would write
        wrong = outputs @ weights <= 1e-9
        alpha = (1 - 1 / t) * alpha + wrong / max(np.count_nonzero(wrong), 1) / t
    return Timing(time.process_time() - begin - checking, solving, gap)


def through_cvxpy(**options: Any) -> Solve:
    """One ``quad_form(w, psd_wrap(H))`` a round; *options* go to ``Problem.solve``."""
    import cvxpy as cp

    def solve(H: np.ndarray, p: np.ndarray) -> np.ndarray:
        w = cp.Variable(len(p), nonneg=True)
        objective = 0.5 * cp.quad_form(w, cp.psd_wrap(H)) - p @ w
        problem = cp.Problem(cp.Minimize(objective), [cp.sum(w) == 1])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # inaccurate solutions: the gap says so
            try:
                problem.solve(**options)
            except cp.SolverError:
                return None
        return w.value

    return solve


def default_solver() -> str:
    """What cvxpy takes for such a program when it is asked for none."""
    import cvxpy as cp

    w = cp.Variable(2, nonneg=True)
    problem = cp.Problem(cp.Minimize(cp.quad_form(w, cp.psd_wrap(np.eye(2)))), [cp.sum(w) == 1])
    problem.solve()
    return str(problem.solver_stats.solver_name)


def through_piqp(tolerance: float | None = None) -> Solve:
    """PIQP's dense solver without cvxpy, a fresh one each round."""
    import piqp

    def solve(H: np.ndarray, p: np.ndarray) -> np.ndarray:
        n = len(p)
        solver = piqp.DenseSolver()
        if tolerance is not None:
            solver.settings.eps_abs = solver.settings.eps_rel = tolerance
            solver.settings.eps_duality_gap_abs = solver.settings.eps_duality_gap_rel = tolerance
        solver.setup(
            H, -p, np.ones((1, n)), np.ones(1), None, None, None, np.zeros(n), np.ones(n)
        )  # fmt: skip
        solver.solve()
        return np.asarray(solver.result.x)

    return solve


def reference_solvers() -> dict[str, Solve]:
    """By name: each way at the solver's own accuracy, and at about the engine's."""
    found = {f"cvxpy, its default ({default_solver()})": through_cvxpy()}
    found["cvxpy, OSQP, tight"] = through_cvxpy(
        solver="OSQP", eps_abs=1e-9, eps_rel=1e-9, max_iter=20_000, polishing=True
    )
    found["cvxpy, Clarabel"] = through_cvxpy(solver="CLARABEL")
    found["cvxpy, Clarabel, tight"] = through_cvxpy(
        solver="CLARABEL", tol_gap_abs=1e-11, tol_gap_rel=1e-11, tol_feas=1e-11
    )
    try:
        import piqp  # noqa: F401
    except ImportError:
        return found
    found["cvxpy, PIQP"] = through_cvxpy(solver="PIQP")
    found["cvxpy, PIQP, tight"] = through_cvxpy(
        solver="PIQP", eps_abs=1e-11, eps_rel=1e-11,
        eps_duality_gap_abs=1e-11, eps_duality_gap_rel=1e-11,
    )  # fmt: skip
    found["PIQP alone"] = through_piqp()
    found["PIQP alone, tight"] = through_piqp(1e-11)
    return found
