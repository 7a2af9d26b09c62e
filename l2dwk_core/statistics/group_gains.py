"""Two votes on test rows of which some belong together: what is counted for each group of rows.

Rows of one patient, speaker or place are alike, so that one mistake about the group is a mistake on
all its rows. A test that takes such rows for independent cases is told the same thing many times:
with 40 groups of 15 equal rows it told two equally good votes apart in 50 % of runs
(``tests/benchmarks/claims.py`` prints such a line). Here a group counts as one case.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special, stats

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted
from l2dwk_core.common.types import Bools, Floats

_MOST_STEPS = 2_000_000_000
"""Additions of the exact test, about two seconds. Only votes that differ on more than 40,000 rows
need more; for them the normal distribution is exact enough."""


@dataclass(frozen=True)
class GroupGains:
    """How two votes on the same test rows differ in each group of rows.

    Attributes
    ----------
    n_groups, n_rows
        All groups and all test rows; a row without others is a group of its own.
    gains
        ``d_g = (rows of group g on which only the first vote is right) − (those on which only the
        second is)``, for each group with such a row; it may be 0.
    answered
        The same among the rows that both votes answered; None when both answered all rows.
    """

    n_groups: int
    n_rows: int
    gains: tuple[int, ...]
    answered: tuple[int, ...] | None = None

    @classmethod
    def of(
        cls,
        first: Bools,
        second: Bools,
        group: NDArray[Any],
        both_answered: Bools | None = None,
    ) -> GroupGains:
        """Return the counts of (N,) bool: where each is right, and where both have an answer.
        *group* (N,) has equal entries on rows that belong together."""
        names, codes = np.unique(group, return_inverse=True)
        apart, sign = first != second, first.astype(np.int64) - second

        def gains(rows: Bools) -> tuple[int, ...]:
            found = np.bincount(codes[rows], sign[rows], minlength=len(names)).astype(np.int64)
            return tuple(found[np.unique(codes[rows])].tolist())

        some = both_answered is not None and not both_answered.all()
        return cls(
            len(names), len(first), gains(apart), gains(apart & both_answered) if some else None
        )

    @property
    def some_together(self) -> bool:
        """Return whether any rows belong together. Without such rows all is as without groups."""
        return self.n_groups < self.n_rows

    @property
    def words(self) -> str:
        """Return what is to be added to counts of rows that tell two votes apart; "" when no rows
        belong together or none tells them apart."""
        if not self.some_together or not self.gains:
            return ""
        return f", all in {counted(len(self.gains), 'group')}"

    @property
    def on_answered(self) -> GroupGains:
        """Return the same with the rows that both answered alone."""
        return self if self.answered is None else _of(self, self.answered)

    @property
    def p_value(self) -> float:
        """Return the larger p-value of ``sign_flip_test`` and of the t-test of ``interval``.

        The first is exact. The second is there so that the interval leaves out 0 wherever a
        difference is claimed; it counts where one group has most of the difference, which then
        says little of other groups.
        """
        p = sign_flip_test(self.gains)
        mean, error = self._mean_and_error()
        if self.n_groups < 2:
            return 1.0
        if error <= 1e-15:
            return p
        return max(p, float(2 * special.stdtr(self.n_groups - 1.0, -abs(mean) / error)))

    def interval(self, level: float) -> tuple[float, float]:
        """Return the interval of the difference of accuracies, in [−1, 1].

        ``(Σ d_g ± t √(G Σ (d_g − d̄)²/(G − 1)))/N`` over all G groups of N rows, t the quantile with
        G − 1 degrees of freedom. It is [−1, 1] for a single group.
        """
        if self.n_groups < 2:
            return -1.0, 1.0
        mean, error = self._mean_and_error()
        half = -float(special.stdtrit(self.n_groups - 1.0, (1 - level) / 2)) * error
        return max(mean - half, -1.0), min(mean + half, 1.0)

    def check(self, better: int, worse: int, n_rows: int) -> None:
        """Raise ``InputError`` unless these are gains of so many rows."""
        most = min(self.n_groups, better + worse)
        if (
            sum(self.gains) != better - worse
            or sum(map(abs, self.gains)) > better + worse
            or len(self.gains) > most
            or self.n_rows != n_rows
        ):
            raise InputError(
                f"Gains {list(self.gains)[:9]} of {self.n_groups} groups of {self.n_rows} rows do "
                f"not belong to {better} better and {worse} worse of {n_rows} rows; count them on "
                "the same rows."
            )

    def _mean_and_error(self) -> tuple[float, float]:
        d, groups = np.asarray(self.gains, dtype=np.float64), self.n_groups
        squares = max(float((d**2).sum() - d.sum() ** 2 / groups), 0.0)
        error = np.sqrt(squares * groups / max(groups - 1, 1)) / self.n_rows
        return float(d.sum()) / self.n_rows, float(error)


def sign_flip_test(gains: Sequence[int]) -> float:
    """Return the p-value of the two-sided exact sign-flip test.

    If both votes were equally good, each gain were as likely with the other sign. The p-value is
    the share of all ``2^k`` choices of signs for which ``|Σ ±d_g|`` is at least ``|Σ d_g|``. With
    gains of ±1 it is the sign test. Five gains give ``2/2⁵ > 0.05`` or more, so that fewer than six
    groups claim nothing. It is 1 without gains. Source: Fisher 1935.
    """
    sizes = np.abs(np.array([gain for gain in gains if gain], dtype=np.int64))
    total, gained = int(sizes.sum()), abs(sum(gains))
    # Signs for which the sum is −gained or less: those whose positive gains have sum lower or less.
    lower = (total - gained) // 2
    each, counts = np.unique(sizes, return_counts=True)
    if int((np.minimum(counts, lower // each) * (lower + 1)).sum()) > _MOST_STEPS:
        spread = float(np.sqrt((sizes.astype(np.float64) ** 2).sum()))
        return float(2 * stats.norm.sf(gained / spread))
    chances: Floats = np.zeros(lower + 1)
    chances[0] = 1.0
    for size, count in zip(each.tolist(), counts.tolist(), strict=True):
        before, chances = chances, np.zeros(lower + 1)
        for positive, chance in enumerate(
            stats.binom.pmf(np.arange(min(count, lower // size) + 1), count, 0.5)
        ):
            chances[positive * size :] += chance * before[: lower + 1 - positive * size]
    return min(1.0, 2 * float(chances.sum()))


def test_words(groups: GroupGains | None) -> str:
    """Return the name of the exact test that decides between two votes."""
    together = groups is not None and groups.some_together
    return "exact test over groups of rows" if together else "exact sign test"


def gains_of_splits(
    found: Sequence[GroupGains | None],
) -> tuple[GroupGains, ...] | None:
    """Return the gains of every split; None unless every split has groups."""
    known = tuple(one for one in found if one is not None)
    return known if known and len(known) == len(found) else None


def _of(groups: GroupGains, gains: tuple[int, ...]) -> GroupGains:
    return GroupGains(groups.n_groups, groups.n_rows, gains)
