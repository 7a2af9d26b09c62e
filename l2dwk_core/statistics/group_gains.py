"""Two votes on test rows of which some belong together: what is counted for each group of rows.

Rows of one patient, speaker or place are alike, so that one mistake about the group is a mistake on
all its rows. A test that takes such rows for independent cases is told the same thing many times:
with 40 groups of 15 equal rows it told two equally good votes apart in 50 % of runs
(``tests/benchmarks/claims.py`` prints such a line). Here a group counts as one case.

What is compared is the share of rows that are right, so a large group counts by its rows. Where one
vote is better on small groups and the other on large ones, and both are right on equally many rows,
most groups speak for the first, and the few large ones may tell nothing or agree by chance. So
degrees of freedom are not those of G groups but of as many groups of equal size as would say as
much, and half a group of the size in which a row stands on average is added to the variance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
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
_FEWEST = 1.5
"""Worth fewer groups than this, rows say nothing."""


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
    squares, by_size, answered_by_size
        ``Σ n_g²`` of the rows n_g of all groups, ``Σ n_g d_g``, and the same sum among the rows
        that both votes answered. None where all groups have equally many rows.
    """

    n_groups: int
    n_rows: int
    gains: tuple[int, ...]
    answered: tuple[int, ...] | None = None
    squares: int | None = None
    by_size: int | None = None
    answered_by_size: int | None = None

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
        sizes = np.bincount(codes)

        def gains(rows: Bools) -> tuple[tuple[int, ...], int]:
            found = np.bincount(codes[rows], sign[rows], minlength=len(names)).astype(np.int64)
            return tuple(found[np.unique(codes[rows])].tolist()), int(sizes @ found)

        found, by_size = gains(apart)
        answered, answered_by_size = None, None
        if both_answered is not None and not both_answered.all():
            answered, answered_by_size = gains(apart & both_answered)
        squares = int(sizes @ sizes)
        return cls(len(names), len(first), found, answered, squares, by_size, answered_by_size)

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
        if self.answered is None:
            return self
        return replace(
            self,
            gains=self.answered,
            answered=None,
            by_size=self.answered_by_size,
            answered_by_size=None,
        )

    @property
    def p_value(self) -> float:
        """Return the larger p-value of ``sign_flip_test`` and of the t-test of ``interval``.

        The first is exact where each group's gain could as well have had the other sign. The second
        holds also where the sign goes with the size of the group, and lets the interval leave out 0
        wherever a difference is claimed. It is 1 where nearly all rows are of one group.
        """
        if self.worth < _FEWEST:
            return 1.0
        mean, error = self._mean_and_error()
        by_t = float(2 * special.stdtr(self.worth - 1.0, -abs(mean) / error))
        return max(sign_flip_test(self.gains), by_t)

    @property
    def mean_size(self) -> float:
        """Return ``m = Σ n_g²/N``, the rows of the group in which a row stands on average."""
        return self.n_rows / self.n_groups if self.squares is None else self.squares / self.n_rows

    @property
    def worth(self) -> float:
        """Return ``N/m``: so many groups of equal size would say as much of N rows. From 1 to
        n_groups. Source: Kish 1965."""
        return self.n_rows / self.mean_size

    def interval(self, level: float) -> tuple[float, float]:
        """Return the interval of the difference of accuracies, in [−1, 1].

        ``(Σ d_g ± t √(Σ (d_g − n_g δ)² + m²/2))/N`` over all groups of N rows, δ = Σ d_g/N, with m
        = ``mean_size`` and t the quantile with ``worth`` − 1 degrees of freedom. It is [−1, 1]
        where nearly all rows are of one group. Source: Cochran 1977, for a ratio; the added half
        group as the halves of Agresti & Min 2005.
        """
        if self.worth < _FEWEST:
            return -1.0, 1.0
        mean, error = self._mean_and_error()
        half = -float(special.stdtrit(self.worth - 1.0, (1 - level) / 2)) * error
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
        d, size = np.asarray(self.gains, dtype=np.float64), self.mean_size
        total = float(d.sum())
        mean = total / self.n_rows
        by_size = total * size if self.by_size is None else self.by_size
        squares = float((d**2).sum()) - 2 * mean * by_size + mean**2 * self.n_rows * size
        return mean, float(np.sqrt(max(squares, 0.0) + size**2 / 2)) / self.n_rows


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
