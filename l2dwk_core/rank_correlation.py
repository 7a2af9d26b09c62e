"""Spearman's rank correlation with a bootstrap interval, thousands of resamples at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.stats import rankdata

from l2dwk_core.errors import InputError

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class RankCorrelation:
    """Spearman's ρ_s of pairs (x, y).

    Attributes
    ----------
    value
        In [−1, 1]; NaN when fewer than three pairs are left or one side is constant.
    low, high
        Percentile bootstrap interval over the pairs, NaN with ``value``. It says what another draw
        of pairs from the same source would give; it knows nothing of other sources.
    n
        Pairs used.
    n_left_out
        Pairs left out because one of the two has no value.
    """

    value: float
    low: float
    high: float
    n: int
    n_left_out: int

    @property
    def sure(self) -> bool:
        """Whether the interval excludes zero."""
        return bool(self.low > 0 or self.high < 0)


def rank_correlation(
    x: ArrayLike, y: ArrayLike, *, level: float = 0.95, n_resamples: int = 500, seed: int = 0
) -> RankCorrelation:
    """Spearman's rank correlation, ties by mean ranks, with a percentile bootstrap interval.

    Pairs are drawn with replacement and ranked anew in each resample; resamples in which one side
    is constant are left out. Source: Spearman 1904; Efron & Tibshirani 1993.

    Parameters
    ----------
    x, y
        ``(n,)``; pairs with a NaN are left out and counted.
    level
        Of the interval, between 0 and 1.
    n_resamples, seed
        The same numbers give the same interval.

    Raises
    ------
    InputError
        The lengths differ, or the level or the number of resamples is out of range.
    """
    a, b = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if a.ndim != 1 or a.shape != b.shape:
        raise InputError(f"The two sides have shapes {a.shape} and {b.shape}; give pairs.")
    if not 0 < level < 1:
        raise InputError(f"The confidence level is {level}; it must lie between 0 and 1.")
    if n_resamples < 1:
        raise InputError(f"{n_resamples} resamples were asked for; give at least 1.")
    used = ~(np.isnan(a) | np.isnan(b))
    a, b = a[used], b[used]
    n, left_out = len(a), int(np.count_nonzero(~used))
    nothing = RankCorrelation(np.nan, np.nan, np.nan, n, left_out)
    if n < 3:
        return nothing
    a, b = _levelled(a), _levelled(b)
    value = float(_correlations(a, b, np.ones((1, n)))[0])
    if np.isnan(value):
        return nothing
    found = _correlations(a, b, _times_drawn(n, n_resamples, seed))
    found = found[~np.isnan(found)]
    if found.size == 0:
        return nothing
    low, high = np.quantile(found, [(1 - level) / 2, (1 + level) / 2])
    return RankCorrelation(value, float(low), float(high), n, left_out)


def rank_correlation_matrix(columns: Mapping[str, ArrayLike]) -> Floats:
    """``(m, m)`` Spearman correlations of m columns, each over the pairs both have.

    NaN where fewer than three pairs are left or one side is constant.
    """
    values = [_levelled(np.asarray(column, dtype=np.float64)) for column in columns.values()]
    table = np.full((len(values), len(values)), np.nan)
    for i, first in enumerate(values):
        for j, second in enumerate(values[: i + 1]):
            both = ~(np.isnan(first) | np.isnan(second))
            if np.count_nonzero(both) >= 3:
                a, b = rankdata(first[both]), rankdata(second[both])
                table[i, j] = table[j, i] = _pearson(a, b)
    return table


@lru_cache(maxsize=2)
def _times_drawn(n: int, n_resamples: int, seed: int) -> Floats:
    """``(n_resamples, n)`` how often each pair is drawn. Kept: one page asks for it 23 times."""
    drawn = np.random.default_rng(seed).integers(0, n, (n_resamples, n))
    cells = drawn + n * np.arange(n_resamples)[:, None]
    times = np.bincount(cells.ravel(), minlength=n * n_resamples).reshape(n_resamples, n)
    return times.astype(np.float64)


def _levelled(values: Floats) -> Floats:
    """Values that differ by rounding alone made equal, so that they tie.

    Measures of sub-ensembles are ratios of small counts, computed in different orders: 1e-12 lies
    far above their rounding and far below any step between them.
    """
    order = np.argsort(values)
    ordered = values[order]
    with np.errstate(invalid="ignore"):
        steps = np.diff(ordered) > 1e-12 * np.maximum(1.0, np.abs(ordered[1:]))
    group = np.concatenate([[0], np.cumsum(steps)]).astype(np.float64)
    levels = np.empty_like(values)
    levels[order] = group
    levels[np.isnan(values)] = np.nan
    return levels


def _correlations(a: Floats, b: Floats, times: Floats) -> Floats:
    """``(B,)`` rank correlations when pair i occurs ``times[:, i]`` times; NaN if undefined."""
    n = times.sum(axis=1, keepdims=True)
    first, second = (_mean_ranks(v, times) - (n + 1) / 2 for v in (a, b))
    cross = (times * first * second).sum(axis=1)
    spread = (times * first**2).sum(axis=1) * (times * second**2).sum(axis=1)
    out = np.full(len(times), np.nan)
    np.divide(cross, np.sqrt(spread), out=out, where=spread > 0)
    return np.asarray(np.clip(out, -1.0, 1.0))


def _mean_ranks(values: Floats, times: Floats) -> Floats:
    """``(B, n)`` mean ranks in each resample, from how often each value occurs: no sorting."""
    _, group = np.unique(values, return_inverse=True)
    order = np.argsort(group, kind="stable")
    starts = np.flatnonzero(np.diff(group[order], prepend=-1))
    count = np.add.reduceat(times[:, order], starts, axis=1)
    rank = np.cumsum(count, axis=1) - count + (count + 1) / 2
    return np.asarray(rank[:, group])


def _pearson(a: Floats, b: Floats) -> float:
    a, b = a - a.mean(), b - b.mean()
    spread = float((a @ a) * (b @ b))
    return float(np.clip((a @ b) / np.sqrt(spread), -1.0, 1.0)) if spread > 0 else float("nan")
