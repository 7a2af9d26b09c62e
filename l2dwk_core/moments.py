"""The Gram matrix under changing kernel weights, paying only for what changes.

Between two hinge rounds α moves by ``α ← keep·α + gain·1_E``, so the second moments move by
``keep·S + gain·OᵀE O``; and the error set E itself gains and loses only some rows. Sums of
products of ±1 are whole numbers: exact in float32 up to 2²⁴ rows, and kept in float64.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.linalg.blas import daxpy

from l2dwk_core.errors import InputError
from l2dwk_core.kernels import KERNELS, Moments
from l2dwk_core.oracle import Oracle
from l2dwk_core.settings import Settings

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

# Rows turned into float32 at a time: 32,768 × 301 members are 40 MB, far below 2²⁴ rows.
_CHUNK = 32_768
# Merging rows pays from this share of distinct rows on; above it the look-up costs more.
_WORTH_MERGING = 0.8


class MomentSource(Protocol):
    """Follows α: ``start`` with equal weights, then ``blend`` or ``replace`` each round."""

    def start(self, alpha: Floats) -> Moments:
        """Moments under equal weights on every row that counts."""

    def blend(self, alpha: Floats, keep: float, gain: float, error_set: Bools) -> Moments:
        """Moments under the new α = keep·(old α) + gain·1_E."""

    def replace(self, alpha: Floats) -> Moments:
        """Moments under any new α."""


def moment_source(oracle: Oracle, settings: Settings) -> MomentSource:
    """The right source for an oracle: complete ±1 votes, missing votes, or soft outputs."""
    if settings.outputs == "probabilities":
        if oracle.soft is None:
            raise InputError(
                "outputs is 'probabilities', but only votes were given; pass class probabilities "
                "or set outputs='votes'."
            )
        return _soft_source(oracle.soft, settings)
    if oracle.available is None:
        return _VoteMoments(oracle)
    if settings.missing_votes == "impute":
        return _soft_source(imputed(oracle), settings)
    return PairwiseMoments(oracle)


def _soft_source(outputs: Floats, settings: Settings) -> MomentSource:
    if settings.kernel_form == "scalar" and settings.kernel != "linear":
        return _KernelSums(outputs, settings)
    return _DenseMoments(outputs)


def imputed(oracle: Oracle) -> Floats:
    """(N, L): a missing entry becomes the mean of the row's available ones (0 where none is)."""
    available = oracle.available
    values = oracle.matrix.astype(np.float64)
    if available is None:
        return values
    counts = available.sum(axis=1)
    means = values.sum(axis=1) / np.maximum(counts, 1)
    return np.where(available, values, means[:, None])


class _Counts:
    """Gram matrix of a table of −1, 0, +1 over a multiset of rows that changes a little."""

    def __init__(self, table: NDArray[np.int8]) -> None:
        self.table = table
        self.held = np.zeros(len(table), dtype=np.int64)
        self.gram: Floats = np.zeros((table.shape[1],) * 2)

    def all_rows(self, counts: NDArray[np.intp] | None) -> Floats:
        """The Gram matrix of every row, counted as often as it occurs."""
        gram = np.zeros_like(self.gram)
        self._add(gram, None, None)
        if counts is not None:
            repeated = np.flatnonzero(counts > 1)
            self._add(gram, repeated, counts[repeated] - 1)
        return gram

    def hold(self, counts: NDArray[np.int64]) -> Floats:
        """Change the held multiset to ``counts`` (one for each row) and return its Gram matrix."""
        change = counts - self.held
        moved = np.flatnonzero(change)
        wanted = np.flatnonzero(counts)
        if moved.size <= wanted.size:
            self._add(self.gram, moved, change[moved])
        else:
            self.gram[:] = 0.0
            self._add(self.gram, wanted, counts[wanted])
        self.held = counts
        return self.gram

    def weighted(self, weights: Floats) -> Floats:
        """Σ weight · row rowᵀ in float64."""
        gram = np.zeros_like(self.gram)
        used = np.flatnonzero(weights)
        for start in range(0, used.size, _CHUNK):
            part = used[start : start + _CHUNK]
            rows = self.table[part].astype(np.float64)
            gram += rows.T @ (rows * weights[part][:, None])
        return gram

    def _add(
        self, gram: Floats, rows: NDArray[np.intp] | None, times: NDArray[np.intp] | None
    ) -> None:
        """gram += Σ times · row rowᵀ over the given rows, or over all of them."""
        for start in range(0, len(self.table) if rows is None else rows.size, _CHUNK):
            part = slice(start, start + _CHUNK)
            block = self.table[part if rows is None else rows[part]].astype(np.float32)
            # block.T @ block is one symmetric product, half the work of a general one.
            other = block if times is None else block * times[part][:, None].astype(np.float32)
            gram += block.T @ other


