"""Reduce-error pruning: add the member that makes the vote's error smallest, and reconsider
earlier choices."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.combiner_input import Combination, CombinerInput
from l2dwk_core.combiners.info import CombinerInfo
from l2dwk_core.combiners.options import option
from l2dwk_core.combiners.scores import lowest
from l2dwk_core.combiners.subset_size import ODD_FIFTH, odd_fifth
from l2dwk_core.combiners.vote_counts import VoteCounts
from l2dwk_core.common.checks import check_whole


@dataclass(kw_only=True, eq=False, repr=False)
class ReduceError(Combiner):
    """Starts with the best single member, then adds the k with the smallest error of the vote of S
    ∪ {k}.

    Backfitting: after each addition every member in turn, oldest first, is exchanged for the
    candidate that makes the error smallest with the others kept, if that is strictly smaller;
    sweeps go on until one changes nothing. It costs O(size · L · N) a sweep, an addition O(L · N).
    The error is not monotone in the size, and even sizes tie.

    The report holds ``errors`` of the vote at each size reached and, with backfitting,
    ``n_exchanges``. In ``selected`` an exchanged member takes its predecessor's place.

    Source: Margineantu & Dietterich 1997. Order, ties and the strict comparison of the
    backfitting step, and its 100 sweeps, could not be confirmed in the paper.
    """

    size: int | None = option(None, "members kept", ODD_FIFTH)
    backfitting: bool = option(False, "whether earlier picks are exchanged", "True or False")
    max_sweeps: int = option(100, "sweeps of exchanges after one addition", "1 or more")

    needs: ClassVar[frozenset[str]] = frozenset({"size"})

    def _combine(self, inputs: CombinerInput, seed: int) -> Combination:
        oracle = inputs.oracle
        n_kept = odd_fifth(self.size, oracle.n_members)
        check_whole("max_sweeps", self.max_sweeps, 1)
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
            if self.backfitting and len(order) > 1:
                n_exchanges += _backfit(counts, order, left, self.max_sweeps)
            errors.append(counts.error())
        report: dict[str, object] = {"errors": tuple(errors)}
        if self.backfitting:
            report["n_exchanges"] = n_exchanges
        return Combination.of_subset(np.asarray(order, np.intp), oracle.n_members, **report)


def _backfit(counts: VoteCounts, order: list[int], left: NDArray[np.bool_], max_sweeps: int) -> int:
    """Exchange members in place until a pass over all members changes nothing. Return the number
    of exchanges."""
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


METHODS = (
    CombinerInfo(
        key="reduce_error",
        title="Reduce-error pruning",
        family="ordering",
        place=2,
        authors="Margineantu & Dietterich",
        year=1997,
        work="Pruning adaptive boosting, ICML",
        complexity="size · L N",
        confirmed="the greedy rule",
        estimator=ReduceError,
    ),
    CombinerInfo(
        key="reduce_error_backfitting",
        title="Reduce-error pruning with backfitting",
        family="ordering",
        place=3,
        authors="Margineantu & Dietterich",
        year=1997,
        work="Pruning adaptive boosting, ICML",
        complexity="size² · L N a sweep",
        confirmed="the greedy rule; not confirmed: that only strict improvements are exchanged, "
        "in order of joining, for at most 100 sweeps",
        estimator=ReduceError,
        defaults=MappingProxyType({"backfitting": True}),
    ),
)
