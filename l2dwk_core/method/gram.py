"""Rows of the Gram matrix of a −1, 0, +1 table while the row weights change a little in each round.

Only members that a solver asks for get a row: about 100 of 301 members in a whole run. Sums of
products of −1, 0, +1 are whole numbers, so a float32 product over at most 2²⁴ rows is exact.
Running sums with real weights are kept in float64.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.types import Floats, Indices
from l2dwk_core.oracle.counted_table import CountedTable

_ALL_RIGHT = np.array([-1])


class WeightedGram:
    """Rows of Σ α_k row_k row_kᵀ for changing α.

    A hinge round changes α to keep·α + gain·1_E. So the Gram matrix changes to keep·S + gain·G_E,
    where G_E is that of the error set alone and changes only by the rows that entered or left the
    set. A row is computed from α when it is first asked for; from then on it is updated.
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
        """Begin with the same weight on every row."""
        self.replace(alpha)
        self._touched[:] = False
        self._untouched = float(alpha[0])

    def replace(self, alpha: Floats) -> None:
        """Take any new α (N,)."""
        self._alpha = alpha
        self._forget()
        self._touched[:] = True
        self._untouched = 0.0

    def blend(self, alpha: Floats, keep: float, gain: float, error_set: NDArray[np.bool_]) -> None:
        """Take the new α (N,), which is keep·(old α), plus gain on the rows of the error set
        (N,)."""
        counts = self._table.count(error_set)
        self._alpha = alpha
        self._hold(counts)
        inside = counts > 0
        self._touched = inside if keep == 0.0 else self._touched | inside
        self._untouched *= keep
        # NumPy and not BLAS: elementwise operations round in the same way at every position. So
        # equal members whose rows were computed together keep entries that are equal to the last
        # bit.
        self._sums *= keep
        self._sums += gain * self._held_sums

    def all_right(self) -> Floats:
        """Return the (L+1,) row of the all-right vector 1."""
        place = int(self._places(_ALL_RIGHT)[0])
        return np.array(self._sums[place])

    def entries(self, members: Indices, columns: Indices) -> Floats:
        """Return (n, m) entries by position. The last position is the all-right vector 1."""
        places = self._places(members)
        return np.asarray(self._sums.take(places[:, None] * self._sums.shape[1] + columns))

    def product(self, members: Indices, weights: Floats) -> Floats:
        """Return (L+1,) the weighted sum of the given members' rows."""
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
        """Return the members' rows, computed from α. Rows of the table that never were in an
        error set share one weight: their contribution is counted, and only the other rows are
        weighted."""
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
