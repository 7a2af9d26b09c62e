"""The exact path of classifier weights over every λ, for fixed kernel weights.

``w(λ) = argmin (λ/2) wᵀKw − vᵀw`` on the simplex depends on λ only through τ = 1/λ:
``argmin ½ wᵀKw − τ vᵀw``. That is Markowitz's mean–variance problem with mean v and covariance K,
and his critical-line method solves it: on a support F the weights are linear in τ,

    w_F(τ) = a + τ b,   K_FF a + μ₀ 1 = 0,   K_FF b + μ₁ 1 = v_F,   1ᵀa = 1,   1ᵀb = 0,

until a member's weight reaches zero (it leaves) or an outside member's gradient reaches μ (it
enters). Between such kinks the path is a straight line in τ (not in λ).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.linalg import cho_factor, cho_solve

from l2dwk_core.active_set import DenseRows, solve
from l2dwk_core.errors import InputError

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]

# Relative to K's largest diagonal entry. The path belongs to K + ridge·I, which makes it unique
# where K alone leaves several optima; see active_set.py for the same choice.
_RIDGE = 1e-8
_BEYOND = 1e-9  # how far past a kink its new support is looked up, relative to τ
_MOST_KINKS = 100


@dataclass(frozen=True, eq=False)
class Kink:
    """Where the path bends: ``lam`` = λ, the ``weights`` (L,) there, and which members
    ``entered`` or ``left`` as λ grows past it."""

    lam: float
    weights: Floats
    entered: tuple[int, ...]
    left: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class CriticalLine:
    """The whole path from ``kinks[0].lam`` to ``kinks[-1].lam``, λ ascending."""

    kinks: tuple[Kink, ...]

    def weights(self, lam: float) -> Floats:
        """(L,) exact weights at any λ of the path; ``InputError`` outside its range."""
        low, high = self.kinks[0].lam, self.kinks[-1].lam
        if not low * (1 - 1e-12) <= lam <= high * (1 + 1e-12):
            raise InputError(f"λ is {lam!r}; allowed on this path is {low:g} to {high:g}.")
        taus = np.array([1.0 / k.lam for k in self.kinks])
        tau = min(max(1.0 / lam, taus[-1]), taus[0])
        after = int(np.searchsorted(-taus, -tau))
        if after == 0:
            return self.kinks[0].weights
        first, second = self.kinks[after - 1], self.kinks[after]
        span = taus[after - 1] - taus[after]
        share = (taus[after - 1] - tau) / span if span > 0 else 0.0
        return (1.0 - share) * first.weights + share * second.weights

    @property
    def lambdas(self) -> Floats:
        """λ at every kink."""
        return np.array([k.lam for k in self.kinks])


def exact_lambda_path(
    K: ArrayLike, v: ArrayLike, lam_from: float = 0.01, lam_to: float = 100.0
) -> CriticalLine:
    """The path of ``argmin (λ/2) wᵀKw − vᵀw`` for λ in [lam_from, lam_to].

    Parameters
    ----------
    K, v
        (L, L) positive semidefinite and (L,): ``k_α(O_i, O_j)`` and ``k_α(1, O_j)``, or the Gram
        matrix and mean of any such problem.
    lam_from, lam_to
        0 < lam_from < lam_to.

    Raises
    ------
    InputError
        For a range out of order or shapes that do not fit.
    """
    matrix, vector = np.asarray(K, dtype=float), np.asarray(v, dtype=float)
    if not 0 < lam_from < lam_to < np.inf:
        raise InputError(
            f"The λ range is {lam_from!r} to {lam_to!r}; needed is 0 < from < to, both finite."
        )
    n = len(vector)
    if matrix.shape != (n, n) or n == 0:
        raise InputError(f"K has shape {matrix.shape} and v {vector.shape}; needed (L, L), (L,).")
    return _Path(matrix, vector).follow(1.0 / lam_from, 1.0 / lam_to)


class _Path:
    def __init__(self, K: Floats, v: Floats) -> None:
        self.scale = float(K.diagonal().max())
        self.K = K + np.eye(len(v)) * (_RIDGE * max(self.scale, np.finfo(float).tiny))
        self.v = v - v.max()

    def follow(self, tau: float, tau_end: float) -> CriticalLine:
        n = len(self.v)
        support = self._support_at(tau)
        kinks: list[Kink] = []
        entered: tuple[int, ...] = ()
        left: tuple[int, ...] = ()
        for _ in range(_MOST_KINKS * n):
            a, b, mu_a, mu_b = self._line(support)
            weights = np.zeros(n)
            weights[support] = np.maximum(a + tau * b, 0.0)
            weights /= weights.sum()
            kinks.append(Kink(1.0 / tau, weights, entered, left))
            if tau <= tau_end:
                break
            # Going down in τ: a weight with b > 0 falls to zero at τ = −a/b; an outside member
            # with gradient g = g_a + τ g_b − (μ_a + τ μ_b) reaches zero at −g_a/g_b.
            rows = self.K[support]
            level = a @ rows - mu_a
            slope = b @ rows - self.v - mu_b
            level[support], slope[support] = 1.0, 0.0
            leave_at = _crossing(a, b, tau)
            enter_at = _crossing(level, slope, tau)
            next_tau = max(float(leave_at.max()), float(enter_at.max()), tau_end)
            if next_tau <= tau_end:
                entered = left = ()
                tau = tau_end
                continue
            tau = next_tau
            # Usually one member changes sides; among equal ones many do at once. The solver says
            # which support holds just beyond the kink.
            after = self._support_at(tau * (1.0 - _BEYOND), weights)
            entered = tuple(int(j) for j in np.setdiff1d(after, support))
            left = tuple(int(j) for j in np.setdiff1d(support, after))
            support = after
        else:
            raise ArithmeticError("the path has more kinks than it can have; K is ill-conditioned")
        return CriticalLine(tuple(kinks))

    def _support_at(self, tau: float, guess: Floats | None = None) -> Indices:
        # Divided by τ, so that a huge τ (tiny λ) keeps ties among the best members exact.
        weights = solve(DenseRows(self.K / tau), self.v, guess).weights
        return np.flatnonzero(weights > 0.0)

    def _line(self, support: Indices) -> tuple[Floats, Floats, float, float]:
        """a, b, μ_a, μ_b with w_F = a + τ b and gradient level μ_a + τ μ_b on the support."""
        block = self.K[np.ix_(support, support)]
        # scale·11ᵀ changes nothing on the simplex and keeps the solutions moderate (active_set.py).
        factor = cho_factor(block + self.scale, lower=True)
        ones = cho_solve(factor, np.ones(len(support)))
        free = cho_solve(factor, self.v[support])
        total = ones.sum()
        mu_b = -free.sum() / total
        return ones / total, free + mu_b * ones, 1.0 / total - self.scale, mu_b


def _crossing(level: Floats, slope: Floats, tau: float) -> Floats:
    """Largest τ' < τ at which level + τ' slope = 0 while falling; −inf where there is none."""
    at = np.full(len(level), -np.inf)
    falling = slope > 0
    at[falling] = -level[falling] / slope[falling]
    at[at >= tau] = -np.inf  # the member that has just changed sides sits exactly at τ
    return at
