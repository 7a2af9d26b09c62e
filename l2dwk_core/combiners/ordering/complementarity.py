"""Complementarity ordering: next comes who is right most often where the vote is not."""

from __future__ import annotations

import numpy as np

from l2dwk_core.combiners.evidence import Combination, Evidence
from l2dwk_core.combiners.scores import lowest, member_errors, ordered
from l2dwk_core.combiners.subset_size import checked_size
from l2dwk_core.combiners.vote_counts import VoteCounts


def complementarity(evidence: Evidence, *, size: int | None = None) -> Combination:
    """Starts with the most accurate member, then s_u = argmax_k #{i : h_k right, vote not right}.

    The vote is the plurality of the members so far. A row on which none of them may vote counts as
    not right.

    Parameters
    ----------
    size
        Members to keep, 1 … L; None for an odd number near 20 % of L.

    Returns
    -------
    Combination
        ``selected`` in order; report: ``errors`` of the vote after each member, ``n_by_accuracy``:
        how often no member left could mend anything, so that the most accurate one was taken.

    Raises
    ------
    InputError
        When *size* is out of range.

    Source: Martínez-Muñoz & Suárez 2004. O(NL) a step.
    """
    oracle = evidence.oracle
    n_members = oracle.n_members
    n_kept = checked_size(size, n_members)
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
