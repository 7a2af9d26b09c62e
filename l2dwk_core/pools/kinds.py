"""The kinds of base ensembles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from l2dwk_core.pools.library import train_library
from l2dwk_core.pools.mixed import train_mixed
from l2dwk_core.pools.recipe import GIVEN, PoolRecipe
from l2dwk_core.pools.training import CodeArray, Progress, TrainedMembers
from l2dwk_core.pools.trees import (
    train_adaboost,
    train_bagging,
    train_extra_trees,
    train_random_forest,
)

Builder = Callable[[PoolRecipe, Any, CodeArray, int | None, Progress | None], TrainedMembers]


@dataclass(frozen=True)
class PoolKind:
    """One base ensemble.

    Attributes
    ----------
    label, explanation
        Its name on a page, and a description.
    has_out_of_bag
        Whether each member is trained without some of the rows.
    build
        The function that trains the members.
    full_trees
        Whether the members are trees that, without limits, grow until they separate the rows of
        different classes.
    by_recipe
        Whether the members are different models, which can be fitted again without some of the
        rows. Otherwise they differ by the rows or the seed they are trained with.
    """

    label: str
    explanation: str
    has_out_of_bag: bool
    build: Builder
    full_trees: bool = False
    by_recipe: bool = False


POOL_KINDS: Mapping[str, PoolKind] = MappingProxyType(
    {
        "bagging": PoolKind(
            "Bagged CART",
            "Decision trees, each grown on its own bootstrap sample of the training rows "
            "(Breiman 1996).",
            True,
            train_bagging,
            full_trees=True,
        ),
        "random_forest": PoolKind(
            "Random forest",
            "Bagged trees that look at a random √(number of columns) columns at every split "
            "(Breiman 2001).",
            True,
            train_random_forest,
            full_trees=True,
        ),
        "extra_trees": PoolKind(
            "Extra trees",
            "Trees grown on all training rows whose cut points are drawn at random "
            "(Geurts, Ernst & Wehenkel 2006).",
            False,
            train_extra_trees,
            full_trees=True,
        ),
        "adaboost": PoolKind(
            "AdaBoost",
            "Shallow trees trained one after another on rows reweighted towards earlier mistakes "
            "(SAMME: Zhu, Zou, Rosset & Hastie 2009).",
            False,
            train_adaboost,
        ),
        "mixed": PoolKind(
            "Five families",
            "Decision tree, k nearest neighbours, naive Bayes, logistic regression and a small "
            "neural network in turn, each on its own bootstrap sample.",
            True,
            train_mixed,
        ),
        "library": PoolKind(
            "Library of models",
            "One each of many different models (trees, forests, boosting, nearest neighbours, "
            "naive Bayes, discriminants, logistic regression, support vector machines, neural "
            "networks), all on the same training rows.",
            False,
            train_library,
            by_recipe=True,
        ),
    }
)


def kind_label(kind: str) -> str:
    """Return the name of a kind for a sentence or a menu; ``GIVEN`` is allowed too."""
    return "Models whose votes are given" if kind == GIVEN else POOL_KINDS[kind].label


def fully_grown(recipe: PoolRecipe) -> bool:
    """Return whether every member is a tree without limits on its growth.

    Such a tree is right on all rows it was trained on, except rows whose columns equal those of a
    row of another class.
    """
    if recipe.kind == GIVEN:
        return False
    limits = recipe.max_depth, recipe.min_samples_split, recipe.min_samples_leaf
    return limits == (None, 2, 1) and POOL_KINDS[recipe.kind].full_trees
