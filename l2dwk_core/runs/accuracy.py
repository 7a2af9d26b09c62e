"""Test accuracy of a run beside its three references."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.datasets.splits import Score
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.oracle.weighted_vote import WeightedVote


@dataclass(frozen=True)
class Accuracy:
    """Test accuracy of the weighted ensemble beside its three references.

    All four are scored on the same test rows, which no weight and no member ever saw. A row without
    an answer, because votes are missing, counts as wrong.

    Attributes
    ----------
    l2dwk
        The weighted vote with the returned weights.
    uniform
        Uniform vote of the same members.
    uniform_all
        Uniform vote of members trained on *all* training rows: what a hold-out costs.
    best_single
        The member most often right on the weighting rows (ties: the lowest index).
    best_member
        Its index.
    better, worse
        Test rows on which the weighted vote is right and the uniform vote of the same members
        wrong, and the reverse: the difference rests on these rows alone.
    """

    l2dwk: Score
    uniform: Score
    uniform_all: Score
    best_single: Score
    best_member: int
    better: int
    worse: int

    @property
    def n_test_rows(self) -> int:
        """Number of test rows."""
        return self.l2dwk.n_rows


@dataclass(frozen=True, eq=False)
class References:
    """Wrong votes on the test rows, (N,) bool each, of the references of ``Accuracy``."""

    uniform: NDArray[np.bool_]
    uniform_all: NDArray[np.bool_]
    best_single: NDArray[np.bool_]
    best_member: int

    @classmethod
    def of(cls, oracle: Oracle, test: Oracle, all_rows: Oracle | None, *, soft: bool) -> References:
        """``all_rows``: the test rows as members trained on all training rows answer them, where
        those are others than the members of ``test``."""
        n = test.n_members
        uniform = WeightedVote(test, soft=soft).outcome(np.full(n, 1.0 / n)).not_right
        uniform_all = uniform
        if all_rows is not None:
            n = all_rows.n_members
            uniform_all = WeightedVote(all_rows).outcome(np.full(n, 1.0 / n)).not_right
        best = best_member(oracle)
        return cls(uniform, uniform_all, test.matrix[:, best] <= 0, best)


def best_member(oracle: Oracle) -> int:
    """The member most often right on the rows it may judge; ties go to the lowest index."""
    right = np.count_nonzero(oracle.matrix > 0, axis=0)
    judged = np.count_nonzero(oracle.matrix, axis=0)
    return int(np.argmax(right / np.maximum(judged, 1)))


def _score(wrong: NDArray[np.bool_]) -> Score:
    return Score.of(~wrong, np.ones(len(wrong), dtype=bool))
