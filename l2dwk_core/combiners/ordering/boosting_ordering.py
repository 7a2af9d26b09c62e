"""Boosting-based ordering: AdaBoost's row weights choose among members that already exist."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.combiner_input import Combination, CombinerInput
from l2dwk_core.combiners.info import CombinerInfo
from l2dwk_core.combiners.options import option
from l2dwk_core.combiners.scores import lowest, ordered
from l2dwk_core.combiners.subset_size import ODD_FIFTH, odd_fifth
from l2dwk_core.combiners.vote_counts import ratio
from l2dwk_core.oracle.oracle import Oracle

# Weighted errors are sums of N products; equal ones differ by rounding of about 1e-16.
_TIE = 1e-12


@dataclass(kw_only=True, eq=False, repr=False)
class BoostingOrdering(Combiner):
    """Adds the member with the least weighted error, then increases the weight of the rows it gets
    wrong.

    With row weights d (1/N at first) and e_j = Σ_i d_i [h_j wrong on i], the least e_j is taken.
    Then d_i ← d_i/(2e) where that member is wrong and d_i/(2(1 − e)) where it is right; after
    e ≥ 1/2 or e = 0 all rows weigh 1/N again. Members vote unweighted. With missing votes e_j is
    taken over, and d changed on, the rows that member j may judge.

    The report holds ``errors`` of the vote after each member, ``weighted_errors`` of the members
    when they were taken and ``n_resets`` of the row weights.

    Source: Martínez-Muñoz & Suárez 2007. The update and the reset at e = 0 could not be confirmed
    in the paper. O(NL) a step.
    """

    size: int | None = option(None, "members kept", ODD_FIFTH)

    needs: ClassVar[frozenset[str]] = frozenset({"size"})

    def _combine(self, inputs: CombinerInput, seed: int) -> Combination:
        oracle = inputs.oracle
        n_rows, n_members = oracle.matrix.shape
        n_kept = odd_fifth(self.size, n_members)
        wrong = np.ascontiguousarray((oracle.matrix < 0).T, dtype=np.float64)
        speaks = None
        if oracle.available is not None:
            speaks = np.ascontiguousarray(oracle.available.T, dtype=np.float64)
        d = np.full(n_rows, 1.0 / n_rows)
        left = np.ones(n_members, dtype=bool)
        order, weighted_errors, n_resets = [], [], 0
        for _ in range(n_kept):
            errors = _weighted_errors(wrong, speaks, d)
            best = lowest(errors, left, _TIE)
            e = float(errors[best])
            if e >= 0.5 - _TIE or e <= _TIE:  # never judged: e is infinite
                d = np.full(n_rows, 1.0 / n_rows)
                n_resets += 1
            else:
                d = d * _factors(oracle, best, e)
                d /= d.sum()
            left[best] = False
            order.append(best)
            weighted_errors.append(e)
        return ordered(oracle, order, weighted_errors=tuple(weighted_errors), n_resets=n_resets)


def _weighted_errors(
    wrong: NDArray[np.float64], speaks: NDArray[np.float64] | None, d: NDArray[np.float64]
) -> NDArray[np.float64]:
    if speaks is None:
        return wrong @ d
    return ratio(wrong @ d, speaks @ d)


def _factors(oracle: Oracle, member: int, e: float) -> NDArray[np.float64]:
    """Return what each row's weight is multiplied by: 1/(2(1−e)) if right, 1/(2e) if wrong, 1
    without a vote."""
    table = np.array([1.0 / (2.0 * e), 1.0, 1.0 / (2.0 * (1.0 - e))])
    return table[oracle.matrix[:, member].astype(np.intp) + 1]


METHODS = (
    CombinerInfo(
        key="boosting_ordering",
        title="Boosting-based ordering",
        family="ordering",
        place=8,
        authors="Martínez-Muñoz & Suárez",
        year=2007,
        work="Using boosting to prune bagging ensembles, Pattern Recognition Letters 28",
        complexity="size · L N",
        confirmed="the use of boosting and the share kept, about 20 %; not confirmed: the exact "
        "update, and the reset after a perfect member",
        estimator=BoostingOrdering,
    ),
)
