"""Quadratic programs over the weights without reweighted rows: QPD and the convex form of 2014."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.evidence import Combination, Evidence, Floats
from l2dwk_core.combiners.info import check_number, check_option, option
from l2dwk_core.combiners.references import best_member
from l2dwk_core.oracle import Oracle
from l2dwk_core.qp import Solution, solve_simplex_qp
from l2dwk_core.self_training import train_on
from l2dwk_core.settings import Settings

SMALL_WEIGHT = 1e-6
"""Weights up to this become 0, as in the rounds of L2DWK."""

QPD_DIVERSITY = ("disagreement", "double_fault")
MISSING_VOTES = ("pairwise", "impute")
CONSTRAINTS = ("simplex", "non_negative")

# λ of the sparse form lies where a decreasing function changes its sign; beyond this the target
# margin 1/λ is 0 for every purpose.
_LARGEST_LAM = 1e6


def without_small(weights: Floats, limit: float = SMALL_WEIGHT) -> Floats:
    """Weights up to *limit* as 0, the rest rescaled to sum 1."""
    kept = np.where(weights > limit, weights, 0.0)
    return np.asarray(kept / kept.sum())


@dataclass(kw_only=True, eq=False, repr=False)
class QPD(Combiner):
    """Quadratic program of accuracy and diversity (Yin, Yang & Hao 2014, Eq. QPD).

    ``min ½ λ wᵀSw − μᵀw`` on the simplex, with μ = Oᵀ1/N (2·accuracy − 1) and S = OᵀO/N: the
    paper's ``−Pᵀw − λ wᵀDw`` without its constant λ/2. With complete votes the same as least
    squares of the margins m = Ow towards 1/λ, so λ → 0 leaves the most accurate member (of several
    of them, those that make the second term least) and λ → ∞ lets votes cancel.

    Double fault, with the sign that rewards few common faults, is the same program at λ/(λ+2).
    """

    lam: float = option(1.0, "λ, trade-off of accuracy and diversity", "0 to 1e15")
    diversity: str = option("disagreement", "diversity term", ", ".join(QPD_DIVERSITY))
    missing_votes: str = option(
        "pairwise", "estimate with out-of-bag gaps", ", ".join(MISSING_VOTES)
    )

    needs: ClassVar[frozenset[str]] = frozenset()

    def _combine(self, evidence: Evidence, seed: int) -> Combination:
        check_option("diversity", self.diversity, QPD_DIVERSITY)
        settings = Settings(
            kernel="linear",
            kernel_form="scalar",
            diversity=self.diversity,
            lam=self.lam,
            update="none",
            missing_votes=self.missing_votes,
        )
        only = train_on(evidence.oracle, settings).rounds[0]
        return Combination.of_weights(only.weights, objective=only.objective, gap=only.gap)


@dataclass(kw_only=True, eq=False, repr=False)
class SparseConvexDiversity(Combiner):
    """Accuracy, sparsity and diversity in one convex program (Yin, Huang, Yang & Hao 2014).

    The published objective could not be consulted; its abstract names squared accuracy loss, an
    ℓ1 norm and diversity from the error–ambiguity decomposition. Read on ±1 outputs with margins
    m = Ow and ambiguity 1 − mean m²:

        ``min mean(1 − m)² + l1 ‖w‖₁ + l2 mean m²``

    - "simplex": ‖w‖₁ = 1 is a constant, so l1 does nothing; QPD at λ = 1 + l2.
    - "non_negative": only w ≥ 0, weights rescaled afterwards. Then l2 divides all weights by
      1 + l2 and so does nothing to the vote; QPD at the λ with ``λ wᵀSw = μᵀw − l1/2``. Where
      l1 ≥ 2 max μ every weight is 0; the most accurate member is returned, with a note.

    So under either reading only one of the two terms can act.
    """

    l1: float = option(0.1, "price of weight (non_negative only)", "0 to 1e6")
    l2: float = option(1.0, "reward of ambiguity (simplex only)", "0 to 1e6")
    constraint: str = option("simplex", "where weights may lie", ", ".join(CONSTRAINTS))

    def _combine(self, evidence: Evidence, seed: int) -> Combination:
        l1 = check_number("l1", self.l1, 0, 1e6)
        l2 = check_number("l2", self.l2, 0, 1e6)
        check_option("constraint", self.constraint, CONSTRAINTS)
        oracle = evidence.oracle
        second, first = _moments(oracle)
        if self.constraint == "simplex":
            solution = solve_simplex_qp((1.0 + l2) * second, first)
            return Combination.of_weights(
                without_small(solution.weights), lam=1.0 + l2, gap=solution.gap
            )
        if l1 >= 2.0 * first.max():
            chosen: NDArray[np.intp] = np.array([best_member(oracle)])
            return Combination.of_subset(
                chosen,
                oracle.n_members,
                lam=0.0,
                note="l1 is so large that every weight is 0; the most accurate member is kept",
            )
        lam, solution = sparse_least_squares(second, first, l1)
        return Combination.of_weights(without_small(solution.weights), lam=lam, gap=solution.gap)


def sparse_least_squares(second: Floats, first: Floats, l1: float) -> tuple[float, Solution]:
    """``min uᵀSu − 2 μᵀu + l1 1ᵀu`` over u ≥ 0 as ``u = λ w``, w on the simplex.

    For a given sum λ of u the minimiser is λ w(λ) with w(λ) = argmin ½ λ wᵀSw − μᵀw, and the
    optimal sum is where ``g(λ) = λ wᵀSw − μᵀw + l1/2``, half the derivative along it, changes
    its sign. g grows with λ because the problem is convex. Needs ``l1 < 2 max μ``.

    Returns λ (at most 1e6) and the solution w.
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


def _moments(oracle: Oracle) -> tuple[Floats, Floats]:
    """S = OᵀO/N (L, L) and μ = Oᵀ1/N (L,)."""
    outputs = oracle.matrix.astype(np.float64)
    return outputs.T @ outputs / len(outputs), outputs.mean(axis=0)
