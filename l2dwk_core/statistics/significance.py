"""What may be claimed of a difference of accuracies, and the statistics behind it.

The rule, for methods compared over the same random splits (``claims``): the corrected resampled
t-test (Nadeau & Bengio 2003), with two additions.

1. The difference must also be larger than chance explains on so few test rows: a row on which only
   one method is right could have been in favour of either. On few rows all splits may have the same
   difference by chance; their own variance is then 0 and says nothing, but the variance of the rows
   is not 0. So a second test takes its variance from the rows, and the larger p-value counts.
2. Testing the same rows again makes intervals only a little narrower (``MOST_TIMES``), because the
   rows are the same. With one nearest neighbour, which depends much on them, ten times ten folds
   claimed in 8 to 11 % of studies when every test counted.

Holm's correction runs over everything that is shown together.

Nothing is claimed from fewer than ``LEAST_REPEATS`` splits, nor before the last split that was
asked for: looking after every split and stopping as soon as there is a difference finds one too
often. An interval has the level at which Holm's procedure tests its difference, so that it excludes
0 exactly where the difference is claimed, and it is never narrower than the plain 95 % one.

Two votes on one set of test rows (``paired_claim``) are compared by the exact sign test.

Where test rows belong together (``GroupGains``), a group is one case: the exact test flips the sign
of a whole group's difference, the variance of the rows adds up squares of such differences, and
degrees of freedom are counted in groups. The test of single rows must reject too, so that groups
never make a claim easier.

A row without an answer counts as wrong: an ensemble that does not answer it does not get it right.
But then a method can be behind another for its missing answers alone, which says nothing of the
answers it gives. So a difference is claimed only where it also holds, in the same direction, on the
rows that both answered: the larger p-value counts.

Measured by ``tests/benchmarks/claims.py --quick``: with equally good methods a page claims a
difference in at most 5.1 % of studies, for 3 to 40 splits and ten times ten folds, 1 to 33 methods
and 20 to 303 rows.

Without groups rows are treated as independent cases, also where some are alike. Copies of one case
are not independent: where every row occurs five times in a table, the same benchmark prints 14 to
25 % false claims. Counting identical rows as one case mends that (0.2 %). But different cases can
also be identical, and for them the rule holds its level; counted as one, they lose most of their
power. Of true differences of 10 points, ten times ten folds then find 8 % instead of 48 % in 132
rows with as many identical ones as hayes-roth, and none instead of 99 % in 500 rows like those of
led7. No rule can tell the two apart. So a dataset with many identical rows gets a note
(``datasets/copies.py``).

Scores are accuracies, higher is better; every table is (cases, methods), a case being a split of
one dataset or a dataset.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.types import Floats
from l2dwk_core.statistics.group_gains import GroupGains
from l2dwk_core.statistics.paired_interval import PairedInterval, corrected_resampled_interval

LEVEL = 0.05
"""A difference is claimed below this p-value, after Holm's correction."""
LEAST_REPEATS = 3
"""The least number of splits for a claim: one or two say almost nothing about their own spread."""

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
                _check_answered(pair, b, c)
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
        of average size is added in place of half a row; the larger variance counts.
        Source: Liang & Zeger 1986.
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
    def _tested(self) -> int:
        """Return how many cases all splits test: rows, or groups of rows."""
        if self.groups is None:
            return sum(self.n_test)
        return sum(gains.n_groups for gains in self.groups)

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


@dataclass(frozen=True)
class Claim:
    """A difference of accuracies and whether it may be claimed.

    Attributes
    ----------
    mean
        The difference, first minus second, in [−1, 1].
    low, high
        Interval at the level at which the difference was tested, 95 % or more: 0 lies outside
        exactly when the difference is claimed. NaN where nothing may be claimed yet.
    p_value, adjusted_p
        Two-sided, of no difference, and after Holm's correction; NaN as above.
    n
        Splits.
    claimed
        Whether adjusted p < ``LEVEL``.
    by_missing
        Whether the difference is not claimed because the rows that both answered do not show it,
        while all rows do: then it comes from rows without an answer, which count as wrong.
    """

    mean: float
    low: float
    high: float
    p_value: float
    adjusted_p: float
    n: int
    claimed: bool
    by_missing: bool = False


