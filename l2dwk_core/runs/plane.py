"""The positions of a run and of its pairs of members in the plane of accuracy and diversity."""

from __future__ import annotations

from dataclasses import dataclass

from l2dwk_core.common.types import Floats, Indices
from l2dwk_core.method.trace import Trace


@dataclass(frozen=True)
class PlanePoint:
    """The position of one vote; the fields are those of ``AccuracyDiversityPath``."""

    diversity: float
    accuracy: float
    weight_right: float


@dataclass(frozen=True, eq=False)
class AccuracyDiversityPath:
    """The position of the ensemble in every round, on one set of rows. All arrays are (rounds,).

    ``diversity`` is wᵀD_dis w = ½(1 − mean m²). ``accuracy`` is the share of right votes.
    ``weight_right`` is the mean share of the weight that votes right, ½(1 + mean m). When all
    members vote on every row, it is the mean accuracy of the members, weighted by w. A test row
    on which no member with weight votes is wrong in ``accuracy`` and has a share of 0 here; such a
    weighting row is left out of both.

    ``returned`` is the position of the returned vote. It differs from that of its round where small
    weights were removed when they were returned; None: they are the same.
    """

    rows: str
    diversity: Floats
    accuracy: Floats
    weight_right: Floats
    returned: PlanePoint | None = None

    def of_vote(self, trace: Trace, index: int) -> PlanePoint:
        """Return the position of the vote of round *index*; of the returned round that of the
        returned vote."""
        if self.returned is not None and index == trace.returned_round:
            return self.returned
        values = (self.diversity, self.accuracy, self.weight_right)
        return PlanePoint(*(float(each[index - 1]) for each in values))

    def of_returned(self, trace: Trace) -> PlanePoint:
        """Return the position of the returned vote."""
        return self.of_vote(trace, trace.returned_round)


@dataclass(frozen=True, eq=False)
class PairCloud:
    """Pairs of members on one set of rows: (pairs, 2) ``members``, their (pairs,) ``disagreement``
    and the (pairs,) mean ``accuracy`` of the two; ``drawn_of`` is the number of pairs from which
    these were drawn, 0 where they are all; ``some_rows`` says that votes are missing, so that of a
    pair only rows count that both, of a member only rows that it may judge."""

    rows: str
    members: Indices
    disagreement: Floats
    accuracy: Floats
    drawn_of: int = 0
    some_rows: bool = False
