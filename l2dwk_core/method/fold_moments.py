"""For every fold, the sums with equal kernel weights over all rows outside the fold.

The sum over the rows outside a fold is the sum over all rows minus the sum over the fold. So k
folds need one pass over the rows. Summing the rows outside each fold separately needs k − 1 passes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.types import Floats, Indices
from l2dwk_core.method.kernels import Moments
from l2dwk_core.method.moments import pairwise_moments
from l2dwk_core.oracle.oracle import Oracle

# The number of cells converted to float32 at a time; they take 33 MB.
_CELLS = 8_000_000


class FoldMoments:
    """The moments of ±1 votes, complete or with gaps, on the rows outside each fold.

    Every row must be in exactly one fold, and at least one member must be allowed to judge it. Sums
    of −1, 0, +1 are whole numbers, which float32 holds exactly up to 2²⁴ rows in a fold. So the
    differences of sums equal the sums over the rows outside a fold exactly.
    """

    def __init__(self, oracle: Oracle, folds: Sequence[Indices]) -> None:
        self._sizes = [len(rows) for rows in folds]
        self._products = _OutsideSums([_gram(oracle.matrix, rows) for rows in folds])
        self._weights: _OutsideSums | None = None
        if oracle.available is not None:
            mask = oracle.available.view(np.int8)
            self._weights = _OutsideSums([_gram(mask, rows) for rows in folds])

    def outside(self, fold: int) -> Moments:
        """Return the moments with α = 1/n on the n rows that are not in this fold."""
        share = 1.0 / (sum(self._sizes) - self._sizes[fold])
        products = self._products.outside(fold, share)
        if self._weights is None:
            return Moments.of_table(products)
        return pairwise_moments(products, self._weights.outside(fold, share))[0]


class _OutsideSums:
    """The Gram matrices of the folds, and their sum."""

    def __init__(self, parts: list[NDArray[np.float32]]) -> None:
        self._parts = parts
        self._total = np.zeros(parts[0].shape)
        for part in parts:
            self._total += part

    def outside(self, fold: int, share: float) -> Floats:
        """Return (L+1, L+1) *share* times the difference of the sum and the matrix of this fold.

        The result is a new array.
        """
        rest = self._total - self._parts[fold]
        rest *= share
        return np.asarray(rest)


def _gram(outputs: NDArray[np.int8], rows: Indices) -> NDArray[np.float32]:
    """Return (L+1, L+1) Σ row rowᵀ over these rows, where each row has a 1 added at its end."""
    width = outputs.shape[1] + 1
    total = np.zeros((width, width), dtype=np.float32)
    step = max(1, _CELLS // width)
    for start in range(0, len(rows), step):
        part = rows[start : start + step]
        block = np.ones((len(part), width), dtype=np.float32)
        block[:, :-1] = outputs[part]
        total += block.T @ block
    return total
