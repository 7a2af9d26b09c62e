"""The most diverse share of the members, sorted by how much each differs from the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.combiner_input import Combination, CombinerInput
from l2dwk_core.combiners.info import CombinerInfo
from l2dwk_core.combiners.options import check_positive, option
from l2dwk_core.combiners.pairwise import label_kappa_matrix, pair_cells
from l2dwk_core.combiners.scores import ordered
from l2dwk_core.combiners.subset_size import share_of
from l2dwk_core.common.checks import check_choice
from l2dwk_core.diversity.measure import OraclePairMeasure
from l2dwk_core.diversity.registry import MEASURES
from l2dwk_core.oracle.oracle import Oracle

CRITERIA = tuple(name for name, measure in MEASURES.items() if measure.pairwise)
"""The pairwise measures a member can be sorted by."""


@dataclass(kw_only=True, eq=False, repr=False)
class DiversityShare(Combiner):
    """Keeps the most diverse ⌈share · L⌉ members.

    A member's diversity is the mean of the pairwise *criterion* over its pairs with all others,
    undefined pairs left out; a member without a defined pair comes last. Each criterion is sorted
    in the direction that means more diverse; a share of 0.2 to 0.4 is usual.

    The report holds ``errors`` of the vote after each member, ``diversity`` of each (NaN without a
    defined pair) and ``criterion``. The most diverse is the first, ties go by index.

    Source: Martínez-Muñoz, Hernández-Lobato & Suárez 2009 for the kept share (20 to 40 %). That
    paper compares several orderings; which criterion is meant by sorting "by diversity" could not
    be confirmed. O(L²N).
    """

    criterion: str = option("disagreement", "what members are sorted by", ", ".join(CRITERIA))
    share: float = option(0.3, "share of members kept", "above 0, at most 1")

    needs: ClassVar[frozenset[str]] = frozenset()

    def _combine(self, inputs: CombinerInput, seed: int) -> Combination:
        oracle = inputs.oracle
        criterion = check_choice("criterion", self.criterion, CRITERIA)
        n_kept = share_of(check_positive("share", self.share, 1), oracle.n_members)
        values = _pair_values(oracle, criterion)
        np.fill_diagonal(values, np.nan)
        defined = np.count_nonzero(~np.isnan(values), axis=1)
        diversity = np.full(oracle.n_members, np.nan)
        np.divide(np.nansum(values, axis=1), defined, out=diversity, where=defined > 0)
        sign = -1.0 if MEASURES[criterion].direction == "up" else 1.0
        # Rounded, because equal means of differently ordered terms differ in the last digits.
        order = np.argsort(np.round(sign * diversity, 12), kind="stable")[:n_kept]
        return ordered(
            oracle, order.tolist(), diversity=tuple(diversity[order].tolist()), criterion=criterion
        )


def _pair_values(oracle: Oracle, criterion: str) -> NDArray[np.float64]:
    measure = MEASURES[criterion]
    if not isinstance(measure, OraclePairMeasure):
        return label_kappa_matrix(oracle)
    with np.errstate(invalid="ignore"):  # 0/0 where two members share no row: NaN is meant
        return np.array(measure.compute(pair_cells(oracle)))


METHODS = (
    CombinerInfo(
        key="diversity_share",
        title="Diversity top share",
        family="ordering",
        place=10,
        authors="Martínez-Muñoz, Hernández-Lobato & Suárez",
        year=2009,
        work="IEEE TPAMI 31(2)",
        complexity="L² N",
        confirmed="the share of 20 to 40 %; not confirmed: which criterion sorting by diversity "
        "means, so it is a parameter",
        estimator=DiversityShare,
    ),
)
