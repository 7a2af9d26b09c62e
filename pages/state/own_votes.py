"""An uploaded file of votes: the file, its column of true labels, and the result of reading it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.types import Floats
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.values import may_be_an_answer
from l2dwk_core.votes.dataset import VotesDataset, votes_dataset
from l2dwk_core.votes.findings import findings, model_accuracies, near_perfect
from l2dwk_core.votes.label_column import label_column
from l2dwk_core.votes.left_out import GROUP, PART
from l2dwk_core.votes.no_cases.fitted_rows import fitted_findings
from l2dwk_core.votes.read import holds_arrays, read_votes, table_of_votes
from l2dwk_core.votes.table import votes_and_target


@dataclass(frozen=True, eq=False)
class VotesDraft:
    """The result of reading a file of votes.

    Attributes
    ----------
    name
        The name of the votes, or the name of the file when the columns cannot be used.
    columns
        The names of the columns of a table, one of which is the true label; empty for an archive.
    target
        The column of true labels; None for an archive, and when none was found.
    dataset
        The votes; None when the columns cannot be used as votes.
    problem
        The reason why the columns cannot be used; empty when they can.
    findings
        Likely mistakes in the votes, one line each.
    words
        Words in the column of true labels that count as missing, although they may be classes.
    accuracies
        (L,) share of right votes of each model among its votes; empty without votes.
    fitted
        The finding that some rows seem to be those of the models' training; "" without one.
    """

    name: str
    columns: tuple[str, ...]
    target: str | None
    dataset: VotesDataset | None
    problem: str = ""
    findings: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    accuracies: Floats = field(default_factory=lambda: np.empty(0))
    fitted: str = ""

    @property
    def notes(self) -> tuple[str, ...]:
        """Return the notes on how the file was understood, without the findings."""
        if self.dataset is None:
            return ()
        return tuple(note for note in self.dataset.notes if note not in self.findings)

    @property
    def near_perfect(self) -> bool:
        """Return whether some model is right in nearly every row, as on rows it was fitted to."""
        if self.dataset is None:
            return False
        return bool(near_perfect(self.dataset.votes, self.accuracies).any())


def read_draft(
    data: bytes,
    *,
    name: str,
    target: str | None = None,
    keep: tuple[str, ...] = (),
    group: str | None = None,
) -> VotesDraft:
    """Return the result of reading a file of votes.

    *target* is the column of true labels in a table. *keep* are words that mean a missing cell in
    other tables but are classes here. *group* is the column of the groups of rows.

    Raise ``InputError`` when the file itself cannot be read. When it can be read but its columns
    are not votes, the draft holds the reason, and another target may help.
    """
    if holds_arrays(name, data) or name.lower().endswith(".npz"):
        return _draft((), None, votes_dataset(read_votes(data, name=name)))
    table = table_of_votes(data, name)
    names = tuple(column.name for column in table.cells)
    try:
        votes, label = votes_and_target(table, target, keep, group)
        dataset = votes_dataset(votes)
        return replace(_draft(names, label or None, dataset), words=_words(table.cells, label))
    except InputError as problem:
        found = target
        if found is None:
            others = [c for c in table.cells if c.name.strip().lower() not in (PART, GROUP)]
            with suppress(InputError):
                found = label_column(others, None, keep)[0].name
        words = _words(table.cells, found)
        return VotesDraft(name, names, found, None, str(problem), words=words)


def _words(columns: Iterable[Column], target: str | None) -> tuple[str, ...]:
    """Return the words in the column of true labels that count as missing but may be classes."""
    return tuple(
        word
        for column in columns
        if column.name == target
        for word, _ in column.missing_words()
        if may_be_an_answer(word)
    )


def _draft(columns: tuple[str, ...], target: str | None, dataset: VotesDataset) -> VotesDraft:
    votes = dataset.votes
    return VotesDraft(
        votes.name,
        columns,
        target,
        dataset,
        findings=findings(votes),
        accuracies=model_accuracies(votes),
        fitted=next(iter(fitted_findings(votes)), ""),
    )


@dataclass(frozen=True, eq=False)
class OwnVotes:
    """A file of votes with the choices of the reader about it.

    ``chosen`` is the column of true labels; None when it was found automatically. ``keep`` are
    words that mean a missing cell in other tables but are classes here. ``group`` is the column of
    the groups of rows; None when it is the one named so, if any.
    """

    file_name: str
    data: bytes = field(repr=False)
    draft: VotesDraft = field(repr=False)
    chosen: str | None = None
    keep: tuple[str, ...] = ()
    group: str | None = None

    @cached_property
    def content(self) -> str:
        """Return a hash of the content of the file."""
        return hashlib.sha256(self.data).hexdigest()

    @cached_property
    def word(self) -> str:
        """Return the word for the file in a choice: a hash of its name, content and choices."""
        parts: tuple[Any, ...] = (self.file_name, self.content, self.chosen, self.keep)
        # The word of files without chosen groups stays as it was.
        parts += () if self.group is None else (self.group,)
        whole = hashlib.sha256(repr(parts).encode())
        return f"votes-{whole.hexdigest()[:16]}"

    @property
    def dataset(self) -> VotesDataset:
        """Return the votes as a dataset. Raise ``InputError`` when the columns cannot be used."""
        if self.draft.dataset is None:
            raise InputError(self.draft.problem)
        return self.draft.dataset

    def arguments(self) -> dict[str, Any]:
        """Return the arguments of ``read_votes``, besides the path, that give the same votes."""
        found: dict[str, Any] = {} if self.chosen is None else {"target": self.chosen}
        found |= {} if self.group is None else {"group": self.group}
        return found | ({"keep": self.keep} if self.keep else {})
