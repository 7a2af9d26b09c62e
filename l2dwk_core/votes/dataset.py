"""Votes as a dataset: what is done with a table is then done with them, but nothing is trained."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import agreeing, counted
from l2dwk_core.datasets.dataset import Dataset
from l2dwk_core.pools.given import GivenPool
from l2dwk_core.pools.recipe import GIVEN
from l2dwk_core.votes.findings import findings
from l2dwk_core.votes.votes import Votes

_NAMED_ROWS = 5


@dataclass(frozen=True, eq=False)
class VotesDataset(Dataset):
    """A dataset whose members are given: its columns are the models' predicted labels.

    Attributes
    ----------
    X
        (N, L) one column of categories for each model; its index numbers the rows.
    y
        (N,) true labels.
    votes
        The record itself, without the rows that no model voted on.
    """

    votes: Votes = field(kw_only=True)

    @cached_property
    def classes(self) -> NDArray[Any]:
        """All labels that occur, sorted: true ones and those a model predicts."""
        return self.votes.classes

    @cached_property
    def pool(self) -> GivenPool:
        """The models, to be asked about rows of ``X``."""
        votes = self.votes
        return GivenPool(
            kind=GIVEN,
            members=(),
            member_encodings=(),
            classes=votes.classes,
            encoders={},
            names=votes.models,
            codes=votes.codes,
            probabilities=votes.probabilities,
            mask=votes.available,
        )


def votes_dataset(votes: Votes) -> VotesDataset:
    """Return votes as a dataset, with what they show at once (``findings``) among its notes.

    Rows that no model voted on are left out, with a note. Raise ``InputError`` when fewer than two
    rows are left.
    """
    notes = [*votes.notes, *findings(votes)]
    kept = votes
    if votes.available is not None:
        silent = np.flatnonzero(~votes.available.any(axis=1))
        if silent.size:
            kept = votes.of_rows(np.setdiff1d(np.arange(votes.n_rows), silent))
            notes.append(
                f"{counted(silent.size, 'row')} no model voted on "
                f"{agreeing(silent.size, 'is', 'are')} left out: {_row_numbers(silent)}."
            )
    if kept.n_rows < 2:
        raise InputError(
            f"{votes.name!r} has {counted(kept.n_rows, 'row')} with a vote; at least 2 are needed, "
            "one to judge the models and one to test them."
        )
    names = pd.Index([str(label) for label in kept.classes])
    table = pd.DataFrame(
        {
            model: pd.Categorical.from_codes(codes, categories=names)
            for model, codes in zip(kept.models, _codes_with_gaps(kept).T, strict=True)
        }
    )
    return VotesDataset(kept.name, table, kept.labels, tuple(dict.fromkeys(notes)), votes=kept)


def _codes_with_gaps(votes: Votes) -> NDArray[np.int16]:
    """(N, L) predicted classes by position, −1 where there is no vote."""
    if votes.available is None:
        return votes.codes
    return np.where(votes.available, votes.codes, np.int16(-1))


def _row_numbers(rows: NDArray[np.intp]) -> str:
    """Numbers of the first rows, counted from 1."""
    first = ", ".join(f"{row + 1:,}" for row in rows[:_NAMED_ROWS])
    more = len(rows) - _NAMED_ROWS
    return f"number {first}" + (f" and {more:,} more" if more > 0 else "")
