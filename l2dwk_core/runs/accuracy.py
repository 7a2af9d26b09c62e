"""The test accuracy of a run and of its three references."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.datasets.splits import Score
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.oracle.weighted_vote import WeightedVote


@dataclass(frozen=True)
class Accuracy:
    """The test accuracy of the weighted ensemble and of its three references.

    All four are measured on the same test rows. Neither the members nor the weights were learned
    from these rows. A row without an answer, because votes are missing, counts as wrong.

    Attributes
    ----------
    l2dwk
        Accuracy of the weighted vote with the returned weights.
    uniform
        Accuracy of the uniform vote of the same members.
    uniform_all
        Accuracy of the uniform vote of members trained on *all* training rows. Its difference from
        ``uniform`` shows what a hold-out costs.
    best_single
        Accuracy of the member that is most often right on the weighting rows (ties: the lowest
        index).
    best_member
        The index of that member.
    better, worse
        The number of test rows on which the weighted vote is right and the uniform vote of the same
        members is wrong, and the number of the reverse. The difference of the two accuracies
        depends on these rows alone.
    better_all, worse_all
        The same two numbers for the uniform vote of members trained on all training rows.
    """

    l2dwk: Score
    uniform: Score
    uniform_all: Score
    best_single: Score
    best_member: int
    better: int
    worse: int
    better_all: int
    worse_all: int

    @property
    def n_test_rows(self) -> int:
        """Return the number of test rows."""
        return self.l2dwk.n_rows


@dataclass(frozen=True, eq=False)
class References:
    """The references of ``Accuracy``, (N,) bool each: True on a test row with a wrong vote."""

    uniform: NDArray[np.bool_]
    uniform_all: NDArray[np.bool_]
    best_single: NDArray[np.bool_]
    best_member: int

    @classmethod
    def of(cls, oracle: Oracle, test: Oracle, all_rows: Oracle | None, *, soft: bool) -> References:
        """Return where the references are wrong on the test rows.

        ``all_rows``: the answers on the test rows of members trained on all training rows; None
        when these are the members of ``test``.
        """
        n = test.n_members
        uniform = WeightedVote(test, soft=soft).outcome(np.full(n, 1.0 / n)).not_right
        uniform_all = uniform
        if all_rows is not None:
            n = all_rows.n_members
            uniform_all = WeightedVote(all_rows).outcome(np.full(n, 1.0 / n)).not_right
        best = best_member(oracle)
        return cls(uniform, uniform_all, test.matrix[:, best] <= 0, best)


def best_member(oracle: Oracle) -> int:
    """Return the index of the member most often right on the rows it may judge; the lowest of equal
    ones."""
    right = np.count_nonzero(oracle.matrix > 0, axis=0)
    judged = np.count_nonzero(oracle.matrix, axis=0)
    return int(np.argmax(right / np.maximum(judged, 1)))


def _score(wrong: NDArray[np.bool_]) -> Score:
    return Score.of(~wrong, np.ones(len(wrong), dtype=bool))
