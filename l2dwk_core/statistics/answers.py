"""Votes on one set of test rows, of which some rows may have no answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.text import agreeing, counted
from l2dwk_core.common.types import Bools
from l2dwk_core.statistics.group_gains import GroupGains
from l2dwk_core.statistics.paired_votes import paired_claim, paired_p
from l2dwk_core.statistics.significance import Claim

BY_MISSING = "the difference comes from test rows without an answer"
"""What is said of a ``Claim`` that is ``by_missing``."""


@dataclass(frozen=True)
class Answers:
    """How many test rows a vote answered, and on how many it is right.

    Attributes
    ----------
    right, answered, n_rows
        Counts, ``0 ≤ right ≤ answered ≤ n_rows``.
    """

    right: int
    answered: int
    n_rows: int

    @classmethod
    def of(cls, right: Bools, answered: Bools) -> Answers:
        """Return the counts of (N,) bool: where a vote is right, and where it has an answer."""
        return cls(int(np.count_nonzero(right)), int(np.count_nonzero(answered)), len(right))

    @classmethod
    def sum(cls, parts: Iterable[Answers]) -> Answers:
        """Return the sum of the counts of several splits."""
        counts = zip(*((p.right, p.answered, p.n_rows) for p in parts), strict=True)
        return cls(*map(sum, counts))

    @property
    def unanswered(self) -> int:
        """Return the rows without an answer. They count as wrong."""
        return self.n_rows - self.answered

    @property
    def accuracy(self) -> float:
        """Return the share of right answers among the answers; NaN without any answer."""
        return self.right / self.answered if self.answered else float("nan")

    @property
    def words(self) -> str:
        """Return what must stand beside an accuracy that counts a missing answer as wrong; "" when
        no answer is missing."""
        n = self.unanswered
        if n == 0:
            return ""
        verbs = agreeing(n, "has no answer and counts", "have no answer and count")
        counts = f"{n:,} of {counted(self.n_rows, 'test row')} {verbs} as wrong"
        if not self.answered:
            return counts
        return f"{counts}; of the rows with an answer {self.accuracy:.1%} are right"

    @property
    def short_words(self) -> str:
        """Return the same in few words; "" when no answer is missing."""
        if self.unanswered == 0:
            return ""
        missing = f"no answer on {self.unanswered / self.n_rows:.1%} of the rows, counted as wrong"
        return f"{missing}; {self.accuracy:.1%} right on the others" if self.answered else missing


@dataclass(frozen=True)
class PairedRows:
    """Two votes on the same test rows.

    Attributes
    ----------
    better, worse
        Rows on which only the first, only the second is right; no answer counts as wrong.
    n_rows
        All rows.
    answered
        The counts of better and of worse among the rows that both answered; None when both answered
        all rows.
    groups
        The gains of groups of rows that belong together; None when rows are single cases.
    """

    better: int
    worse: int
    n_rows: int
    answered: tuple[int, int] | None = None
    groups: GroupGains | None = None

    @classmethod
    def of(
        cls,
        first: Bools,
        second: Bools,
        both_answered: Bools | None = None,
        group: NDArray[Any] | None = None,
    ) -> PairedRows:
        """Return the counts of (N,) bool: where each is right, and where both have an answer.
        *group* (N,) has equal entries on rows that belong together."""
        better, worse = first & ~second, second & ~first
        counts = int(np.count_nonzero(better)), int(np.count_nonzero(worse))
        answered = None
        if both_answered is not None and not both_answered.all():
            answered = (
                int(np.count_nonzero(better & both_answered)),
                int(np.count_nonzero(worse & both_answered)),
            )
        groups = None if group is None else GroupGains.of(first, second, group, both_answered)
        return cls(*counts, len(first), answered, groups)

    @property
    def p_value(self) -> float:
        """Return the p-value of no difference (``paired_p``)."""
        return paired_p(self.better, self.worse, self.answered, self.groups)

    def claim(self, comparisons: int = 1) -> Claim:
        """Return what may be claimed of the two (``paired_claim``)."""
        return paired_claim(
            self.better,
            self.worse,
            self.n_rows,
            answered=self.answered,
            groups=self.groups,
            comparisons=comparisons,
        )
