"""Reduce-error pruning: add whoever makes the vote's error smallest, and mend earlier picks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.checks import check_whole
from l2dwk_core.combiners.evidence import Combination, Evidence
from l2dwk_core.combiners.scores import lowest
from l2dwk_core.combiners.subset_size import checked_size
from l2dwk_core.combiners.vote_counts import VoteCounts


def reduce_error(
    evidence: Evidence,
    *,
    size: int | None = None,
    backfitting: bool = False,
    max_sweeps: int = 100,
) -> Combination:
    """Starts with the best single member; then adds argmin_k error of the vote of S ∪ {k}.

    Backfitting: after each addition every member in turn, oldest first, is exchanged for the
    candidate that makes the error smallest with the others kept, if that is strictly smaller;
    sweeps go on until one changes nothing.

    Parameters
    ----------
    size
        Members to keep, 1 … L; None for an odd number near 20 % of L. The error is not monotone in
        it, and even sizes tie.
    backfitting
        Whether to exchange members. Costs O(size · L · N) a sweep instead of O(L · N) a step.
    max_sweeps
        Backfitting sweeps after one addition, at least 1.

    Returns
    -------
    Combination
        ``selected`` in order (an exchanged member takes its predecessor's place); report:
        ``errors`` of the vote at each size reached and, with backfitting, ``n_exchanges``.

    Raises
    ------
    InputError
        When an argument is out of range.

    Source: Margineantu & Dietterich 1997. Order, ties and the strict comparison of the
    backfitting step, and its 100 sweeps, could not be confirmed in the paper.
    """
    oracle = evidence.oracle
    n_kept = checked_size(size, oracle.n_members)
    check_whole("max_sweeps", max_sweeps, 1)
    counts = VoteCounts(oracle)
    left = np.ones(oracle.n_members, dtype=bool)
    order: list[int] = []
    errors: list[float] = []
    n_exchanges = 0
    for _ in range(n_kept):
        best = lowest(counts.errors_if_added(), left)
        counts.add(best)
        left[best] = False
        order.append(best)
        if backfitting and len(order) > 1:
            n_exchanges += _backfit(counts, order, left, max_sweeps)
        errors.append(counts.error())
    report: dict[str, object] = {"errors": tuple(errors)}
    if backfitting:
        report["n_exchanges"] = n_exchanges
    return Combination.of_subset(np.asarray(order, np.intp), oracle.n_members, **report)


def _backfit(counts: VoteCounts, order: list[int], left: NDArray[np.bool_], max_sweeps: int) -> int:
    """Exchange members in place until a sweep changes nothing; the number of exchanges."""
    n_exchanges = 0
    for _ in range(max_sweeps):
        changed = False
        for place, member in enumerate(order):
            counts.remove(member)
            errors = counts.errors_if_added()
            best = lowest(errors, left) if left.any() else member
            if errors[best] < errors[member]:
                left[member], left[best] = True, False
                order[place] = best
                n_exchanges += 1
                changed = True
            counts.add(order[place])
        if not changed:
            break
    return n_exchanges
