"""A random subset of the members. Any method that chooses members must be better than this."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.combiner_input import Combination, CombinerInput
from l2dwk_core.combiners.info import CombinerInfo
from l2dwk_core.combiners.options import option
from l2dwk_core.combiners.subset_size import DEFAULT_SHARE, subset_size


@dataclass(kw_only=True, eq=False, repr=False)
class RandomSubset(Combiner):
    """A random subset of the members votes. Any method that chooses members must be better than
    this."""

    size: int | None = option(None, "members kept", "1 to L; None for a fifth")

    needs: ClassVar[frozenset[str]] = frozenset({"size"})
    learns_from_votes: ClassVar[bool] = False

    def _combine(self, inputs: CombinerInput, seed: int) -> Combination:
        n_members = inputs.oracle.n_members
        size = subset_size(self.size, n_members, DEFAULT_SHARE)
        chosen = np.random.default_rng(seed).choice(n_members, size, replace=False)
        return Combination.of_subset(np.sort(chosen), n_members)


METHODS = (
    CombinerInfo(
        key="random_subset",
        title="Random subset",
        family="reference",
        place=4,
        authors="Martínez-Muñoz, Hernández-Lobato & Suárez",
        year=2009,
        work="Ensemble pruning by ordered aggregation, IEEE TPAMI 31(2): random order as baseline",
        complexity="L",
        confirmed="follows from its definition",
        estimator=RandomSubset,
    ),
)
