"""Diversity top share: sort the members by how much they differ from the rest."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.combiners.evidence import Combination, Evidence
from l2dwk_core.combiners.pairwise import label_kappa_matrix, pair_cells
from l2dwk_core.combiners.scores import ordered
from l2dwk_core.combiners.subset_size import check_positive, share_of
from l2dwk_core.diversity.measure import OraclePairMeasure
from l2dwk_core.diversity.registry import MEASURES
from l2dwk_core.errors import unknown_choice
from l2dwk_core.oracle import Oracle

CRITERIA = tuple(name for name, measure in MEASURES.items() if measure.pairwise)
"""The pairwise measures a member can be sorted by."""


def diversity_share(
    evidence: Evidence, *, criterion: str = "disagreement", share: float = 0.3
) -> Combination:
    """The most diverse ⌈share · L⌉ members.

    A member's diversity is the mean of the pairwise *criterion* over its pairs with all others,
    undefined pairs left out; a member without a defined pair comes last.

    Parameters
    ----------
    criterion
        One of :data:`CRITERIA`; each is sorted in the direction that means more diverse.
    share
        In (0, 1]; 0.2 to 0.4 is usual.

    Returns
    -------
    Combination
        ``selected``, most diverse first, ties by index; report: ``errors`` of the vote after each
        member, ``diversity`` of each (NaN without a defined pair), ``criterion``.

    Raises
    ------
    InputError
        When an argument is out of range.

    Source: Martínez-Muñoz, Hernández-Lobato & Suárez 2009 for the kept share (20 to 40 %). That
    paper compares several orderings; which criterion is meant by sorting "by diversity" could not
    be confirmed. O(L²N).
    """
    oracle = evidence.oracle
    if criterion not in CRITERIA:
        raise unknown_choice("criterion", criterion, CRITERIA)
    n_kept = share_of(check_positive("share", share, 1), oracle.n_members)
    values = _pair_values(oracle, criterion)
    np.fill_diagonal(values, np.nan)
    defined = np.count_nonzero(~np.isnan(values), axis=1)
    diversity = np.full(oracle.n_members, np.nan)
    np.divide(np.nansum(values, axis=1), defined, out=diversity, where=defined > 0)
    sign = -1.0 if MEASURES[criterion].direction == "up" else 1.0
    # Rounded, because equal means of differently ordered terms differ in the last digits.
    order = np.argsort(np.round(sign * diversity, 12), kind="stable")[:n_kept]
    return ordered(
        oracle, order.tolist(), diversity=tuple(diversity[order].tolist()), criterion=criterion
    )


def _pair_values(oracle: Oracle, criterion: str) -> NDArray[np.float64]:
    measure = MEASURES[criterion]
    if not isinstance(measure, OraclePairMeasure):
        return label_kappa_matrix(oracle)
    with np.errstate(invalid="ignore"):  # 0/0 where two members share no row: NaN is meant
        return np.array(measure.compute(pair_cells(oracle)))
