"""Preparation of runs on votes, for which the recipes of the pages hold no number of models."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from l2dwk_core.datasets import Dataset
from l2dwk_core.pools.recipe import PoolRecipe
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.runs.run import PreparedRun
from l2dwk_core.votes.dataset import VotesDataset


def prepare(dataset: str | Dataset, pool: PoolRecipe, **choices: Any) -> PreparedRun:
    """Return ``prepare_run`` with these arguments. For votes, all models take part."""
    if isinstance(dataset, VotesDataset):
        pool = replace(pool, n_members=dataset.votes.n_models)
    return prepare_run(dataset, pool=pool, **choices)
