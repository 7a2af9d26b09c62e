"""Quadratic programs on the simplex: exact solvers, each answer with a bound on its error."""

from __future__ import annotations

from l2dwk_core.qp.critical_line import CriticalLine, exact_lambda_path
from l2dwk_core.qp.simplex_qp import Solution, solve_simplex_qp, solve_with_cvxpy, vertex_solution

__all__ = [
    "CriticalLine",
    "Solution",
    "exact_lambda_path",
    "solve_simplex_qp",
    "solve_with_cvxpy",
    "vertex_solution",
]
