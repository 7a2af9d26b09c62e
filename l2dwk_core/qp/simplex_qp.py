"""Quadratic programs on the simplex: min ½ wᵀHw − pᵀw subject to w ≥ 0, 1ᵀw = 1."""

from __future__ import annotations

import warnings
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock

import numpy as np
from numpy.typing import ArrayLike

from l2dwk_core.common.arrays import number_array
from l2dwk_core.common.checks import check_choice, is_number
from l2dwk_core.common.errors import InputError, optional_package
from l2dwk_core.common.text import shown
from l2dwk_core.common.types import Floats
from l2dwk_core.qp.active_set import DenseMatrix, solve

SOLVERS = ("active_set", "cvxpy")

# With larger entries, sums of products over many members could overflow.
_LARGEST = 1e150


@dataclass(frozen=True, eq=False)
class Solution:
    """A solved program with its certificate.

    Attributes
    ----------
    weights
        (L,) on the simplex: non-negative, sum 1.
    objective
        ½ wᵀHw − pᵀw at these weights.
    gap
        Proved bound on objective − optimum, ≥ 0: for convex f, f(w) − min f ≤ gᵀw − min_j g_j
        with the gradient g = Hw − p (Frank–Wolfe gap). Computed in double precision, so it holds
        up to rounding, some 1e-16 of max(1, |objective|).
    """

    weights: Floats
    objective: float
    gap: float


def solve_simplex_qp(
    H: ArrayLike,
    p: ArrayLike,
    *,
    tol: float = 1e-9,
    start: ArrayLike | None = None,
    solver: str = "active_set",
) -> Solution:
    """Minimise ½ wᵀHw − pᵀw over the simplex, H symmetric positive semidefinite.

    Where several weight vectors are optimal, the active-set method returns the one of least
    Euclidean norm (to 1e-5), so equal members share their weight equally. Weights that are unique
    are right to 1e-9 also where H is nearly flat (entries of p that differ by rounding are equal).

    Parameters
    ----------
    H, p
        (L, L) and (L,), finite.
    tol
        Largest acceptable gap, relative to max(1, |objective|, largest |entry| of H and p).
    start
        (L,) weights whose non-zero entries are a good guess; never changes the result beyond
        rounding, only the time.
    solver
        "active_set", or "cvxpy" for the independent reference.

    Raises
    ------
    InputError
        Wrong shapes, entries that are not finite, an asymmetric or indefinite H (its smallest
        eigenvalue is named), an unknown solver.
    ArithmeticError
        When the certified gap exceeds ``tol``: no weights are returned without a certificate.
    """
    matrix, vector = checked_program(H, p)
    check_choice("solver", solver, SOLVERS)
    if not is_number(tol) or tol <= 0:
        raise InputError(f"tol is {shown(tol)}; allowed is a number above 0; try 1e-9.")
    if solver == "cvxpy":
        weights = solve_with_cvxpy(matrix, vector)
    else:
        guess = None if start is None else _checked_start(start, len(vector))
        weights = solve(DenseMatrix(matrix), vector, guess).weights
    solution = certified(matrix, vector, weights)
    # Interior-point weights are good to about 1e-8 of the objective, the active set to rounding.
    allowed = max(tol, 1e-5) if solver == "cvxpy" else tol
    size = max(1.0, abs(solution.objective), float(np.abs(matrix).max()))
    size = max(size, float(np.abs(vector).max()))
    if solution.gap > allowed * size:
        raise ArithmeticError(
            f"The certified gap is {solution.gap:.3g}, above {allowed * size:.3g}; rescale H and p."
        )
    return solution


def certified(H: Floats, p: Floats, weights: Floats) -> Solution:
    """Return the solution record of given weights: their objective and proved gap."""
    gradient = H @ weights - p
    objective = 0.5 * float(weights @ gradient - p @ weights)
    return Solution(weights, objective, max(float(weights @ gradient - gradient.min()), 0.0))


