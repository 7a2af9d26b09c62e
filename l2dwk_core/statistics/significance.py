"""What may be claimed of a difference of accuracies, and the statistics behind it.

The rule, for methods compared over the same random splits (``claims``): the corrected resampled
t-test (Nadeau & Bengio 2003), with two additions.

1. The difference must also be larger than chance explains on so few test rows: a row on which only
   one method is right could have been in favour of either. On few rows all splits may have the same
   difference by chance; their own variance is then 0 and says nothing, but the variance of the rows
   is not 0. So a second test takes its variance from the rows, and the larger p-value counts.
2. Testing the same rows again makes intervals only a little narrower
   (``discordant_rows.MOST_TIMES``), because the rows are the same. With one nearest neighbour,
   which depends much on them, ten times ten folds claimed in 8 to 11 % of studies when every test
   counted.

Holm's correction runs over everything that is shown together.

Nothing is claimed from fewer than ``LEAST_REPEATS`` splits, nor before the last split that was
asked for: looking after every split and stopping as soon as there is a difference finds one too
often. An interval has the level at which Holm's procedure tests its difference, so that it excludes
0 exactly where the difference is claimed, and it is never narrower than the plain 95 % one.

Two votes on one set of test rows are compared by the exact sign test (``paired_votes.py``).

Where test rows belong together (``GroupGains``), a group is one case: the exact test flips the sign
of a whole group's difference, the variance of the rows adds up squares of such differences, and
degrees of freedom are counted in groups, of which unequal ones count as fewer equal ones. The test
of single rows must reject too, so that groups never make a claim easier. What is tested is no
difference per row: equally many right rows expected over groups of the sizes that are there, even
if one method is better on small groups and the other on large ones. The gain of a mean group is
another question, which nothing here answers. In the benchmark such methods are told apart in at
most 5.1 % of draws, with degrees of freedom of all groups in up to 22 %. Nothing is said of groups
of other sizes: where sizes are drawn too and one in ten of 20 groups is large, 12 % of draws have
no large group, and nearly as many claim what holds for the small ones.

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
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from l2dwk_core.statistics.discordant_rows import DiscordantRows
from l2dwk_core.statistics.multiple_tests import LEVEL, holm, tested_at

LEAST_REPEATS = 3
"""The least number of splits for a claim: one or two say almost nothing about their own spread."""


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
    levels = tested_at(p_values, adjusted)
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
