"""What may be claimed from repeated scores: intervals of differences, ranks, corrected p-values.

Scores are accuracies, higher is better; every table is (cases, methods), a case being a split of
one dataset or a dataset.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats

from l2dwk_core.errors import InputError

Floats = NDArray[np.float64]

LEVEL = 0.05
"""A difference is claimed below this p-value, after Holm's correction."""
LEAST_REPEATS = 3
"""Repeats before anything is claimed: on few test rows two may agree to the row by chance."""


@dataclass(frozen=True)
class PairedInterval:
    """Mean of paired differences with an interval.

    Attributes
    ----------
    mean, low, high
        Of the differences; low and high are NaN when there are fewer than two.
    p_value
        Two-sided, of no difference; 1 when all differences are 0, NaN with fewer than two.
    n
        Differences.
    """

    mean: float
    low: float
    high: float
    p_value: float
    n: int


def corrected_resampled_interval(
    differences: ArrayLike, test_to_training: float, level: float = 0.95
) -> PairedInterval:
    """Corrected resampled t-interval for differences of one cross-validation or of several.

    ``mean ± t · √((1/J + n_test/n_training) s²)``, s² the variance (J − 1) of J differences, t the
    quantile with J − 1 degrees of freedom. The second term makes up for training rows that splits
    share: without it intervals are far too short. It is a remedy by approximation, not a proof.
    Source: Nadeau & Bengio 2003; for repeated cross-validation Bouckaert & Frank 2004.

    Parameters
    ----------
    differences
        ``(J,)`` one a split.
    test_to_training
        n_test/n_training of a split, above 0; 1/(k − 1) for k folds.
    level
        Of the interval, between 0 and 1.

    Raises
    ------
    InputError
        No differences, NaN among them, or an argument out of range.
    """
    values = np.asarray(differences, dtype=np.float64)
    if values.ndim != 1 or values.size == 0 or not np.isfinite(values).all():
        raise InputError(
            f"The differences have shape {values.shape} or hold NaN; give one finite number each."
        )
    if not test_to_training > 0:
        raise InputError(f"test_to_training is {test_to_training}; it must be above 0.")
    if not 0 < level < 1:
        raise InputError(f"The confidence level is {level}; it must lie between 0 and 1.")
    n, mean = values.size, float(values.mean())
    if n < 2:
        return PairedInterval(mean, float("nan"), float("nan"), float("nan"), n)
    spread = float(np.sqrt((1 / n + test_to_training) * values.var(ddof=1)))
    if spread <= 1e-15:
        # Every split says the same; a constant difference has no error to be estimated.
        return PairedInterval(mean, mean, mean, 1.0 if abs(mean) <= 1e-15 else 0.0, n)
    half = float(stats.t.ppf((1 + level) / 2, n - 1)) * spread
    p = float(2 * stats.t.sf(abs(mean) / spread, n - 1))
    return PairedInterval(mean, mean - half, mean + half, p, n)


def holm(p_values: ArrayLike) -> Floats:
    """Holm's adjusted p-values: a claim below the level for any of them is wrong with at most that
    chance, however many there are. NaN stay NaN and do not count. Source: Holm 1979.
    """
    p = np.asarray(p_values, dtype=np.float64)
    adjusted = np.full(p.shape, np.nan)
    known = np.flatnonzero(~np.isnan(p))
    order = known[np.argsort(p[known], kind="stable")]
    factors = np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(1.0, np.maximum.accumulate(factors * p[order]))
    return adjusted


def ranks(scores: ArrayLike) -> Floats:
    """``(cases, methods)`` ranks within each case: 1 for the highest score, ties share their mean.

    Raises
    ------
    InputError
        Not a complete table of numbers.
    """
    table = _table(scores)
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


def friedman(scores: ArrayLike, level: float = 0.05) -> FriedmanResult:
    """Do methods differ over independent cases (datasets, not the splits of one)?

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
    """``q √(k(k + 1)/(6N))``: mean ranks of k methods over N cases that are further apart differ.

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
    """Holm-adjusted p-values of every method against one over independent cases, ``(methods,)``.

    Two-sided signed-rank tests, NaN for the control itself, 1 (before Holm) for a method that never
    differs from it. Source: Wilcoxon 1945; Holm 1979; Demšar 2006.

    Raises
    ------
    InputError
        *control* is no column, or not a complete table.
    """
    table = _table(scores)
    if not 0 <= control < table.shape[1]:
        raise InputError(f"control is {control}; allowed are columns 0 to {table.shape[1] - 1}.")
    p = np.full(table.shape[1], np.nan)
    for j in range(table.shape[1]):
        difference = np.round(table[:, j] - table[:, control], 12)
        if j != control:
            p[j] = stats.wilcoxon(difference).pvalue if difference.any() else 1.0
    return holm(p)


def _table(scores: ArrayLike) -> Floats:
    table = np.asarray(scores, dtype=np.float64)
    if table.ndim != 2 or 0 in table.shape or not np.isfinite(table).all():
        raise InputError(
            f"The scores have shape {table.shape} or hold NaN; give a complete table of cases × "
            "methods."
        )
    return table
