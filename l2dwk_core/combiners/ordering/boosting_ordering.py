"""Boosting-based ordering: AdaBoost's row weights choose among members that already exist."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.combiners.evidence import Combination, Evidence
from l2dwk_core.combiners.scores import lowest, ordered
from l2dwk_core.combiners.subset_size import checked_size
from l2dwk_core.combiners.vote_counts import ratio
from l2dwk_core.oracle import Oracle

# Weighted errors are sums of N products; equal ones differ by rounding of about 1e-16.
_TIE = 1e-12


def boosting_ordering(evidence: Evidence, *, size: int | None = None) -> Combination:
    """Next comes the member with the least weighted error; then rows it got wrong gain weight.

    With row weights d (1/N at first) and e_j = Σ_i d_i [h_j wrong on i], the least e_j is taken.
    Then d_i ← d_i/(2e) where that member is wrong and d_i/(2(1 − e)) where it is right; after
    e ≥ 1/2 or e = 0 all rows weigh 1/N again. Members vote unweighted. With missing votes e_j is
    taken over, and d changed on, the rows that member j may judge.

    Parameters
    ----------
    size
        Members to keep, 1 … L; None for an odd number near 20 % of L.

    Returns
    -------
    Combination
        ``selected`` in order; report: ``errors`` of the vote after each member,
        ``weighted_errors`` of the members when they were taken, ``n_resets`` of the row weights.

    Raises
    ------
    InputError
        When *size* is out of range.

    Source: Martínez-Muñoz & Suárez 2007. The update and the reset at e = 0 could not be confirmed
    in the paper. O(NL) a step.
    """
    oracle = evidence.oracle
    n_rows, n_members = oracle.matrix.shape
    n_kept = checked_size(size, n_members)
    wrong = np.ascontiguousarray((oracle.matrix < 0).T, dtype=np.float64)
    speaks = None
    if oracle.available is not None:
        speaks = np.ascontiguousarray(oracle.available.T, dtype=np.float64)
    d = np.full(n_rows, 1.0 / n_rows)
    left = np.ones(n_members, dtype=bool)
    order, weighted_errors, n_resets = [], [], 0
    for _ in range(n_kept):
        errors = _weighted_errors(wrong, speaks, d)
        best = lowest(errors, left, _TIE)
        e = float(errors[best])
        if e >= 0.5 - _TIE or e <= _TIE:  # never judged: e is infinite
            d = np.full(n_rows, 1.0 / n_rows)
            n_resets += 1
        else:
            d = d * _factors(oracle, best, e)
            d /= d.sum()
        left[best] = False
        order.append(best)
        weighted_errors.append(e)
    return ordered(oracle, order, weighted_errors=tuple(weighted_errors), n_resets=n_resets)


def _weighted_errors(
    wrong: NDArray[np.float64], speaks: NDArray[np.float64] | None, d: NDArray[np.float64]
) -> NDArray[np.float64]:
    if speaks is None:
        return wrong @ d
    return ratio(wrong @ d, speaks @ d)


def _factors(oracle: Oracle, member: int, e: float) -> NDArray[np.float64]:
    """What each row's weight is multiplied by: 1/(2(1−e)) if right, 1/(2e) if wrong, 1 if mute."""
    table = np.array([1.0 / (2.0 * e), 1.0, 1.0 / (2.0 * (1.0 - e))])
    return table[oracle.matrix[:, member].astype(np.intp) + 1]
