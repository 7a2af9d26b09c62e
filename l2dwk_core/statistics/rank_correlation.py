"""Spearman's rank correlation, and its uncertainty over subsets of one set of members."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.stats import hypergeom, norm, rankdata

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.types import Floats
from l2dwk_core.statistics.spearman_null import spearman_quantile

LEAST_EFFECTIVE = 8.0
"""With fewer independent pairs than this, a perfect order is too likely by chance."""
# The variance of Spearman's coefficient is 1.06/(n − 3) on Fisher's scale (Fieller et al. 1957).
_FIELLER = 1.06
_NORMAL_DRAWS = 20_000
_ROWS_AT_A_TIME = 500


@dataclass(frozen=True)
class RankCorrelation:
    """Spearman's ρ_s of pairs (x, y).

    Attributes
    ----------
    value
        In [−1, 1]; NaN when fewer than three pairs are left or one side is constant.
    low, high
        Simultaneous interval (see :func:`subset_correlations`), NaN with ``value``.
    n
        Pairs used.
    n_left_out
        Pairs left out because one of the two has no value.
    effective
        The number of independent pairs that would give as much information, at most ``n``; below
        it where pairs share members. With fewer than ``LEAST_EFFECTIVE`` the interval is −1 to 1.
    """

    value: float
    low: float
    high: float
    n: int
    n_left_out: int
    effective: float = float("nan")

    @property
    def sure(self) -> bool:
        """Return whether the interval excludes zero."""
        return bool(self.low > 0 or self.high < 0)

    @property
    def too_few(self) -> bool:
        """Return whether there are too few independent pairs to say anything."""
        return self.effective < LEAST_EFFECTIVE


def rank_correlation(x: ArrayLike, y: ArrayLike) -> float:
    """Return Spearman's rank correlation; ties get their mean rank (Spearman 1904).

    Pairs ``(n,)`` with a NaN are left out; NaN when fewer than three are left or one side is
    constant. Raise ``InputError`` when the lengths differ.
    """
    a, b = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if a.ndim != 1 or a.shape != b.shape:
        raise InputError(f"The two sides have shapes {a.shape} and {b.shape}; give pairs.")
    used = ~(np.isnan(a) | np.isnan(b))
    first, second = _unit_ranks(a, used), _unit_ranks(b, used)
    return _coefficient(first, second)


def subset_correlations(
    columns: Mapping[str, ArrayLike],
    y: ArrayLike,
    members: ArrayLike,
    n_members: int,
    *,
    level: float = 0.95,
) -> dict[str, RankCorrelation]:
    """Return rank correlations of several columns with y over subsets of one set of members.

    Subsets that share members are not independent: S subsets of L members say about other members
    of the same kind only about as much as L − 1 pairs, however large S is. If y were unrelated to a
    column, members could be assigned to the two sides in any order. Over all L! orders the
    coefficient has mean 0 and variance ``Σ_st d_s d_t κ(o_st) / S`` with the unit ranks d of the
    column, the overlap o_st of two subsets, and κ the correlation of y between two random subsets
    of that overlap. κ is taken from y itself as ``h₁ E₁(o) + h₂ E₂(o) + (1 − h₁ − h₂)[s = t]``: the
    shares of its variance that single members and pairs of members explain, with the polynomials
    E₁, E₂ of degree 1 and 2 in o that are orthogonal under the hypergeometric law of o and 1 at
    complete overlap (Hoeffding's decomposition for draws without replacement). Shares are taken one
    standard error too large. No variance is below 1/(n − 1), that of as many independent pairs as
    there are different subsets: a share of exactly 1 would make it 0.

    Intervals are Fisher's, for n = 1 + 1/variance pairs, and simultaneous: their width is that of
    the largest of all columns' joint normal deviates. Columns that are copies of each other
    therefore count once. A width is never less than what a random order of n pairs exceeds as
    rarely as that deviate is exceeded (``spearman_quantile``).

    Parameters
    ----------
    columns
        By name, ``(S,)``; pairs with a NaN are left out and counted.
    y
        ``(S,)``.
    members
        ``(S, size)`` member numbers of every subset, all different.
    n_members
        L, at least the size.
    level
        Chance that all intervals together hold what they estimate, between 0 and 1.

    Raises
    ------
    InputError
        Lengths differ, or the level is out of range.
    """
    if not 0 < level < 1:
        raise InputError(f"The confidence level is {level}; it must lie between 0 and 1.")
    target, chosen = np.asarray(y, dtype=np.float64), np.asarray(members)
    values = {name: np.asarray(column, dtype=np.float64) for name, column in columns.items()}
    for column in (target, *values.values()):
        if chosen.ndim != 2 or column.shape != chosen.shape[:1]:
            raise InputError(
                f"There are {column.shape} values for subsets of shape {chosen.shape}; give one "
                "value per subset."
            )
    used = {name: ~(np.isnan(column) | np.isnan(target)) for name, column in values.items()}
    ranks = np.array([_unit_ranks(values[name], used[name]) for name in values])
    coefficients = [
        _coefficient(rank, _unit_ranks(target, used[name]))
        for name, rank in zip(values, ranks, strict=True)
    ]
    defined = np.flatnonzero(~np.isnan(coefficients))
    effective = np.full(len(values), np.nan)
    critical = 0.0
    if defined.size:
        everywhere = _unit_ranks(target, ~np.isnan(target))
        n_used = np.array([np.count_nonzero(column) for column in used.values()])[defined]
        covariance = _covariance(ranks[defined], everywhere, chosen, n_members, n_used)
        effective[defined] = 1.0 + 1.0 / covariance.diagonal()
        critical = _critical(covariance, level)
    return {
        name: _interval(value, effective[i], critical, used[name])
        for i, (name, value) in enumerate(zip(values, coefficients, strict=True))
    }


def rank_correlation_matrix(columns: Mapping[str, ArrayLike]) -> Floats:
    """Return ``(m, m)`` Spearman correlations of m columns, each over the pairs for which both
    columns have a value.

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


def alike(columns: Mapping[str, ArrayLike], least: float) -> tuple[tuple[str, ...], ...]:
    """Return the columns in groups that rank alike: columns that correlate above *least* are in one
    group.

    Columns that cannot be ranked (constant, or fewer than three values) are in no group.
    """
    names = list(columns)
    table = rank_correlation_matrix(columns)
    groups: list[set[int]] = []
    for i in np.flatnonzero(~np.isnan(table.diagonal())):
        near = {int(j) for j in np.flatnonzero(table[i] > least)} | {int(i)}
        joined = [group for group in groups if group & near]
        groups = [group for group in groups if not group & near]
        groups.append(near.union(*joined))
    return tuple(tuple(names[j] for j in sorted(group)) for group in sorted(groups, key=min))


def _levelled(values: Floats) -> Floats:
    """Return the values with those made equal that differ by rounding alone, so that they tie.

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


def _unit_ranks(values: Floats, used: NDArray[np.bool_]) -> Floats:
    """Return the mean ranks of the used values, centred and of length 1; 0 for unused values and
    where all values tie."""
    out = np.zeros(len(values))
    if np.count_nonzero(used) < 3:
        return out
    ranks = rankdata(_levelled(values[used]))
    ranks -= ranks.mean()
    length = float(np.sqrt(ranks @ ranks))
    if length > 0:
        out[used] = ranks / length
    return out


def _coefficient(first: Floats, second: Floats) -> float:
    if not first.any() or not second.any():
        return float("nan")
    return float(np.clip(first @ second, -1.0, 1.0))


def _covariance(
    ranks: Floats,
    target: Floats,
    members: NDArray[Any],
    n_members: int,
    n_used: NDArray[np.intp],
) -> Floats:
    """Return the covariances of the coefficients over all ways to draw the members into subsets,
    by the formula above. No variance is below that of ``n_used`` independent pairs."""
    n_subsets, size = members.shape
    chosen = np.zeros((n_subsets, n_members), dtype=np.float32)
    np.put_along_axis(chosen, members, 1.0, axis=1)
    sides = np.vstack([ranks, target]).T  # (S, columns + 1)
    same = ranks @ ranks.T
    kernels = _overlap_kernels(n_members, size)
    sums = [np.zeros((sides.shape[1],) * 2) for _ in kernels]
    squares = [0.0 for _ in kernels]
    for start in range(0, n_subsets, _ROWS_AT_A_TIME):
        block = slice(start, start + _ROWS_AT_A_TIME)
        overlap = (chosen[block] @ chosen.T).astype(np.intp)  # small whole numbers: exact
        for r, kernel in enumerate(kernels):
            weights = kernel[overlap]
            sums[r] += sides[block].T @ (weights @ sides)
            squares[r] += float((weights**2).sum())
    covariance, left = same.copy(), 1.0
    for total, square in zip(sums, squares, strict=True):
        between = total - sides.T @ sides  # pairs of different subsets
        square -= n_subsets
        if square <= 0:
            continue
        share = n_subsets * between[-1, -1] / square + np.sqrt(2.0 / square)
        share = float(np.clip(share, 0.0, left))
        left -= share
        covariance += share * between[:-1, :-1]
    covariance /= n_subsets
    # A column and y that vary by members and by pairs alone would have a variance of 0; ranks do
    # not keep the two apart.
    floor = np.maximum(1.0 / np.maximum(n_used - 1, 1) - covariance.diagonal(), 0.0)
    return np.asarray(covariance + np.diag(floor))


def _overlap_kernels(n_members: int, size: int) -> list[Floats]:
    """Return E₁ and E₂ by overlap 0…size, as far as they exist for subsets of this size."""
    overlaps = np.arange(max(0, 2 * size - n_members), size + 1)
    law = hypergeom.pmf(overlaps, n_members, size, size)
    basis = [np.ones(len(overlaps))]
    kernels = []
    for degree in range(1, min(3, len(overlaps))):
        power = (overlaps - overlaps.mean()) ** float(degree)
        for _ in range(2):  # twice, for rounding
            for lower in basis:
                power = power - lower * (law @ (power * lower)) / (law @ lower**2)
        basis.append(power)
        kernel = np.zeros(size + 1)
        kernel[overlaps] = power / power[-1]
        kernels.append(kernel)
    return kernels


def _critical(covariance: Floats, level: float) -> float:
    """Return the quantile of the largest absolute value of normal deviates with these
    correlations."""
    spread = np.sqrt(covariance.diagonal())
    values, vectors = np.linalg.eigh(covariance / np.outer(spread, spread))
    root = vectors * np.sqrt(np.maximum(values, 0.0))
    draws = np.random.default_rng(0).standard_normal((_NORMAL_DRAWS, len(root))) @ root.T
    return float(np.quantile(np.abs(draws).max(axis=1), level))


def _interval(
    value: float, effective: float, critical: float, used: NDArray[np.bool_]
) -> RankCorrelation:
    n = int(np.count_nonzero(used))
    left_out = len(used) - n
    if np.isnan(value):
        return RankCorrelation(value, np.nan, np.nan, n, left_out)
    if effective < LEAST_EFFECTIVE:
        return RankCorrelation(value, -1.0, 1.0, n, left_out, float(effective))
    # A perfect order of finitely many pairs does not prove a perfect relation.
    most = 1.0 - 0.5 / effective
    centre = np.arctanh(np.clip(value, -most, most))
    by_chance = spearman_quantile(float(norm.sf(critical)), effective)
    if by_chance >= 1.0:
        return RankCorrelation(value, -1.0, 1.0, n, left_out, float(effective))
    width = max(critical * np.sqrt(_FIELLER / (effective - 3.0)), np.arctanh(by_chance))
    low, high = np.tanh(centre - width), np.tanh(centre + width)
    return RankCorrelation(
        value, float(min(low, value)), float(max(high, value)), n, left_out, float(effective)
    )


def _pearson(a: Floats, b: Floats) -> float:
    a, b = a - a.mean(), b - b.mean()
    spread = float((a @ a) * (b @ b))
    return float(np.clip((a @ b) / np.sqrt(spread), -1.0, 1.0)) if spread > 0 else float("nan")
