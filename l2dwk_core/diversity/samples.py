"""A checked oracle with its row weights, and the two summaries every measure is read from.

With row weights α the sample is a distribution with probability α_k of row k. Each measure is a
function of that distribution, so whole-number weights are the same as repeated rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from l2dwk_core.diversity import checks

# Rows per Gram product. A float32 product of 0/1 columns is a sum of ones, exact up to 2²⁴ rows;
# blocks stay far below it and are added up in float64 (exact to 2⁵³), so counts are exact for any
# table that fits in memory and the float copy of a block stays at a few megabytes.
BLOCK_ROWS = 16_384

Matrix = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class PairCells:
    """The 2×2 table of every ordered pair (i, j) of members. Each cell is an (L, L) matrix.

    Cells are counts of rows, or sums of α when rows are weighted.
    """

    both_right: Matrix
    only_first: Matrix
    only_second: Matrix
    both_wrong: Matrix

    @cached_property
    def differ(self) -> Matrix:
        """Return the weight of the rows on which exactly one of the two is right."""
        return self.only_first + self.only_second

    @cached_property
    def total(self) -> Matrix:
        """Return the weight of all rows, summed per cell so that no share of it exceeds 1 by
        rounding."""
        return (self.both_right + self.both_wrong) + self.differ


@dataclass(frozen=True, eq=False)
class OracleSample:
    """The oracle's rows that have weight.

    Attributes
    ----------
    signs
        ``(n_samples, n_members)`` int8 in {−1, +1}.
    alpha
        ``(n_samples,)`` positive shares summing to 1, or None when all rows count the same.
    """

    signs: NDArray[np.int8]
    alpha: NDArray[np.float64] | None

    @classmethod
    def read(cls, oracle: ArrayLike, weights: ArrayLike | None = None) -> OracleSample:
        """Check an oracle and its row weights; rows of no weight are left out."""
        signs = checks.oracle_matrix(oracle)
        if weights is None:
            return cls(signs, None)
        alpha = checks.shares(weights, signs.shape[0], one_each="row")
        kept = alpha > 0
        return cls(signs[kept], alpha[kept])

    @property
    def n_members(self) -> int:
        """Return L, the number of members."""
        return int(self.signs.shape[1])

    @cached_property
    def n_right(self) -> NDArray[np.int64]:
        """Return l_k, how many members are right on each row."""
        # From the row sum l − (L − l), which is quicker than counting along rows.
        right: NDArray[np.int64] = (self.signs.sum(axis=1, dtype=np.int64) + self.n_members) // 2
        return right

    @cached_property
    def n_wrong(self) -> NDArray[np.int64]:
        """Return L − l_k, how many members are wrong on each row."""
        return self.n_members - self.n_right

    def mean(self, values: NDArray[np.number[Any]] | NDArray[np.bool_]) -> float:
        """Return the mean over rows under α. Without weights, integers are summed exactly before
        dividing."""
        if self.alpha is None:
            return float(values.sum() / len(values))
        return float(self.alpha @ values)

    @cached_property
    def constant_members(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return the members that are right on every row and the members that are wrong on every
        row."""
        return np.flatnonzero((self.signs > 0).all(axis=0)), np.flatnonzero(
            (self.signs < 0).all(axis=0)
        )

    @cached_property
    def pairs(self) -> PairCells:
        """Return the 2×2 tables of all pairs."""
        return _counted(self.signs) if self.alpha is None else _weighted(self.signs, self.alpha)


def _counted(signs: NDArray[np.int8]) -> PairCells:
    n_samples, n_members = signs.shape
    both = np.zeros((n_members, n_members))
    for start in range(0, n_samples, BLOCK_ROWS):
        right = (signs[start : start + BLOCK_ROWS] > 0).astype(np.float32)
        both += right.T @ right
    right_counts = np.diag(both)
    only_first = right_counts[:, None] - both
    both_wrong = n_samples - right_counts[None, :] - only_first
    return PairCells(both, only_first, only_first.T, both_wrong)


def _weighted(signs: NDArray[np.int8], alpha: NDArray[np.float64]) -> PairCells:
    """Return the cells, each computed as a sum of non-negative terms.

    Taking one product and subtracting, as counts may, would leave rounding where a cell has no
    rows at all, and a perfect member would get a made-up Q instead of none.
    """
    n_samples, n_members = signs.shape
    both_right, only_first, both_wrong = np.zeros((3, n_members, n_members))
    for start in range(0, n_samples, BLOCK_ROWS):
        block = slice(start, start + BLOCK_ROWS)
        right = (signs[block] > 0).astype(np.float64)
        wrong = 1.0 - right
        mass_right = right * alpha[block, None]
        both_right += mass_right.T @ right
        only_first += mass_right.T @ wrong
        both_wrong += (wrong * alpha[block, None]).T @ wrong
    return PairCells(_symmetric(both_right), only_first, only_first.T, _symmetric(both_wrong))


def _symmetric(matrix: Matrix) -> Matrix:
    # A product of two different factors is symmetric only up to the order of its sums.
    return (matrix + matrix.T) / 2
