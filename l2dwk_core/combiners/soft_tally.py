"""Losses of the averaged class probabilities of a growing ensemble."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.errors import InputError
from l2dwk_core.oracle import Oracle

Floats = NDArray[np.float64]

METRICS = ("accuracy", "log_loss", "squared_error")

# Sums of probabilities in another order differ by rounding; that must not decide a tie.
_TIE = 1e-9

# −log of a probability of 0 is infinite and would end every comparison.
_LEAST = float(np.finfo(np.float64).eps)


def one_hot(oracle: Oracle) -> NDArray[np.float32]:
    """(N, L, C) each member's vote as a distribution."""
    same = oracle.codes[:, :, None] == np.arange(len(oracle.classes))
    return np.asarray(same, dtype=np.float32)


class SoftTally:
    """Sum of the class probabilities of a growing multiset of members, and its loss.

    With q the mean probability of the members that may judge a row, y its class, averaged over the
    rows that any of them may judge: *accuracy* is 1 − the share of rows whose largest q is y's
    (ties to the lowest class), *log_loss* is −log q_y, *squared_error* is Σ_c (q_c − [c = y])².
    """

    def __init__(self, oracle: Oracle, probabilities: NDArray[np.floating], metric: str) -> None:
        shape = (*oracle.codes.shape, len(oracle.classes))
        if probabilities.shape != shape:
            raise InputError(
                f"Probabilities have shape {probabilities.shape}; needed is rows × members × "
                f"classes = {shape}."
            )
        self._metric = metric
        self._n_classes = len(oracle.classes)
        self._rows = np.arange(oracle.n_rows)
        self._truth = oracle.label_codes.astype(np.intp)
        self._cube = probabilities
        self._speaks = np.ones(oracle.codes.shape)
        if oracle.available is not None:
            self._speaks = oracle.available.astype(np.float64)
            self._cube = probabilities * oracle.available[:, :, None]
        self._of_truth = self._cube[self._rows, :, self._truth].astype(np.float64)  # (N, L)
        self._squares = np.einsum("klc,klc->kl", self._cube, self._cube, dtype=np.float64)
        self._sum = np.zeros((oracle.n_rows, shape[2]))
        self._mass = np.zeros(oracle.n_rows)

    def add(self, member: int) -> None:
        """One more part of this member in the mean."""
        self._sum += self._cube[:, member]
        self._mass += self._speaks[:, member]

    def loss(self) -> float:
        """The metric's loss; infinite when no row is judged."""
        judged = self._mass > 0
        if not judged.any():
            return np.inf
        total, mass = self._sum[judged], self._mass[judged]
        truth = self._truth[judged]
        of_truth = total[np.arange(len(mass)), truth]
        if self._metric == "accuracy":
            return float(np.mean(self._lead()[judged].min(axis=1) < 0))
        if self._metric == "log_loss":
            return float(-np.log(np.maximum(of_truth / mass, _LEAST)).mean())
        squares = (total * total).sum(axis=1) / mass**2
        return float((squares - 2.0 * of_truth / mass + 1.0).mean())

    def losses_if_added(self) -> Floats:
        """(L,) the loss after one more part of each member."""
        mass = self._mass[:, None] + self._speaks
        judged = mass > 0
        n_judged = np.count_nonzero(judged, axis=0)
        if self._metric == "accuracy":
            sums = np.asarray(self._n_wrong_if_added(judged), dtype=np.float64)
        else:
            mass = np.where(judged, mass, 1.0)
            of_truth = (self._sum[self._rows, self._truth][:, None] + self._of_truth) / mass
            if self._metric == "log_loss":
                per_row = -np.log(np.maximum(of_truth, _LEAST))
            else:
                own = (self._sum * self._sum).sum(axis=1)[:, None]
                crossed = np.matmul(self._cube, self._sum[:, :, None])[:, :, 0]
                per_row = (own + 2.0 * crossed + self._squares) / mass**2 - 2.0 * of_truth + 1.0
            sums = np.where(judged, per_row, 0.0).sum(axis=0)
        return np.asarray(
            np.divide(sums, n_judged, out=np.full(len(sums), np.inf), where=n_judged > 0)
        )

    def _lead(self) -> Floats:
        """(N, C) the true class's sum over each rival's, negative where the rival wins."""
        lead = self._sum[self._rows, self._truth][:, None] - self._sum
        lead -= self._ties()
        lead[self._rows, self._truth] = np.inf
        return lead

    def _ties(self) -> Floats:
        lower = np.arange(self._n_classes) < self._truth[:, None]
        return np.where(lower, _TIE, -_TIE)

    def _n_wrong_if_added(self, judged: NDArray[np.bool_]) -> NDArray[np.intp]:
        """(L,) wrong rows after each addition."""
        worst = self._lead().min(axis=1)
        # One distribution moves no lead by more than 1, so only close rows are counted anew.
        close = np.flatnonzero(np.abs(worst) <= 1.0 + 2 * _TIE)
        lost = np.count_nonzero(worst < -1.0 - 2 * _TIE)
        part = self._cube[close].astype(np.float64)
        part += self._sum[close][:, None, :]
        true_sum = part[np.arange(len(close)), :, self._truth[close]]
        lead = true_sum[:, :, None] - part - self._ties()[close][:, None, :]
        lead[np.arange(len(close)), :, self._truth[close]] = np.inf
        return lost + np.asarray(
            np.count_nonzero((lead.min(axis=2) < 0) & judged[close], axis=0), dtype=np.intp
        )
