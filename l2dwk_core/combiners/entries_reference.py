"""Registry entries of the reference combiners and the whole methods."""

from __future__ import annotations

from types import MappingProxyType

from l2dwk_core.combiners.info import CombinerInfo
from l2dwk_core.combiners.references import (
    AccuracyWeightedVote,
    RandomSubset,
    SingleBest,
    UniformVote,
)
from l2dwk_core.combiners.whole.tree_ensembles import WholeMethod

_DEFINITION = "follows from its definition"


def _whole(
    key: str, title: str, authors: str, year: int, work: str, complexity: str
) -> CombinerInfo:
    return CombinerInfo(
        key=key,
        title=title,
        family="whole",
        authors=authors,
        year=year,
        work=work,
        complexity=complexity,
        confirmed="trained by scikit-learn; votes are counted where scikit-learn averages "
        "probabilities",
        estimator=WholeMethod,
        defaults=MappingProxyType({"pool": key}),
    )


REFERENCES: tuple[CombinerInfo, ...] = (
    CombinerInfo(
        key="single_best",
        title="Single best member",
        family="reference",
        authors="Kuncheva",
        year=2004,
        work="Combining Pattern Classifiers, Wiley: the single best as the yardstick",
        complexity="N L",
        confirmed=_DEFINITION,
        estimator=SingleBest,
    ),
    CombinerInfo(
        key="uniform_vote",
        title="Uniform vote",
        family="reference",
        authors="Hansen & Salamon",
        year=1990,
        work="Neural network ensembles, IEEE TPAMI 12(10)",
        complexity="1",
        confirmed=_DEFINITION,
        estimator=UniformVote,
    ),
    CombinerInfo(
        key="accuracy_weighted_vote",
        title="Accuracy-weighted vote",
        family="reference",
        authors="Kuncheva",
        year=2004,
        work="Combining Pattern Classifiers, Wiley: weighted majority vote",
        complexity="N L",
        confirmed="weights proportional to accuracy are common practice without one source; the "
        "log-odds rule is optimal for two classes and independent errors",
        estimator=AccuracyWeightedVote,
    ),
    CombinerInfo(
        key="random_subset",
        title="Random subset",
        family="reference",
        authors="Martínez-Muñoz, Hernández-Lobato & Suárez",
        year=2009,
        work="Ensemble pruning by ordered aggregation, IEEE TPAMI 31(2): random order as baseline",
        complexity="L",
        confirmed=_DEFINITION,
        estimator=RandomSubset,
    ),
    _whole(
        "bagging",
        "Bagging",
        "Breiman",
        1996,
        "Bagging predictors, Machine Learning 24",
        "training of L trees",
    ),
    _whole(
        "random_forest",
        "Random forest",
        "Breiman",
        2001,
        "Random forests, Machine Learning 45",
        "training of L trees",
    ),
    _whole(
        "extra_trees",
        "Extra trees",
        "Geurts, Ernst & Wehenkel",
        2006,
        "Extremely randomized trees, Machine Learning 63",
        "training of L trees",
    ),
    _whole(
        "adaboost",
        "AdaBoost (SAMME)",
        "Zhu, Zou, Rosset & Hastie",
        2009,
        "Multi-class AdaBoost, Statistics and Its Interface 2",
        "training of L trees in sequence",
    ),
)