def claims(family: Sequence[DiscordantRows], *, complete: bool = True) -> tuple[Claim, ...]:
    """Return what may be claimed of differences that are shown together.

    For J splits with mean difference d and variance s², v = ``DiscordantRows.row_variance`` and
    ``c = √(1/J + n_test/n_training)``, p is the larger of those of d/(c s), by t with J − 1 degrees
    of freedom, and of d/(c √v), by t with one degree less than different rows were tested; then
    Holm's. In 1/J no more splits count than test every row ``MOST_TIMES``. The reasons are at the
    top of this file. Source: Nadeau & Bengio 2003; McNemar 1947; Holm 1979.

    Parameters
    ----------
    family
        Every difference shown, each over its splits.
    complete
        Whether all splits that were asked for are finished. Until then nothing is claimed and no
        interval given.
    """
    usable = [complete and len(rows.better) >= LEAST_REPEATS for rows in family]
    on_all = [
        rows.interval().p_value if use else float("nan")
        for rows, use in zip(family, usable, strict=True)
    ]
    p_values = [_p_with_answered(rows, p) for rows, p in zip(family, on_all, strict=True)]
    adjusted, adjusted_all = holm(p_values), holm(on_all)
    levels = _tested_at(p_values, adjusted)
    found = []
    for place, (rows, use) in enumerate(zip(family, usable, strict=True)):
        n, mean, nan = len(rows.better), float(rows.differences.mean()), float("nan")
        if use:
            at = rows.interval(1 - float(levels[place]))
            low, high = max(at.low, -1.0), min(at.high, 1.0)
            p, claimed = float(adjusted[place]), bool(adjusted[place] < LEVEL)
            by_missing = not claimed and p_values[place] > on_all[place]
            by_missing = by_missing and bool(adjusted_all[place] < LEVEL)
            if not claimed and rows.answered is not None:
                low, high = min(low, 0.0), max(high, 0.0)
            found.append(Claim(mean, low, high, p_values[place], p, n, claimed, by_missing))
        else:
            found.append(Claim(mean, nan, nan, nan, nan, n, False))
    return tuple(found)


def _p_with_answered(rows: DiscordantRows, p_value: float) -> float:
    """Return the larger p-value of all rows and of the rows that both answered; 1 when these point
    the other way."""
    part = rows.on_answered
    if part is None or np.isnan(p_value):
        return p_value
    if float(part.differences.mean()) * float(rows.differences.mean()) <= 0:
        return 1.0
    return max(p_value, part.interval().p_value)


def _check_answered(answered: tuple[int, int], better: int, worse: int) -> None:
    """Raise ``InputError`` when rows that both answered are more than all rows."""
    if not (0 <= answered[0] <= better and 0 <= answered[1] <= worse):
        raise InputError(
            f"{answered[0]} better and {answered[1]} worse of the rows that both answered, beside "
            f"{better} and {worse} of all rows, is impossible; the first are part of the second."
        )


def _tested_at(p_values: Sequence[float], adjusted: Floats) -> Floats:
    """Return the (n,) level of each test in Holm's procedure: ``LEVEL`` divided by the number of
    hypotheses left at its step. For hypotheses that are not rejected it is ``LEVEL`` divided by
    their number."""
    claimed = adjusted < LEVEL
    left = int(np.count_nonzero(~np.isnan(adjusted)))
    levels = np.full(len(adjusted), LEVEL / max(left - int(claimed.sum()), 1))
    for place, i in enumerate(np.argsort(p_values, kind="stable")[: int(claimed.sum())]):
        levels[i] = LEVEL / (left - place)
    return levels


def chance_gap_p(gaps: ArrayLike, deviations: ArrayLike) -> float:
    """Return the two-sided p-value of a mean difference from chance over R repeats, R ≥
    ``LEAST_REPEATS``.

    The larger of two: by t with R − 1 degrees of freedom from the gaps' own spread, and by the
    normal distribution from the deviation that chance alone gives each of them, ``Σ gap / √Σ d²``.
    A few repeats may agree by chance, and then their own spread is too small. NaN for fewer repeats
    or where a deviation is not known; 1 where chance cannot move the gap.
    """
    gap, known = np.asarray(gaps, dtype=np.float64), np.asarray(deviations, dtype=np.float64)
    if gap.size < LEAST_REPEATS or np.isnan(gap).any() or np.isnan(known).any():
        return float("nan")
    by_chance = float(np.sqrt((known**2).sum()))
    if by_chance <= 1e-15:
        return 1.0
    p = float(2 * stats.norm.sf(abs(gap.sum()) / by_chance))
    spread = float(gap.std(ddof=1)) / np.sqrt(gap.size)
    own = 0.0 if spread <= 1e-15 else float(2 * stats.t.sf(abs(gap.mean()) / spread, gap.size - 1))
    return max(p, own)


def sign_test(better: int, worse: int) -> float:
    """Return the p-value of the two-sided exact sign test: the probability of a division at
    least this uneven if both votes were equally good. It is 1 when the votes differ on no row."""
    if better + worse == 0:
        return 1.0
    return float(stats.binomtest(better, better + worse, 0.5).pvalue)


def paired_p(
    better: int,
    worse: int,
    answered: tuple[int, int] | None = None,
    groups: GroupGains | None = None,
) -> float:
    """Return the p-value of ``sign_test``; with *groups*, where rows belong together, the larger of
    it and of ``GroupGains.p_value``. With *answered*, the counts among the rows that both votes
    answered, it is the larger of both p-values, and 1 when these rows point the other way or
    nowhere."""
    p = _p_of_all(better, worse, groups)
    if answered is None:
        return p
    if (answered[0] - answered[1]) * (better - worse) <= 0:
        return 1.0
    return max(p, _p_of_all(*answered, None if groups is None else groups.on_answered))


