"""The records of a run: dataset → split → pool → oracle → self-training → test accuracy.

The Lab page, the command line and scripts all use this code, so the same choice and seed give the
same numbers everywhere. ``prepare_run`` trains the members, which takes seconds. ``solve`` learns
the weights, which takes milliseconds. A page keeps the result of the first and repeats only the
second.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core import __version__
from l2dwk_core.common.checks import check_whole
from l2dwk_core.common.errors import InputError, unknown_choice
from l2dwk_core.common.object_cache import ObjectCache
from l2dwk_core.common.types import Bools, Floats, Indices
from l2dwk_core.datasets.dataset import Dataset
from l2dwk_core.method.self_training import train_on
from l2dwk_core.method.settings import Settings, checked_settings
from l2dwk_core.method.trace import Round, Trace
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.oracle.weighted_vote import VoteOutcome, WeightedVote, uniform_vote
from l2dwk_core.oracle.weighting_rows import check_weighting
from l2dwk_core.oracle.weighting_votes import proba_in
from l2dwk_core.pools.pool import Pool
from l2dwk_core.runs.accuracy import (
    Accuracy,
    Gaps,
    References,
    answered_rows,
    n_comparisons,
    score_of,
)
from l2dwk_core.runs.plane import AccuracyDiversityPath, PairCloud, PlanePoint
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.statistics.answers import Answers, PairedRows
from l2dwk_core.votes.dataset import VotesDataset

Labels = NDArray[np.str_]
_Oracles = tuple[Oracle, Oracle]


# An oracle keeps its merged rows and sums, about so many bytes for each vote. Every λ and every
# user of a run shares the oracles of a size of the ensemble.
_BYTES_OF_VOTE = 10
_ORACLES = ObjectCache(200_000_000)
"""Oracles of parts of ensembles, and of probabilities, by trained run; of all runs together."""


@dataclass(frozen=True, eq=False)
class PreparedRun:
    """A trained pool with its oracle and test predictions. ``solve`` learns weights from it.

    ``labels`` are the labels of the dataset after the flips of ``recipe.label_noise``; members and
    weights are learned from them. ``flipped_rows`` are the rows of the dataset that were flipped.
    ``weighting_probabilities`` (N, L, C) are the probabilities out of fold, when the members are
    judged out of fold. ``groups``: the number of the group of each row of the dataset; None when
    rows are single cases. ``cases_column``: the column of a file of votes that names cases with
    several rows each and was not taken for groups; "" without one.
    """

    recipe: RunRecipe
    dataset: Dataset
    pool: Pool
    reference_pool: Pool
    training_rows: Indices
    weighting_rows: Indices
    test_rows: Indices
    oracle: Oracle
    test_oracle: Oracle
    reference_codes: NDArray[np.signedinteger[Any]]
    notes: tuple[str, ...]
    labels: Labels
    flipped_rows: Indices
    weighting_probabilities: NDArray[np.float32] | None = None
    groups: Indices | None = None
    cases_column: str = ""

    @property
    def test_groups(self) -> Indices | None:
        """Return (test rows,) the number of the group of each row; None without groups."""
        return None if self.groups is None else self.groups[self.test_rows]

    @cached_property
    def test_row_numbers(self) -> Indices:
        """Return (test rows,) the number of each test row in its file (``Dataset.numbers_of``)."""
        # A copy for another process brings its own (``answers_only``).
        return self.dataset.numbers_of(self.test_rows)

    @cached_property
    def flipped(self) -> NDArray[np.bool_]:
        """Return (N,) bool: whether the label of each weighting row was flipped."""
        return np.isin(self.weighting_rows, self.flipped_rows)

    def solve(self, settings: Settings | None = None, *, n_members: int | None = None) -> Run:
        """Learn classifier weights and measure the accuracy of the vote with them.

        ``settings``: None takes the settings of the recipe. ``n_members``: how many of the trained
        members take part, in their order; None takes all. Raise ``InputError`` when it is larger
        than the pool.
        """
        settings = checked_settings(self.recipe.settings if settings is None else settings)
        available = self.oracle.n_members
        size = available if n_members is None else n_members
        check_whole("n_members", size, 1, available)
        oracle, test = self.oracles(settings.outputs, size)
        return Run(self, settings, size, oracle, test, train_on(oracle, settings))

    def oracles(self, outputs: str, n_members: int) -> tuple[Oracle, Oracle]:
        """Return the oracles of the weighting rows and of the test rows for the first ``n_members``
        members."""
        full = (self.oracle, self.test_oracle)
        if outputs == "probabilities":
            # A copy for another process brings its own (``answers_only``).
            full = self.__dict__.get("soft_oracles") or self._kept("soft", self._soft_oracles)
        if n_members == full[0].n_members:
            return full
        return self._kept(
            (outputs, n_members), lambda: (full[0].prefix(n_members), full[1].prefix(n_members))
        )

    def _kept(self, key: Hashable, make: Callable[[], _Oracles]) -> _Oracles:
        found: _Oracles | None = _ORACLES.get(self, key)
        if found is None:
            found = make()
            size = sum(one.matrix.size * (one.matrix.itemsize + _BYTES_OF_VOTE) for one in found)
            _ORACLES.put(self, key, found, size)
        return found

    def references(self, oracle: Oracle, test: Oracle, outputs: str) -> References:
        """Return where the references are wrong on the test rows, for the members of these
        oracles."""
        key = outputs, oracle.n_members
        if key not in self._references:
            others = None
            if self.reference_codes is not self.test_oracle.codes:
                codes = np.ascontiguousarray(self.reference_codes[:, : oracle.n_members])
                others = Oracle.from_codes(codes, test.label_codes, test.classes)
            soft = outputs == "probabilities"
            self._references[key] = References.of(oracle, test, others, soft=soft)
        return self._references[key]

    @cached_property
    def _references(self) -> dict[tuple[str, int], References]:
        return {}

    def _soft_oracles(self) -> tuple[Oracle, Oracle]:
        check_weighting(self.recipe.weighting, self.recipe.pool.kind, "probabilities")
        if self.oracle.available is not None or self.test_oracle.available is not None:
            raise InputError(
                "Probabilities (outputs='probabilities') need complete outputs, but some votes are "
                "missing; leave those rows or models out, or take outputs='votes'."
            )
        test = _soft_oracle(self.pool, self.dataset, self.labels, self.test_rows)
        proba = self.weighting_probabilities
        if proba is None:
            weighting = _soft_oracle(self.pool, self.dataset, self.labels, self.weighting_rows)
        else:
            hard = self.oracle
            weighting = Oracle.from_probabilities(proba, hard.label_codes, hard.classes)
        return weighting, test


def label_codes(data: Dataset, labels: Labels, rows: Indices) -> NDArray[np.signedinteger[Any]]:
    return np.searchsorted(data.classes, labels[rows]).astype(np.int16)


def _soft_oracle(pool: Pool, data: Dataset, labels: Labels, rows: Indices) -> Oracle:
    proba = proba_in(pool, data.X.iloc[rows], data.classes)
    return Oracle.from_probabilities(proba, label_codes(data, labels, rows), data.classes)


@dataclass(frozen=True, eq=False)
class Run:
    """One solved run.

    ``trace`` holds every round and ``accuracy`` the test accuracies. ``as_dict()`` returns what the
    option ``--json`` prints. ``oracle`` and ``test_oracle`` hold the first ``n_members`` members of
    the pool, which took part.
    """

    prepared: PreparedRun
    settings: Settings
    n_members: int
    oracle: Oracle
    test_oracle: Oracle
    trace: Trace

    @classmethod
    def solved(
        cls,
        prepared: PreparedRun,
        settings: Settings,
        n_members: int,
        trace: Trace,
        accuracy: Accuracy,
    ) -> Run:
        """Return the run with a trace and an accuracy that another process computed from the same
        answers."""
        oracle, test = prepared.oracles(settings.outputs, n_members)
        run = cls(prepared, settings, n_members, oracle, test, trace)
        run.__dict__["accuracy"] = accuracy
        return run

    @property
    def recipe(self) -> RunRecipe:
        """Return what determines this run. ``run(recipe)`` gives the same run again."""
        size = self.prepared.pool.recipe_size(self.n_members)
        return self.prepared.recipe.changed(settings=self.settings, n_members=size)

    @property
    def pool(self) -> Pool:
        """Return the members that took part."""
        if self.n_members == self.prepared.pool.n_members:
            return self.prepared.pool
        return self.prepared.pool.subset(np.arange(self.n_members))

    @property
    def wrong(self) -> NDArray[np.bool_]:
        """Return (test rows,) bool: whether the vote with the returned weights is wrong. True also
        where no member with weight votes."""
        return self._test_vote.outcome(self.trace.weights).not_right

    @property
    def answered(self) -> NDArray[np.bool_]:
        """Return (test rows,) bool: whether a member with weight votes."""
        return answered_rows(self.test_oracle, self.trace.kept)

    @property
    def n_uniform_wrong(self) -> int:
        """Return on how many weighting rows the vote with equal weights is not right."""
        vote = WeightedVote(self.oracle, soft=self._soft)
        equal = np.full(self.oracle.n_members, 1 / self.oracle.n_members)
        return int(np.count_nonzero(vote.outcome(equal).not_right))

    @property
    def weighting_accuracy(self) -> float:
        """Return the share of right votes in the returned round, on the weighting rows that some
        member may judge. A row without an answer is not right."""
        judged = answered_rows(self.oracle, np.arange(self.n_members))
        return self.trace.returned.n_right / int(np.count_nonzero(judged))

    @cached_property
    def references(self) -> References:
        """Return where the references of ``accuracy`` are wrong. This does not depend on λ."""
        return self.prepared.references(self.oracle, self.test_oracle, self.settings.outputs)

    @cached_property
    def accuracy(self) -> Accuracy:
        """Return the test accuracy and the accuracies of its references."""
        wrong, others, group = self.wrong, self.references, self.prepared.test_groups
        answered, gaps = self.answered, None
        if self.test_oracle.available is not None:
            gaps = Gaps(
                Answers.of(~wrong, answered),
                Answers.of(~others.uniform, others.uniform_answered),
                Answers.of(~others.best_single, others.best_answered),
            )
        same = PairedRows.of(
            ~wrong,
            ~others.uniform,
            answered & others.uniform_answered,
            group,
        )
        every = PairedRows.of(~wrong, ~others.uniform_all)
        return Accuracy(
            score_of(wrong, group),
            score_of(others.uniform, group),
            score_of(others.uniform_all, group),
            score_of(others.best_single, group),
            others.best_member,
            better=same.better,
            worse=same.worse,
            better_all=every.better,
            worse_all=every.worse,
            equal_members=others.equal_members,
            comparisons=n_comparisons(self.prepared.recipe.pool.kind),
            answered=same.answered,
            gaps=gaps,
            groups=same.groups,
            cases_column=self.prepared.cases_column,
        )

    def path(self, rows: str = "test") -> AccuracyDiversityPath:
        """Return diversity and accuracy in every round, on the "test" or the "weighting" rows."""
        if rows == "weighting":
            rounds = self.trace.rounds
            points = [self._point(rows, r.weights, r.margins, r.wrong) for r in rounds]
            returned: Round | VoteOutcome = self.trace.returned
        elif rows == "test":
            points = list(self._test_points)
            returned = self._test_vote.outcome(self._returned_weights)
        else:
            raise unknown_choice("rows", rows, ("test", "weighting"))
        last = None
        if self.trace.n_removed:
            last = self._point(rows, self._returned_weights, returned.margins, returned.wrong)
        return AccuracyDiversityPath.of(rows, points, last)

    def uniform_point(self, rows: str) -> PlanePoint:
        """Return diversity and accuracy of the vote with equal weights, on the "test" or the
        "weighting" rows."""
        oracle = self.test_oracle if rows == "test" else self.oracle
        vote = uniform_vote(oracle, soft=self._soft)
        equal = np.full(oracle.n_members, 1.0 / oracle.n_members)
        return self._point(rows, equal, vote.margins, vote.wrong)

    def pair_cloud(self, rows: str = "test", *, n_pairs: int = 400, seed: int = 0) -> PairCloud:
        """Return up to ``n_pairs`` random pairs of members on the "test" or the "weighting" rows.

        The disagreement is the share of rows on which exactly one of the two members is right. With
        missing votes only the rows that both may judge count, and pairs without such a row are left
        out.
        """
        if rows not in ("test", "weighting"):
            raise unknown_choice("rows", rows, ("test", "weighting"))
        oracle = self.test_oracle if rows == "test" else self.oracle
        return PairCloud.of(oracle, rows, n_pairs=n_pairs, seed=seed)

    @property
    def _soft(self) -> bool:
        return self.settings.outputs == "probabilities"

    @property
    def _returned_weights(self) -> Floats:
        returned: Floats = self.trace.weights / self.trace.weights.sum()
        return returned

    @cached_property
    def _test_vote(self) -> WeightedVote:
        return WeightedVote(self.test_oracle, soft=self._soft)

    @cached_property
    def _test_points(self) -> tuple[PlanePoint, ...]:
        weights = [r.weights for r in self.trace.rounds]
        outcomes = map(self._test_vote.outcome, weights)
        return tuple(
            self._point("test", w, vote.margins, vote.wrong)
            for w, vote in zip(weights, outcomes, strict=True)
        )

    def _point(self, rows: str, weights: Floats, margins: Floats, wrong: Bools) -> PlanePoint:
        """Return the position of a vote; *margins* may be those of probabilities."""
        if self._soft:
            oracle = self.test_oracle if rows == "test" else self.oracle
            margins = oracle.matrix @ weights
        return PlanePoint.of(margins, wrong, answered_only=rows == "weighting")

    def relevant_choices(self) -> dict[str, Any]:
        """Return the choices of the recipe that have a part in this run. Where the votes are given
        together with their test rows, nothing is drawn, so neither seed nor share counts."""
        found = self.recipe.relevant()
        dataset = self.prepared.dataset
        if isinstance(dataset, VotesDataset) and dataset.votes.part is not None:
            del found["seed"], found["test_fraction"]
        return found

    def as_dict(self) -> dict[str, Any]:
        """Return everything that was chosen and found, as plain values ready for JSON."""
        trace, prepared = self.trace, self.prepared
        test_error = 1.0 - self.path("test").accuracy
        return {
            "version": __version__,
            "recipe": self.relevant_choices(),
            "settings": self.settings.as_dict(),
            "rows": {
                "training": len(prepared.training_rows),
                "weighting": len(prepared.weighting_rows),
                "test": len(prepared.test_rows),
            },
            "classes": [str(c) for c in prepared.dataset.classes],
            # Positions from 0, and the numbers of the same rows in the file.
            "flipped_rows": prepared.flipped_rows.tolist(),
            "flipped_row_numbers": prepared.dataset.numbers_of(prepared.flipped_rows).tolist(),
            "notes": list(prepared.notes),
            "stop_reason": trace.stop_reason,
            "period": trace.period,
            "returned_round": trace.returned_round,
            "accuracy": self.accuracy.as_dict(),
            "n_selected": trace.n_selected,
            "members": list(self.pool.names),
            "weights": trace.weights.tolist(),
            "rounds": [
                learned.as_dict() | {"test_error": float(error)}
                for learned, error in zip(trace.rounds, test_error, strict=True)
            ],
        }
