"""The positions of a run and of its pairs of members in the plane of accuracy and diversity."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.types import Bools, Floats, Indices
from l2dwk_core.method.trace import Trace
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.oracle.weighted_vote import diversity_of


@dataclass(frozen=True)
class PlanePoint:
    """The position of one vote; the fields are those of ``AccuracyDiversityPath``."""

    diversity: float
    accuracy: float
    weight_right: float

    @classmethod
    def of(cls, margins: Floats, wrong: Bools, *, answered_only: bool) -> PlanePoint:
        """Return the position of a vote: (N,) its margins of ±1 outputs, NaN where no member with
        weight votes, and whether it is wrong. A row without an answer is not right; with
        ``answered_only`` it is left out."""
        answered = ~np.isnan(margins)
        defined = margins[answered]
        n = defined.size if answered_only else margins.size
        if not defined.size:
            return cls(math.nan, math.nan if answered_only else 0.0, math.nan)
        return cls(
            float(diversity_of(defined)),
            float(np.count_nonzero(answered & ~wrong) / n),
            float((1.0 + defined).sum() / (2.0 * n)),
        )


@dataclass(frozen=True, eq=False)
class AccuracyDiversityPath:
    """The position of the ensemble in every round, on one set of rows. All arrays are (rounds,).

    ``diversity`` is wᵀD_dis w = ½(1 − mean m²). ``accuracy`` is the share of right votes.
    ``weight_right`` is the mean share of the weight that votes right, ½(1 + mean m). When all
    members vote on every row, it is the mean accuracy of the members, weighted by w. Margins m are
    those of ±1 outputs, as the members are right or wrong, also where the ensemble votes by mean
    probability. A test row
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

    @classmethod
    def of(
        cls, rows: str, points: Sequence[PlanePoint], returned: PlanePoint | None
    ) -> AccuracyDiversityPath:
        """Return the path of these positions, one for each round."""
        return cls(
            rows,
            np.array([point.diversity for point in points]),
            np.array([point.accuracy for point in points]),
            np.array([point.weight_right for point in points]),
            returned,
        )

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

    @classmethod
    def of(cls, oracle: Oracle, rows: str, *, n_pairs: int, seed: int) -> PairCloud:
        """Return up to ``n_pairs`` random pairs of members on the rows of *oracle*, which are
        called *rows*.

        The disagreement is the share of rows on which exactly one of the two members is right. With
        missing votes only the rows that both may judge count, and pairs without such a row are left
        out.
        """
        pairs = np.column_stack(np.triu_indices(oracle.n_members, 1))
        drawn_of = len(pairs) if len(pairs) > n_pairs else 0
        if drawn_of:
            chosen = np.random.default_rng(seed).choice(len(pairs), n_pairs, replace=False)
            pairs = pairs[np.sort(chosen)]
        # Sums of ±1 over fewer than 2²⁴ rows are exact in float32.
        signs = oracle.matrix.astype(np.float32)
        agree = _at_pairs(signs, pairs)
        both = np.full(len(pairs), float(oracle.n_rows))
        if oracle.available is not None:
            both = _at_pairs(oracle.available.astype(np.float32), pairs)
        with np.errstate(invalid="ignore"):
            disagreement = (1.0 - agree / both) / 2.0
            right = (signs > 0).sum(axis=0) / np.count_nonzero(signs, axis=0)
        kept = both > 0
        accuracy = right[pairs].mean(axis=1)
        return cls(
            rows,
            pairs[kept],
            disagreement[kept],
            accuracy[kept],
            drawn_of,
            oracle.available is not None,
        )


def _at_pairs(values: NDArray[np.float32], pairs: NDArray[np.intp]) -> Floats:
    """Return the inner products of pairs of columns."""
    products: Floats = (values.T @ values)[pairs[:, 0], pairs[:, 1]].astype(np.float64)
    return products
