"""Votes as a dataset: they are then used like any table, but no member is trained."""

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
from l2dwk_core.votes.votes import PARTS, Votes

_NAMED_ROWS = 5


@dataclass(frozen=True, eq=False)
class VotesDataset(Dataset):
    """A dataset whose members are given: its columns are the models' predicted labels.

    Attributes
    ----------
    X
        (N, L) table with one column of categories for each model. Its index holds the
        positions of the rows.
    y
        (N,) true labels.
    votes
        The record of the votes, without the rows that no model voted on.
    """

    votes: Votes = field(kw_only=True)

    @cached_property
    def classes(self) -> NDArray[Any]:
        """Return all true and predicted labels, sorted."""
        return self.votes.classes

    @cached_property
    def pool(self) -> GivenPool:
        """Return the models as a pool that answers rows of ``X``."""
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
    """Return votes as a dataset. Its notes contain likely mistakes in the votes (``findings``).

    Rows that no model voted on are left out, with a note. When these are all rows of one of the
    given parts, the parts are not used, and a note says so. Another note says how missing votes
    count. Raise ``InputError`` when fewer than two rows remain.
    """
    notes = [*votes.notes, *findings(votes)]
    kept = votes
    if votes.available is not None:
        answered = votes.available.any(axis=1)
        silent = np.flatnonzero(~answered)
        if silent.size:
            kept = votes.of_rows(np.flatnonzero(answered))
            notes.append(
                f"{counted(silent.size, 'row')} no model voted on "
                f"{agreeing(silent.size, 'is', 'are')} left out: "
                f"{_numbers_told(votes.numbers_of(silent))}."
            )
            if votes.part is not None and kept.part is None:
                (lost,) = set(PARTS) - set(votes.part[answered])
                notes.append(
                    f"The given parts are not used: no row of part {lost!r} has a vote. The rows "
                    "for testing are drawn from the others."
                )
    missing = 0 if kept.available is None else int(np.count_nonzero(~kept.available))
    if missing:
        notes.append(
            f"{counted(missing, 'vote')} {agreeing(missing, 'is', 'are')} missing. Where "
            "accuracies are compared, a row that a model or an ensemble leaves without an answer "
            "counts as wrong."
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
    return VotesDataset(
        kept.name,
        table,
        kept.labels,
        tuple(dict.fromkeys(notes)),
        kept.row_numbers,
        votes=kept,
    )


def _codes_with_gaps(votes: Votes) -> NDArray[np.int16]:
    """Return the (N, L) predicted classes as positions, −1 where a vote is missing."""
    if votes.available is None:
        return votes.codes
    return np.where(votes.available, votes.codes, np.int16(-1))


def _numbers_told(numbers: NDArray[np.intp]) -> str:
    """Return the first of these row numbers as text."""
    first = ", ".join(f"{number:,}" for number in numbers[:_NAMED_ROWS])
    more = len(numbers) - _NAMED_ROWS
    return f"number {first}" + (f" and {more:,} more" if more > 0 else "")
