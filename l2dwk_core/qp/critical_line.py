"""The exact path of classifier weights over every λ, for fixed kernel weights.

``w(λ) = argmin (λ/2) wᵀKw − vᵀw`` on the simplex depends on λ only through τ = 1/λ:
``argmin ½ wᵀKw − τ vᵀw``. That is Markowitz's mean–variance problem with mean v and covariance K,
and his critical-line method solves it: on a support F the weights are linear in τ,

    w_F(τ) = a + τ b,   K_FF a + μ₀ 1 = 0,   K_FF b + μ₁ 1 = v_F,   1ᵀa = 1,   1ᵀb = 0,

until a member's weight reaches zero (it leaves) or an outside member's gradient reaches μ (it
enters). Between such breakpoints the path is a straight line in τ (not in λ).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import cho_factor, cho_solve

from l2dwk_core.common.checks import is_number
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import shown
from l2dwk_core.common.types import Floats, Indices
from l2dwk_core.qp.active_set import DenseMatrix, solve
from l2dwk_core.qp.simplex_qp import checked_program

# Relative to K's largest diagonal entry. The path belongs to K + ridge·I, which makes it unique
# where K alone leaves several optima; see active_set.py for the same choice.
_RIDGE = 1e-8
# How far past a breakpoint its new support is looked up, relative to τ, and again if that is too
# close.
_BEYOND = (1e-9, 1e-7, 1e-5, 1e-3)
_LOST = 1e-10  # a weight or gradient this far below zero in a segment's middle: not its support
_MOST_BREAKPOINTS = 100


@dataclass(frozen=True, eq=False)
class Breakpoint:
    """A point where the path bends: ``lam`` = λ, the ``weights`` (L,) there, and which members
    ``entered`` or ``left`` as λ grows past it."""

    lam: float
    weights: Floats
    entered: tuple[int, ...]
    left: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class CriticalLine:
    """The whole path from ``breakpoints[0].lam`` to ``breakpoints[-1].lam``, with λ ascending."""

    breakpoints: tuple[Breakpoint, ...]

    def weights(self, lam: float) -> Floats:
        """Return the (L,) exact weights at any λ of the path. Raise ``InputError`` outside its
        range."""
        low, high = self.breakpoints[0].lam, self.breakpoints[-1].lam
        if not low * (1 - 1e-12) <= lam <= high * (1 + 1e-12):
            raise InputError(f"λ is {lam!r}; allowed on this path is {low:g} to {high:g}.")
        taus = np.array([1.0 / k.lam for k in self.breakpoints])
        tau = min(max(1.0 / lam, taus[-1]), taus[0])
        after = int(np.searchsorted(-taus, -tau))
        if after == 0:
            return self.breakpoints[0].weights
        first, second = self.breakpoints[after - 1], self.breakpoints[after]
        span = taus[after - 1] - taus[after]
        share = (taus[after - 1] - tau) / span if span > 0 else 0.0
        return (1.0 - share) * first.weights + share * second.weights

    @property
    def lambdas(self) -> Floats:
        """Return λ at every breakpoint."""
        return np.array([k.lam for k in self.breakpoints])


def exact_lambda_path(
    K: ArrayLike, v: ArrayLike, lam_from: float = 0.01, lam_to: float = 100.0
) -> CriticalLine:
    """Return the path of ``argmin (λ/2) wᵀKw − vᵀw`` for λ in [lam_from, lam_to].

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
        For a range out of order, shapes that do not fit, entries that are not finite, and an
        asymmetric or indefinite K (its smallest eigenvalue is named).
    """
    matrix, vector = checked_program(K, v, ("K", "v"))
    if not (is_number(lam_from) and is_number(lam_to)) or not 0 < lam_from < lam_to < np.inf:
        raise InputError(
            f"The λ range is {shown(lam_from)} to {shown(lam_to)}; needed is "
            "0 < from < to, both finite."
        )
    return _Path(matrix, vector).follow(1.0 / lam_from, 1.0 / lam_to)


@dataclass(frozen=True, eq=False)
class _Segment:
    """w_F = a + τ b on a support F, down to τ = ``end``."""

    support: Indices
    a: Floats
    b: Floats
    end: float

    def weights(self, tau: float, n: int) -> Floats:
        """Return the (n,) weights at τ."""
        weights = np.zeros(n)
        weights[self.support] = np.maximum(self.a + tau * self.b, 0.0)
        return np.asarray(weights / weights.sum())


class _Path:
    def __init__(self, K: Floats, v: Floats) -> None:
        # K may be 0: then any size will do.
        self.scale = float(K.diagonal().max()) or float(np.abs(v).max()) or 1.0
        self.K = K + np.eye(len(v)) * (_RIDGE * self.scale)
        self.v = v - v.max()

    def follow(self, tau: float, tau_end: float) -> CriticalLine:
        n = len(self.v)
        segment = self._segment_beyond(tau, tau_end, None)
        breakpoints = [Breakpoint(1.0 / tau, segment.weights(tau, n), (), ())]
        for _ in range(_MOST_BREAKPOINTS * n):
            tau, before = segment.end, segment
            weights = before.weights(tau, n)
            if tau <= tau_end:
                return CriticalLine((*breakpoints, Breakpoint(1.0 / tau, weights, (), ())))
            segment = self._segment_beyond(tau, tau_end, weights)
            entered = np.setdiff1d(segment.support, before.support)
            left = np.setdiff1d(before.support, segment.support)
            breakpoints.append(
                Breakpoint(1.0 / tau, weights, tuple(entered.tolist()), tuple(left.tolist()))
            )
        raise ArithmeticError(
            "the path has more breakpoints than it can have; K is ill-conditioned"
        )

    def _segment_beyond(self, tau: float, tau_end: float, guess: Floats | None) -> _Segment:
        """Return the straight segment that begins at τ and continues to smaller τ.

        Usually one member enters or leaves at a breakpoint; among equal members many do at once.
        The solver says which support holds just beyond it, the closer the better. Where rounding
        still hides the weights there, the solver is called a little further on.
        """
        for beyond in _BEYOND:
            support = self._support_at(max(tau * (1.0 - beyond), tau_end), guess)
            segment, holds = self._segment(support, tau, tau_end)
            if holds:
                break
        return segment

    def _segment(self, support: Indices, tau: float, tau_end: float) -> tuple[_Segment, bool]:
        """Return the segment on a support, and whether it is optimal in its middle."""
        a, b, mu_a, mu_b = self._line(support)
        # Going down in τ: a weight with b > 0 falls to zero at τ = −a/b; an outside member with
        # gradient g = g_a + τ g_b − (μ_a + τ μ_b) reaches zero at −g_a/g_b.
        rows = self.K[support]
        level = a @ rows - mu_a
        slope = b @ rows - self.v - mu_b
        level[support], slope[support] = 1.0, 0.0
        # Just after a breakpoint, crossings within rounding of it are the breakpoint itself.
        limit = tau * (1.0 - 0.5 * _BEYOND[0])
        end = max(_last_crossing(a, b, limit), _last_crossing(level, slope, limit), tau_end)
        middle = 0.5 * (tau + end)
        holds = (a + middle * b).min() > -_LOST and (level + middle * slope).min() > -_LOST
        return _Segment(support, a, b, end), bool(holds)

    def _support_at(self, tau: float, guess: Floats | None = None) -> Indices:
        # Divided by τ, so that ties among the best members stay exact for a huge τ (tiny λ).
        weights = solve(DenseMatrix(self.K / tau), self.v, guess).weights
        return np.flatnonzero(weights > 0.0)

    def _line(self, support: Indices) -> tuple[Floats, Floats, float, float]:
        """Return a, b, μ_a, μ_b with w_F = a + τ b and the gradient level μ_a + τ μ_b on the
        support."""
        block = self.K[np.ix_(support, support)]
        # scale·11ᵀ changes nothing on the simplex and keeps the solutions moderate (active_set.py).
        factor = cho_factor(block + self.scale, lower=True)
        ones = cho_solve(factor, np.ones(len(support)))
        free = cho_solve(factor, self.v[support])
        total = ones.sum()
        mu_b = -free.sum() / total
        return ones / total, free + mu_b * ones, 1.0 / total - self.scale, mu_b


def _last_crossing(level: Floats, slope: Floats, tau: float) -> float:
    """Return the largest τ' < τ at which an entry of level + τ' slope falls to 0, or −inf if
    there is none."""
    falling = slope > 0
    at = -level[falling] / slope[falling]
    at = at[at < tau]
    return float(at.max()) if at.size else -np.inf
