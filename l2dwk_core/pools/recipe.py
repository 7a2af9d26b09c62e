"""The record of everything that determines a base ensemble, besides its training rows."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from l2dwk_core.common.checks import check_seed, check_whole

MAX_MEMBERS = 5000
GIVEN = "given"
"""The kind of a pool that nobody trained here: of its members only their votes are known. It also
names the rows that judge them."""
TREE_LIMITS = ("max_depth", "min_samples_split", "min_samples_leaf")
"""The fields of ``PoolRecipe`` that limit the growth of trees, by scikit-learn's names."""


@dataclass(frozen=True)
class PoolRecipe:
    """Everything besides the training rows that determines a pool.

    Attributes
    ----------
    kind
        A key of ``POOL_KINDS``, or ``GIVEN``; ``train_pool`` checks it.
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

    @classmethod
    def of(cls, pool: str | PoolRecipe, **members: Any) -> PoolRecipe:
        """Return the recipe of a kind and other fields, or a recipe with these fields changed."""
        if isinstance(pool, PoolRecipe):
            return replace(pool, **members)
        return cls(pool, **members)

    def as_dict(self) -> dict[str, Any]:
        """The fields by name, ready for JSON and for ``train_pool(X, y, **…)``."""
        return asdict(self)

    @property
    def tree_options(self) -> dict[str, Any]:
        """The limits on tree growth, by scikit-learn's names."""
        return {name: getattr(self, name) for name in TREE_LIMITS}
