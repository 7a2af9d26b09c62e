"""The training of base ensembles for all pages, in a process beside the server where there is one.

A worker imports this module, so it does not import Streamlit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from joblib import cpu_count

from l2dwk_core.datasets import Dataset
from l2dwk_core.pools.recipe import PoolRecipe
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.runs.run import PreparedRun
from l2dwk_core.votes.dataset import VotesDataset
from pages.jobs.worker import KeptWorker, in_process
from pages.runtime.byte_size import byte_size


class Trained(NamedTuple):
    """A trained recipe, and about how many bytes it takes."""

    run: PreparedRun
    n_bytes: int


def train(dataset: str | Dataset, pool: PoolRecipe, **choices: Any) -> Trained:
    """Return ``prepare_run`` with these arguments, computed here.

    For votes, all models take part: the recipes of the pages hold no number of models.
    """
    if isinstance(dataset, VotesDataset):
        pool = replace(pool, n_members=dataset.votes.n_models)
    found = prepare_run(dataset, pool=pool, **choices)
    return Trained(found, byte_size(found))


def train_beside(
    kept: KeptWorker,
    *,
    dataset: str | Dataset,
    progress: Callable[..., None],
    **choices: Any,
) -> Trained:
    """Return the same, computed in a process. Of votes nothing is trained, so that is done here."""
    if isinstance(dataset, VotesDataset):
        return train(dataset, progress=progress, **choices)
    found = in_process(
        partial(_sent, given=not isinstance(dataset, str)),
        kept=kept, progress=progress, dataset=dataset, **choices,
    )  # fmt: skip
    if isinstance(dataset, str):
        return found
    return found._replace(run=replace(found.run, dataset=dataset))


def _sent(*, given: bool, on_change: object, dataset: str | Dataset, **choices: Any) -> Trained:
    """Train in the worker. A dataset that was given is not sent back."""
    # One core stays for the pages: systems differ in what they make of a lower priority.
    found = train(dataset, n_jobs=max(1, cpu_count() - 1), **choices)
    if given:
        rows = found.run.dataset
        few = replace(rows, X=rows.X.iloc[:1], y=rows.y[:1], row_numbers=None)
        found = found._replace(run=replace(found.run, dataset=few))
    return found
