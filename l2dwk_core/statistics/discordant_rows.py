"""Test rows on which only one of two methods is right, over the splits of one dataset.

What may be claimed from them is in ``significance.py``.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.types import Floats
from l2dwk_core.statistics.group_gains import GroupGains
from l2dwk_core.statistics.multiple_tests import LEVEL
from l2dwk_core.statistics.paired_interval import PairedInterval, corrected_resampled_interval

MOST_TIMES = 1.5
"""As often as this, tests of the same rows count. With 2, one nearest neighbour and twice 20 folds
of 40 rows gave 6.6 % false claims in ``tests/benchmarks/claims.py --quick``, with 1.5 it is 5.1 %;
ten times ten folds find a true difference of 5 points in 300 rows as often within 6 percentage
points."""


@dataclass(frozen=True)
class DiscordantRows:
    """Test rows on which only one of two methods is right, split by split.

    Attributes
    ----------
    better, worse
        Rows on which only the first, only the second method is right; whole numbers from 0,
        together at most the test rows.
    n_test, n_training
        Rows of each split, 1 or more.
    answered
        The counts of better and of worse among the rows that both methods answered, a pair for
        each split; None when both answered all rows.
    groups
        For each split the gains of its groups of test rows, which no split separates; None when
        rows are single cases.

    Raises
    ------
    InputError
        No split, or counts that do not fit together.
    """

    better: tuple[int, ...]
    worse: tuple[int, ...]
    n_test: tuple[int, ...]
    n_training: tuple[int, ...]
    answered: tuple[tuple[int, int], ...] | None = None
    groups: tuple[GroupGains, ...] | None = None

    def __post_init__(self) -> None:
        table = (self.better, self.worse, self.n_test, self.n_training)
        if not self.better or len({len(column) for column in table}) != 1:
            raise InputError(
                f"There are {', '.join(str(len(column)) for column in table)} counts of rows "
                "better, worse, testing and training; give one of each for every split."
            )
        for b, c, n, m in zip(*table, strict=True):
            if min(b, c) < 0 or b + c > n or n < 1 or m < 1:
                raise InputError(
                    f"{b} better and {c} worse of {n} test rows, beside {m} training rows, is "
                    "impossible; give counts of 0 or more, together at most the test rows."
                )
        if self.answered is not None:
            if len(self.answered) != len(self.better):
                raise InputError(
                    f"There are {len(self.answered)} counts of answered rows for "
                    f"{len(self.better)} splits; give a pair for every split."
                )
            for pair, b, c in zip(self.answered, self.better, self.worse, strict=True):
                check_answered(pair, b, c)
        if self.groups is not None:
            if len(self.groups) != len(self.better):
                raise InputError(
                    f"There are gains of groups for {len(self.groups)} of {len(self.better)} "
                    "splits; give them for every split."
                )
            for gains, b, c, n in zip(
                self.groups, self.better, self.worse, self.n_test, strict=True
            ):
                gains.check(b, c, n)

    @property
    def on_answered(self) -> DiscordantRows | None:
        """Return the same with the rows that both answered alone, as shares of all test rows; None
        when both answered all rows."""
        if self.answered is None:
            return None
        better, worse = zip(*self.answered, strict=True)
        groups = self.groups
        if groups is not None:
            groups = tuple(gains.on_answered for gains in groups)
        return DiscordantRows(better, worse, self.n_test, self.n_training, groups=groups)

    @property
    def differences(self) -> Floats:
        """Return the (splits,) accuracy of the first minus that of the second."""
        gained = np.array(self.better) - np.array(self.worse)
        return np.asarray(gained / np.array(self.n_test))

    @property
    def test_to_training(self) -> float:
        """Return n_test/n_training over all splits."""
        return sum(self.n_test) / sum(self.n_training)

    @property
    def times(self) -> float:
        """Return how often every row has been tested, on average; at least 1."""
        splits = len(self.n_test)
        return max(1.0, sum(self.n_test) * splits / (sum(self.n_test) + sum(self.n_training)))

    @property
    def row_variance(self) -> float:
        """Return the variance of one split's difference that the test rows alone imply.

        A row adds 1, −1 or 0 to the difference; ``v = (b + c)/n − ((b − c)/n)²`` is the variance of
        that number and v/n_test that of a split's mean. b, c, n are summed over the splits, with
        half a row added to each of the four counts (both right, better, worse, both wrong), as
        often as every row has been tested: a few equal rows do not prove that there is no variance.
        Source: McNemar 1947; the added halves Agresti & Min 2005.

        With groups, Σ d_g² stands for b + c, as the rows of a group vary together, and half a group
        of the size in which a row stands on average (``GroupGains.mean_size``) is added in place of
        half a row; the larger variance counts. Source: Liang & Zeger 1986.
        """
        n, b, c = sum(self.n_test), sum(self.better), sum(self.worse)

        def of(squares: float, size: float) -> float:
            total = n + 2 * self.times * size
            varied = (squares + self.times * size**2) / total - ((b - c) / total) ** 2
            return varied * len(self.n_test) / n

        if self.groups is None:
            return of(b + c, 1)
        squares = sum(gain**2 for split in self.groups for gain in split.gains)
        return max(of(b + c, 1), of(squares, n / self._tested))

    @property
    def _tested(self) -> float:
        """Return how many cases all splits test: rows, or as many groups of equal size as say as
        much as the groups of rows do (``GroupGains.worth``)."""
        n = sum(self.n_test)
        if self.groups is None:
            return n
        return n**2 / sum(gains.n_rows * gains.mean_size for gains in self.groups)

    def interval(self, level: float = 1 - LEVEL) -> PairedInterval:
        """Return the interval of the mean difference, from the splits' own variance and
        ``row_variance``."""
        return corrected_resampled_interval(
            self.differences,
            self.test_to_training,
            level,
            row_variance=self.row_variance,
            rows=self._tested / self.times,
            counted=len(self.n_test) / max(1.0, self.times / MOST_TIMES),
        )


def check_answered(answered: tuple[int, int], better: int, worse: int) -> None:
    """Raise ``InputError`` when rows that both answered are more than all rows."""
    if not (0 <= answered[0] <= better and 0 <= answered[1] <= worse):
        raise InputError(
            f"{answered[0]} better and {answered[1]} worse of the rows that both answered, beside "
            f"{better} and {worse} of all rows, is impossible; the first are part of the second."
        )
