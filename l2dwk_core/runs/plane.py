"""The positions of a run and of its pairs of members in the plane of accuracy and diversity."""

from __future__ import annotations

from dataclasses import dataclass

from l2dwk_core.common.types import Floats, Indices


@dataclass(frozen=True, eq=False)
class AccuracyDiversityPath:
    """The position of the ensemble in every round, on one set of rows. All arrays are (rounds,).

    ``diversity`` is wᵀD_dis w = ½(1 − mean m²). ``accuracy`` is the share of right votes.
    ``weight_right`` is the mean share of the weight that votes right, ½(1 + mean m). When all
    members vote on every row, it is the mean accuracy of the members, weighted by w.
    """

    rows: str
    diversity: Floats
    accuracy: Floats
    weight_right: Floats


@dataclass(frozen=True, eq=False)
class PairCloud:
    """Pairs of members on one set of rows: (pairs, 2) ``members``, their (pairs,) ``disagreement``
    and the (pairs,) mean ``accuracy`` of the two."""

    rows: str
    members: Indices
    disagreement: Floats
    accuracy: Floats
