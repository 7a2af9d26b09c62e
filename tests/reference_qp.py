"""Quadratic programs on the simplex, solved three slow ways to judge the fast one.

An interior-point method (cvxpy with Clarabel), every support in turn, and every support in exact
rational arithmetic. All return the minimiser of least Euclidean norm except ``clarabel_weights``.
"""

from __future__ import annotations

import itertools
import warnings
from fractions import Fraction
from functools import lru_cache

import cvxpy as cp
import numpy as np


@lru_cache(maxsize=64)
def _programs(n, rows):
    w, root, p = cp.Variable(n), cp.Parameter((rows, n)), cp.Parameter(n)
    simplex = [w >= 0, cp.sum(w) == 1]
    first = cp.Problem(cp.Minimize(0.5 * cp.sum_squares(root @ w) - p @ w), simplex)
    image, value = cp.Parameter(rows), cp.Parameter()
    second = cp.Problem(
        cp.Minimize(cp.sum_squares(w)), [*simplex, root @ w == image, p @ w == value]
    )
    return w, root, p, image, value, first, second


def _clarabel(problem, w):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # "inaccurate" at these tolerances is still 1e-10
        for tight in (1e-13, 1e-11, 1e-9):
            try:
                problem.solve(
                    solver=cp.CLARABEL, tol_gap_abs=tight, tol_gap_rel=tight, tol_feas=tight
                )
            except cp.error.SolverError:
                continue
            if w.value is not None:
                weights = np.maximum(w.value, 0.0)
                return weights / weights.sum()
    return None


def _root(H):
    """R with RᵀR = H + t·11ᵀ; t·11ᵀ is a constant on the simplex that can make H semidefinite."""
    size = max(np.abs(H).max(), 1e-300)
    for t in (0.0, 2 * size, 100 * size):
        values, vectors = np.linalg.eigh(H + t)
        if values[0] >= -1e-10 * (size + t):
            return (vectors * np.sqrt(np.maximum(values, 0.0))).T
    raise ValueError(f"not convex on the simplex: smallest eigenvalue {values[0]}")


def clarabel_weights(H, p):
    """min ½ wᵀHw − pᵀw on the simplex by an interior-point method (cvxpy with Clarabel)."""
    p = p - p.max()
    scale = max(np.abs(H).max(), np.abs(p).max(), 1e-300)
    root = _root(H / scale)
    w, R, P, _, _, first, _ = _programs(len(p), len(root))
    R.value, P.value = root, p / scale
    return _clarabel(first, w)


def least_norm_weights(H, p):
    """Among the minimisers the one of least Euclidean norm, in two programs and a polish.

    All minimisers share Rw (H = RᵀR) and pᵀw. The support of the second program's solution then
    gives a linear system, which removes the interior point's last digits.
    """
    p = p - p.max()
    scale = max(np.abs(H).max(), np.abs(p).max(), 1e-300)
    H, p = H / scale, p / scale
    root = _root(H)
    w, R, P, image, value, first, second = _programs(len(p), len(root))
    R.value, P.value = root, p
    optimum = _clarabel(first, w)
    image.value, value.value = root @ optimum, p @ optimum
    shortest = _clarabel(second, w)
    candidates = [weights for weights in (shortest, optimum) if weights is not None]
    best = None
    for weights in candidates:
        for cut in (1e-4, 1e-5, 1e-6, 1e-7, 1e-8):
            polished = _on_support(H, p, np.flatnonzero(weights > cut))
            if polished is None:
                continue
            if best is None or polished @ polished < best @ best - 1e-9:
                best = polished
    return candidates[0] if best is None else best


def every_support(H, p):
    """The same for few members by trying every support: the shortest of all optimal solutions."""
    given = H, p
    p = p - p.max()
    scale = max(np.abs(H).max(), np.abs(p).max(), 1e-300)
    H, p = H / scale, p / scale
    n = len(p)
    best = None
    for size in range(1, n + 1):
        supports = np.array(list(itertools.combinations(range(n), size)))
        systems = np.zeros((len(supports), size + 1, size + 1))
        systems[:, :size, :size] = H[supports[:, :, None], supports[:, None, :]]
        systems[:, :size, size], systems[:, size, :size] = -1.0, 1.0
        right = np.ones((len(supports), size + 1))
        right[:, :size] = p[supports]
        # The shortest solution; null vectors have μ = 0, see below.
        solutions = (np.linalg.pinv(systems, rcond=1e-12) @ right[:, :, None])[:, :, 0]
        off = np.abs((systems @ solutions[:, :, None])[:, :, 0] - right).max(axis=1)
        for i in np.flatnonzero((off < 1e-13) & (solutions[:, :size].min(axis=1) > -1e-13)):
            w = np.zeros(n)
            w[supports[i]] = np.maximum(solutions[i, :size], 0.0)
            w = w / w.sum()
            gradient = H @ w - p
            optimal = gradient.min() > w @ gradient - 1e-14
            if optimal and (best is None or w @ w < best @ best - 1e-12):
                best = w
    return least_norm_weights(H, p) if best is None else _without_rounding(*given, best)


