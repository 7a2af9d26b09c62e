"""Margins and wrong votes of one set of weights on an oracle's rows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.types import Floats
from l2dwk_core.oracle.counted_table import CountedTable
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.oracle.vote_rules import class_votes, mean_probability, plurality

MARGIN_ZERO = 1e-12
"""A margin up to this counts as not positive: equal weights in another order differ by rounding."""

# Cells of ±1 turned into float64 at a time, which bounds the scratch memory at 64 MB.
_CELLS = 8_000_000


@dataclass(frozen=True, eq=False)
class VoteOutcome:
    """``margins`` (N,), ``wrong`` (N,) bool, and the number of tied votes.

    ``wrong`` is False, and the margin NaN, where no member with weight votes: Algorithm I reweights
    no such row. Whoever counts right and wrong votes takes ``not_right``.
    """

    margins: Floats
    wrong: NDArray[np.bool_]
    n_ties: int

    @property
    def accuracy(self) -> float:
        """Return the share of right votes, in [0, 1], on the rows that some member may judge."""
        return float(1.0 - self.wrong[~np.isnan(self.margins)].mean())

    @property
    def not_right(self) -> NDArray[np.bool_]:
        """(N,) wrong, or without any vote of a member with weight: no answer is no right one."""
        return self.wrong | np.isnan(self.margins)

    @property
    def diversity(self) -> float:
        """Return ``diversity_of`` on the rows that some member may judge."""
        return float(diversity_of(self.margins[~np.isnan(self.margins)]))


class WeightedVote:
    """Weighs the members of one oracle many times. What does not depend on the weights is
    computed once."""

    def __init__(self, oracle: Oracle, *, soft: bool = False) -> None:
        self._oracle, self._soft = oracle, soft
        mask = oracle.available
        self._available = None if mask is None else np.ascontiguousarray(mask.T)
        # Equal rows of votes have the same margin: it is computed once and copied to all of them.
        self._table: CountedTable | None = None
        self._by_member: NDArray[np.int8 | np.float64]
        if soft and oracle.soft is not None:
            self._by_member = np.ascontiguousarray(oracle.soft.T)
        elif mask is not None:
            self._by_member = np.ascontiguousarray(oracle.matrix.T)
        else:
            self._table = oracle.merged
            self._by_member = oracle.merged.by_member

    def outcome(self, weights: Floats) -> VoteOutcome:
        """Return the margins m = Ow and the rows whose weighted plurality (or mean probability) is
        wrong.

        A row with a positive margin is always right: its true class holds more than half of the
        weight. So votes are counted only on the others.
        """
        kept = weights.nonzero()[0]
        margins = self._margins(kept, weights[kept])
        wrong = np.zeros(len(margins), dtype=bool)
        doubtful = (margins <= MARGIN_ZERO).nonzero()[0]
        if doubtful.size == 0:
            return VoteOutcome(margins, wrong, 0)
        oracle = self._oracle
        truth = oracle.label_codes[doubtful]
        if len(oracle.classes) == 2 and not self._soft:
            tied = margins[doubtful] >= -MARGIN_ZERO
            wrong[doubtful] = ~tied | (truth != 0)
            return VoteOutcome(margins, wrong, int(np.count_nonzero(tied)))
        cells = np.ix_(doubtful, kept)
        mask = None if oracle.available is None else oracle.available[cells]
        if self._soft and oracle.probabilities is not None:
            votes = mean_probability(oracle.probabilities[cells], weights[kept])
        else:
            votes = class_votes(oracle.codes[cells], weights[kept], len(oracle.classes), mask)
        winner, tied = plurality(votes, MARGIN_ZERO)
        wrong[doubtful] = winner != truth
        return VoteOutcome(margins, wrong, int(np.count_nonzero(tied)))

    def _margins(self, kept: NDArray[np.intp], weights: Floats) -> Floats:
        n_rows = self._by_member.shape[1]
        step = max(1, _CELLS // max(len(kept), 1))
        margins = np.empty(n_rows)
        for start in range(0, n_rows, step):
            part = slice(start, start + step)
            votes = self._by_member[:, part].take(kept, axis=0).astype(np.float64)
            sums = weights @ votes
            if self._available is not None and not self._soft:
                weight = weights @ self._available[:, part].take(kept, axis=0).astype(np.float64)
                sums = np.divide(sums, weight, out=np.full_like(sums, np.nan), where=weight > 0)
            margins[part] = sums
        return margins if self._table is None else self._table.spread(margins)


def diversity_of(margins: Floats, alpha: Floats | None = None) -> Floats:
    """Return ½(1 − mean m²) = wᵀD_dis w, the disagreement of two members drawn with the weights w.

    ``margins`` (…, N) are Ow of N rows, weighted equally or by ``alpha`` (N,), which is divided by
    its sum; the result (…) lies in [0, ½].
    """
    if alpha is None:
        square = np.einsum("...k,...k->...", margins, margins) / max(margins.shape[-1], 1)
    else:
        square = (margins**2) @ alpha / alpha.sum()
    return np.asarray((1.0 - square) / 2.0)


def uniform_vote(oracle: Oracle, *, soft: bool = False) -> VoteOutcome:
    """Return the outcome of the vote in which all members have the same weight."""
    weights = np.full(oracle.n_members, 1.0 / oracle.n_members)
    return WeightedVote(oracle, soft=soft).outcome(weights)


def uniform_error(oracle: Oracle) -> float:
    """Return the share of the rows that the uniform plurality vote gets wrong, in [0, 1]."""
    return float(uniform_vote(oracle).wrong.mean())
