"""The result of a comparison: records of every split, standings of the methods, and their
references."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from l2dwk_core.combiners import COMBINERS
from l2dwk_core.common.types import Floats
from l2dwk_core.method.settings import Settings
from l2dwk_core.oracle.out_of_fold import N_FOLDS
from l2dwk_core.pools.recipe import GIVEN, PoolRecipe
from l2dwk_core.statistics.answers import Answers
from l2dwk_core.statistics.discordant_rows import DiscordantRows
from l2dwk_core.statistics.group_gains import GroupGains, gains_of_splits
from l2dwk_core.statistics.rank_tests import ranks
from l2dwk_core.statistics.significance import Claim, claims

REFERENCE = "uniform_vote"
"""The uniform vote of the members that all share; always part of a comparison."""
ALL_ROWS = "uniform_all"
"""The uniform vote of members trained on all training rows; part of a comparison where a method
trains on all of them."""


@dataclass(frozen=True)
class ComparisonRecipe:
    """What determines a comparison, apart from the dataset's content.

    ``methods`` are keys of ``COMBINERS``; ``settings`` are those of the method "l2dwk", None for
    the recommended ones. ``pool`` says how members are trained; its seed determines the splits as
    well. ``weighting_fraction`` of a split's training rows judges the members; models of the
    library are judged by their votes out of fold, from ``n_folds`` folds of these rows. ``folds``
    divides all rows into training and test rows.
    """

    dataset: str
    methods: tuple[str, ...]
    folds: int = 10
    repeats: int = 1
    pool: PoolRecipe = field(default_factory=PoolRecipe)
    weighting_fraction: float = 0.3
    settings: Settings | None = None
    n_folds: int = N_FOLDS

    def reference_of(self, method: str) -> str:
        """Return the key of the uniform vote a method is compared with, as the function of that
        name does; where votes are given there is one alone."""
        return REFERENCE if self.pool.kind == GIVEN else reference_of(method)

    def references_of(self, methods: Collection[str]) -> set[str]:
        """Return the references that so many methods need; ``REFERENCE`` always."""
        return {REFERENCE} | {self.reference_of(key) for key in methods if key != REFERENCE}

    def as_dict(self) -> dict[str, Any]:
        """Return the fields, those of the pool beside them, by the keywords of ``compare``."""
        members = self.pool.as_dict()
        return asdict(self) | {"pool": members.pop("kind")} | members


@dataclass(frozen=True)
class Record:
    """One method on one split.

    Attributes
    ----------
    method, repeat, fold
        Which, both counted from 0.
    n_training, n_test
        Rows of the split.
    correct
        Test rows classified rightly.
    better, worse
        Test rows on which it alone is right, and on which ``reference_of(method)`` alone is.
    kept, n_members
        Members with weight, and members there were.
    seconds
        For the weights alone: neither training nor the members' answers.
    unanswered
        Test rows without an answer, because votes are missing; they count as wrong.
    answered
        ``better`` and ``worse`` among the test rows that it and its reference both answered; None
        when both answered all.
    groups
        How it and its reference differ in each group of test rows; None when rows are single cases.
    """

    method: str
    repeat: int
    fold: int
    n_training: int
    n_test: int
    correct: int
    better: int
    worse: int
    kept: int
    n_members: int
    seconds: float
    unanswered: int = 0
    answered: tuple[int, int] | None = None
    groups: GroupGains | None = None

    @property
    def accuracy(self) -> float:
        """Return the share of right test rows, in [0, 1]."""
        return self.correct / self.n_test


@dataclass(frozen=True)
class Standing:
    """One method over all splits.

    Attributes
    ----------
    method, title, reference
        Key, name, and the key of the uniform vote it is compared with (None for ``REFERENCE``).
    accuracy, deviation
        Mean and standard deviation (n − 1) of the splits' accuracies.
    difference
        To the accuracy of the reference on the same splits, and whether it may be claimed, with
        Holm's correction over the methods compared; None for ``REFERENCE``.
    kept, n_members
        Mean numbers of members with weight and of members.
    seconds
        Mean seconds for the weights alone.
    rank
        Mean rank over the splits, 1 the best; descriptive, as splits share training rows.
    answers
        Over all splits: test rows with an answer, and right ones.
    """

    method: str
    title: str
    reference: str | None
    accuracy: float
    deviation: float
    difference: Claim | None
    kept: float
    n_members: float
    seconds: float
    rank: float
    answers: Answers


@dataclass(frozen=True, eq=False)
class ComparisonResult:
    """All records of a comparison, which may still be running.

    Attributes
    ----------
    recipe
        What was asked for.
    records
        In the order in which they came.
    refusals
        By method, why it could not be used.
    notes
        What went differently from what was asked.
    """

    recipe: ComparisonRecipe
    records: tuple[Record, ...]
    refusals: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def methods(self) -> tuple[str, ...]:
        """Return the methods with a record on every finished split: the references, then the
        others in registry order."""
        present = {(r.method, r.repeat, r.fold) for r in self.records}
        splits = self.splits
        return tuple(
            key
            for key in dict.fromkeys((REFERENCE, ALL_ROWS, *COMBINERS))
            if key not in self.refusals
            and splits
            and all((key, repeat, fold) in present for repeat, fold in splits)
        )

    @property
    def splits(self) -> tuple[tuple[int, int], ...]:
        """Return ``(repeat, fold)`` of the splits on which every method that can still be
        compared has a record."""
        methods = set(self.recipe.methods) - set(self.refusals)
        racing = methods | self.recipe.references_of(methods)
        done: dict[tuple[int, int], set[str]] = {}
        for r in self.records:
            done.setdefault((r.repeat, r.fold), set()).add(r.method)
        return tuple(split for split, methods in done.items() if methods >= racing)

    @property
    def complete(self) -> bool:
        """Return whether every split is finished."""
        return len(self.splits) == self.recipe.folds * self.recipe.repeats

    def accuracies(self) -> Floats:
        """Return ``(splits, methods)`` accuracies of the finished splits, in the order of
        ``methods``."""
        at = {(r.method, r.repeat, r.fold): r.accuracy for r in self.records}
        return np.array(
            [[at[method, *split] for method in self.methods] for split in self.splits]
        ).reshape(len(self.splits), len(self.methods))

    def standings(self) -> tuple[Standing, ...]:
        """Return every method's results over the finished splits, the best mean accuracy first."""
        methods, splits = self.methods, set(self.splits)
        if not methods:
            return ()
        table, place = self.accuracies(), ranks(self.accuracies())
        used = [r for r in self.records if (r.repeat, r.fold) in splits]
        by_method = {key: [r for r in used if r.method == key] for key in methods}
        compared = [key for key in methods if key != REFERENCE]
        family = [_discordant(by_method[key]) for key in compared]
        differences = dict(zip(compared, claims(family, complete=self.complete), strict=True))
        found = []
        for j, key in enumerate(methods):
            mine = by_method[key]
            found.append(
                Standing(
                    method=key,
                    title=title_of(key),
                    reference=None if key == REFERENCE else self.recipe.reference_of(key),
                    accuracy=float(table[:, j].mean()),
                    deviation=float(table[:, j].std(ddof=1)) if len(table) > 1 else float("nan"),
                    difference=differences.get(key),
                    kept=float(np.mean([r.kept for r in mine])),
                    n_members=float(np.mean([r.n_members for r in mine])),
                    seconds=float(np.mean([r.seconds for r in mine])),
                    rank=float(place[:, j].mean()),
                    answers=Answers.sum(
                        Answers(r.correct, r.n_test - r.unanswered, r.n_test) for r in mine
                    ),
                )
            )
        return tuple(sorted(found, key=lambda s: -s.accuracy))

    def as_dict(self) -> dict[str, Any]:
        """Return everything as plain values ready for JSON."""
        return {
            "recipe": self.recipe.as_dict(),
            "records": [asdict(r) for r in self.records],
            "refusals": dict(self.refusals),
            "notes": list(self.notes),
        }


