"""Tests of methods over independent cases such as datasets. They are not for the splits of one
dataset."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.types import Floats
from l2dwk_core.statistics.multiple_tests import LEVEL


def ranks(scores: ArrayLike) -> Floats:
    """Return ``(cases, methods)`` ranks within each case: 1 for the highest score; ties get their
    mean rank. A case is a dataset, or a split of one.

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


@dataclass(frozen=True, eq=False)
class FriedmanResult:
    """Friedman's test of methods over independent cases.

    ``statistic`` χ² and its ``p_value``; ``f_statistic`` and ``f_p_value`` of Iman and Davenport,
    which is less conservative; ``mean_ranks`` (methods,); ``critical_difference`` of mean ranks by
    Nemenyi at ``level``: two methods further apart than that differ.
    """

    statistic: float
    p_value: float
    f_statistic: float
    f_p_value: float
    mean_ranks: Floats
    critical_difference: float
    level: float


def friedman(scores: ArrayLike, level: float = LEVEL) -> FriedmanResult:
    """Test whether methods differ over independent cases (datasets, not the splits of one dataset).

    Source: Friedman 1937; Iman & Davenport 1980; Nemenyi 1963; Demšar 2006.

    Raises
    ------
    InputError
        Fewer than two cases or three methods, or not a complete table.
    """
    place = ranks(scores)
    n, k = place.shape
    if n < 2 or k < 3:
        raise InputError(
            f"Friedman's test got {n} cases of {k} methods; at least 2 cases and 3 methods are "
            "needed."
        )
    mean = place.mean(axis=0)
    # Scatter of ranks, which ties make smaller than k(k² − 1)/12 a case.
    scatter = ((place - (k + 1) / 2) ** 2).sum() / (n * (k - 1))
    if scatter == 0:
        return FriedmanResult(0.0, 1.0, 0.0, 1.0, mean, nemenyi_difference(k, n, level), level)
    chi2 = float(n * ((mean - (k + 1) / 2) ** 2).sum() / scatter)
    left = n * (k - 1) - chi2
    f = float("inf") if left <= 1e-12 else (n - 1) * chi2 / left
    return FriedmanResult(
        statistic=chi2,
        p_value=float(stats.chi2.sf(chi2, k - 1)),
        f_statistic=f,
        f_p_value=float(stats.f.sf(f, k - 1, (k - 1) * (n - 1))),
        mean_ranks=mean,
        critical_difference=nemenyi_difference(k, n, level),
        level=level,
    )


def nemenyi_difference(n_methods: int, n_cases: int, level: float = LEVEL) -> float:
    """Return ``q √(k(k + 1)/(6N))``: mean ranks of k methods over N cases differ if they are
    further apart.

    q is the studentised range quantile over √2. Source: Nemenyi 1963; Demšar 2006.
    """
    if n_methods < 2 or n_cases < 1 or not 0 < level < 1:
        raise InputError(
            f"{n_methods} methods, {n_cases} cases, level {level}; needed are at least 2 methods, "
            "1 case and a level between 0 and 1."
        )
    q = _range_quantile(level, n_methods, np.inf) / np.sqrt(2)
    return float(q * np.sqrt(n_methods * (n_methods + 1) / (6 * n_cases)))


@lru_cache(maxsize=256)
def _range_quantile(level: float, k: int, freedom: float) -> float:
    """Return the studentised range's upper quantile, which scipy integrates anew: 50 to 80 ms."""
    return float(stats.studentized_range.ppf(1 - level, k, freedom))


def signed_rank_p(differences: ArrayLike) -> float:
    """Return the two-sided exact p-value of Wilcoxon's signed-rank test.

    Zeros are left out and equal sizes share their mean rank. The sum of the ranks of positive
    differences is compared with its distribution over all 2^m signs of the m differences. scipy
    takes the normal distribution where ranks are shared, which claims too much of few differences.
    It is 1 when all are 0. Source: Wilcoxon 1945.

    Parameters
    ----------
    differences
        ``(N,)`` one a dataset.

    Raises
    ------
    InputError
        Not a row of finite numbers.
    """
    # Differences that differ by rounding alone tie.
    d = np.round(np.asarray(differences, dtype=np.float64), 12)
    if d.ndim != 1 or not np.isfinite(d).all():
        raise InputError(
            f"The differences have shape {d.shape} or hold NaN; give one finite number a dataset."
        )
    d = d[d != 0]
    doubled = np.rint(2 * stats.rankdata(np.abs(d))).astype(np.int64)
    chances = np.zeros(int(doubled.sum()) + 1)
    chances[0] = 1.0
    for rank in doubled:
        chances[rank:] = chances[rank:] / 2 + chances[: len(chances) - rank] / 2
        chances[:rank] /= 2
    positive = int(doubled[d > 0].sum())
    return float(min(1.0, 2 * chances[: min(positive, len(chances) - 1 - positive) + 1].sum()))


def told_apart(scores: ArrayLike, level: float = LEVEL) -> NDArray[np.bool_]:
    """Return ``(methods, methods)`` whether two methods differ in mean rank and in mean score.

    Two distances must be exceeded. Mean ranks must be further apart than Nemenyi's critical
    difference; mean scores must be further apart than ``q s/√(2N)``, with s the standard deviation
    of the two methods' differences over N datasets and q the studentised range quantile of k
    methods with N − 1 degrees of freedom. Nemenyi's distance alone takes all methods to vary alike,
    and a method can have the better ranks without the better mean. Source: Nemenyi 1963; the second
    distance as Games & Howell 1976 take it. Measured by
    ``tests/benchmarks/claims_across_datasets.py``: any two of 3 to 11 equally good methods are told
    apart in at most 5 % of studies, by Nemenyi's distance alone in up to 14 %.

    Parameters
    ----------
    scores
        ``(N, k)``, higher is better; N at least 2, k at least 3.
    level
        Probability of telling any two equally good methods apart.

    Raises
    ------
    InputError
        Fewer than two datasets or three methods, or not a complete table.
    """
    place = ranks(scores)
    n, k = place.shape
    if n < 2 or k < 3:
        raise InputError(
            f"Told apart by ranks: {n} cases of {k} methods; at least 2 cases and 3 methods are "
            "needed."
        )
    # Scores that differ by rounding alone tie.
    table: Floats = np.asarray(np.round(np.asarray(scores, dtype=np.float64), 12))
    q = _range_quantile(level, k, n - 1)
    by_rank = _differences(place).mean(axis=0)
    by_score = _differences(table)
    mean = by_score.mean(axis=0)
    far = np.abs(by_rank) > nemenyi_difference(k, n, level)
    far &= np.abs(mean) > q * by_score.std(axis=0, ddof=1) / np.sqrt(2 * n)
    return np.asarray(far & (by_rank * mean < 0))  # the better mean has the lower rank


def _differences(values: Floats) -> Floats:
    """Return ``(N, k, k)`` differences of every two columns."""
    return values[:, :, None] - values[:, None, :]
