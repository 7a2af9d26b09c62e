"""The record of everything that determines a run."""

from __future__ import annotations

from dataclasses import dataclass, field

from l2dwk_core.pools.kinds import fully_grown
from l2dwk_core.pools.recipe import PoolRecipe


@dataclass(frozen=True)
class RunRecipe:
    """What determines a prepared run, apart from the dataset's content.

    ``test_fraction`` of all rows is set aside for testing, stratified; with the oracle source
    "hold_out", ``weighting_fraction`` of the rest judges the members. ``label_noise`` is the share
    of training and weighting rows whose label is flipped to another class, ``noise_kind`` which
    ones (a key of ``NOISE_KINDS``); test rows stay clean.
    The other fields are those of ``train_pool``.
    """

    dataset: str
    pool: str = "bagging"
    n_members: int = 301
    # No default of the class: what ``run`` takes for it follows the preset, so that a call printed
    # from a recipe always has to name it.
    oracle: str = field(default_factory=lambda: "hold_out")
    seed: int = 0
    test_fraction: float = 0.3
    weighting_fraction: float = 0.3
    max_depth: int | None = None
    min_samples_split: int = 2
    min_samples_leaf: int = 1
    label_noise: float = 0.0
    noise_kind: str = "random"

    @property
    def fully_grown(self) -> bool:
        """Whether the members are trees that nothing stops but their own rows; see PoolRecipe."""
        limits = {name: getattr(self, name) for name in _TREE_LIMITS}
        return fully_grown(PoolRecipe(kind=self.pool, **limits))


_TREE_LIMITS = ("max_depth", "min_samples_split", "min_samples_leaf")
