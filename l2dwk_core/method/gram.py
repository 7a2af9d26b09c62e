"""Rows of Gram matrices of −1, 0, +1 tables over a multiset of rows that changes a little.

Only the members a solver asks about get a row: of 301 members some 100 in a whole run. Sums of
products of −1, 0, +1 are whole numbers: a float32 product over at most 2²⁴ rows is exact; running
sums with real weights are kept in float64.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.oracle.row_cache import RowCache

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]

# Rows turned into float32 at a time: 32,768 × 301 members are 40 MB, far below 2²⁴ rows.
_CHUNK = 32_768
# A table of up to so many cells (40 MB) is turned into float32 once and kept.
_CELLS_KEPT = 10_000_000


_ALL_RIGHT = np.array([-1])


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
        table = np.ones((len(first), outputs.shape[1] + 1), dtype=np.int8)
        np.take(outputs, first, axis=0, out=table[:, :-1])
        return cls(table, inverse.ravel(), counts)

    @property
    def n_rows(self) -> int:
        """N, the original rows."""
        return len(self.table if self.inverse is None else self.inverse)

    @cached_property
    def by_member(self) -> NDArray[np.int8]:
        """(L, M): each member's outputs side by side in memory."""
        return np.ascontiguousarray(self.table.T[:-1])

    def counted_rows(
        self, members: Indices, rows: Indices | None = None, times: Indices | None = None
    ) -> Floats | NDArray[np.float32]:
        """(n, L+1) the given members' rows of Σ times · row rowᵀ over the given rows, exact.

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
        """(n, L+1) the same over all rows, kept for the next run. Not to be written to."""
        rows: Floats | NDArray[np.float32] = self._whole.rows(members)
        return rows

    def weighted_rows(self, members: Indices, weights: Floats) -> Floats:
        """(n, L+1) the given members' rows of Σ weight · row rowᵀ, in float64."""
        total = np.zeros((members.size, self.table.shape[1]))
        used = weights.nonzero()[0]
        for start in range(0, used.size, _CHUNK):
            part = used[start : start + _CHUNK]
            rows = self.table[part].astype(np.float64)
            total += (rows[:, members] * weights[part][:, None]).T @ rows
        return total

    def merged_weights(self, alpha: Floats) -> Floats:
        """(M,) the weight of each row when the original rows have weights α (N,)."""
        if self.inverse is None:
            return alpha
        return np.bincount(self.inverse, alpha, len(self.table)).astype(np.float64)

    def count(self, chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
        """(M,) how many of the chosen original rows (N,) each row stands for."""
        if self.inverse is None:
            return chosen.astype(np.int64)
        return np.bincount(self.inverse[chosen], minlength=len(self.table)).astype(np.int64)

    def spread(self, values: Floats) -> Floats:
        """(N,) for the original rows what is (M,) for the merged ones."""
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


class BlendedGram:
    """Rows of Σ α_k row_k row_kᵀ while α moves.

    A hinge round changes α to keep·α + gain·1_E, so the Gram matrix to keep·S + gain·G_E; and G_E,
    of the error set alone, changes only by the rows that entered or left it. A row that is asked
    for the first time is made from α itself; from then on it is kept up to date.
    """

    def __init__(self, table: CountedTable) -> None:
        self._table = table
        width = table.table.shape[1]
        self._position = np.full(width, -1)
        self._members = np.empty(0, dtype=np.intp)
        self._sums: Floats = np.empty((0, width))
        self._held_sums: Floats = np.empty((0, width))
        self._held = np.zeros(len(table.table), dtype=np.int64)
        self._touched = np.zeros(len(table.table), dtype=np.bool_)
        self._untouched = 0.0
        self._alpha: Floats = np.zeros(table.n_rows)

    def start(self, alpha: Floats) -> None:
        """Every row with the same weight."""
        self.replace(alpha)
        self._touched[:] = False
        self._untouched = float(alpha[0])

    def replace(self, alpha: Floats) -> None:
        """Any new α (N,)."""
        self._alpha = alpha
        self._forget()
        self._touched[:] = True
        self._untouched = 0.0

    def blend(self, alpha: Floats, keep: float, gain: float, error_set: NDArray[np.bool_]) -> None:
        """α, which was keep·(old α) + gain on the rows of the error set (N,)."""
        counts = self._table.count(error_set)
        self._alpha = alpha
        self._hold(counts)
        inside = counts > 0
        self._touched = inside if keep == 0.0 else self._touched | inside
        self._untouched *= keep
        # NumPy and not BLAS: its elementwise operations round alike wherever an entry stands, so
        # the entries of equal members that began together stay equal to the last bit.
        self._sums *= keep
        self._sums += gain * self._held_sums

    def all_right(self) -> Floats:
        """(L+1,) the row of the all-right vector 1."""
        place = int(self._places(_ALL_RIGHT)[0])
        return np.array(self._sums[place])

    def entries(self, members: Indices, columns: Indices) -> Floats:
        """(n, m) by position; the last position is the all-right vector 1."""
        places = self._places(members)
        return np.asarray(self._sums.take(places[:, None] * self._sums.shape[1] + columns))

    def product(self, members: Indices, weights: Floats) -> Floats:
        """(L+1,) the rows of the given members, weighted and added."""
        places = self._places(members)
        spread = np.zeros(len(self._sums))
        spread[places] = weights
        return np.asarray(spread @ self._sums)

    def _places(self, members: Indices) -> Indices:
        places = self._position[members]
        if places.min() < 0:
            self._begin(members[places < 0])
            places = self._position[members]
        return places

    def _begin(self, members: Indices) -> None:
        self._position[members] = np.arange(members.size) + self._members.size
        self._members = np.concatenate([self._members, members])
        self._sums = np.concatenate([self._sums, self._fresh(members)])
        held = self._held.nonzero()[0]
        counted = self._table.counted_rows(members, held, self._held[held])
        self._held_sums = np.concatenate([self._held_sums, counted])

    def _fresh(self, members: Indices) -> Floats:
        """Their rows from α. Rows of the table that never were in an error set share one weight:
        what they contribute is counted, and only the others are weighted."""
        weights = self._table.merged_weights(self._alpha)
        if self._untouched == 0.0:
            return self._table.weighted_rows(members, weights)
        everything = np.multiply(self._table.whole_rows(members), self._untouched, dtype=np.float64)
        if not self._touched.any():
            return everything
        counts = self._table.counts
        usual = self._untouched if counts is None else self._untouched * counts
        return everything + self._table.weighted_rows(
            members, np.where(self._touched, weights - usual, 0.0)
        )

    def _forget(self) -> None:
        self._position[self._members] = -1
        self._members = self._members[:0]
        self._sums, self._held_sums = self._sums[:0], self._held_sums[:0]

    def _hold(self, counts: NDArray[np.int64]) -> None:
        change = counts - self._held
        moved = change.nonzero()[0]
        self._held = counts
        if self._members.size == 0:
            return
        if moved.size <= np.count_nonzero(counts):
            self._held_sums += self._table.counted_rows(self._members, moved, change[moved])
        else:
            wanted = counts.nonzero()[0]
            self._held_sums[:] = self._table.counted_rows(self._members, wanted, counts[wanted])


def _n_distinct_hashes(keys: NDArray[np.uint8]) -> int:
    """How many rows of bytes differ, by a 64-bit hash: sorting those is cheap."""
    words = np.zeros((len(keys), -(-keys.shape[1] // 8) * 8), dtype=np.uint8)
    words[:, : keys.shape[1]] = keys
    multipliers = np.random.default_rng(0).integers(1, 2**63, words.shape[1] // 8, dtype=np.uint64)
    return np.unique(words.view(np.uint64) @ (multipliers | np.uint64(1))).size
