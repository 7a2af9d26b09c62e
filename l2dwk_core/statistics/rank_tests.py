"""Tests of methods over independent cases such as datasets. They are not for the splits of one
dataset."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.types import Floats
from l2dwk_core.statistics.significance import checked_table, holm, ranks


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


def friedman(scores: ArrayLike, level: float = 0.05) -> FriedmanResult:
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


def nemenyi_difference(n_methods: int, n_cases: int, level: float = 0.05) -> float:
    """Return ``q √(k(k + 1)/(6N))``: mean ranks of k methods over N cases differ if they are
    further apart.

    q is the studentised range quantile over √2. Source: Nemenyi 1963; Demšar 2006.
    """
    if n_methods < 2 or n_cases < 1 or not 0 < level < 1:
        raise InputError(
            f"{n_methods} methods, {n_cases} cases, level {level}; needed are at least 2 methods, "
            "1 case and a level between 0 and 1."
        )
    q = float(stats.studentized_range.ppf(1 - level, n_methods, np.inf)) / np.sqrt(2)
    return float(q * np.sqrt(n_methods * (n_methods + 1) / (6 * n_cases)))


def wilcoxon_holm(scores: ArrayLike, control: int) -> Floats:
    """Return ``(methods,)`` Holm-adjusted p-values of every method against one method over
    independent cases.

    Two-sided signed-rank tests, NaN for the control itself, 1 (before Holm) for a method that never
    differs from it. Source: Wilcoxon 1945; Holm 1979; Demšar 2006.

    Raises
    ------
    InputError
        *control* is no column, or not a complete table.
    """
    table = checked_table(scores)
    if not 0 <= control < table.shape[1]:
        raise InputError(f"control is {control}; allowed are columns 0 to {table.shape[1] - 1}.")
    p = np.full(table.shape[1], np.nan)
    for j in range(table.shape[1]):
        difference = np.round(table[:, j] - table[:, control], 12)
        if j != control:
            p[j] = stats.wilcoxon(difference).pvalue if difference.any() else 1.0
    return holm(p)
