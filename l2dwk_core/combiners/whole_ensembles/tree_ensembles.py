"""Bagging, AdaBoost, random forests and extra trees unchanged: train on all rows, then vote."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.combiner_input import Combination, CombinerInput
from l2dwk_core.combiners.info import CombinerInfo
from l2dwk_core.combiners.options import option
from l2dwk_core.common.errors import InputError
from l2dwk_core.oracle.weighting_votes import WeightingVotes


@dataclass(kw_only=True, eq=False, repr=False)
class WholeEnsemble(Combiner):
    """Members vote with the weights their own method gives them: equal ones, or AdaBoost's.

    AdaBoost (SAMME) votes with ``ln((1−ε)/ε) + ln(C−1)``, divided by their sum. Nothing is learned
    from weighting rows, so all rows train the members. Votes are counted (Breiman 1996, 2001),
    where scikit-learn's own forests average leaf probabilities: the two differ only where leaves
    are mixed or votes nearly tie.
    """

    weighting: str = option("none", "rows that judge the members", "none is enough")

    needs: ClassVar[frozenset[str]] = frozenset()
    learns_from_votes: ClassVar[bool] = False

    def _gather(self, X: Any, y: Any, groups: Any = None) -> WeightingVotes:
        if self.estimators is not None:
            raise InputError(
                "An ensemble method that is taken as it is trains its own members; leave "
                "estimators out, or let them vote equally with UniformVote ('uniform_vote')."
            )
        return super()._gather(X, y, groups)

    def _weigh(self, votes: WeightingVotes) -> Combination:
        own = votes.pool.own_weights
        if own is None:
            return super()._weigh(votes)
        weights = np.maximum(own, 0.0)
        if weights.sum() == 0.0:
            weights = np.ones_like(weights)
        return Combination.of_weights(weights / weights.sum())

    def _combine(self, inputs: CombinerInput, seed: int) -> Combination:
        n_members = inputs.oracle.n_members
        return Combination.of_subset(np.arange(n_members), n_members)


def _entry(
    key: str,
    title: str,
    place: int,
    authors: str,
    year: int,
    work: str,
    complexity: str = "training of L trees",
) -> CombinerInfo:
    return CombinerInfo(
        key=key,
        title=title,
        family="whole_ensembles",
        place=place,
        authors=authors,
        year=year,
        work=work,
        complexity=complexity,
        confirmed="trained by scikit-learn; votes are counted where scikit-learn averages "
        "probabilities",
        estimator=WholeEnsemble,
        defaults=MappingProxyType({"pool": key}),
    )


METHODS = (
    _entry("bagging", "Bagging", 1, "Breiman", 1996, "Bagging predictors, Machine Learning 24"),
    _entry(
        "random_forest", "Random forest", 2, "Breiman", 2001, "Random forests, Machine Learning 45"
    ),
    _entry(
        "extra_trees",
        "Extra trees",
        3,
        "Geurts, Ernst & Wehenkel",
        2006,
        "Extremely randomized trees, Machine Learning 63",
    ),
    _entry(
        "adaboost",
        "AdaBoost (SAMME)",
        4,
        "Zhu, Zou, Rosset & Hastie",
        2009,
        "Multi-class AdaBoost, Statistics and Its Interface 2",
        "training of L trees in sequence",
    ),
)
