"""Kappa pruning: keep the pairs of members that agree least."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.combiner_input import Combination, CombinerInput
from l2dwk_core.combiners.info import CombinerInfo
from l2dwk_core.combiners.options import option
from l2dwk_core.combiners.pairwise import label_kappa_matrix
from l2dwk_core.combiners.scores import ordered
from l2dwk_core.combiners.subset_size import ODD_FIFTH, odd_fifth


@dataclass(kw_only=True, eq=False, repr=False)
class KappaPruning(Combiner):
    """Adds the members of the least agreeing pairs, pair by pair, until there are *size* members.

    Pairs are taken by increasing κ_ij = (T₁ − T₂)/(1 − T₂) of their predicted labels (T₁ observed,
    T₂ chance agreement); members not yet in join, the lower index first, so an odd size takes the
    first of its last pair. Pairs without a κ (both always predict the same one class) come last.
    How accurate the members are plays no part.

    The report holds ``errors`` of the vote after each member, in the order of joining, and
    ``n_undefined``, the number of pairs without κ.

    Source: Margineantu & Dietterich 1997. O(L²N).
    """

    size: int | None = option(None, "members kept", ODD_FIFTH)

    needs: ClassVar[frozenset[str]] = frozenset({"size"})

    def _combine(self, inputs: CombinerInput, seed: int) -> Combination:
        oracle = inputs.oracle
        n_kept = odd_fifth(self.size, oracle.n_members)
        kappa = label_kappa_matrix(oracle)
        order = order_by_pairs(kappa)[:n_kept]
        above = np.triu_indices(oracle.n_members, k=1)
        n_undefined = int(np.count_nonzero(np.isnan(kappa[above])))
        return ordered(oracle, order.tolist(), n_undefined=n_undefined)


def order_by_pairs(values: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the members by the rank of the first pair that holds them; pairs are ranked by
    increasing value.

    Parameters
    ----------
    values
        (L, L) symmetric, NaN for pairs that come last; the diagonal is not looked at.

    Returns
    -------
    (L,) all members. Equal pairs go by their lower, then their higher index.
    """
    n_members = len(values)
    if n_members == 1:
        return np.zeros(1, dtype=np.intp)
    first, second = np.triu_indices(n_members, k=1)
    rank = np.empty(len(first), dtype=np.intp)
    rank[np.argsort(values[first, second], kind="stable")] = np.arange(len(first))  # NaN last
    place = np.full((n_members, n_members), len(first), dtype=np.intp)
    place[first, second] = place[second, first] = rank
    return np.argsort(place.min(axis=1), kind="stable")


METHODS = (
    CombinerInfo(
        key="kappa_pruning",
        title="Kappa pruning",
        family="ordering",
        place=1,
        authors="Margineantu & Dietterich",
        year=1997,
        work="Pruning adaptive boosting, ICML",
        complexity="L² N",
        confirmed="the measure and the order of pairs; that an odd size takes the first of its "
        "last pair is what other programs do",
        estimator=KappaPruning,
    ),
)
