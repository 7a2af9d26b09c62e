"""The record of everything that determines a base ensemble, except its training rows."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from l2dwk_core.common.checks import check_seed, check_whole
from l2dwk_core.common.errors import InputError
from l2dwk_core.pools.library_models import LIBRARY

MAX_MEMBERS = 5000
DEFAULT_MEMBERS = 301
GIVEN = "given"
"""The kind of a pool of which only the votes of the members are known. The same word names the rows
that judge such members."""
TREE_LIMITS = ("max_depth", "min_samples_split", "min_samples_leaf")
"""The fields of ``PoolRecipe`` that limit the growth of trees. The names are scikit-learn's."""


@dataclass(frozen=True)
class PoolRecipe:
    """Everything that determines a pool, except the training rows.

    Attributes
    ----------
    kind
        A key of ``POOL_KINDS``, or ``GIVEN``. ``train_pool`` checks it.
    n_members
        1 to 5000; for the library at most its number of models. None takes the default of the kind:
        all models of the library, or 301 members of any other kind.
    seed
        0 to 2³² − 1. Member j depends on the seed and on j, not on the number of members.
    max_depth
        Largest depth of every tree, ≥ 1. None lets trees grow until another limit stops them. For
        AdaBoost None means ``⌈log2 n_classes⌉``, the depth at which a tree can predict every class,
        because a perfect tree ends the boosting. The models of the library have their own limits:
        with it this field and the next two must keep their defaults.
    min_samples_split
        A node with fewer distinct rows than this is not split; ≥ 2. MATLAB's trees use 10.
    min_samples_leaf
        Smallest number of distinct rows in a leaf, ≥ 1.

    Raises
    ------
    InputError
        When a value is out of range, or a limit on trees is given for the library.
    """

    kind: str = "bagging"
    n_members: int = None  # type: ignore[assignment]  # a whole number as soon as it is made
    seed: int = 0
    max_depth: int | None = None
    min_samples_split: int = 2
    min_samples_leaf: int = 1

    def __post_init__(self) -> None:
        own, most = own_members(self.kind)
        # Plain ints: a NumPy integer would not go into JSON.
        for name, low, high in (
            ("n_members", 1, most),
            ("min_samples_split", 2, None),
            ("min_samples_leaf", 1, None),
        ):
            value = getattr(self, name)
            if value is None and name == "n_members":
                value = own
            object.__setattr__(self, name, check_whole(name, value, low, high))
        object.__setattr__(self, "seed", check_seed(self.seed))
        if self.max_depth is not None:
            object.__setattr__(self, "max_depth", check_whole("max_depth", self.max_depth, 1))
        if self.kind == "library":
            self._check_no_limits()

    def _check_no_limits(self) -> None:
        for name in TREE_LIMITS:
            default = getattr(PoolRecipe, name)
            if getattr(self, name) != default:
                raise InputError(
                    f"{name} is {getattr(self, name)}, but the models of the library have limits "
                    f"of their own; leave it at {default}, or choose an ensemble of trees "
                    "(pool='bagging')."
                )

    @classmethod
    def of(cls, pool: str | PoolRecipe, **members: Any) -> PoolRecipe:
        """Return the recipe of a kind with these fields, or a recipe with these fields changed.

        When the kind changes from or to the library and no ``n_members`` is given, the number of
        members becomes the default of the new kind.
        """
        if not isinstance(pool, PoolRecipe):
            return cls(pool, **members)
        kind = members.get("kind", pool.kind)
        if own_members(kind) != own_members(pool.kind):
            members = {"n_members": None} | members
        return replace(pool, **members)

    def as_dict(self) -> dict[str, Any]:
        """Return the fields by name, ready for JSON and for ``train_pool(X, y, **…)``."""
        return asdict(self)

    @property
    def tree_options(self) -> dict[str, Any]:
        """Return the limits on the growth of trees, by the names scikit-learn uses."""
        return {name: getattr(self, name) for name in TREE_LIMITS}


def own_members(kind: str) -> tuple[int, int]:
    """Return the default number of members of a kind, and its largest number."""
    return (len(LIBRARY), len(LIBRARY)) if kind == "library" else (DEFAULT_MEMBERS, MAX_MEMBERS)
