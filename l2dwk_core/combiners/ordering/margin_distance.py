"""Margin distance minimisation: find members whose margins come close to a small target."""

from __future__ import annotations

import math
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.combiner_input import Combination, CombinerInput
from l2dwk_core.combiners.info import CombinerInfo
from l2dwk_core.combiners.options import check_positive, option
from l2dwk_core.combiners.scores import lowest, ordered
from l2dwk_core.combiners.subset_size import ODD_FIFTH, odd_fifth
from l2dwk_core.common.checks import check_choice

DIVISORS = ("pool", "subset")

# Scores are a few thousand whole units plus one multiple of p; real differences are larger.
_TIE = 1e-9


@dataclass(kw_only=True, eq=False, repr=False)
class MarginDistance(Combiner):
    """Greedy s_u = argmin_k ‖o − (1/T)(c_k + Σ_{t<u} c_{s_t})‖², every entry of o being p.

    c_j is member j's oracle column in {−1, +1}; a missing vote is a 0. Rows with enough right votes
    have little effect, so members that are right on the other rows come next. (L2DWK with the
    linear kernel is the continuous counterpart, with target 1/λ.)

    Parameters
    ----------
    moving
        Whether the target moves outwards, p_u = 2√(2u)/L in step u; *p* is then not used.
    divide_by
        T: "pool" for the number L of all members (margins of a growing part of the ensemble),
        "subset" for the number u of members so far, which is another criterion.

    The report holds ``errors`` of the vote after each member and ``distances`` ‖·‖².

    Source: Martínez-Muñoz & Suárez 2004; Martínez-Muñoz, Hernández-Lobato & Suárez 2009. That T is
    the size of the whole ensemble, and the moving target, could not be confirmed in the papers.
    O(L²N) once, then O(L) a step.
    """

    size: int | None = option(None, "members kept", ODD_FIFTH)
    p: float = option(0.075, "target of every margin", "above 0, at most 1")
    moving: bool = option(False, "whether the target grows as members join", "True or False")
    divide_by: Literal["pool", "subset"] = option(
        "pool", "whose number of members the sum of votes is divided by", ", ".join(DIVISORS)
    )

    needs: ClassVar[frozenset[str]] = frozenset({"size"})

    def _combine(self, inputs: CombinerInput, seed: int) -> Combination:
        oracle = inputs.oracle
        n_rows, n_members = oracle.matrix.shape
        n_kept = odd_fifth(self.size, n_members)
        target = check_positive("p", self.p, 1)
        check_choice("divide_by", self.divide_by, DIVISORS)
        # ‖o − z/T‖² over all k from Gram sums: with z the votes so far, only zᵀc_k changes in a
        # step. Whole numbers, exact in float32 up to 2²⁴ rows.
        outputs: NDArray[Any] = oracle.matrix.astype(np.float32 if n_rows < 1 << 24 else np.float64)
        gram = (outputs.T @ outputs).astype(np.float64)
        right_less_wrong = outputs.sum(axis=0, dtype=np.float64)
        votes = np.diag(gram)
        overlap = np.zeros(n_members)  # zᵀc_k
        square, plain = 0.0, 0.0  # zᵀz, 1ᵀz
        left = np.ones(n_members, dtype=bool)
        order, distances = [], []
        for u in range(1, n_kept + 1):
            o = 2.0 * math.sqrt(2.0 * u) / n_members if self.moving else target
            divisor = n_members if self.divide_by == "pool" else u
            scores = 2.0 * overlap + votes - 2.0 * o * divisor * right_less_wrong
            best = lowest(scores, left, _TIE * max(1.0, float(np.abs(scores).max())))
            square += 2.0 * overlap[best] + votes[best]
            plain += right_less_wrong[best]
            overlap += gram[best]
            left[best] = False
            order.append(best)
            distances.append(n_rows * o * o - 2.0 * o * plain / divisor + square / divisor**2)
        return ordered(oracle, order, distances=tuple(distances))


METHODS = (
    CombinerInfo(
        key="margin_distance",
        title="Margin distance minimisation (fixed target)",
        family="ordering",
        place=4,
        authors="Martínez-Muñoz & Suárez",
        year=2004,
        work="Aggregation ordering in bagging, IASTED Int. Conf. on Artificial Intelligence",
        complexity="L² N",
        confirmed="p = 0.075, on which three implementations agree; not confirmed: that votes are "
        "divided by the size of the whole ensemble",
        estimator=MarginDistance,
    ),
    CombinerInfo(
        key="margin_distance_moving",
        title="Margin distance minimisation (moving target)",
        family="ordering",
        place=9,
        authors="Martínez-Muñoz, Hernández-Lobato & Suárez",
        year=2009,
        work="IEEE TPAMI 31(2)",
        complexity="L² N",
        confirmed="the moving target p = 2√(2u)/L is that of two implementations; not confirmed: "
        "that votes are divided by the size of the whole ensemble",
        estimator=MarginDistance,
        defaults=MappingProxyType({"moving": True}),
    ),
)
