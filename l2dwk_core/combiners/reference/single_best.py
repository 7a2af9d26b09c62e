"""The single best member, which any vote is compared with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.combiner_input import Combination, CombinerInput
from l2dwk_core.combiners.info import CombinerInfo
from l2dwk_core.combiners.scores import best_member


@dataclass(kw_only=True, eq=False, repr=False)
class SingleBest(Combiner):
    """The member most often right on the weighting rows; ties go to the lowest index."""

    needs: ClassVar[frozenset[str]] = frozenset()

    def _combine(self, inputs: CombinerInput, seed: int) -> Combination:
        oracle = inputs.oracle
        return Combination.of_subset(np.array([best_member(oracle)]), oracle.n_members)


METHODS = (
    CombinerInfo(
        key="single_best",
        title="Single best member",
        family="reference",
        place=2,
        authors="Kuncheva",
        year=2004,
        work="Combining Pattern Classifiers, Wiley: the single best as the reference",
        complexity="N L",
        confirmed="follows from its definition",
        estimator=SingleBest,
    ),
)
