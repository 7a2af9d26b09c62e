"""Forward ensemble selection with replacement: members may join several times."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.combiner_input import Combination, CombinerInput
from l2dwk_core.combiners.info import CombinerInfo
from l2dwk_core.combiners.options import check_positive, option
from l2dwk_core.combiners.probability_counts import METRICS, ProbabilityCounts, one_hot
from l2dwk_core.combiners.scores import lowest
from l2dwk_core.combiners.subset_size import share_of
from l2dwk_core.combiners.vote_counts import VoteCounts
from l2dwk_core.common.checks import check_choice, check_seed, check_whole
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.types import Floats
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.oracle.weighting_votes import WeightingVotes

OUTPUTS = ("votes", "probabilities")

# Losses of sums of probabilities; shares of wrong rows differ by far more.
_TIE = 1e-12


class _Counts(Protocol):
    """The operations that the search needs of a growing ensemble."""

    def add(self, member: int) -> None: ...
    def loss(self) -> float: ...
    def losses_if_added(self) -> Floats: ...


class _VoteErrors(VoteCounts):
    """Error of the plurality vote as the loss."""

    def loss(self) -> float:
        return self.error()

    def losses_if_added(self) -> Floats:
        return self.errors_if_added()


@dataclass(kw_only=True, eq=False, repr=False)
class ForwardSelection(Combiner):
    """Adds, with replacement, the member that makes the ensemble's loss smallest. The best prefix
    is kept.

    The weight of a member is the share of places it holds in the prefix of least loss (the shortest
    of equal ones). With bags this runs on random subsets of the members and the weights are
    averaged, which reduces the risk of choosing a member that is best only by chance. One bag uses
    all members once, and then nothing is random.

    Parameters
    ----------
    n_initial
        Sorted initialisation: so many members that are best alone start the ensemble (5 to 25 is
        usual, 0 for none, never more than there are).
    output
        What is averaged: "votes" (plurality) or the members' "probabilities"; the weighted mean
        probability then decides in ``predict`` too.
    metric
        "accuracy", "log_loss" or "squared_error" (Brier), the latter two of the averaged
        probabilities, or of the vote shares when *output* is "votes".

    The report holds ``order`` and ``losses`` (one tuple a bag: members in order of joining and the
    loss after each) and ``n_places`` of the best prefix in each bag.

    Source: Caruana, Niculescu-Mizil, Crew & Ksikes 2004. That they used 20 bags of half the members
    could not be confirmed. O(LNC) a round at most. The rows must not be training rows.
    """

    rounds: int = option(
        50, "greedy additions in each bag", "0 or more (1 without initial members)"
    )
    n_initial: int = option(5, "members that start it, best alone first", "0 or more")
    n_bags: int = option(20, "random subsets of members searched", "1 or more")
    bag_share: float = option(0.5, "share of the members in each bag", "above 0, at most 1")
    output: Literal["votes", "probabilities"] = option(
        "votes", "what is averaged", ", ".join(OUTPUTS)
    )
    metric: str = option("accuracy", "what the search improves", ", ".join(METRICS))

    needs: ClassVar[frozenset[str]] = frozenset()

    def _combine(self, inputs: CombinerInput, seed: int) -> Combination:
        n_members = inputs.oracle.n_members
        check_whole("n_initial", self.n_initial, 0)
        check_whole("rounds", self.rounds, 0 if self.n_initial else 1)
        check_whole("n_bags", self.n_bags, 1)
        check_positive("bag_share", self.bag_share, 1)
        check_choice("output", self.output, OUTPUTS)
        check_choice("metric", self.metric, METRICS)
        rng = np.random.default_rng(check_seed(seed))
        weights = np.zeros(n_members)
        orders, losses, places = [], [], []
        for _ in range(self.n_bags):
            allowed = np.ones(n_members, dtype=bool)
            if self.n_bags > 1:
                allowed[:] = False
                bag = rng.choice(n_members, share_of(self.bag_share, n_members), replace=False)
                allowed[bag] = True
            counts = _counts_of(inputs, self.output, self.metric)
            order, path = _climb(counts, allowed, self.n_initial, self.rounds)
            n_places = int(np.flatnonzero(np.asarray(path) <= min(path) + _TIE)[0]) + 1
            weights += np.bincount(order[:n_places], minlength=n_members) / n_places
            orders.append(tuple(order))
            losses.append(tuple(path))
            places.append(n_places)
        return Combination.of_weights(
            weights / weights.sum(),
            order=tuple(orders),
            losses=tuple(losses),
            n_places=tuple(places),
        )

    @property
    def _soft(self) -> bool:
        return self.output == "probabilities"

    def _combiner_input(self, votes: WeightingVotes) -> CombinerInput:
        # Votes with their gaps and probabilities side by side, whichever of them is averaged.
        oracle = Oracle.from_codes(
            votes.codes, votes.label_codes, votes.classes, available=votes.available
        )
        return CombinerInput(oracle, votes.probabilities)


def _climb(
    counts: _Counts, allowed: NDArray[np.bool_], n_initial: int, rounds: int
) -> tuple[list[int], list[float]]:
    """Return the members in the order in which they join, and the loss after each."""
    order: list[int] = []
    path: list[float] = []
    candidates = np.flatnonzero(allowed)
    alone = counts.losses_if_added()[candidates]
    start = candidates[np.argsort(np.round(alone, 12), kind="stable")][:n_initial]
    for step in range(len(start) + rounds):
        if step < len(start):
            member = int(start[step])
        else:
            member = lowest(counts.losses_if_added(), allowed, _TIE)
        counts.add(member)
        order.append(member)
        path.append(counts.loss())
    return order, path


def _counts_of(inputs: CombinerInput, output: str, metric: str) -> _Counts:
    oracle = inputs.oracle
    if output == "votes":
        if metric == "accuracy":
            return _VoteErrors(oracle)
        return ProbabilityCounts(oracle, one_hot(oracle), metric)
    if inputs.probabilities is None:
        raise InputError(
            "output is 'probabilities', but the members' class probabilities were not given; pass "
            "them or choose 'votes'."
        )
    return ProbabilityCounts(oracle, inputs.probabilities, metric)


METHODS = (
    CombinerInfo(
        key="forward_selection",
        title="Forward selection with replacement",
        family="ordering",
        place=6,
        authors="Caruana, Niculescu-Mizil, Crew & Ksikes",
        year=2004,
        work="Ensemble selection from libraries of models, ICML",
        complexity="bags · rounds · L N C",
        confirmed="replacement, sorted initialisation and bagged selection; not confirmed: 20 "
        "bags of half the members",
        estimator=ForwardSelection,
    ),
)
