"""The ordering methods as classifiers: members join one after another, then vote."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.evidence import Combination, Evidence
from l2dwk_core.combiners.gathering import Gathered
from l2dwk_core.combiners.info import option
from l2dwk_core.combiners.ordering.boosting_ordering import boosting_ordering
from l2dwk_core.combiners.ordering.complementarity import complementarity
from l2dwk_core.combiners.ordering.diversity_share import CRITERIA, diversity_share
from l2dwk_core.combiners.ordering.drep import drep
from l2dwk_core.combiners.ordering.forward_selection import OUTPUTS, forward_selection
from l2dwk_core.combiners.ordering.kappa_pruning import kappa_pruning
from l2dwk_core.combiners.ordering.margin_distance import DIVISORS, margin_distance
from l2dwk_core.combiners.ordering.orientation import orientation_ordering
from l2dwk_core.combiners.ordering.reduce_error import reduce_error
from l2dwk_core.combiners.probability_counts import METRICS
from l2dwk_core.oracle import Oracle

_SIZE = "1 to L; None for an odd number near a fifth"
_VOTES: frozenset[str] = frozenset()
_VOTES_AND_SIZE = frozenset({"size"})


@dataclass(kw_only=True, eq=False, repr=False)
class KappaPruning(Combiner):
    """The pairs of members that agree least: see ``kappa_pruning``."""

    size: int | None = option(None, "members kept", _SIZE)

    needs: ClassVar[frozenset[str]] = _VOTES_AND_SIZE

    def _combine(self, evidence: Evidence, seed: int) -> Combination:
        return kappa_pruning(evidence, size=self.size)


@dataclass(kw_only=True, eq=False, repr=False)
class OrientationOrdering(Combiner):
    """Members by their angle to a reference direction: see ``orientation_ordering``."""

    size: int | None = option(None, "members kept", "1 to L; None for all angles below 90 degrees")

    needs: ClassVar[frozenset[str]] = _VOTES

    def _combine(self, evidence: Evidence, seed: int) -> Combination:
        return orientation_ordering(evidence, size=self.size)


@dataclass(kw_only=True, eq=False, repr=False)
class MarginDistance(Combiner):
    """Margins drawn towards a small target: see ``margin_distance``."""

    size: int | None = option(None, "members kept", _SIZE)
    p: float = option(0.075, "target of every margin", "above 0, at most 1")
    moving: bool = option(False, "whether the target grows as members join", "True or False")
    divide_by: Literal["pool", "subset"] = option(
        "pool", "whose number of members the sum of votes is divided by", ", ".join(DIVISORS)
    )

    needs: ClassVar[frozenset[str]] = _VOTES_AND_SIZE

    def _combine(self, evidence: Evidence, seed: int) -> Combination:
        return margin_distance(
            evidence, size=self.size, p=self.p, moving=self.moving, divide_by=self.divide_by
        )


@dataclass(kw_only=True, eq=False, repr=False)
class Complementarity(Combiner):
    """Whoever is right where the vote is not: see ``complementarity``."""

    size: int | None = option(None, "members kept", _SIZE)

    needs: ClassVar[frozenset[str]] = _VOTES_AND_SIZE

    def _combine(self, evidence: Evidence, seed: int) -> Combination:
        return complementarity(evidence, size=self.size)


@dataclass(kw_only=True, eq=False, repr=False)
class BoostingOrdering(Combiner):
    """AdaBoost's row weights choose among given members: see ``boosting_ordering``."""

    size: int | None = option(None, "members kept", _SIZE)

    needs: ClassVar[frozenset[str]] = _VOTES_AND_SIZE

    def _combine(self, evidence: Evidence, seed: int) -> Combination:
        return boosting_ordering(evidence, size=self.size)


@dataclass(kw_only=True, eq=False, repr=False)
class ReduceError(Combiner):
    """Whoever makes the vote's error smallest: see ``reduce_error``."""

    size: int | None = option(None, "members kept", _SIZE)
    backfitting: bool = option(False, "whether earlier picks are exchanged", "True or False")
    max_sweeps: int = option(100, "sweeps of exchanges after one addition", "1 or more")

    needs: ClassVar[frozenset[str]] = _VOTES_AND_SIZE

    def _combine(self, evidence: Evidence, seed: int) -> Combination:
        return reduce_error(
            evidence, size=self.size, backfitting=self.backfitting, max_sweeps=self.max_sweeps
        )


@dataclass(kw_only=True, eq=False, repr=False)
class Drep(Combiner):
    """The least error among the most different members: see ``drep``."""

    size: int | None = option(None, "most members kept", _SIZE)
    rho: float = option(0.4, "share of the others that count as different", "above 0, at most 1")
    patience: int = option(1, "steps in a row that may fail to reduce the error", "0 or more")

    needs: ClassVar[frozenset[str]] = _VOTES

    def _combine(self, evidence: Evidence, seed: int) -> Combination:
        return drep(evidence, size=self.size, rho=self.rho, patience=self.patience)


@dataclass(kw_only=True, eq=False, repr=False)
class DiversityShare(Combiner):
    """The share of members that differ most from the others: see ``diversity_share``."""

    criterion: str = option("disagreement", "what members are sorted by", ", ".join(CRITERIA))
    share: float = option(0.3, "share of members kept", "above 0, at most 1")

    needs: ClassVar[frozenset[str]] = _VOTES

    def _combine(self, evidence: Evidence, seed: int) -> Combination:
        return diversity_share(evidence, criterion=self.criterion, share=self.share)


@dataclass(kw_only=True, eq=False, repr=False)
class ForwardSelection(Combiner):
    """Greedy additions with replacement, bagged: see ``forward_selection``.

    With ``output="probabilities"`` the members' weighted mean probability decides in ``predict``.
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

    needs: ClassVar[frozenset[str]] = _VOTES

    def _combine(self, evidence: Evidence, seed: int) -> Combination:
        return forward_selection(
            evidence,
            rounds=self.rounds,
            n_initial=self.n_initial,
            n_bags=self.n_bags,
            bag_share=self.bag_share,
            output=self.output,
            metric=self.metric,
            seed=seed,
        )

    @property
    def _soft(self) -> bool:
        return self.output == "probabilities"

    def _evidence(self, gathered: Gathered) -> Evidence:
        # Votes with their gaps and probabilities side by side, whichever of them is averaged.
        oracle = Oracle.from_codes(
            gathered.codes, gathered.label_codes, gathered.classes, available=gathered.available
        )
        return Evidence(oracle, gathered.probabilities)