def reference_of(method: str) -> str:
    """Return the uniform vote that a method is compared with: that of the shared members or, for
    a method that trains members on all training rows, that of such members."""
    return ALL_ROWS if method != ALL_ROWS and _trains_on_all_rows(method) else REFERENCE


def title_of(method: str) -> str:
    """Return a method's name on a page."""
    if method == ALL_ROWS:
        return "Uniform vote, members trained on all training rows"
    return str(COMBINERS[method].title)


def _trains_on_all_rows(method: str) -> bool:
    if method == ALL_ROWS:
        return True
    return COMBINERS[method].family == "whole_ensembles" or source_of(method) is not None


def source_of(method: str) -> str | None:
    """Which rows judge the members, where the method is defined by certain ones; None for those
    that judge the members all methods share."""
    source: str | None = COMBINERS[method].create().weighting
    return source


def _discordant(records: Sequence[Record]) -> DiscordantRows:
    """Return the rows on which one method and its reference differ, from their records."""
    return DiscordantRows(
        tuple(r.better for r in records),
        tuple(r.worse for r in records),
        tuple(r.n_test for r in records),
        tuple(r.n_training for r in records),
        None
        if all(r.answered is None for r in records)
        else tuple(
            (r.better, r.worse) if r.answered is None else (r.answered[0], r.answered[1])
            for r in records
        ),
        gains_of_splits([r.groups for r in records]),
    )
