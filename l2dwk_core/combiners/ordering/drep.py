"""DREP: among the most different members, add the one that makes the vote's error smallest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.combiner_input import Combination, CombinerInput
from l2dwk_core.combiners.info import CombinerInfo
from l2dwk_core.combiners.options import check_positive, option
from l2dwk_core.combiners.scores import lowest, member_errors
from l2dwk_core.combiners.subset_size import ODD_FIFTH, odd_fifth, share_of
from l2dwk_core.combiners.vote_counts import VoteCounts, ratio
from l2dwk_core.common.checks import check_whole
from l2dwk_core.oracle.oracle import Oracle


@dataclass(kw_only=True, eq=False, repr=False)
class Drep(Combiner):
    """Diversity regularised ensemble pruning.

    S starts as the member of lowest error, with vote H_S. In each step the others are sorted by
    their agreement with it, d_k = (1/N) Σ_i (2[h_k(x_i) = H_S(x_i)] − 1) (for labels ±1 the mean of
    h_k H_S), ascending; of the first ⌈ρ · others⌉ the one with the least error of S ∪ {k} joins.
    It ends when the error cannot be reduced; the shortest prefix of least error is kept.

    Parameters
    ----------
    rho
        ρ in (0, 1]: the share of the others from which the next member is chosen. 1 is reduce-error
        pruning.
    patience
        Steps in a row that may fail to reduce the error and are still taken, at least 0. A vote of
        two members ties wherever they differ, so with 0 it often ends with one member; 1 looks a
        step ahead.

    The report holds ``errors`` of the vote after each member kept or tried, and ``stop_reason``.

    Source: Li, Yu & Zhou 2012; their algorithm is for two classes, [h_k = H_S] extends it. The
    paper's range of ρ (0.2 to 0.5) and its rule for ties could not be confirmed; patience is
    ours. O(NL) a step.
    """

    size: int | None = option(None, "most members kept", ODD_FIFTH)
    rho: float = option(0.4, "share of the others that count as different", "above 0, at most 1")
    patience: int = option(1, "steps in a row that may fail to reduce the error", "0 or more")

    needs: ClassVar[frozenset[str]] = frozenset()

    def _combine(self, inputs: CombinerInput, seed: int) -> Combination:
        oracle = inputs.oracle
        n_members = oracle.n_members
        n_most = odd_fifth(self.size, n_members)
        share = check_positive("rho", self.rho, 1)
        check_whole("patience", self.patience, 0)
        counts = VoteCounts(oracle)
        left = np.ones(n_members, dtype=bool)
        best = lowest(member_errors(oracle), left)
        order: list[int] = []
        errors: list[float] = []
        stop_reason = "size reached"
        n_kept = 0
        while True:
            counts.add(best)
            left[best] = False
            order.append(best)
            errors.append(counts.error())
            if n_kept == 0 or errors[-1] < errors[n_kept - 1]:
                n_kept = len(order)
            if len(order) == n_most:
                break
            others = np.flatnonzero(left)
            agreement = _agreement(oracle, counts)[others]
            different = others[np.argsort(agreement, kind="stable")[: share_of(share, len(others))]]
            allowed = np.zeros(n_members, dtype=bool)
            allowed[different] = True
            after = counts.errors_if_added()
            best = lowest(after, allowed)
            if len(order) - n_kept >= self.patience and after[best] >= errors[n_kept - 1]:
                stop_reason = "error cannot be reduced"
                break
        return Combination.of_subset(
            np.asarray(order[:n_kept], np.intp),
            n_members,
            errors=tuple(errors),
            stop_reason=stop_reason,
        )


def _agreement(oracle: Oracle, counts: VoteCounts) -> NDArray[np.float64]:
    """Return (L,) the mean of 2[equal] − 1 over the rows where both member and ensemble vote; 1
    if there are none."""
    equal = oracle.codes == counts.winners().astype(oracle.codes.dtype)[:, None]
    if oracle.available is None:
        return np.asarray(2.0 * np.count_nonzero(equal, axis=0) / oracle.n_rows - 1.0)
    both = oracle.available & counts.voted()[:, None]
    n_both = np.count_nonzero(both, axis=0)
    n_equal = np.count_nonzero(equal & both, axis=0)
    return np.asarray(2.0 * ratio(n_equal, n_both, empty=1.0) - 1.0)


METHODS = (
    CombinerInfo(
        key="drep",
        title="DREP",
        family="ordering",
        place=11,
        authors="Li, Yu & Zhou",
        year=2012,
        work="Diversity regularized ensemble pruning, ECML-PKDD",
        complexity="size · L N",
        confirmed="the algorithm for two classes; not confirmed: the rule for ties. More classes, "
        "and looking a step ahead, are our extension",
        estimator=Drep,
    ),
)
