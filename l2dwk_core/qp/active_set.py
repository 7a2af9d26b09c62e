"""Exact active-set method for a convex quadratic program on the simplex.

``min ½ wᵀHw − pᵀw`` subject to ``w ≥ 0, 1ᵀw = 1``, H positive semidefinite.

Members with weight form the support F. On F the optimum solves one linear system

    H_FF w_F = p_F + μ 1,   1ᵀw_F = 1,

and it is *the* optimum when w_F ≥ 0 and no member outside has a gradient below μ. Starting from a
guess (the previous round's support), all violating members are exchanged at once (block principal
pivoting); when that no longer reduces the number of violations, members are exchanged one by one.
Each of these exchanges lowers the objective, so the method ends.

Where several weight vectors are optimal, the one of least Euclidean norm is returned. It is the
limit of the solutions with a ridge δ‖w‖²/2 for δ → 0: a small ridge finds its support, proximal
steps remove the bias of the ridge, and least_norm.py computes the weights on that support to the
last digits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from scipy.linalg.lapack import dpotrf, dpotrs

from l2dwk_core.common.types import Floats, Indices
from l2dwk_core.qp.least_norm import least_norm_weights

# All relative to H's largest diagonal entry.
_EPS = float(np.finfo(np.float64).eps)
_TINY_RIDGE = 1e-13  # keeps a Cholesky factor of a semidefinite H_FF from failing by rounding
_RIDGE = 1e-8  # selects the solution of least norm; its bias is removed by refinement
_NEARLY_FLAT = (
    1e-4  # squared pivots below this: rounding in plain residuals would be seen in weights
)
_HEALTHY_PIVOT = 1e-7  # squared pivots below this: H_FF counts as singular and the ridge is used
_TIE = 1e-10  # an outside member this close to μ may share weight in another optimum
_CLEARLY = 1e-8  # a gradient this far above μ has no effect; larger than _TIE and all rounding
_DUAL = 5e-15  # rounding of H w − p, relative to its terms: a smaller violation does not count
_NEGATIVE = 1e-13  # a weight above this negative number is zero by rounding;
_NEGATIVE_SINGULAR = 1e-9  # with the ridge, rounding in flat directions is larger: eps / _RIDGE
_LEVEL = 1e-14  # rounding of the gradient on the support, relative to its terms
_REFINEMENTS = 3
_PROXIMAL_STEPS = 40
_SAME = 1e-10  # weights that differ by less are the same
_SMALLEST_RIDGE = 1e-10  # proximal steps may use less: rounding / ridge stays far below 1e-5
_GAP = 1e-14  # a proved gap this small is rounding: no further proximal step
_FIRST = 16  # members the first system is solved on when there is no guess
_PATIENCE = 3  # block exchanges allowed without progress before single exchanges take over


class Matrix(Protocol):
    """A symmetric positive semidefinite matrix of which only few entries are needed.

    ``scale`` bounds its diagonal from above (and is not much larger); 0 means the zero matrix.
    """

    @property
    def scale(self) -> float:
        """Return the scale described above."""

    def block(self, members: Indices, /) -> Floats:
        """Return (n, n) the entries between the given members, as a new array."""

    def product(self, members: Indices, weights: Floats, floor: Floats, /) -> Floats:
        """Return (L,) Σ weights_i H_ij over the given members i, as a new array.

        An entry above ``floor_j`` may be replaced by anything above ``floor_j``. With negative
        weights, which no optimum has, an estimate may decide which entries these are.
        """


class DenseMatrix:
    """A matrix held in memory."""

    def __init__(self, matrix: Floats) -> None:
        self.matrix = matrix
        self.scale = max(float(matrix.diagonal().max()), 0.0)

    def block(self, members: Indices, /) -> Floats:
        """Return (n, n) the entries between the given members."""
        return self.matrix.take(members, axis=0).take(members, axis=1)

    def product(self, members: Indices, weights: Floats, _floor: Floats, /) -> Floats:
        """Return the (L,) product, exact everywhere."""
        return np.asarray(weights @ self.matrix.take(members, axis=0))


@dataclass(frozen=True, eq=False)
class ActiveSetResult:
    """``weights`` (L,), ``gradient`` Hw − p (L,) at these weights, and how many linear systems were
    solved.

    An entry of the gradient far above the smallest one may be a lower bound. That changes no
    certificate.
    """

    weights: Floats
    gradient: Floats
    systems: int


class _Problem:
    """One program with its scales. It solves the linear system on a support."""

    def __init__(self, H: Matrix, p: Floats) -> None:
        self.H = H
        # A constant added to p changes nothing on the simplex. After subtracting the largest entry,
        # differences of equal entries are exactly zero, which is necessary for tiny λ.
        highest, lowest = float(p.max()), float(p.min())
        self.highest = highest
        self.ones_and_p = np.ones((2, len(p)))
        self.p = self.ones_and_p[1]
        np.subtract(p, highest, out=self.p)
        self.p[self.p > -8 * _EPS * max(highest, -lowest)] = 0.0
        self.given = p
        self.scale = H.scale
        self.depth = highest - lowest
        self.systems = 0
        self.ridge = _TINY_RIDGE * self.scale
        self.singular = False
        self.nearly_flat = False
        self.negative = -_NEGATIVE

    def use_ridge(self) -> None:
        """Treat the program from now on as one with several optima."""
        self.ridge = _RIDGE * self.scale
        self.singular = True
        self.negative = -_NEGATIVE_SINGULAR

    def solve_on(self, support: Indices) -> tuple[Floats, float, Floats]:
        """Return ``(w_F, μ, gradient (L,))`` of the program restricted to the support."""
        self.systems += 1
        block = self.H.block(support)
        n = len(support)
        # scale·11ᵀ adds a constant on the simplex. It brings 1 into the range of H_FF; without it
        # both solutions below grow as 1/ridge when H_FF is singular, and cancel badly.
        system = block + self.scale
        system.ravel()[:: n + 1] += self.ridge
        factor, failed = dpotrf(system.T, lower=1, overwrite_a=1, clean=0)
        if failed:
            # Rounding made a pivot negative: this support can only be solved with the ridge.
            if self.ridge >= _RIDGE * self.scale:
                raise ArithmeticError("H is indefinite beyond rounding; there is no certificate")
            self.use_ridge()
            self.systems -= 1
            return self.solve_on(support)
        pivot = float(factor.diagonal().min()) ** 2
        self.nearly_flat = pivot < _NEARLY_FLAT * self.scale
        if not self.singular and pivot < _HEALTHY_PIVOT * self.scale:
            self.use_ridge()
            return self.solve_on(support)
        both, _ = dpotrs(factor, self.ones_and_p.take(support, axis=1).T, lower=1)
        ones_sum, rest = np.add.reduce(both, axis=0).tolist()
        mu = (1.0 - rest) / ones_sum
        weights = both[:, 1] + mu * both[:, 0]
        mu -= self.scale
        return weights, mu, self.gradient(support, weights, block, mu, self.p)

    def gradient(
        self, support: Indices, weights: Floats, block: Floats, level: float, p: Floats
    ) -> Floats:
        """Return (L,) Hw − p. It is exact on the support and wherever it is not clearly above
        ``level``; elsewhere it is a lower bound that is clearly above ``level``."""
        floor = p + (level + _CLEARLY * (self.scale + abs(level)))
        floor[support] = -np.inf  # these are computed from the block
        gradient = self.H.product(support, weights, floor)
        gradient[support] = block @ weights
        gradient -= p
        return gradient

    def correction(self, support: Indices, uneven: Floats) -> Floats:
        """Return the change of w_F, with sum 0, that makes an uneven gradient equal on the
        support."""
        block = self.H.block(support) + self.scale
        block.ravel()[:: len(support) + 1] += self.ridge
        factor, _ = dpotrf(block.T, lower=1, overwrite_a=1, clean=0)
        both = np.stack([-uneven, np.ones(len(support))], axis=1)
        both, _ = dpotrs(factor, both, lower=1)
        return np.asarray(both[:, 0] - both[:, 0].sum() / both[:, 1].sum() * both[:, 1])

    def rounded_off(self, p: Floats) -> Floats:
        """Return (L,) the digits that the subtraction of the largest entry removed from p, which is
        that of the start."""
        back = p - self.given
        rest = (self.given - (p - back)) - (self.highest + back)
        return np.where(p == 0.0, 0.0, rest)

    def noise(self, mu: float) -> float:
        """Return how far rounding alone can push a gradient entry below μ."""
        return _DUAL * (self.scale + abs(mu) + self.depth)


def solve(H: Matrix, p: Floats, start: Floats | None = None) -> ActiveSetResult:
    """Solve one program; ``start`` is any weight vector whose support is a good guess.

    H must be symmetric positive semidefinite, both finite; nothing is checked here.
    """
    n = len(p)
    if H.scale <= 0.0:  # a semidefinite matrix without a diagonal is zero
        best = p >= p.max() - 1e-12 * max(1.0, float(np.abs(p).max()))
        return ActiveSetResult(best / best.sum(), -p, 0)
    problem = _Problem(H, p)
    if start is None:
        # Several good members: with the best one alone the first systems would be too small.
        support = np.sort(np.argpartition(-p, _FIRST - 1)[:_FIRST]) if n > _FIRST else np.arange(n)
    else:
        support = (start > 0.0).nonzero()[0]
    weights, gradient = _optimum(problem, support, n)
    return ActiveSetResult(weights, gradient - problem.highest, problem.systems)


def _optimum(problem: _Problem, support: Indices, n: int) -> tuple[Floats, Floats]:
    support, inside, mu, gradient = _pivot(problem, support, n)
    if not problem.singular:
        outside = gradient - mu
        outside[support] = np.inf
        # A member outside the support ties: other optima may exist.
        ties = np.flatnonzero(outside < _TIE * (problem.scale + abs(mu)))
        if ties.size == 0:
            if problem.nearly_flat:
                exact = _least_norm(problem, _scatter(inside, support, n), problem.p)
                if exact is not None:
                    return exact, _certificate(problem, exact, problem.p)[0]
            return _polished(problem, support, inside, gradient, n)
        problem.use_ridge()
        support, inside, mu, gradient = _pivot(problem, np.union1d(support, ties), n)
    # Proximal steps: the ridge pulls towards the solution just found instead of towards zero, and
    # its bias vanishes while directions in which the objective is flat stay as they are.
    unbiased = problem.p.copy()
    smallest, stalled = np.inf, 0
    for _ in range(_PROXIMAL_STEPS):
        weights = _scatter(inside, support, n)
        kept = weights.nonzero()[0]
        slope, gap = _certificate(problem, weights, unbiased)
        stalled = stalled + 1 if gap > 0.9 * smallest else 0
        if gap < smallest:
            best, best_slope, smallest = weights, slope, gap
        if gap <= _GAP * problem.scale or stalled == _PATIENCE:
            break
        problem.p[:] = unbiased + problem.ridge * weights
        # Members whose weight was set to 0 by the tolerance leave now; otherwise their effect would
        # stay in the gradient.
        support, inside, mu, gradient = _pivot(problem, kept, n)
        problem.ridge = max(0.1 * problem.ridge, _SMALLEST_RIDGE * problem.scale)
    exact = _least_norm(problem, best, unbiased)
    if exact is not None:
        slope, gap = _certificate(problem, exact, unbiased)
        if gap <= max(smallest, _GAP * problem.scale):
            return exact, slope
    return best, best_slope


def _certificate(problem: _Problem, weights: Floats, p: Floats) -> tuple[Floats, float]:
    """Return the gradient Hw − p and the gap that it proves."""
    kept = weights.nonzero()[0]
    inside, block = weights[kept], problem.H.block(kept)
    level = float(inside @ (block @ inside - p[kept]))
    slope = problem.gradient(kept, inside, block, level, p)
    return slope, float(weights @ slope - slope.min())


def _least_norm(problem: _Problem, weights: Floats, p: Floats) -> Floats | None:
    """Return the same optimum without the rounding errors that a ridge leaves in flat directions.

    A member whose weight becomes zero leaves the support. Where the solution is outside the
    simplex, the step towards it ends at the boundary, as in ``_pivot_singly``.
    """
    support = weights.nonzero()[0]
    current = weights[support]
    rest = problem.rounded_off(p)
    while support.size:
        block = problem.H.block(support)
        inside = least_norm_weights(block, p[support], problem.scale, rest[support])
        if inside is None:
            return None
        if inside.min() > 0.0:
            solution = _scatter(inside, support, len(weights))
            return _without_rounding(problem, solution, p)
        falling = (inside <= 0.0).nonzero()[0]
        ratios = current[falling] / (current[falling] - inside[falling])
        length = ratios.min()
        current = np.maximum(current + length * (inside - current), 0.0)
        current[falling[ratios <= length]] = 0.0
        support, current = support[current > 0.0], current[current > 0.0]
    return None


def _without_rounding(problem: _Problem, weights: Floats, p: Floats) -> Floats:
    """Return the weights without those that may be rounding alone. They stay when the others would
    change without them, or the gap would be seen, as can be where H is nearly flat."""
    if weights[weights > 0.0].min() > _NEGATIVE:
        return weights
    fewer = _least_norm(problem, np.where(weights > _NEGATIVE, weights, 0.0), p)
    if fewer is None or np.abs(fewer - weights).max() > _SAME:
        return weights
    return fewer if _certificate(problem, fewer, p)[1] <= _GAP * problem.scale else weights


def _polished(
    problem: _Problem, support: Indices, inside: Floats, gradient: Floats, n: int
) -> tuple[Floats, Floats]:
    """Return the unique optimum on its support, refined until the gradient there is equal in all
    entries."""
    for _ in range(_REFINEMENTS):
        inside_gradient = gradient[support]
        level = float(inside_gradient.sum()) / len(support)
        uneven = inside_gradient - level
        if np.abs(uneven).max() <= _LEVEL * (problem.scale + problem.depth):
            break
        step = problem.correction(support, uneven)
        if (inside + step).min() <= 0.0:
            break
        inside = inside + step
        block = problem.H.block(support)
        gradient = problem.gradient(support, inside, block, level, problem.p)
    return _scatter(inside, support, n), gradient


def _scatter(inside: Floats, support: Indices, n: int) -> Floats:
    weights = np.zeros(n)
    weights[support] = np.maximum(inside, 0.0)
    weights /= weights.sum()
    return weights


def _pivot(problem: _Problem, support: Indices, n: int) -> tuple[Indices, Floats, float, Floats]:
    """Exchange members until the optimality conditions of the (ridge) program hold."""
    fewest, patience = n + 1, _PATIENCE
    while True:
        inside, mu, gradient = problem.solve_on(support)
        leave = inside < problem.negative
        slack = gradient - mu
        slack[support] = 0.0
        enter = (slack < -problem.noise(mu)).nonzero()[0]
        violations = int(np.count_nonzero(leave)) + enter.size
        if violations == 0:
            return support, inside, mu, gradient
        if violations < fewest:
            fewest, patience = violations, _PATIENCE
        elif patience > 0:
            patience -= 1
        else:
            return _pivot_singly(problem, support, inside, n)
        # Few at a time keep the first systems small, when few of many members matter, and mostly
        # regular.
        room = max(8, len(support) // 2)
        if enter.size > room:
            enter = enter[np.argpartition(slack[enter], room)[:room]]
        keep = np.zeros(n, dtype=bool)
        keep[support[~leave]] = True
        keep[enter] = True
        support = keep.nonzero()[0]


def _pivot_singly(
    problem: _Problem, support: Indices, inside: Floats, n: int
) -> tuple[Indices, Floats, float, Floats]:
    """Solve by the classical primal method: every step is feasible, and the objective falls at
    every exchange."""
    weights = np.zeros(n)
    weights[support] = np.maximum(inside, 0.0)
    weights /= weights.sum()
    support = weights.nonzero()[0]
    # A member that enters and leaves again at once, without a step, violates only by rounding.
    noise_only = np.zeros(n, dtype=bool)
    entered = -1
    for _ in range(50 * n):
        target, mu, gradient = problem.solve_on(support)
        if target.min() < problem.negative:
            current = weights[support]
            falling = (target < 0.0).nonzero()[0]
            ratios = current[falling] / (current[falling] - target[falling])
            length = ratios.min()
            moved = np.maximum(current + length * (target - current), 0.0)
            moved[falling[ratios <= length]] = 0.0
            if np.abs(moved - current).max() > _NEGATIVE:
                noise_only[:] = False
            elif entered in support[falling]:
                noise_only[entered] = True
            weights[support] = moved
            support = support[moved > 0.0]
            continue
        weights[:] = 0.0
        weights[support] = np.maximum(target, 0.0)
        slack = gradient - mu
        slack[support] = 0.0
        slack[noise_only] = 0.0
        entered = int(np.argmin(slack))
        if slack[entered] >= -problem.noise(mu):
            return support, target, mu, gradient
        support = np.union1d(support, [entered])
    raise ArithmeticError("the active-set method did not end; the matrix is not semidefinite")
