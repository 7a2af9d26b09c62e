"""Forward ensemble selection with replacement: members may join several times."""

from __future__ import annotations

from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.checks import check_seed, check_whole
from l2dwk_core.combiners.evidence import Combination, Evidence
from l2dwk_core.combiners.probability_counts import METRICS, ProbabilityCounts, one_hot
from l2dwk_core.combiners.scores import lowest
from l2dwk_core.combiners.subset_size import check_positive, share_of
from l2dwk_core.combiners.vote_counts import VoteCounts
from l2dwk_core.errors import InputError, unknown_choice

OUTPUTS = ("votes", "probabilities")

# Losses of sums of probabilities; shares of wrong rows differ by far more.
_TIE = 1e-12

Floats = NDArray[np.float64]


class _Counts(Protocol):
    """What the search asks of a growing ensemble."""

    def add(self, member: int) -> None: ...
    def loss(self) -> float: ...
    def losses_if_added(self) -> Floats: ...


class _VoteErrors(VoteCounts):
    """Error of the plurality vote as the loss."""

    def loss(self) -> float:
        return self.error()

    def losses_if_added(self) -> Floats:
        return self.errors_if_added()


def forward_selection(
    evidence: Evidence,
    *,
    rounds: int = 50,
    n_initial: int = 5,
    n_bags: int = 20,
    bag_share: float = 0.5,
    output: Literal["votes", "probabilities"] = "votes",
    metric: str = "accuracy",
    seed: int = 0,
) -> Combination:
    """Adds, with replacement, whoever makes the ensemble's loss smallest; the best prefix counts.

    The weight of a member is the share of places it holds in the prefix of least loss (the shortest
    of equal ones). With bags this runs on random subsets of the members and the weights are
    averaged, which guards against choosing from many members by luck.

    Parameters
    ----------
    rounds
        Greedy additions in each run, at least 0 with an initial ensemble, else at least 1.
    n_initial
        Sorted initialisation: so many members that are best alone start the ensemble (5 to 25 is
        usual, 0 for none, never more than there are).
    n_bags
        How many random subsets of members; 1 uses all members once.
    bag_share
        Share of the members in each of several bags, in (0, 1].
    output
        What is averaged: "votes" (plurality) or the members' "probabilities".
    metric
        "accuracy", "log_loss" or "squared_error" (Brier), the latter two of the averaged
        probabilities, or of the vote shares when *output* is "votes".
    seed
        Draws the bags; without bags nothing is random.

    Returns
    -------
    Combination
        Weights count/total; report: ``order`` and ``losses`` (one tuple a bag: members in order of
        joining and the loss after each), ``n_places`` of the best prefix in each bag.

    Raises
    ------
    InputError
        When an argument is out of range, or probabilities are asked for and not given.

    Source: Caruana, Niculescu-Mizil, Crew & Ksikes 2004. That they used 20 bags of half the members
    could not be confirmed. O(LNC) a round at most. The rows must not be training rows.
    """
    n_members = evidence.oracle.n_members
    check_whole("n_initial", n_initial, 0)
    check_whole("rounds", rounds, 0 if n_initial else 1)
    check_whole("n_bags", n_bags, 1)
    check_positive("bag_share", bag_share, 1)
    if output not in OUTPUTS:
        raise unknown_choice("output", output, OUTPUTS)
    if metric not in METRICS:
        raise unknown_choice("metric", metric, METRICS)
    rng = np.random.default_rng(check_seed(seed))
    weights = np.zeros(n_members)
    orders, losses, places = [], [], []
    for _ in range(n_bags):
        allowed = np.ones(n_members, dtype=bool)
        if n_bags > 1:
            allowed[:] = False
            bag = rng.choice(n_members, share_of(bag_share, n_members), replace=False)
            allowed[bag] = True
        order, path = _climb(_counts_of(evidence, output, metric), allowed, n_initial, rounds)
        n_places = int(np.flatnonzero(np.asarray(path) <= min(path) + _TIE)[0]) + 1
        weights += np.bincount(order[:n_places], minlength=n_members) / n_places
        orders.append(tuple(order))
        losses.append(tuple(path))
        places.append(n_places)
    return Combination.of_weights(
        weights / weights.sum(), order=tuple(orders), losses=tuple(losses), n_places=tuple(places)
    )


def _climb(
    counts: _Counts, allowed: NDArray[np.bool_], n_initial: int, rounds: int
) -> tuple[list[int], list[float]]:
    """Members in order of joining and the loss after each."""
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


def _counts_of(evidence: Evidence, output: str, metric: str) -> _Counts:
    oracle = evidence.oracle
    if output == "votes":
        if metric == "accuracy":
            return _VoteErrors(oracle)
        return ProbabilityCounts(oracle, one_hot(oracle), metric)
    if evidence.probabilities is None:
        raise InputError(
            "output is 'probabilities', but the members' class probabilities were not given; pass "
            "them or choose 'votes'."
        )
    return ProbabilityCounts(oracle, evidence.probabilities, metric)
