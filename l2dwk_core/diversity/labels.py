"""Pairwise kappa on the predicted labels, and the kappa–error diagram built on it.

Two members that are wrong in different ways agree on the oracle and differ on labels: this measure
shows that difference, and the oracle measures cannot.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.label_spelling import check_spelling
from l2dwk_core.diversity import checks
from l2dwk_core.diversity.samples import BLOCK_ROWS, Matrix


@dataclass(frozen=True, eq=False)
class LabelSample:
    """Predicted labels of the rows that carry weight.

    Attributes
    ----------
    codes
        ``(n_samples, n_members)`` codes into the labels that occur.
    n_codes
        How many distinct labels occur.
    alpha
        ``(n_samples,)`` positive shares summing to 1, or None when all rows count the same.
    """

    codes: NDArray[np.intp]
    n_codes: int
    alpha: NDArray[np.float64] | None

    @classmethod
    def read(cls, predictions: ArrayLike, weights: ArrayLike | None = None) -> LabelSample:
        """Check predicted labels and row weights; rows of no weight are left out."""
        codes, found = checks.label_codes(predictions)
        if weights is None:
            return cls(codes, len(found), None)
        alpha = checks.shares(weights, codes.shape[0], one_each="row")
        kept = alpha > 0
        return cls(codes[kept], len(found), alpha[kept])

    @property
    def n_members(self) -> int:
        """Return L, the number of members."""
        return int(self.codes.shape[1])


def label_kappa(sample: LabelSample) -> Matrix:
    """Return κ = (T₁ − T₂)/(1 − T₂) of every pair, in [−1, 1]; NaN where T₂ = 1.

    T₁ is the share of rows on which the two predict the same label, T₂ the share expected of two
    independent members with the same label frequencies.
    """
    # As 1 − (1 − T₁)/(1 − T₂), with both complements summed from non-negative parts: nothing
    # cancels, and 1 − T₂ is exactly zero only when both always predict the same one label.
    alpha = np.ones(len(sample.codes)) if sample.alpha is None else sample.alpha
    differ, mass = _differences(sample)
    # Of the labels before and after each: a matrix of all pairs of labels may be too large.
    nothing = np.zeros((1, sample.n_members))
    before = np.cumsum(np.vstack([nothing, mass[:-1]]), axis=0)
    after = np.cumsum(np.vstack([nothing, mass[:0:-1]]), axis=0)[::-1]
    expected = mass.T @ (before + after)
    ratio = np.full(differ.shape, np.nan)
    np.divide(differ * alpha.sum(), expected, out=ratio, where=expected > 0)
    # Lower bound: T₂ ≤ (1 + T₁)/2, so the ratio is at most 2; masses may pass it by one rounding.
    kappa: Matrix = 1.0 - np.minimum(ratio, 2.0)
    return kappa


def _differences(sample: LabelSample) -> tuple[Matrix, Matrix]:
    """Return the weight of the rows on which each pair's labels differ, and the weight of each
    label per member."""
    n_samples, n_members = sample.codes.shape
    agree_or_differ = np.zeros((n_members, n_members))
    mass = np.zeros((sample.n_codes, n_members))
    for start in range(0, n_samples, BLOCK_ROWS):
        block = slice(start, start + BLOCK_ROWS)
        for code in range(sample.n_codes):
            chosen = sample.codes[block] == code
            if sample.alpha is None:
                indicator = chosen.astype(np.float32)  # exact: see BLOCK_ROWS
                agree_or_differ += indicator.T @ indicator
                mass[code] += np.count_nonzero(chosen, axis=0)
            else:
                weighted = chosen * sample.alpha[block, None]
                agree_or_differ += weighted.T @ (~chosen).astype(np.float64)
                mass[code] += weighted.sum(axis=0)
    if sample.alpha is None:
        return n_samples - agree_or_differ, mass
    return (agree_or_differ + agree_or_differ.T) / 2, mass


@dataclass(frozen=True, eq=False)
class KappaErrorPairs:
    """One point per unordered pair of members; arrays of length L(L − 1)/2.

    Attributes
    ----------
    first, second
        Indices of the two members, first < second.
    kappa
        Their label kappa, in [−1, 1]; NaN when both always predict the same one label.
    error
        Mean of their two error rates, in [0, 1].
    """

    first: NDArray[np.intp]
    second: NDArray[np.intp]
    kappa: NDArray[np.float64]
    error: NDArray[np.float64]

    @property
    def n_undefined(self) -> int:
        """Return the number of pairs that cannot be drawn because their kappa is NaN."""
        return int(np.isnan(self.kappa).sum())


def kappa_error_pairs(codes: ArrayLike, labels: ArrayLike) -> KappaErrorPairs:
    """Return the points of the kappa–error diagram: each pair's agreement and its mean error.

    Parameters
    ----------
    codes
        ``(n_samples, n_members)`` predicted labels (or their codes).
    labels
        ``(n_samples,)`` true labels, in the same coding.

    Raises
    ------
    InputError
        Shapes do not fit, labels are missing, or predictions and labels are coded differently or
        written in two ways ("yes" and "Yes").

    Source: Margineantu & Dietterich 1997.
    """
    sample = LabelSample.read(codes)
    wrong = _checked_truth(np.asarray(codes), np.asarray(labels))
    errors = np.count_nonzero(wrong, axis=0) / len(wrong)
    first, second = np.triu_indices(sample.n_members, k=1)
    return KappaErrorPairs(
        first=first,
        second=second,
        kappa=label_kappa(sample)[first, second],
        error=(errors[first] + errors[second]) / 2,
    )


def _checked_truth(predictions: NDArray[Any], labels: NDArray[Any]) -> NDArray[np.bool_]:
    """Return where each member is wrong. Raise ``InputError`` for labels that cannot be compared
    with the predictions."""
    if labels.shape != predictions.shape[:1]:
        raise InputError(
            f"The labels have shape {labels.shape}, the predictions {predictions.shape[0]} rows; "
            "give one true label per row."
        )
    checks.coded("The label vector", labels)
    if (predictions.dtype.kind in "OU") != (labels.dtype.kind in "OU"):
        raise InputError(
            f"The predictions have dtype {predictions.dtype}, the labels {labels.dtype}; "
            "give both in the same coding, or every vote would count as wrong."
        )
    if labels.dtype.kind in "OU":
        check_spelling(set(predictions.flat), set(labels.flat))
    return np.asarray(predictions != labels[:, None])
