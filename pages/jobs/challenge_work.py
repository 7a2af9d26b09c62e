"""How hard a dataset is, computed in a process beside the server where there is one.

A worker imports this module, so it does not import Streamlit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from l2dwk_core.datasets import Dataset, load_dataset
from l2dwk_core.datasets.profile import Challenge, challenge
from l2dwk_core.datasets.sample import sample_rows
from pages.jobs.worker import KeptWorker, in_process

MAX_ROWS = 5_000
"""Rows used to find out how hard a dataset is. Of a larger table a sample is used: forests on more
rows take minutes on few cores."""


@dataclass(frozen=True)
class ChallengeRecipe:
    """A dataset whose difficulty is to be found out."""

    dataset: str


def find_challenge(
    dataset: str | Dataset, progress: Callable[..., None], on_change: object = None
) -> Challenge:
    """Return ``challenge`` of a dataset or of its name, computed here."""
    del on_change  # unfinished means are not shown
    data = load_dataset(dataset) if isinstance(dataset, str) else dataset
    return challenge(sample_rows(data, MAX_ROWS), progress=progress)


def find_challenge_beside(
    kept: KeptWorker, *, dataset: str | Dataset, progress: Callable[..., None]
) -> Challenge:
    """Return the same, computed in a process, which gets no more rows than it uses."""
    rows = dataset if isinstance(dataset, str) else sample_rows(dataset, MAX_ROWS)
    return in_process(find_challenge, kept=kept, dataset=rows, progress=progress)
