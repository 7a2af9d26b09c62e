"""Weighted sums of the members' outputs for changing kernel weights.

Which sums are needed depends on the outputs: complete ±1 votes, votes with gaps (out-of-bag), or
real numbers (class probabilities, imputed votes). For complete votes a round costs only as much as
the rows that entered or left the error set; see gram.py.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.types import Bools, Floats, Indices
from l2dwk_core.method.gram import WeightedGram
from l2dwk_core.method.kernels import KERNELS, Moments
from l2dwk_core.method.settings import Settings
from l2dwk_core.oracle.oracle import Oracle


class MomentSource(Protocol):
    """Gives the moments for each α: ``start`` with equal weights, then ``blend`` or ``replace``
    in each round."""

    def start(self, alpha: Floats) -> Moments:
        """Return the moments under equal weights on every row that counts."""

    def blend(self, alpha: Floats, keep: float, gain: float, error_set: Bools) -> Moments:
        """Return the moments under the new α = keep·(old α) + gain·1_E."""

    def replace(self, alpha: Floats) -> Moments:
        """Return the moments under any new α."""


def moment_source(oracle: Oracle, settings: Settings) -> MomentSource:
    """Return the source that fits an oracle: for complete ±1 votes, missing votes or soft
    outputs."""
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
        if settings.kernel == "polynomial" and settings.constant < 0:
            raise InputError(
                f"constant c is {settings.constant:g}, but off ±1 the scalar polynomial kernel "
                "needs c ≥ 0, or the objective may be non-convex; take c = 0 or 1."
            )
        return _KernelSums(outputs, settings)
    return _DenseMoments(outputs)


def imputed(oracle: Oracle) -> Floats:
    """Return (N, L) outputs in which a missing entry is the mean of the row's available ones, or
    0 where there is none."""
    available = oracle.available
    values = oracle.matrix.astype(np.float64)
    if available is None:
        return values
    counts = available.sum(axis=1)
    means = values.sum(axis=1) / np.maximum(counts, 1)
    return np.where(available, values, means[:, None])


class _VoteMoments:
    """Moments of complete ±1 votes, with equal rows merged."""

    def __init__(self, oracle: Oracle) -> None:
        self._gram = WeightedGram(oracle.merged)

    def start(self, alpha: Floats) -> Moments:
        self._gram.start(alpha)
        return Moments.bordered(self._gram.all_right(), self._gram)

    def blend(self, alpha: Floats, keep: float, gain: float, error_set: Bools) -> Moments:
        self._gram.blend(alpha, keep, gain, error_set)
        return Moments.bordered(self._gram.all_right(), self._gram)

    def replace(self, alpha: Floats) -> Moments:
        self._gram.replace(alpha)
        return Moments.bordered(self._gram.all_right(), self._gram)


class _DenseMoments:
    """Moments of real-valued outputs, computed in float64 for the members that are asked for."""

    def __init__(self, outputs: Floats) -> None:
        self._outputs = outputs

    def start(self, alpha: Floats) -> Moments:
        return self.replace(alpha)

    def blend(self, alpha: Floats, keep: float, gain: float, error_set: Bools) -> Moments:
        return self.replace(alpha)

    def replace(self, alpha: Floats) -> Moments:
        used = np.flatnonzero(alpha)
        outputs = self._outputs if used.size == len(alpha) else self._outputs[used]
        weights = alpha[used]
        sums = _WeightedOutputs(outputs, weights)
        norms = weights @ outputs**2
        return Moments(float(weights.sum()), weights @ outputs, sums, norms)


class _WeightedOutputs:
    """Sums over real-valued outputs. They are computed at each request, because a solver asks
    for few."""

    def __init__(self, outputs: Floats, weights: Floats) -> None:
        self._outputs, self._weights = outputs, weights

    def entries(self, members: Indices, columns: Indices) -> Floats:
        """Return (n, m) Σ α_k O_ki O_kj."""
        left = self._outputs[:, members] * self._weights[:, None]
        return np.asarray(left.T @ self._outputs[:, columns])

    def product(self, members: Indices, weights: Floats) -> Floats:
        """Return (L,) Σ_i weights_i Σ_k α_k O_ki O_kj, which is a weighted sum of the margins."""
        return np.asarray((self._weights * (self._outputs[:, members] @ weights)) @ self._outputs)


class _KernelSums:
    """Scalar kernels on real-valued outputs: Σ α_k k(x_k, y_k) summed row by row.

    For outputs other than ±1 a kernel is no longer affine in xy, so kernels differ here. The table
    holds kernel sums where the other tables hold second moments. The vector 1 is again the last
    output.
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
        return Moments.of_table(total, soft=True)


class PairwiseMoments:
    """Moments of missing votes: every entry is an average over the rows where both members may
    judge.

    ``mu_j = Σ α A O / Σ α A``; ``S_ij = Σ α A_i A_j O_i O_j / Σ α A_i A_j``; diagonal 1. Such an S
    is indefinite in general and is replaced by its nearest positive semidefinite matrix;
    ``smallest_eigenvalue`` is that of S before this replacement. Two members that share no row of
    positive α count as independent (S_ij = mu_i mu_j, ``n_unseen_pairs``); a member without any
    such row gets the mean accuracy of the others.
    """

    def __init__(self, oracle: Oracle) -> None:
        if oracle.available is None:
            raise ValueError("pairwise moments need the mask of available votes")
        self._products = WeightedGram(oracle.merged)
        self._weights = WeightedGram(oracle.merged_availability)
        self._n_members = oracle.n_members
        self._everything = bool(oracle.available.any(axis=1).all())
        self.smallest_eigenvalue = 0.0
        self.n_unseen_pairs = 0

    def start(self, alpha: Floats) -> Moments:
        if not self._everything:
            return self.replace(alpha)
        for part in (self._products, self._weights):
            part.start(alpha)
        return self._moments()

    def blend(self, alpha: Floats, keep: float, gain: float, error_set: Bools) -> Moments:
        for part in (self._products, self._weights):
            part.blend(alpha, keep, gain, error_set)
        return self._moments()

    def replace(self, alpha: Floats) -> Moments:
        for part in (self._products, self._weights):
            part.replace(alpha)
        return self._moments()

    def _moments(self) -> Moments:
        everyone = np.arange(self._n_members + 1)
        weight = self._weights.entries(everyone, everyone)
        product = self._products.entries(everyone, everyone)
        # α is a sum of positive terms: any smaller share of its sum is a rounding error.
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
        table *= mass
        return Moments.of_table(table, is_gram=False)
