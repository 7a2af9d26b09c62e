"""Votes of many subsets at once, and of one subset while members are added and removed.

Search methods need one number thousands of times: how often the plurality would be wrong if a
member joined or left. A table of votes per row and class answers it for all members in one look-up,
because a single vote changes a row's outcome only through its class.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.types import Floats, Indices
from l2dwk_core.oracle.oracle import Oracle

# Stands for "no rival" in the true class's own column; far from overflow in int32.
_NO_RIVAL = 1 << 30

# Indicator cells (rows × members × classes) that are kept as floats between calls: 160 MB at most.
_KEPT_CELLS = 20_000_000


def ratio(
    parts: NDArray[np.number[Any]], wholes: NDArray[np.number[Any]], empty: float = np.inf
) -> Floats:
    """Return parts/wholes, and *empty* where a whole is 0."""
    out = np.full(len(wholes), empty)
    np.divide(parts, wholes, out=out, where=wholes > 0)
    return out


class VoteCounts:
    """Unweighted plurality vote of a growing and shrinking multiset of members.

    A member that may not judge a row casts no vote there. Ties go to the lowest class. The error
    of a multiset is the share of rows on which its winner is not the true class, of the rows that
    any member of the pool may judge. A row on which none of its members votes has no winner and
    counts as wrong, so sets are compared on the same rows and the empty one has error 1.
    """

    def __init__(self, oracle: Oracle) -> None:
        n_rows, n_members = oracle.codes.shape
        self._n_classes = len(oracle.classes)
        self._rows = np.arange(n_rows)
        self._truth = oracle.label_codes.astype(np.intp)
        # The last column of every table counts missing votes, so that these need no separate code.
        slots = oracle.codes.T.astype(np.intp)
        self._complete = oracle.available is None
        self._n_judged = n_rows
        if oracle.available is not None:
            slots = np.where(oracle.available.T, slots, self._n_classes)
            self._n_judged = int(np.count_nonzero(oracle.available.any(axis=1)))
        self._cells = np.ascontiguousarray(slots + self._rows * (self._n_classes + 1))
        # A rival below the true class wins ties, so it needs one vote fewer.
        classes = np.arange(self._n_classes)
        self._handicap = (classes < self._truth[:, None]).astype(np.int32)
        self._handicap[self._rows, self._truth] = -_NO_RIVAL
        self._counts = np.zeros((n_rows, self._n_classes + 1), dtype=np.int32)
        self.times = np.zeros(n_members, dtype=np.int64)
        """(L,) how often each member is in."""

    def add(self, member: int) -> None:
        """Add one more vote of this member."""
        self.times[member] += 1
        self._counts.ravel()[self._cells[member]] += 1

    def remove(self, member: int) -> None:
        """Remove one vote of this member, which must have one."""
        self.times[member] -= 1
        self._counts.ravel()[self._cells[member]] -= 1

    def winners(self) -> Indices:
        """Return (N,) the class with the most votes, the lowest of tied ones; 0 where nobody
        votes."""
        found: Indices = self._counts[:, : self._n_classes].argmax(axis=1)
        return found

    def voted(self) -> NDArray[np.bool_]:
        """Return (N,) whether at least one member votes on a row."""
        present: NDArray[np.bool_] = self._n_votes() > 0
        return present

    def wrong(self) -> NDArray[np.bool_]:
        """Return (N,) whether a row's winner is not the true class, or the row has no winner."""
        return np.asarray((self.winners() != self._truth) | ~self.voted())

    def error(self) -> float:
        """Return the share of wrong rows among those that any member of the pool may judge."""
        return float(self._share(np.count_nonzero(self.wrong())))

    def errors_if_added(self) -> Floats:
        """Return (L,) the error after adding one more vote of each member."""
        lead, worst = self._lead()
        lost = worst < 0
        wrong = np.empty(self._counts.shape, dtype=bool)
        wrong[:, :-1] = lost[:, None] | (lead < 1)
        wrong[self._rows, self._truth] = worst < -1
        wrong[:, -1] = lost | (self._n_votes() == 0)
        return self._looked_up(wrong)

    def errors_if_removed(self) -> Floats:
        """Return (L,) the error after removing one vote of each member, for members that have a
        vote."""
        lead, worst = self._lead()
        behind = lead < 0
        n_behind = behind.sum(axis=1)
        n_votes = self._n_votes()
        wrong = np.empty(self._counts.shape, dtype=bool)
        wrong[:, :-1] = (n_behind[:, None] > behind) | (lead < -1)
        wrong[self._rows, self._truth] = worst < 1
        wrong[n_votes == 1, :-1] = True  # its only vote goes
        wrong[:, -1] = (worst < 0) | (n_votes == 0)
        return self._looked_up(wrong)

    def errors_if_flipped(self) -> Floats:
        """Return (L,) the error after each member joins if it is out, or leaves if it is in."""
        inside = self.times > 0
        if inside.all():
            return self.errors_if_removed()
        if not inside.any():
            return self.errors_if_added()
        return np.where(inside, self.errors_if_removed(), self.errors_if_added())

    def _n_votes(self) -> NDArray[np.integer[Any]]:
        return np.asarray(self.times.sum() - self._counts[:, -1])

    def _lead(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return the votes of the true class minus those of each other class, negative where the
        other wins, and the row minima."""
        votes = self._counts[:, :-1]
        lead = votes[self._rows, self._truth][:, None] - votes - self._handicap
        return lead, lead.min(axis=1)

    def _looked_up(self, wrong: NDArray[np.bool_]) -> Floats:
        """Return the errors per member from outcomes per row and class voted for."""
        possible = wrong[:, :-1] if self._complete else wrong
        always = possible.all(axis=1)
        # On most rows one vote changes nothing. Only the other rows are looked up.
        open_rows = np.flatnonzero(possible.any(axis=1) & ~always)
        outcomes = np.take(wrong.ravel(), np.take(self._cells, open_rows, axis=1))
        n_wrong = np.count_nonzero(always) + np.count_nonzero(outcomes, axis=1)
        return np.asarray(self._share(n_wrong))

    def _share(self, n_wrong: Any) -> Any:
        # Rows that nobody may judge are wrong in every count.
        return (n_wrong - (len(self._truth) - self._n_judged)) / self._n_judged


class WeightedVoteErrors:
    """Errors of many weighted votes of the same members."""

    def __init__(self, oracle: Oracle, dtype: type[np.floating[Any]] = np.float64) -> None:
        self._oracle, self._dtype = oracle, dtype
        self._right = (oracle.matrix > 0).astype(dtype)
        self._available: NDArray[Any] | None = None
        self._n_mute = 0  # rows that nobody may judge
        if oracle.available is not None:
            self._available = oracle.available.astype(dtype)
            self._n_mute = int(np.count_nonzero(~oracle.available.any(axis=1)))
        self._kept: dict[int, NDArray[Any]] = {}
        self._keep = oracle.codes.size * len(oracle.classes) <= _KEPT_CELLS

    def errors(self, weights: NDArray[Any], tol: float = 1e-12) -> Floats:
        """Return (P,) the error, as :class:`VoteCounts` defines it, under each of P weightings.

        Parameters
        ----------
        weights
            (P, L), non-negative.
        tol
            Votes closer than this are tied; ties go to the lowest class.
        """
        columns = np.ascontiguousarray(weights.T, dtype=self._dtype)
        true_votes = self._right @ columns
        wrong = np.zeros(true_votes.shape, dtype=bool)
        truth = self._oracle.label_codes
        for c in range(len(self._oracle.classes)):
            votes = self._indicator(c) @ columns
            others = (truth != c)[:, None]
            margin = np.where(truth > c, tol, -tol)[:, None]  # a lower class wins the tie
            wrong |= others & (votes + margin >= true_votes)
        speaks = columns.sum(axis=0) > tol
        if self._available is not None:
            speaks = self._available @ columns > tol
        n_wrong = np.count_nonzero(wrong | ~speaks, axis=0)
        return np.asarray((n_wrong - self._n_mute) / (len(truth) - self._n_mute))

    def _indicator(self, c: int) -> NDArray[Any]:
        """Return (N, L) 1 where a member votes for class c."""
        if c in self._kept:
            return self._kept[c]
        says = self._oracle.codes == c
        if self._oracle.available is not None:
            says &= self._oracle.available
        table: NDArray[Any] = says.astype(self._dtype)
        if self._keep:
            self._kept[c] = table
        return table
