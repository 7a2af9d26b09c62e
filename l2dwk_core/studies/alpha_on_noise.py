"""The kernel weight on rows with a flipped label, and what it would be without the flips."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.types import Floats
from l2dwk_core.method.trace import Trace


def flipped_share(trace: Trace, flipped: NDArray[np.bool_]) -> Floats:
    """Return (rounds,) Σ α over flipped rows / Σ α, in [0, 1]. ``flipped`` is (N,) bool."""
    alphas = trace.alphas
    return np.asarray(alphas[:, flipped].sum(axis=1) / alphas.sum(axis=1))


@dataclass(frozen=True, eq=False)
class AlphaOnNoise:
    """The kernel weight on flipped rows in one run of the chosen kernel.

    Attributes
    ----------
    repeat, share
        Which run.
    of_rows
        Share of the weighting rows whose label was flipped: what chance gives.
    of_alpha
        (rounds,) share of Σα on flipped rows.
    of_errors
        (rounds,) share of the rows with a wrong vote whose label was flipped; NaN where no vote is
        wrong.
    returned_round
        The round whose weights were returned, from 1.
    chance_deviation
        Standard deviation of ``gap`` if the n rows of N had been drawn at random, without
        replacement: ``√(n (1 − n/N) S²)``. S² is the variance (N − 1) of the last α as shares of
        its sum. With ``of_alpha_own`` it is the variance of their differences to the run with own
        labels, of all rows or of the flipped ones, whichever is larger.
    of_alpha_own
        (rounds of that run,) share of Σα on the same rows in the run of the same split in which no
        label is flipped. Rows near a class boundary draw weight whatever their labels are, so this
        is what they are compared with. None where rows are flipped at random.
    """

    repeat: int
    share: float
    of_rows: float
    of_alpha: Floats
    of_errors: Floats
    returned_round: int
    chance_deviation: float = float("nan")
    of_alpha_own: Floats | None = None

    @classmethod
    def of(
        cls,
        repeat: int,
        share: float,
        trace: Trace,
        flipped: NDArray[np.bool_],
        own_labels: Trace | None = None,
    ) -> AlphaOnNoise:
        """Return the record of a trace and (N,) which weighting rows are flipped. *own_labels*:
        the trace on the same rows without flips, for rows that were not drawn at random."""
        wrong = np.stack([r.wrong for r in trace.rounds])
        count = wrong.sum(axis=1)
        return cls(
            repeat,
            share,
            float(flipped.mean()),
            flipped_share(trace, flipped),
            np.where(count > 0, (wrong & flipped).sum(axis=1) / np.maximum(count, 1), np.nan),
            trace.returned_round,
            _chance_deviation(trace, flipped, own_labels),
            None if own_labels is None else flipped_share(own_labels, flipped),
        )

    @property
    def expected(self) -> float:
        """Return the share of α without an effect of the flips: that of the same rows with their
        own labels, or, for rows drawn at random, their share of the rows."""
        return self.of_rows if self.of_alpha_own is None else float(self.of_alpha_own[-1])

    @property
    def gap(self) -> float:
        """Return the last share of α on flipped rows, minus what is ``expected``."""
        return float(self.of_alpha[-1]) - self.expected

    def padded_own(self, n_rounds: int) -> Floats:
        """Return ``of_alpha_own`` for so many rounds, as ``padded``; NaN without it."""
        if self.of_alpha_own is None:
            return np.full(n_rounds, np.nan)
        more = max(0, n_rounds - len(self.of_alpha_own))
        return np.pad(self.of_alpha_own, (0, more), mode="edge")[:n_rounds]

    def padded(self, n_rounds: int) -> tuple[Floats, Floats]:
        """Return ``of_alpha`` and ``of_errors`` for so many rounds. A run that stopped earlier
        keeps its last values."""
        more = max(0, n_rounds - len(self.of_alpha))
        return (
            np.pad(self.of_alpha, (0, more), mode="edge")[:n_rounds],
            np.pad(self.of_errors, (0, more), mode="edge")[:n_rounds],
        )


def _chance_deviation(trace: Trace, flipped: NDArray[np.bool_], own_labels: Trace | None) -> float:
    values = _last_shares(trace)
    n, size = int(flipped.sum()), len(flipped)
    if own_labels is not None:
        values = values - _last_shares(own_labels)
    if size < 2 or np.isnan(values).any():
        return float("nan")
    variance = values.var(ddof=1)
    if own_labels is not None and n > 1:
        variance = max(variance, values[flipped].var(ddof=1))
    return float(np.sqrt(n * (1 - n / size) * variance))


def _last_shares(trace: Trace) -> Floats:
    """Return (N,) α of the last round over its sum; NaN where that is 0."""
    alpha = trace.alphas[-1]
    total = alpha.sum()
    return np.asarray(alpha / total if total > 0 else np.full(len(alpha), np.nan))