def vertex_solution(H: ArrayLike, p: ArrayLike) -> Solution:
    """Return the minimum of ½ wᵀHw − pᵀw over the simplex for concave f. It is always a single
    member.

    A concave function attains its minimum at a vertex, with value ½ H_jj − p_j; ties go to the
    lowest index. ``gap`` is 0: all vertices were compared. Raise ``InputError`` when −H is not
    positive semidefinite on differences of weights.
    """
    matrix, vector = checked_program(H, p, convex=False)
    lowest = _smallest_eigenvalue(-_centred(matrix))
    if lowest < -1e-9 * max(1.0, float(np.abs(matrix).max())):
        raise InputError(
            f"The objective is not concave: the largest eigenvalue of H on the simplex is "
            f"{-lowest:.3g}, allowed is 0; use solve_simplex_qp for a convex one."
        )
    values = 0.5 * matrix.diagonal() - vector
    best = int(np.argmin(values))
    weights = np.zeros(len(vector))
    weights[best] = 1.0
    return Solution(weights, float(values[best]), 0.0)


_QUIET = Lock()


def solve_with_cvxpy(H: Floats, p: Floats) -> Floats:
    """Return the solution of the same program by cvxpy's default solver. It is slow and serves
    as an independent reference."""
    # Imported here: it costs a second, and the active-set method needs none of it.
    cp = optional_package("cvxpy", "The solver 'cvxpy'", "cvxpy")
    values, vectors = np.linalg.eigh(H)
    root = (vectors * np.sqrt(np.maximum(values, 0.0))).T
    w = cp.Variable(len(p))
    objective = 0.5 * cp.sum_squares(root @ w) - p @ w
    problem = cp.Problem(cp.Minimize(objective), [w >= 0, cp.sum(w) == 1])
    # It warns of inexact solutions, but the certificate already states how inexact they are.
    # Warning filters are shared by all threads, so only one thread solves at a time.
    with _QUIET, warnings.catch_warnings(), suppress(cp.error.SolverError, ValueError):
        warnings.simplefilter("ignore")
        problem.solve()
    if w.value is None:
        raise InputError(
            f"The solver 'cvxpy' found no solution (status {problem.status!r}). Choose the solver "
            "'active_set', or a smaller λ."
        )
    weights = np.maximum(np.asarray(w.value), 0.0)
    return np.asarray(weights / weights.sum())


def checked_program(
    H: ArrayLike, p: ArrayLike, names: tuple[str, str] = ("H", "p"), *, convex: bool = True
) -> tuple[Floats, Floats]:
    """Return H (L, L), made exactly symmetric, and p (L,). ``names`` are theirs in error messages.

    Raise ``InputError`` for shapes that do not fit, entries that are not finite or too large, an
    asymmetric H and, where ``convex``, an indefinite one.
    """
    matrix, vector = (
        number_array(f"Entries of {name}", values)
        for name, values in zip(names, (H, p), strict=True)
    )
    first, second = names
    if vector.ndim != 1 or vector.size == 0 or matrix.shape != (vector.size, vector.size):
        raise InputError(
            f"{first} has shape {matrix.shape} and {second} {vector.shape}; needed are (L, L) and "
            "(L,), L ≥ 1."
        )
    size = max(float(np.abs(matrix).max()), np.finfo(float).tiny)
    largest = max(size, float(np.abs(vector).max()))
    if largest > _LARGEST:
        raise InputError(
            f"{first} and {second} have entries up to {largest:.3g}; allowed is up to "
            f"{_LARGEST:g}; divide both by one number, which leaves the optimal weights."
        )
    asymmetry = float(np.abs(matrix - matrix.T).max())
    if asymmetry > 1e-9 * size:
        raise InputError(
            f"{first} is not symmetric: entries differ from their mirror by up to {asymmetry:.3g}; "
            f"use ({first} + {first}ᵀ)/2."
        )
    matrix = (matrix + matrix.T) / 2
    if convex:
        lowest = _smallest_eigenvalue(matrix)
        if lowest < -1e-9 * size:
            raise InputError(
                f"{first} is indefinite: its smallest eigenvalue is {lowest:.3g}, allowed is 0 or "
                "more; a local optimum would be no answer. Use a convex form, or vertex_solution "
                "for a concave one."
            )
    return matrix, vector


def _checked_start(start: ArrayLike, n: int) -> Floats:
    guess = number_array("Entries of start", start)
    if guess.shape != (n,) or not (guess > 0.0).any():
        raise InputError(
            f"start has shape {guess.shape}; needed is ({n},), finite, with a positive entry."
        )
    return guess


def _centred(matrix: Floats) -> Floats:
    """Return H on differences of weights, with rows and columns centred."""
    mean = matrix.mean(axis=0)
    return np.asarray(matrix - mean - mean[:, None] + mean.mean())


def _smallest_eigenvalue(matrix: Floats) -> float:
    return float(np.linalg.eigvalsh(matrix)[0])