def _p_of_all(better: int, worse: int, groups: GroupGains | None) -> float:
    p = sign_test(better, worse)
    return p if groups is None or not groups.some_together else max(p, groups.p_value)


def paired_claim(
    better: int,
    worse: int,
    n_rows: int,
    beside: Sequence[float] = (),
    *,
    answered: tuple[int, int] | None = None,
    groups: GroupGains | None = None,
    comparisons: int = 1,
) -> Claim:
    """Return what one set of rows allows to be claimed of two votes, by the exact sign test.

    The mean is (better − worse)/n. The interval adds ½ to each of the four counts (both right,
    better, worse, both wrong): with b, c, N the enlarged counts,
    ``(b − c)/N ± z √(b + c − (b − c)²/N)/N``, and it is taken as far as 0 where the exact test
    claims nothing. Source: Agresti & Min 2005. With *groups* the exact test over groups must reject
    as well, and the interval reaches as far as that of the groups (``GroupGains.interval``).

    Parameters
    ----------
    better, worse
        Rows on which only the first, only the second is right; ≥ 0, together at most ``n_rows``.
        A row without an answer counts as wrong.
    n_rows
        All rows, ≥ 1.
    beside
        p-values of other differences shown together with this one, for Holm's correction.
    answered
        The counts of better and of worse among the rows that both votes answered; None when both
        answered all rows. The difference must hold on these rows too (``paired_p``).
    groups
        The gains of groups of rows that belong together; None when rows are single cases.
    comparisons
        Of how many comparisons this is one, ≥ 1, where the others are not at hand: the p-value is
        multiplied by it (Bonferroni), so that the claim is the same beside whichever of them. With
        *beside* too, the stricter of both corrections counts.

    Raises
    ------
    InputError
        For counts that do not fit together.
    """
    if n_rows < 1 or better < 0 or worse < 0 or better + worse > n_rows:
        raise InputError(
            f"{better} better and {worse} worse of {n_rows} rows is impossible; give counts of 0 "
            "or more, together at most the number of rows."
        )
    if comparisons < 1:
        raise InputError(f"There are {comparisons} comparisons; there must be at least 1.")
    if answered is not None:
        _check_answered(answered, better, worse)
    if groups is not None:
        groups.check(better, worse, n_rows)
    p_values = [paired_p(better, worse, answered, groups), *beside]
    adjusted = holm(p_values)
    level = min(float(_tested_at(p_values, adjusted)[0]), LEVEL / comparisons)
    adjusted_p = min(1.0, max(float(adjusted[0]), p_values[0] * comparisons))
    claimed = adjusted_p < LEVEL
    b, c, total = better + 0.5, worse + 0.5, n_rows + 2.0
    middle = (b - c) / total
    half = float(stats.norm.isf(level / 2)) * float(np.sqrt(b + c - (b - c) ** 2 / total)) / total
    low, high = max(middle - half, -1.0), min(middle + half, 1.0)
    if groups is not None and groups.some_together:
        of_groups = groups.interval(1 - level)
        low, high = min(low, of_groups[0]), max(high, of_groups[1])
    if not claimed:
        low, high = min(low, 0.0), max(high, 0.0)
    mean = (better - worse) / n_rows
    p_all = _p_of_all(better, worse, groups)
    on_all = max(float(holm([p_all, *beside])[0]), p_all * comparisons)
    by_missing = answered is not None and not claimed and on_all < LEVEL
    return Claim(mean, low, high, p_values[0], adjusted_p, 1, claimed, by_missing)


def row_variance_of_accuracy(accuracy: float, n_test: int, n_splits: int) -> float:
    """Return the variance of one split's accuracy that its test rows alone imply: ``p(1 −
    p)/n_test``, where p counts two right rows and two wrong rows more than those of all splits.
    Source: Agresti & Coull 1998."""
    n = n_test * n_splits
    p = (accuracy * n + 2) / (n + 4)
    return p * (1 - p) / n_test


def holm(p_values: ArrayLike) -> Floats:
    """Return Holm's adjusted p-values. If all p-values below a level are claimed, the
    probability that any claim is wrong is at most that level, whatever their number. NaN stay
    NaN and do not count. Source: Holm 1979."""
    p = np.asarray(p_values, dtype=np.float64)
    adjusted = np.full(p.shape, np.nan)
    known = np.flatnonzero(~np.isnan(p))
    order = known[np.argsort(p[known], kind="stable")]
    factors = np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(1.0, np.maximum.accumulate(factors * p[order]))
    return adjusted


def ranks(scores: ArrayLike) -> Floats:
    """Return ``(cases, methods)`` ranks within each case: 1 for the highest score; ties get their
    mean rank.

    Raises
    ------
    InputError
        Not a complete table of numbers.
    """
    table = np.asarray(scores, dtype=np.float64)
    if table.ndim != 2 or 0 in table.shape or not np.isfinite(table).all():
        raise InputError(
            f"The scores have shape {table.shape} or hold NaN; give a complete table of cases × "
            "methods."
        )
    # Scores that differ by rounding alone tie.
    return np.asarray(stats.rankdata(-np.round(table, 12), axis=1))
