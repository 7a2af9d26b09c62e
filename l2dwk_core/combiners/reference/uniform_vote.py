"""The uniform vote: all members have the same weight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.combiner_input import Combination, CombinerInput
from l2dwk_core.combiners.info import CombinerInfo


@dataclass(kw_only=True, eq=False, repr=False)
class UniformVote(Combiner):
    """Every member has one vote. No weighting rows are needed: ``weighting="none"`` trains on
    all rows."""

    needs: ClassVar[frozenset[str]] = frozenset()
    learns_from_votes: ClassVar[bool] = False

    def _combine(self, inputs: CombinerInput, seed: int) -> Combination:
        n_members = inputs.oracle.n_members
        return Combination.of_subset(np.arange(n_members), n_members)


METHODS = (
    CombinerInfo(
        key="uniform_vote",
        title="Uniform vote",
        family="reference",
        place=1,
        authors="Hansen & Salamon",
        year=1990,
        work="Neural network ensembles, IEEE TPAMI 12(10)",
        complexity="1",
        confirmed="follows from its definition",
        estimator=UniformVote,
    ),
)
