"""The test accuracy of a run and of its three references."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.combiners.scores import accuracies
from l2dwk_core.common.json_values import number_or_none
from l2dwk_core.common.text import short_name
from l2dwk_core.common.types import Bools, Indices
from l2dwk_core.datasets.splits import Score
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.oracle.weighted_vote import WeightedVote
from l2dwk_core.pools.recipe import GIVEN
from l2dwk_core.statistics.answers import Answers, PairedRows
from l2dwk_core.statistics.group_gains import GroupGains, test_words
from l2dwk_core.statistics.significance import Claim


def n_comparisons(kind: str) -> int:
    """Return with how many other votes a page may compare the vote of one run: the uniform vote of
    the same members, the best single member, forward selection and the vote of a pinned run; where
    members are trained also the uniform vote of members trained on all training rows.

    All these are tested on the same test rows. Each is corrected for their number (Bonferroni),
    so that one pair of votes has one verdict wherever it is shown, beside whichever of the others.
    It is the same for all runs on one dataset, so that a pinned run A beside B has the verdict of B
    pinned beside A, also where only one of them has a hold-out.
    """
    return 4 if kind == GIVEN else 5


@dataclass(frozen=True)
class Gaps:
    """The answers of a run and of its references on test rows of which some lack votes."""

    l2dwk: Answers
    uniform: Answers
    best_single: Answers


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
    equal_members
        How many members, with that one, are right equally often on the weighting rows.
    better, worse
        The number of test rows on which the weighted vote is right and the uniform vote of the same
        members is wrong, and the number of the reverse. The difference of the two accuracies
        depends on these rows alone.
    better_all, worse_all
        The same two numbers for the uniform vote of members trained on all training rows.
    comparisons
        For how many comparisons of the run each one is corrected (``n_comparisons``).
    answered
        ``better`` and ``worse`` among the test rows that the weighted and the uniform vote both
        answered; None when they answered all.
    gaps
        The answers of the votes; None when no vote is missing.
    groups
        How the weighted and the uniform vote differ in each group of test rows; None when rows are
        single cases.
    cases_column
        The column that names cases with several rows each and was not taken for groups; "" without
        one.
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
    comparisons: int = 5
    equal_members: int = 1
    answered: tuple[int, int] | None = None
    gaps: Gaps | None = None
    groups: GroupGains | None = None
    cases_column: str = ""

    @property
    def against_uniform(self) -> Claim:
        """Return what may be claimed of the weighted vote against the uniform vote of the same
        members. Whoever speaks of this difference takes it from here."""
        rows = PairedRows(self.better, self.worse, self.n_test_rows, self.answered, self.groups)
        return rows.claim(self.comparisons)

    @property
    def against_uniform_all(self) -> Claim:
        """Return the same against the uniform vote of members trained on all training rows. They
        are trained, so they answer all rows, and rows are single cases."""
        rows = PairedRows(self.better_all, self.worse_all, self.n_test_rows)
        return rows.claim(self.comparisons)

    @property
    def groups_words(self) -> str:
        """Return what is to be added to the counts ``better`` and ``worse``: in how many groups
        these rows are, or that rows are not independent; "" when rows are single cases."""
        if self.groups is not None:
            return self.groups.words
        if not self.cases_column:
            return ""
        return (
            f" (rows with one {short_name(self.cases_column)!r} are not independent, but each "
            "counts as a case)"
        )

    @property
    def test_words(self) -> str:
        """Return the name of the test of ``against_uniform``."""
        return test_words(self.groups)

    @property
    def answers(self) -> dict[str, Answers]:
        """Return the answers of the votes by their names; empty when no vote is missing."""
        if self.gaps is None:
            return {}
        return {
            "L2DWK, weighted vote": self.gaps.l2dwk,
            "Uniform vote, same members": self.gaps.uniform,
            "Best single member": self.gaps.best_single,
        }

    @property
    def gaps_sentence(self) -> str:
        """Return how many test rows each vote leaves without an answer and how it does on the
        others, beginning with a blank; "" where every vote answers all rows."""
        found = self.answers.items()
        return "".join(f" {name}: {one.words}." for name, one in found if one.unanswered)

    @property
    def equal_members_words(self) -> str:
        """Return that the best single member is one of several; "" where no other is as good."""
        if self.equal_members == 1:
            return ""
        return f"the first of {self.equal_members} that are equal on the weighting rows"

    @property
    def n_test_rows(self) -> int:
        """Return the number of test rows."""
        return self.l2dwk.n_rows

    def as_dict(self) -> dict[str, Any]:
        """Return the numbers as plain values ready for JSON. When votes are missing: how many test
        rows each vote leaves without an answer, its accuracy on the others, and the counts on the
        rows that both votes answered. When test rows are in groups: how many groups there are, and
        in how many the two votes of ``better`` and ``worse`` differ."""
        found: dict[str, Any] = {
            name: asdict(getattr(self, name))
            for name in ("l2dwk", "uniform", "uniform_all", "best_single")
        }
        found |= {
            name: getattr(self, name)
            for name in (
                "best_member", "equal_members", "better", "worse", "better_all", "worse_all"
            )
        }  # fmt: skip
        if self.gaps is not None:
            better, worse = self.answered or (self.better, self.worse)
            votes = vars(self.gaps).items()
            found |= {
                "unanswered": {name: vote.unanswered for name, vote in votes},
                "accuracy_on_answers": {
                    name: number_or_none(vote.accuracy) for name, vote in votes
                },
                "better_on_rows_both_answered": better,
                "worse_on_rows_both_answered": worse,
            }
        if self.groups is not None:
            found |= {
                "test_groups": self.groups.n_groups,
                "groups_that_differ": len(self.groups.gains),
            }
        return found


@dataclass(frozen=True, eq=False)
class References:
    """The references of ``Accuracy``, (N,) bool each: True on a test row with a wrong vote.

    ``uniform_answered`` and ``best_answered`` are True where the uniform vote and the best single
    member have an answer.
    """

    uniform: NDArray[np.bool_]
    uniform_all: NDArray[np.bool_]
    best_single: NDArray[np.bool_]
    best_member: int
    equal_members: int
    uniform_answered: NDArray[np.bool_]
    best_answered: NDArray[np.bool_]

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
        right = accuracies(oracle)
        best = int(np.argmax(right))  # the lowest index of equal ones
        everyone, alone = np.arange(test.n_members), np.array([best])
        return cls(
            uniform,
            uniform_all,
            test.matrix[:, best] <= 0,
            best,
            int(np.count_nonzero(right == right[best])),
            answered_rows(test, everyone),
            answered_rows(test, alone),
        )


def answered_rows(oracle: Oracle, members: Indices) -> Bools:
    """Return (N,) bool: whether one of these members has a vote on the row."""
    if oracle.available is None:
        return np.ones(oracle.n_rows, dtype=bool)
    return np.asarray(oracle.available[:, members].any(axis=1))


def score_of(wrong: NDArray[np.bool_], group: Indices | None) -> Score:
    """Return the accuracy on test rows; *group* has the number of each row's group."""
    return Score.of(~wrong, np.ones(len(wrong), dtype=bool), group)
