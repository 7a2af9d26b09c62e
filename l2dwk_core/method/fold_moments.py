"""Weighted sums under equal weights on all rows but those of one fold, for every fold.

A sum over the rows that are not in a fold is the sum over all rows minus the sum over the fold. So
k folds cost one pass over the rows, where learning on each fold's other rows apart takes k − 1.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.types import Floats, Indices
from l2dwk_core.method.kernels import Moments
from l2dwk_core.method.moments import pairwise_moments
from l2dwk_core.oracle.oracle import Oracle

# Cells turned into float32 at a time, 33 MB.
_CELLS = 8_000_000


class FoldMoments:
    """Moments of ±1 votes, complete or with gaps, on the rows outside each fold.

    Every row must be in one fold and have a member that may judge it. Sums of −1, 0, +1 are whole
    numbers, which float32 holds up to 2²⁴ rows a fold: the sums outside a fold are those that its
    rows alone would give, to the last bit.
    """

    def __init__(self, oracle: Oracle, folds: Sequence[Indices]) -> None:
        self._sizes = [len(rows) for rows in folds]
        self._products = _OutsideSums([_gram(oracle.matrix, rows) for rows in folds])
        self._weights: _OutsideSums | None = None
        if oracle.available is not None:
            mask = oracle.available.view(np.int8)
            self._weights = _OutsideSums([_gram(mask, rows) for rows in folds])

    def outside(self, fold: int) -> Moments:
        """The moments under α = 1/n on the n rows that are not in this fold."""
        share = 1.0 / (sum(self._sizes) - self._sizes[fold])
        products = self._products.outside(fold, share)
        if self._weights is None:
            return Moments.of_table(products)
        return pairwise_moments(products, self._weights.outside(fold, share))[0]


class _OutsideSums:
    """Gram matrices of folds, and their total."""

    def __init__(self, parts: list[NDArray[np.float32]]) -> None:
        self._parts = parts
        self._total = np.zeros(parts[0].shape)
        for part in parts:
            self._total += part

    def outside(self, fold: int, share: float) -> Floats:
        """(L+1, L+1) the total minus this fold's, times *share*; a new array."""
        rest = self._total - self._parts[fold]
        rest *= share
        return np.asarray(rest)


def _gram(outputs: NDArray[np.int8], rows: Indices) -> NDArray[np.float32]:
    """(L+1, L+1) Σ row rowᵀ over these rows, with 1 as one more output at the end."""
    width = outputs.shape[1] + 1
    total = np.zeros((width, width), dtype=np.float32)
    step = max(1, _CELLS // width)
    for start in range(0, len(rows), step):
        part = rows[start : start + step]
        block = np.ones((len(part), width), dtype=np.float32)
        block[:, :-1] = outputs[part]
        total += block.T @ block
    return total