class _Blend:
    """Second moments of a table with the all-right column appended, under a moving α."""

    def __init__(
        self,
        table: NDArray[np.int8],
        inverse: NDArray[np.intp] | None,
        counts: NDArray[np.intp] | None,
    ) -> None:
        right = np.ones((len(table), 1), dtype=np.int8)
        self._rows = _Counts(np.hstack([table, right]))
        self._inverse, self._counts = inverse, counts
        self.unscaled: Floats = self._rows.gram
        self.factor = 1.0

    def start(self, weight: float) -> None:
        self.unscaled = self._rows.all_rows(self._counts)
        self.factor = weight

    def blend(self, keep: float, gain: float, error_set: Bools) -> None:
        gram = self._rows.hold(self._per_distinct(error_set))
        if keep == 0.0:
            self.unscaled, self.factor = gram.copy(), gain
            return
        self.factor *= keep
        daxpy(gram.ravel(), self.unscaled.ravel(), a=gain / self.factor)
        if self.factor < 1e-100:  # thousands of strongly damped rounds: stay far from underflow
            self.unscaled *= self.factor
            self.factor = 1.0

    def replace(self, alpha: Floats) -> None:
        weights = alpha
        if self._inverse is not None:
            weights = np.bincount(self._inverse, alpha, minlength=len(self._rows.table))
        self.unscaled, self.factor = self._rows.weighted(weights), 1.0

    def _per_distinct(self, error_set: Bools) -> NDArray[np.int64]:
        if self._inverse is None:
            return error_set.astype(np.int64)
        return np.bincount(self._inverse[error_set], minlength=len(self._rows.table))


class _VoteMoments:
    """Complete ±1 votes, equal rows merged."""

    def __init__(self, oracle: Oracle) -> None:
        merged = oracle.merged
        if len(merged.first) <= _WORTH_MERGING * oracle.n_rows:
            table = oracle.matrix[merged.first]
            self._blend = _Blend(table, merged.inverse, merged.counts)
        else:
            self._blend = _Blend(oracle.matrix, None, None)

    def start(self, alpha: Floats) -> Moments:
        self._blend.start(float(alpha[0]))
        return self._moments()

    def blend(self, alpha: Floats, keep: float, gain: float, error_set: Bools) -> Moments:
        self._blend.blend(keep, gain, error_set)
        return self._moments()

    def replace(self, alpha: Floats) -> Moments:
        self._blend.replace(alpha)
        return self._moments()

    def _moments(self) -> Moments:
        return Moments(self._blend.unscaled, self._blend.factor)


class _DenseMoments:
    """Real-valued outputs: one weighted Gram matrix a round, in float64."""

    def __init__(self, outputs: Floats) -> None:
        self._outputs = np.hstack([outputs, np.ones((len(outputs), 1))])

    def start(self, alpha: Floats) -> Moments:
        return self.replace(alpha)

    def blend(self, alpha: Floats, keep: float, gain: float, error_set: Bools) -> Moments:
        return self.replace(alpha)

    def replace(self, alpha: Floats) -> Moments:
        used = np.flatnonzero(alpha)
        rows = self._outputs if used.size == len(alpha) else self._outputs[used]
        return Moments(rows.T @ (rows * alpha[used][:, None]), soft=True)


