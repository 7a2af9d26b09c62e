"""The corrected resampled t-interval of the mean difference over random splits.

What may be claimed from it is in ``significance.py``.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from l2dwk_core.common.errors import InputError


@dataclass(frozen=True)
class PairedInterval:
    """Mean of values of several splits with an interval.

    Attributes
    ----------
    mean, low, high
        Of the values; low and high are NaN when there are fewer than two, or when all are the same
        and no other variance is given.
    p_value
        Two-sided, of a mean of 0; 1 without any variance, NaN with fewer than two values.
    n
        Values.
    """

    mean: float
    low: float
    high: float
    p_value: float
    n: int


def corrected_resampled_interval(
    differences: ArrayLike,
    test_to_training: float,
    level: float = 0.95,
    *,
    row_variance: float = 0.0,
    rows: float = np.inf,
    counted: float | None = None,
) -> PairedInterval:
    """Return the corrected resampled t-interval for values of one or several cross-validations.

    ``mean ± t · √((1/J + n_test/n_training) s²)``, s² the variance (J − 1) of J differences, t the
    quantile with J − 1 degrees of freedom. The second term allows for training rows that splits
    share: without it intervals are far too short. It is an approximation, not a proof. Source:
    Nadeau & Bengio 2003; for repeated cross-validation Bouckaert & Frank 2004.

    Parameters
    ----------
    differences
        ``(J,)`` one a split.
    test_to_training
        n_test/n_training of a split, above 0; 1/(k − 1) for k folds.
    level
        Of the interval, between 0 and 1.
    row_variance
        Variance of one value that its test rows alone imply, for example p(1 − p)/n_test for
        accuracies: then the wider of the interval above and of that with this variance in place of
        s², and the larger of their p-values. 0 where it is not known.
    rows
        Different test rows, one more than the degrees of freedom of ``row_variance``.
    counted
        What stands for J in 1/J, where splits test the same rows again and again.

    Raises
    ------
    InputError
        No differences, NaN among them, or an argument out of range.
    """
    values = np.asarray(differences, dtype=np.float64)
    if values.ndim != 1 or values.size == 0 or not np.isfinite(values).all():
        raise InputError(
            f"The differences have shape {values.shape} or hold NaN; give one finite number each."
        )
    if not test_to_training > 0:
        raise InputError(f"test_to_training is {test_to_training}; it must be above 0.")
    if not 0 < level < 1:
        raise InputError(f"The confidence level is {level}; it must lie between 0 and 1.")
    n, mean = values.size, float(values.mean())
    if n < 2:
        return PairedInterval(mean, float("nan"), float("nan"), float("nan"), n)
    widened = float(np.sqrt(1 / (counted or n) + test_to_training))
    seen = widened * float(values.std(ddof=1))
    implied = widened * float(np.sqrt(row_variance))
    if max(seen, implied) <= 1e-15:
        # All splits have the same value, which says nothing about the error of the mean.
        return PairedInterval(mean, float("nan"), float("nan"), 1.0, n)
    tail = (1 - level) / 2
    parts = [(n - 1.0, seen), (max(rows - 1.0, 1.0), implied)]
    # Student's distribution without the checks of scipy.stats, which take most of the time.
    half = float(max(-special.stdtrit(freedom, tail) * spread for freedom, spread in parts))
    tails = [
        special.stdtr(freedom, -abs(mean) / spread) for freedom, spread in parts if spread > 1e-15
    ]
    return PairedInterval(mean, mean - half, mean + half, float(2 * max(tails)), n)


def row_variance_of_accuracy(accuracy: float, n_test: int, n_splits: int) -> float:
    """Return the variance of one split's accuracy that its test rows alone imply: ``p(1 −
    p)/n_test``, where p counts two right rows and two wrong rows more than those of all splits.
    Source: Agresti & Coull 1998."""
    n = n_test * n_splits
    p = (accuracy * n + 2) / (n + 4)
    return p * (1 - p) / n_test
