"""Registry entries of the ordering methods."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.info import CombinerInfo
from l2dwk_core.combiners.ordering_classes import (
    BoostingOrdering,
    Complementarity,
    DiversityShare,
    Drep,
    ForwardSelection,
    KappaPruning,
    MarginDistance,
    OrientationOrdering,
    ReduceError,
)

_PRUNING_1997 = ("Margineantu & Dietterich", 1997, "Pruning adaptive boosting, ICML")
_AGGREGATION_2004 = (
    "Martínez-Muñoz & Suárez",
    2004,
    "Aggregation ordering in bagging, IASTED Int. Conf. on Artificial Intelligence",
)


def _entry(
    key: str,
    title: str,
    estimator: type[Combiner],
    published: tuple[str, int, str],
    complexity: str,
    confirmed: str,
    **defaults: Any,
) -> CombinerInfo:
    authors, year, work = published
    return CombinerInfo(
        key=key,
        title=title,
        family="ordering",
        authors=authors,
        year=year,
        work=work,
        complexity=complexity,
        confirmed=confirmed,
        estimator=estimator,
        defaults=MappingProxyType(defaults),
    )


ORDERINGS: tuple[CombinerInfo, ...] = (
    _entry(
        "kappa_pruning",
        "Kappa pruning",
        KappaPruning,
        _PRUNING_1997,
        "L² N",
        "the measure and the order of pairs; that an odd size takes the first of its last pair is "
        "what other programs do",
    ),
    _entry(
        "reduce_error",
        "Reduce-error pruning",
        ReduceError,
        _PRUNING_1997,
        "size · L N",
        "the greedy rule",
    ),
    _entry(
        "reduce_error_backfitting",
        "Reduce-error pruning with backfitting",
        ReduceError,
        _PRUNING_1997,
        "size² · L N a sweep",
        "the greedy rule; not confirmed: that only strict improvements are exchanged, in order of "
        "joining, for at most 100 sweeps",
        backfitting=True,
    ),
    _entry(
        "margin_distance",
        "Margin distance minimisation (fixed target)",
        MarginDistance,
        _AGGREGATION_2004,
        "L² N",
        "p = 0.075, on which three implementations agree; not confirmed: that votes are divided by "
        "the size of the whole ensemble",
    ),
    _entry(
        "margin_distance_moving",
        "Margin distance minimisation (moving target)",
        MarginDistance,
        ("Martínez-Muñoz, Hernández-Lobato & Suárez", 2009, "IEEE TPAMI 31(2)"),
        "L² N",
        "the moving target p = 2√(2u)/L is that of two implementations; not confirmed: that votes "
        "are divided by the size of the whole ensemble",
        moving=True,
    ),
    _entry(
        "complementarity",
        "Complementarity",
        Complementarity,
        _AGGREGATION_2004,
        "size · L N",
        "the measure, on which two implementations agree; going by accuracy when nobody can mend "
        "the vote is our choice",
    ),
    _entry(
        "forward_selection",
        "Forward selection with replacement",
        ForwardSelection,
        (
            "Caruana, Niculescu-Mizil, Crew & Ksikes",
            2004,
            "Ensemble selection from libraries of models, ICML",
        ),
        "bags · rounds · L N C",
        "replacement, sorted initialisation and bagged selection; not confirmed: 20 bags of half "
        "the members",
    ),
    _entry(
        "orientation_ordering",
        "Orientation ordering",
        OrientationOrdering,
        ("Martínez-Muñoz & Suárez", 2006, "Pruning in ordered bagging ensembles, ICML"),
        "L N",
        "reference direction and the limit of 90 degrees, on which two implementations agree",
    ),
    _entry(
        "boosting_ordering",
        "Boosting-based ordering",
        BoostingOrdering,
        (
            "Martínez-Muñoz & Suárez",
            2007,
            "Using boosting to prune bagging ensembles, Pattern Recognition Letters 28",
        ),
        "size · L N",
        "the use of boosting and the share kept, about 20 %; not confirmed: the exact update, and "
        "the reset after a perfect member",
    ),
    _entry(
        "diversity_share",
        "Diversity top share",
        DiversityShare,
        ("Martínez-Muñoz, Hernández-Lobato & Suárez", 2009, "IEEE TPAMI 31(2)"),
        "L² N",
        "the share of 20 to 40 %; not confirmed: which criterion sorting by diversity means, so "
        "it is a parameter",
    ),
    _entry(
        "drep",
        "DREP",
        Drep,
        ("Li, Yu & Zhou", 2012, "Diversity regularized ensemble pruning, ECML-PKDD"),
        "size · L N",
        "the algorithm for two classes; not confirmed: the rule for ties. More classes, and "
        "looking a step ahead, are our extension",
    ),
)
