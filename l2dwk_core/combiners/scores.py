"""Functions that many methods share: accuracy of single members, ties, and the subset kept of an
order."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.combiners.combiner_input import Combination
from l2dwk_core.combiners.vote_counts import VoteCounts, ratio
from l2dwk_core.common.types import Floats
from l2dwk_core.oracle.oracle import Oracle


def member_errors(oracle: Oracle) -> Floats:
    """Return (L,) the share of each member's votes that are wrong; infinite where it has no
    vote."""
    n_wrong = np.count_nonzero(oracle.matrix < 0, axis=0)
    n_judged = np.count_nonzero(oracle.matrix, axis=0)
    return ratio(n_wrong, n_judged)


def accuracies(oracle: Oracle) -> Floats:
    """Return (L,) the share of rows on which a member is right, among those it may judge; 0
    where it may judge none."""
    n_right = np.count_nonzero(oracle.matrix > 0, axis=0)
    n_judged = np.count_nonzero(oracle.matrix, axis=0)
    return ratio(n_right, n_judged, empty=0.0)


def best_member(oracle: Oracle) -> int:
    """Return the most accurate member. Ties go to the lowest index."""
    return int(np.argmax(accuracies(oracle)))


def lowest(scores: Floats, allowed: NDArray[np.bool_], tol: float = 0.0) -> int:
    """Return the index of the smallest allowed score, or the first of those within *tol* of it.

    Scores that are equal in exact arithmetic may differ by rounding once they are sums of floats;
    *tol* applies the lowest-index rule to them. An infinite score is chosen only when all
    allowed scores are infinite.
    """
    candidates = np.where(allowed, scores, np.inf)
    best = candidates.min()
    if np.isinf(best):
        return int(np.flatnonzero(allowed)[0])
    return int(np.flatnonzero(candidates <= best + tol)[0])


def ordered(oracle: Oracle, order: Sequence[int], **report: object) -> Combination:
    """Return the members in the given order, with the vote's error after each of them
    (``errors``)."""
    counts = VoteCounts(oracle)
    errors = []
    for member in order:
        counts.add(int(member))
        errors.append(counts.error())
    return Combination.of_subset(
        np.asarray(order, dtype=np.intp), oracle.n_members, errors=tuple(errors), **report
    )
