"""Complementarity ordering: add the member that is right most often where the vote is not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.combiner_input import Combination, CombinerInput
from l2dwk_core.combiners.info import CombinerInfo
from l2dwk_core.combiners.options import option
from l2dwk_core.combiners.scores import lowest, member_errors, ordered
from l2dwk_core.combiners.subset_size import ODD_FIFTH, odd_fifth
from l2dwk_core.combiners.vote_counts import VoteCounts


@dataclass(kw_only=True, eq=False, repr=False)
class Complementarity(Combiner):
    """Starts with the most accurate member, then adds s_u = argmax_k #{i : h_k right, vote not
    right}.

    The vote is the plurality of the members so far. A row on which none of them may vote counts as
    not right.

    The report holds ``errors`` of the vote after each member and ``n_by_accuracy``: how often no
    remaining member was right on a row that the vote gets wrong, so that the most accurate one was
    taken.

    Source: Martínez-Muñoz & Suárez 2004. O(NL) a step.
    """

    size: int | None = option(None, "members kept", ODD_FIFTH)

    needs: ClassVar[frozenset[str]] = frozenset({"size"})

    def _combine(self, inputs: CombinerInput, seed: int) -> Combination:
        oracle = inputs.oracle
        n_members = oracle.n_members
        n_kept = odd_fifth(self.size, n_members)
        alone = member_errors(oracle)
        right = (oracle.matrix > 0).astype(np.float32)
        left = np.ones(n_members, dtype=bool)
        counts = VoteCounts(oracle)
        order: list[int] = []
        n_by_accuracy = 0
        for _ in range(n_kept):
            mended = np.zeros(n_members, dtype=np.float32)
            if order:
                mended = counts.wrong().astype(np.float32) @ right
            if mended[left].any():
                best = lowest(-mended.astype(np.float64), left)
            else:
                best = lowest(alone, left)
                n_by_accuracy += bool(order)
            counts.add(best)
            left[best] = False
            order.append(best)
        return ordered(oracle, order, n_by_accuracy=n_by_accuracy)


METHODS = (
    CombinerInfo(
        key="complementarity",
        title="Complementarity",
        family="ordering",
        place=5,
        authors="Martínez-Muñoz & Suárez",
        year=2004,
        work="Aggregation ordering in bagging, IASTED Int. Conf. on Artificial Intelligence",
        complexity="size · L N",
        confirmed="the measure, on which two implementations agree; going by accuracy when nobody "
        "can mend the vote is our choice",
        estimator=Complementarity,
    ),
)
