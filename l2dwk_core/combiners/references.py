"""Combiners everything else is compared with: one member, all members, some members."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.evidence import Combination, Evidence, Floats
from l2dwk_core.combiners.info import check_option, option, subset_size
from l2dwk_core.oracle import Oracle

RULES = ("accuracy", "log_odds")


def accuracies(oracle: Oracle) -> Floats:
    """(L,) share of the rows a member may judge on which it is right; 0 where it may judge none."""
    right = np.count_nonzero(oracle.matrix > 0, axis=0)
    judged = np.count_nonzero(oracle.matrix, axis=0)
    return np.asarray(right / np.maximum(judged, 1))


def best_member(oracle: Oracle) -> int:
    """The most accurate member; ties go to the lowest index."""
    return int(np.argmax(accuracies(oracle)))


def accuracy_weights(oracle: Oracle, rule: str = "accuracy") -> Floats:
    """(L,) weights that grow with accuracy and sum to 1.

    "accuracy": ∝ p_j. "log_odds": ∝ max(0, ln(p_j/(1−p_j))), the best weights for two classes
    when members err independently (Kuncheva 2004); p is kept within [1/(2N), 1 − 1/(2N)], N the
    number of rows the member judged, so that a perfect member has finite weight. Equal weights
    where all would be 0.
    """
    check_option("rule", rule, RULES)
    p = accuracies(oracle)
    if rule == "log_odds":
        least = 1.0 / (2.0 * np.maximum(np.count_nonzero(oracle.matrix, axis=0), 1))
        p = np.clip(p, least, 1.0 - least)
        p = np.maximum(np.log(p / (1.0 - p)), 0.0)
    total = p.sum()
    return np.full(len(p), 1.0 / len(p)) if total == 0 else np.asarray(p / total)


@dataclass(kw_only=True, eq=False, repr=False)
class SingleBest(Combiner):
    """The member most often right on the weighting rows; ties go to the lowest index."""

    needs: ClassVar[frozenset[str]] = frozenset()

    def _combine(self, evidence: Evidence, seed: int) -> Combination:
        oracle = evidence.oracle
        chosen: NDArray[np.intp] = np.array([best_member(oracle)])
        return Combination.of_subset(chosen, oracle.n_members)


@dataclass(kw_only=True, eq=False, repr=False)
class UniformVote(Combiner):
    """Every member has one vote. Needs no weighting rows: ``weighting="none"`` trains on all."""

    needs: ClassVar[frozenset[str]] = frozenset()
    learns_from_votes: ClassVar[bool] = False

    def _combine(self, evidence: Evidence, seed: int) -> Combination:
        n_members = evidence.oracle.n_members
        return Combination.of_subset(np.arange(n_members), n_members)


@dataclass(kw_only=True, eq=False, repr=False)
class AccuracyWeightedVote(Combiner):
    """Every member's vote counts by its accuracy: see ``accuracy_weights``."""

    rule: str = option("accuracy", "how weight grows with accuracy", ", ".join(RULES))

    needs: ClassVar[frozenset[str]] = frozenset()

    def _combine(self, evidence: Evidence, seed: int) -> Combination:
        return Combination.of_weights(accuracy_weights(evidence.oracle, self.rule))


@dataclass(kw_only=True, eq=False, repr=False)
class RandomSubset(Combiner):
    """A random subset votes: what any choice of members must beat."""

    size: int | None = option(None, "members kept", "1 to L; None for a fifth")

    needs: ClassVar[frozenset[str]] = frozenset({"size"})
    learns_from_votes: ClassVar[bool] = False

    def _combine(self, evidence: Evidence, seed: int) -> Combination:
        n_members = evidence.oracle.n_members
        size = subset_size(self.size, n_members, 0.2)
        chosen = np.random.default_rng(seed).choice(n_members, size, replace=False)
        return Combination.of_subset(np.sort(chosen), n_members)
