"""Losses of the averaged class probabilities of a growing ensemble."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.types import Floats
from l2dwk_core.oracle.oracle import Oracle

METRICS = ("accuracy", "log_loss", "squared_error")

# Sums of probabilities in another order differ by rounding; that must not decide a tie.
_TIE = 1e-9

# −log of a probability of 0 is infinite and would end every comparison.
_LEAST = float(np.finfo(np.float64).eps)


def one_hot(oracle: Oracle) -> NDArray[np.float32]:
    """Return (N, L, C) each member's vote as a probability distribution."""
    same = oracle.codes[:, :, None] == np.arange(len(oracle.classes))
    return np.asarray(same, dtype=np.float32)


class ProbabilityCounts:
    """Sum of the class probabilities of a growing multiset of members, and its loss.

    With q the mean probability of the members that may judge a row (1/C where none of them may)
    and y its class, averaged over the rows that any member of the pool may judge: *accuracy* counts
    rows whose largest q is not y's (ties to the lowest class; a row none may judge is wrong),
    *log_loss* is −log q_y, *squared_error* is Σ_c (q_c − [c = y])².
    """

    def __init__(self, oracle: Oracle, probabilities: NDArray[np.floating], metric: str) -> None:
        shape = (*oracle.codes.shape, len(oracle.classes))
        if probabilities.shape != shape:
            raise InputError(
                f"Probabilities have shape {probabilities.shape}; needed is rows × members × "
                f"classes = {shape}."
            )
        self._metric, self._n_classes = metric, shape[2]
        self._truth = oracle.label_codes.astype(np.intp)
        self._cube = probabilities
        self._speaks = np.ones(oracle.codes.shape)
        if oracle.available is not None:
            judged = oracle.available.any(axis=1)
            self._truth = self._truth[judged]
            self._speaks = oracle.available[judged].astype(np.float64)
            self._cube = probabilities[judged] * oracle.available[judged][:, :, None]
        self._rows = np.arange(len(self._truth))
        self._of_truth = self._cube[self._rows, :, self._truth].astype(np.float64)  # (N, L)
        self._squares = np.einsum("klc,klc->kl", self._cube, self._cube, dtype=np.float64)
        self._sum = np.zeros((len(self._truth), self._n_classes))
        self._mass = np.zeros(len(self._truth))

    def add(self, member: int) -> None:
        """Add one more share of this member to the mean."""
        self._sum += self._cube[:, member]
        self._mass += self._speaks[:, member]

    def loss(self) -> float:
        """Return the metric's loss of the members added so far."""
        if self._metric == "accuracy":
            return float(np.mean((self._lead().min(axis=1) < 0) | (self._mass == 0)))
        of_truth = self._sum[self._rows, self._truth]
        squares = (self._sum * self._sum).sum(axis=1)
        return float(self._per_row(of_truth, squares, self._mass).mean())

    def losses_if_added(self) -> Floats:
        """Return (L,) the loss after adding one more share of each member."""
        mass = self._mass[:, None] + self._speaks
        if self._metric == "accuracy":
            return self._n_wrong_if_added(mass == 0) / len(self._truth)
        of_truth = self._sum[self._rows, self._truth][:, None] + self._of_truth
        squares: Floats | None = None
        if self._metric == "squared_error":
            own = (self._sum * self._sum).sum(axis=1)[:, None]
            crossed = np.matmul(self._cube, self._sum[:, :, None])[:, :, 0]
            squares = own + 2.0 * crossed + self._squares
        return np.asarray(self._per_row(of_truth, squares, mass).mean(axis=0))

    def _per_row(self, of_truth: Floats, squares: Floats | None, mass: Floats) -> Floats:
        """Return log loss or squared error, from sums of probabilities and sums of their
        squares."""
        mute = mass == 0
        mass = np.where(mute, 1.0, mass)
        q = np.where(mute, 1.0 / self._n_classes, of_truth / mass)
        if self._metric == "log_loss" or squares is None:
            return np.asarray(-np.log(np.maximum(q, _LEAST)))
        return np.where(mute, 1.0 / self._n_classes, squares / mass**2) - 2.0 * q + 1.0

    def _lead(self) -> Floats:
        """Return (N, C) the true class's sum minus each other class's sum, negative where the
        other class wins."""
        lead = self._sum[self._rows, self._truth][:, None] - self._sum
        lead -= self._ties()
        lead[self._rows, self._truth] = np.inf
        return np.asarray(lead)

    def _ties(self) -> Floats:
        lower = np.arange(self._n_classes) < self._truth[:, None]
        return np.where(lower, _TIE, -_TIE)

    def _n_wrong_if_added(self, mute: NDArray[np.bool_]) -> NDArray[np.intp]:
        """Return (L,) the number of wrong rows after adding each member."""
        worst = self._lead().min(axis=1)
        # One distribution changes a lead by at most 1. So only rows with a small lead are counted
        # again, and rows that no member has judged so far.
        close = np.flatnonzero((np.abs(worst) <= 1.0 + 2 * _TIE) | (self._mass == 0))
        lost = np.count_nonzero(worst < -1.0 - 2 * _TIE)
        part = self._cube[close].astype(np.float64)
        part += self._sum[close][:, None, :]
        true_sum = part[np.arange(len(close)), :, self._truth[close]]
        lead = true_sum[:, :, None] - part - self._ties()[close][:, None, :]
        lead[np.arange(len(close)), :, self._truth[close]] = np.inf
        wrong = (lead.min(axis=2) < 0) | mute[close]
        return lost + np.asarray(np.count_nonzero(wrong, axis=0), dtype=np.intp)
