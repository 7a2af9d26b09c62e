"""Orientation ordering: sort the members by the angle between their outputs and a reference
direction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.combiner_input import Combination, CombinerInput
from l2dwk_core.combiners.info import CombinerInfo
from l2dwk_core.combiners.options import option
from l2dwk_core.combiners.scores import ordered
from l2dwk_core.combiners.subset_size import subset_size


@dataclass(kw_only=True, eq=False, repr=False)
class OrientationOrdering(Combiner):
    """Sorts the members by increasing angle between their oracle column and the reference
    direction.

    With c_j = O_·j and c = (1/L) Σ_j c_j, the reference is c_ref = 1 + λc with
    λ = −(1ᵀc)/(cᵀc): the diagonal's projection onto the hyperplane normal to c, so that members
    are kept that are right where the ensemble as a whole is not. A missing vote is a 0 in c_j.
    Equal angles go by index. Without a size all at an angle below π/2 are kept, the method's own
    rule.

    The report holds ``errors`` of the vote after each member, ``angles`` (in degrees, in the same
    order), ``lam`` (the λ above) and, where it was taken, ``fallback``: all members when c_ref is
    undefined or 0, the first one when no angle is below π/2.

    Source: Martínez-Muñoz & Suárez 2006. O(NL).
    """

    size: int | None = option(None, "members kept", "1 to L; None for all angles below 90 degrees")

    needs: ClassVar[frozenset[str]] = frozenset()

    def _combine(self, inputs: CombinerInput, seed: int) -> Combination:
        oracle = inputs.oracle
        n_members = oracle.n_members
        size = None if self.size is None else subset_size(self.size, n_members, 1.0)
        # In whole numbers, scaled by L and sᵀs with s = Lc: (sᵀs)1 − (1ᵀs)s has the direction of
        # c_ref. It decides "below π/2" and ties exactly; at most N·(NL²), far from overflow.
        total = oracle.matrix.sum(axis=1, dtype=np.int64)
        square, plain = int(total @ total), int(total.sum())
        reference = square - plain * total
        if square == 0 or not reference.any():
            why = "members cancel out on every row" if square == 0 else "the ensemble is constant"
            everyone = list(range(n_members if size is None else size))
            return ordered(
                oracle,
                everyone,
                fallback=f"no reference direction, because {why}: members kept in their own order",
            )
        votes = np.count_nonzero(oracle.matrix, axis=0)
        towards = reference @ oracle.matrix.astype(np.int64)
        length = np.sqrt(np.maximum(votes, 1)) * np.linalg.norm(reference.astype(np.float64))
        cosine = towards / length
        order = np.argsort(-cosine, kind="stable")
        fallback = {}
        if size is None:
            n_kept = int(np.count_nonzero(towards > 0))
            if n_kept == 0:
                n_kept = 1
                fallback = {"fallback": "no angle is below 90 degrees: the first member kept"}
        else:
            n_kept = size
        kept = order[:n_kept]
        angles = np.degrees(np.arccos(np.clip(cosine[kept], -1.0, 1.0)))
        return ordered(
            oracle,
            kept.tolist(),
            angles=tuple(angles.tolist()),
            lam=-n_members * plain / square,
            **fallback,
        )


METHODS = (
    CombinerInfo(
        key="orientation_ordering",
        title="Orientation ordering",
        family="ordering",
        place=7,
        authors="Martínez-Muñoz & Suárez",
        year=2006,
        work="Pruning in ordered bagging ensembles, ICML",
        complexity="L N",
        confirmed="reference direction and the limit of 90 degrees, on which two implementations "
        "agree",
        estimator=OrientationOrdering,
    ),
)
