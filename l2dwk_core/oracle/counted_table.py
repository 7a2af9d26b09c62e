"""The distinct rows of an oracle with their counts, and exact sums over them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.types import Floats, Indices
from l2dwk_core.oracle.row_cache import RowCache

# Rows turned into float32 at a time: 32,768 × 301 members are 40 MB, far below 2²⁴ rows.
_CHUNK = 32_768


# A table of up to so many cells (40 MB) is turned into float32 once and kept.
_CELLS_KEPT = 10_000_000


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
        """Return a table with every row once, in the given order."""
        return cls(np.hstack([outputs, np.ones((len(outputs), 1), dtype=np.int8)]))

    @classmethod
    def merged(cls, outputs: NDArray[np.int8], keys: NDArray[np.uint8]) -> CountedTable:
        """Return a table in which rows with equal keys (N, bytes) are merged, if that removes at
        least a fifth of the rows.

        With more distinct rows than that, finding equal rows costs more time than it saves.
        """
        if _n_distinct_hashes(keys) > 0.8 * len(outputs):
            return cls.of(outputs)
        whole = np.ascontiguousarray(keys).view(f"V{keys.shape[1]}").ravel()
        _, first, inverse, counts = np.unique(
            whole, return_index=True, return_inverse=True, return_counts=True
        )
        table = np.ones((len(first), outputs.shape[1] + 1), dtype=np.int8)
        np.take(outputs, first, axis=0, out=table[:, :-1])
        return cls(table, inverse.ravel(), counts)

    @property
    def n_rows(self) -> int:
        """Return N, the number of original rows."""
        return len(self.table if self.inverse is None else self.inverse)

    @cached_property
    def by_member(self) -> NDArray[np.int8]:
        """Return the (L, M) outputs, with each member's outputs side by side in memory."""
        return np.ascontiguousarray(self.table.T[:-1])

    def counted_rows(
        self, members: Indices, rows: Indices | None = None, times: Indices | None = None
    ) -> Floats | NDArray[np.float32]:
        """Return the (n, L+1) rows of the given members in Σ times · row rowᵀ over the given rows.
        The sums are exact.

        ``rows`` None: over all rows, each as often as it occurs.
        """
        times = self.counts if rows is None else times
        size = len(self.table) if rows is None else len(rows)
        if size <= _CHUNK:
            return self._counted_part(members, rows, times)
        total = np.zeros((members.size, self.table.shape[1]))
        for start in range(0, size, _CHUNK):
            part = slice(start, start + _CHUNK)
            total += self._counted_part(
                members,
                np.arange(size)[part] if rows is None else rows[part],
                None if times is None else times[part],
            )
        return total

    def whole_rows(self, members: Indices) -> Floats | NDArray[np.float32]:
        """Return the same (n, L+1) rows summed over all rows of the table. They are kept for the
        next run and must not be written to."""
        rows: Floats | NDArray[np.float32] = self._whole.rows(members)
        return rows

    def weighted_rows(self, members: Indices, weights: Floats) -> Floats:
        """Return the (n, L+1) rows of the given members in Σ weight · row rowᵀ, in float64."""
        total = np.zeros((members.size, self.table.shape[1]))
        used = weights.nonzero()[0]
        for start in range(0, used.size, _CHUNK):
            part = used[start : start + _CHUNK]
            rows = self.table[part].astype(np.float64)
            total += (rows[:, members] * weights[part][:, None]).T @ rows
        return total

    def merged_weights(self, alpha: Floats) -> Floats:
        """Return the (M,) weights of the rows when the original rows have the weights α (N,)."""
        if self.inverse is None:
            return alpha
        return np.bincount(self.inverse, alpha, len(self.table)).astype(np.float64)

    def count(self, chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return (M,) how many of the chosen original rows (N,) each row stands for."""
        if self.inverse is None:
            return chosen.astype(np.int64)
        return np.bincount(self.inverse[chosen], minlength=len(self.table)).astype(np.int64)

    def spread(self, values: Floats) -> Floats:
        """Return (N,) values for the original rows from (M,) values for the merged rows."""
        return values if self.inverse is None else values[self.inverse]

    @cached_property
    def _whole(self) -> RowCache:
        return RowCache(self.counted_rows, self.table.shape[1])

    def _counted_part(
        self, members: Indices, rows: Indices | None, times: Indices | None
    ) -> NDArray[np.float32]:
        block = self._single(rows)
        left = block.take(members, axis=1)
        if times is not None:
            left *= times[:, None].astype(np.float32)
        return np.asarray(left.T @ block)

    def _single(self, rows: Indices | None) -> NDArray[np.float32]:
        if self.table.size <= _CELLS_KEPT:
            return self._all_single if rows is None else self._all_single.take(rows, axis=0)
        return (self.table if rows is None else self.table[rows]).astype(np.float32)

    @cached_property
    def _all_single(self) -> NDArray[np.float32]:
        return self.table.astype(np.float32)


def _n_distinct_hashes(keys: NDArray[np.uint8]) -> int:
    """Return how many rows of bytes differ, by a 64-bit hash. Sorting hashes costs little."""
    words = np.zeros((len(keys), -(-keys.shape[1] // 8) * 8), dtype=np.uint8)
    words[:, : keys.shape[1]] = keys
    multipliers = np.random.default_rng(0).integers(1, 2**63, words.shape[1] // 8, dtype=np.uint64)
    return np.unique(words.view(np.uint64) @ (multipliers | np.uint64(1))).size
