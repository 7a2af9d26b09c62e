"""Gram matrices of −1, 0, +1 tables over a multiset of rows that changes a little.

Sums of products of −1, 0, +1 are whole numbers: a float32 product over at most 2²⁴ rows is exact,
and the running sum is kept in float64.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]

# Rows turned into float32 at a time: 32,768 × 301 members are 40 MB, far below 2²⁴ rows.
_CHUNK = 32_768


@dataclass(frozen=True, eq=False)
class CountedTable:
    """Rows of −1, 0, +1, each counted as often as it occurs.

    Attributes
    ----------
    table
        (M, L+1) int8: M rows, the L members' outputs and, last, the all-right vector 1.
    inverse
        (N,) which row each original row is; None when they are the same rows.
    counts
        (M,) how often each occurs; None when each occurs once.
    """

    table: NDArray[np.int8]
    inverse: Indices | None = None
    counts: Indices | None = None

    @classmethod
    def of(cls, outputs: NDArray[np.int8]) -> CountedTable:
        """Every row once, in the given order."""
        return cls(np.hstack([outputs, np.ones((len(outputs), 1), dtype=np.int8)]))

    @classmethod
    def merged(cls, outputs: NDArray[np.int8], keys: NDArray[np.uint8]) -> CountedTable:
        """Rows with equal keys (N, bytes) merged, if at least a fifth of them go that way.

        Above that share of distinct rows, looking up which is which costs more than it saves.
        """
        if _n_distinct_hashes(keys) > 0.8 * len(outputs):
            return cls.of(outputs)
        whole = np.ascontiguousarray(keys).view(f"V{keys.shape[1]}").ravel()
        _, first, inverse, counts = np.unique(
            whole, return_index=True, return_inverse=True, return_counts=True
        )
        return cls(cls.of(outputs[first]).table, inverse.ravel(), counts)

    @cached_property
    def gram(self) -> Floats:
        """(L+1, L+1) Σ row rowᵀ over all rows, each as often as it occurs. Not to be written to."""
        total = np.zeros((self.table.shape[1],) * 2)
        self.add_to(total, None, None)
        if self.counts is not None:
            repeated = np.flatnonzero(self.counts > 1)
            self.add_to(total, repeated, self.counts[repeated] - 1)
        return total

    def add_to(self, gram: Floats, rows: Indices | None, times: Indices | None) -> None:
        """gram += Σ times · row rowᵀ over the given rows (None: over all, once each)."""
        for start in range(0, len(self.table) if rows is None else rows.size, _CHUNK):
            part = slice(start, start + _CHUNK)
            block = self.table[part if rows is None else rows[part]].astype(np.float32)
            # block.T @ block is one symmetric product, half the work of a general one.
            other = block if times is None else block * times[part][:, None].astype(np.float32)
            gram += block.T @ other

    def merged_weights(self, alpha: Floats) -> Floats:
        """(M,) the weight of each row when the original rows have weights α (N,)."""
        if self.inverse is None:
            return alpha
        return np.bincount(self.inverse, alpha, len(self.table)).astype(np.float64)

    def weighted_gram_rows(self, members: Indices, weights: Floats) -> Floats:
        """(n, L+1) the given members' rows of Σ weight · row rowᵀ, in float64."""
        total = np.zeros((members.size, self.table.shape[1]))
        used = np.flatnonzero(weights)
        for start in range(0, used.size, _CHUNK):
            part = used[start : start + _CHUNK]
            rows = self.table[part].astype(np.float64)
            total += (rows[:, members] * weights[part][:, None]).T @ rows
        return total

    def count(self, chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
        """(M,) how many of the chosen original rows (N,) each row stands for."""
        if self.inverse is None:
            return chosen.astype(np.int64)
        return np.bincount(self.inverse[chosen], minlength=len(self.table)).astype(np.int64)


class BlendedGram:
    """Σ α_k row_k row_kᵀ while α moves; equals ``factor · unscaled``.

    A hinge round changes α to keep·α + gain·1_E, so the Gram matrix to keep·S + gain·G_E; and G_E,
    of the error set alone, changes only by the rows that entered or left it.
    """

    def __init__(self, table: CountedTable) -> None:
        self._table = table
        self._held = np.zeros(len(table.table), dtype=np.int64)
        self._held_gram: Floats = np.zeros((table.table.shape[1],) * 2)
        self._buffer = np.empty_like(self._held_gram)
        self.unscaled: Floats = table.gram
        self.factor = 1.0

    def start(self, weight: float) -> None:
        """Every row with the same weight."""
        self.unscaled, self.factor = self._table.gram.copy(), weight

    def blend(self, keep: float, gain: float, error_set: NDArray[np.bool_]) -> None:
        """α becomes keep·α + gain on the rows of the error set (N,)."""
        self._hold(self._table.count(error_set))
        if keep == 0.0:
            self.unscaled, self.factor = self._held_gram.copy(), gain
            return
        self.factor *= keep
        if self.factor < 1e-100:  # thousands of strongly damped rounds: stay far from underflow
            self.unscaled *= self.factor
            self.factor = 1.0
        # NumPy and not BLAS: its elementwise operations round alike wherever an entry stands, so
        # the entries of equal members stay equal to the last bit.
        np.multiply(self._held_gram, gain / self.factor, out=self._buffer)
        self.unscaled += self._buffer

    def replace(self, alpha: Floats) -> None:
        """Any new α (N,)."""
        weights = self._table.merged_weights(alpha)
        everything = np.arange(self._table.table.shape[1])
        self.unscaled = self._table.weighted_gram_rows(everything, weights)
        self.factor = 1.0

    def scaled(self) -> Floats:
        """The Gram matrix itself."""
        return np.asarray(self.unscaled * self.factor)

    def _hold(self, counts: NDArray[np.int64]) -> None:
        change = counts - self._held
        moved = np.flatnonzero(change)
        wanted = np.flatnonzero(counts)
        if moved.size <= wanted.size:
            self._table.add_to(self._held_gram, moved, change[moved])
        else:
            self._held_gram[:] = 0.0
            self._table.add_to(self._held_gram, wanted, counts[wanted])
        self._held = counts


def _n_distinct_hashes(keys: NDArray[np.uint8]) -> int:
    """How many rows of bytes differ, by a 64-bit hash: sorting those is cheap."""
    words = np.zeros((len(keys), -(-keys.shape[1] // 8) * 8), dtype=np.uint8)
    words[:, : keys.shape[1]] = keys
    multipliers = np.random.default_rng(0).integers(1, 2**63, words.shape[1] // 8, dtype=np.uint64)
    return np.unique(words.view(np.uint64) @ (multipliers | np.uint64(1))).size
