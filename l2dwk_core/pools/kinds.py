"""The kinds of base ensembles, and the record of everything that determines one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any

from l2dwk_core.common.checks import check_choice, check_seed, check_whole
from l2dwk_core.pools.mixed import train_mixed
from l2dwk_core.pools.training import CodeArray, Progress, TrainedMembers
from l2dwk_core.pools.trees import (
    train_adaboost,
    train_bagging,
    train_extra_trees,
    train_random_forest,
)

MAX_MEMBERS = 5000


@dataclass(frozen=True)
class PoolRecipe:
    """Everything besides the training rows that determines a pool.

    Attributes
    ----------
    kind
        A key of :data:`POOL_KINDS`.
    n_members
        1 to 5000.
    seed
        0 to 2³² − 1. Member j depends on the seed and j, not on how many members follow.
    max_depth
        Of every tree, ≥ 1; None lets trees grow until another limit stops them (AdaBoost: until a
        tree can name every class, ``⌈log2 n_classes⌉``, for a perfect tree ends the boosting).
    min_samples_split
        A node with fewer distinct rows is not split, ≥ 2. MATLAB's trees use 10.
    min_samples_leaf
        Distinct rows a leaf must keep, ≥ 1.

    Raises
    ------
    InputError
        When a value is out of its range.
    """

    kind: str = "bagging"
    n_members: int = 301
    seed: int = 0
    max_depth: int | None = None
    min_samples_split: int = 2
    min_samples_leaf: int = 1

    def __post_init__(self) -> None:
        check_choice("base ensemble", self.kind, POOL_KINDS)
        # Plain ints: a NumPy integer would not go into JSON.
        for name, low, high in (
            ("n_members", 1, MAX_MEMBERS),
            ("min_samples_split", 2, None),
            ("min_samples_leaf", 1, None),
        ):
            object.__setattr__(self, name, check_whole(name, getattr(self, name), low, high))
        object.__setattr__(self, "seed", check_seed(self.seed))
        if self.max_depth is not None:
            object.__setattr__(self, "max_depth", check_whole("max_depth", self.max_depth, 1))

    def as_dict(self) -> dict[str, Any]:
        """The fields by name, ready for JSON and for ``train_pool(X, y, **…)``."""
        return asdict(self)

    @property
    def fully_grown(self) -> bool:
        """Whether every member is a tree that grows until it is right on the rows it was grown on,
        or cannot tell those it is wrong on from rows of another class."""
        no_limits = self.max_depth is None and self.min_samples_split == 2
        return no_limits and self.min_samples_leaf == 1 and POOL_KINDS[self.kind].full_trees

    @property
    def tree_options(self) -> dict[str, Any]:
        """The limits on tree growth, by scikit-learn's names."""
        return {
            "max_depth": self.max_depth,
            "min_samples_split": self.min_samples_split,
            "min_samples_leaf": self.min_samples_leaf,
        }


Builder = Callable[[PoolRecipe, Any, CodeArray, int | None, Progress | None], TrainedMembers]


@dataclass(frozen=True)
class PoolKind:
    """One base ensemble: its name on a page, what it is, whether rows are left out, its builder,
    and whether its members are trees that, without limits, grow until their rows are told apart."""

    label: str
    explanation: str
    has_out_of_bag: bool
    build: Builder
    full_trees: bool = False


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
    }
)
