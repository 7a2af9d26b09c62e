"""Where a run and its pairs of members lie on the plane of accuracy and diversity."""

from __future__ import annotations

from dataclasses import dataclass

from l2dwk_core.common.types import Floats, Indices


@dataclass(frozen=True, eq=False)
class AccuracyDiversityPath:
    """Where the ensemble travels: one point a round, on one set of rows.

    ``diversity`` wᵀD_dis w = ½(1 − mean m²); ``accuracy`` share of right votes; ``weight_right``
    mean share of the weight that votes right, ½(1 + mean m): the accuracy of the members, weighted
    by w, when all of them vote on every row. All (rounds,).
    """

    rows: str
    diversity: Floats
    accuracy: Floats
    weight_right: Floats


@dataclass(frozen=True, eq=False)
class PairCloud:
    """Pairs of members on one set of rows: (pairs, 2) ``members``, their ``disagreement`` and the
    mean ``accuracy`` of the two."""

    rows: str
    members: Indices
    disagreement: Floats
    accuracy: Floats