class _KernelSums:
    """Scalar kernels on real-valued outputs: Σ α_k k(x_k, y_k) summed row by row.

    Off ±1 a kernel is no longer affine in xy, so the three kernels differ here. The table has the
    kernel sums where the others have second moments: 1 is again the last output.
    """

    def __init__(self, outputs: Floats, settings: Settings) -> None:
        self._outputs = np.hstack([outputs, np.ones((len(outputs), 1))])
        self._settings = settings

    def start(self, alpha: Floats) -> Moments:
        return self.replace(alpha)

    def blend(self, alpha: Floats, keep: float, gain: float, error_set: Bools) -> Moments:
        return self.replace(alpha)

    def replace(self, alpha: Floats) -> Moments:
        kernel = KERNELS[self._settings.kernel].scalar
        total = np.zeros((self._outputs.shape[1],) * 2)
        for k in np.flatnonzero(alpha):
            row = self._outputs[k]
            total += alpha[k] * kernel(row[:, None], row[None, :], self._settings)
        return Moments(total, soft=True)


class PairwiseMoments:
    """Missing votes: every entry averages the rows where both members may judge.

    ``mu_j = Σ α A O / Σ α A``; ``S_ij = Σ α A_i A_j O_i O_j / Σ α A_i A_j``; diagonal 1. Such an S
    is indefinite in general and is replaced by its nearest positive semidefinite matrix;
    ``smallest_eigenvalue`` is that of S before. Two members that share no row of positive α count
    as independent (S_ij = mu_i mu_j, ``n_unseen_pairs``); one without any such row is as good as
    the average member.
    """

    def __init__(self, oracle: Oracle) -> None:
        if oracle.available is None:
            raise ValueError("pairwise moments need the mask of available votes")
        available = oracle.available.view(np.int8)
        self._products = _Blend(oracle.matrix, None, None)
        self._weights = _Blend(available, None, None)
        self._counted = oracle.available.any(axis=1)
        self.smallest_eigenvalue = 0.0
        self.n_unseen_pairs = 0

    def start(self, alpha: Floats) -> Moments:
        if self._counted.all():
            for part in (self._products, self._weights):
                part.start(float(alpha[0]))
        else:
            return self.replace(alpha)
        return self._moments()

    def blend(self, alpha: Floats, keep: float, gain: float, error_set: Bools) -> Moments:
        for part in (self._products, self._weights):
            part.blend(keep, gain, error_set)
        return self._moments()

    def replace(self, alpha: Floats) -> Moments:
        for part in (self._products, self._weights):
            part.replace(alpha)
        return self._moments()

    def _moments(self) -> Moments:
        weight = self._weights.unscaled * self._weights.factor
        product = self._products.unscaled * self._products.factor
        # α is a sum of positive terms: anything below this share of its mass is rounding.
        unseen = weight <= 1e-14 * weight[-1, -1]
        table = np.divide(product, weight, out=np.zeros_like(product), where=~unseen)
        mu = table[-1, :-1]
        lost = unseen[-1, :-1]
        mu[lost] = mu[~lost].mean() if not lost.all() else 0.0
        second = table[:-1, :-1]
        blind = unseen[:-1, :-1]
        self.n_unseen_pairs = int(np.triu(blind, 1).sum())
        second[blind] = np.outer(mu, mu)[blind]
        np.fill_diagonal(second, 1.0)
        values, vectors = np.linalg.eigh(second)
        self.smallest_eigenvalue = float(values[0])
        if values[0] < 0.0:
            second = (vectors * np.maximum(values, 0.0)) @ vectors.T
        mass = weight[-1, -1]
        table[:-1, :-1] = (second + second.T) / 2
        table[:-1, -1] = table[-1, :-1] = mu
        table[-1, -1] = 1.0
        return Moments(table, factor=float(mass))
