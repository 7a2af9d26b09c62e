"""Base ensembles: the training of their members, and the answers of the members."""

from __future__ import annotations

from l2dwk_core.pools.kinds import POOL_KINDS, PoolKind
from l2dwk_core.pools.pool import Pool
from l2dwk_core.pools.prefit import pool_from_fitted
from l2dwk_core.pools.recipe import MAX_MEMBERS, PoolRecipe
from l2dwk_core.pools.train_pool import train_pool

__all__ = [
    "MAX_MEMBERS",
    "POOL_KINDS",
    "Pool",
    "PoolKind",
    "PoolRecipe",
    "pool_from_fitted",
    "train_pool",
]