def _without_rounding(H, p, w):
    """The solution on the same support in fractions, where H is nearly flat on it.

    There the rounding of H / scale and of the linear system alone moves the weights: by 3e-7 at a
    curvature of 1e-10.
    """
    F = np.flatnonzero(w)
    block = H[np.ix_(F, F)]
    mean = block.mean(axis=0)
    curvatures = np.linalg.eigvalsh(block - mean - mean[:, None] + mean.mean())
    size = np.abs(H).max()
    # One direction is that of all weights together. A flat one has no unique solution.
    if len(F) == 1 or not 1e-12 * size < np.sort(curvatures)[1] < 1e-4 * size:
        return w
    H = [[Fraction(x) for x in row] for row in H.tolist()]
    exact = _exact_on_support(H, [Fraction(x) for x in p.tolist()], F.tolist())
    return w if exact is None else np.array([float(x) for x in exact])


def _on_support(H, p, F):
    """Least-norm solution of the optimality conditions on F, or None when it is not optimal.

    [H_FF −1; 1ᵀ 0][w; μ] = [p_F; 1]: its null vectors have μ = 0, so the shortest (w, μ) has the
    shortest w.
    """
    if F.size == 0:
        return None
    n = len(F)
    system = np.block([[H[np.ix_(F, F)], -np.ones((n, 1))], [np.ones((1, n)), np.zeros((1, 1))]])
    right = np.append(p[F], 1.0)
    solution = np.linalg.lstsq(system, right, rcond=1e-13)[0]
    if np.abs(system @ solution - right).max() > 1e-13 * n or solution[:n].min() < -1e-12:
        return None
    w = np.zeros(len(p))
    w[F] = np.maximum(solution[:n], 0.0)
    gradient = H @ w - p
    return w / w.sum() if gradient.min() > w @ gradient - 3e-14 * n else None


def exact_least_norm(H, p):
    """The same in exact rational arithmetic, by trying every support. For few members only.

    The optimum restricted to its own support solves the linear optimality conditions there; among
    all supports whose solution is feasible and optimal the shortest vector wins.
    """
    n = len(p)
    best = None
    for size in range(1, n + 1):
        for F in itertools.combinations(range(n), size):
            w = _exact_on_support(H, p, F)
            if w is None:
                continue
            gradient = [sum(H[i][j] * w[j] for j in range(n)) - p[i] for i in range(n)]
            level = sum(g * x for g, x in zip(gradient, w, strict=True))
            if min(gradient) < level:
                continue
            norm = sum(x * x for x in w)
            if best is None or norm < best[0]:
                best = norm, w
    return best[1]


def _exact_on_support(H, p, F):
    """Least-norm w_F ≥ 0 with H_FF w = p_F + μ1, 1ᵀw = 1 in fractions; None if there is none."""
    size = len(F)
    A = [[*(H[i][j] for j in F), Fraction(-1)] for i in F]
    A.append([Fraction(1)] * size + [Fraction(0)])
    b = [*(p[i] for i in F), Fraction(1)]
    # The shortest solution of Ax = b is Aᵀy with AAᵀy = b (consistent exactly when Ax = b is).
    square = [[sum(x * y for x, y in zip(r, q, strict=True)) for q in A] for r in A]
    y = _solve_exactly(square, b)
    if y is None:
        return None
    x = [sum(A[i][j] * y[i] for i in range(size + 1)) for j in range(size + 1)]
    if any(
        sum(a * z for a, z in zip(row, x, strict=True)) != right
        for row, right in zip(A, b, strict=True)
    ):
        return None
    if min(x[:size]) < 0:
        return None
    w = [Fraction(0)] * len(p)
    for position, j in enumerate(F):
        w[j] = x[position]
    return w


def _solve_exactly(A, b):
    """Some solution of a square system by elimination, or None when it is inconsistent."""
    n = len(b)
    rows = [[*r, c] for r, c in zip(A, b, strict=True)]
    pivots = []
    for column in range(n):
        top = len(pivots)
        pivot = next((i for i in range(top, n) if rows[i][column] != 0), None)
        if pivot is None:
            continue
        rows[top], rows[pivot] = rows[pivot], rows[top]
        rows[top] = [x / rows[top][column] for x in rows[top]]
        for i in range(n):
            if i != top and rows[i][column] != 0:
                factor = rows[i][column]
                rows[i] = [x - factor * y for x, y in zip(rows[i], rows[top], strict=True)]
        pivots.append(column)
    if any(row[n] != 0 for row in rows[len(pivots) :]):
        return None
    solution = [Fraction(0)] * n
    for i, column in enumerate(pivots):
        solution[column] = rows[i][n]
    return solution
