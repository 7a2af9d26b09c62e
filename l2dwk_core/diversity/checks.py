"""What the measures accept: complete ±1 matrices, row weights, label matrices."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from l2dwk_core.common.arrays import plain_array
from l2dwk_core.common.errors import InputError

# Rows whose share of the weight is below this count as having no weight. Q multiplies two shares
# and ρ takes the root of two such products. Above this limit no product underflows, so "undefined"
# is never the result of an underflow.
_NO_WEIGHT = 1e-150

# Integer labels within this span are coded by counting, some ten times faster than by sorting.
_DENSE_LABELS = 4096


def oracle_matrix(oracle: ArrayLike) -> NDArray[np.int8]:
    """Return the oracle as int8 in {−1, +1}. Raise ``InputError`` with the reason if it is not an
    oracle.

    Parameters
    ----------
    oracle
        ``(n_samples, n_members)``, +1 where the member is right and −1 where it is wrong.

    Raises
    ------
    InputError
        Not two-dimensional, empty, not numeric, or any value other than −1 and +1 (NaN and the 0
        of a missing vote included).
    """
    values = _two_dimensional("The oracle", plain_array("Oracle outputs", oracle))
    if values.dtype.kind not in "iuf":
        raise InputError(
            f"The oracle has dtype {values.dtype}; allowed are the numbers −1 and +1: "
            "code a right vote as +1 and a wrong one as −1."
        )
    allowed = (values == 1) | (values == -1)
    if not allowed.all():
        row, member = np.argwhere(~allowed)[0]
        if (values[~allowed] == 0).all():
            remedy = "a 0 marks a missing vote: keep rows on which every member voted."
        else:
            remedy = "code a right vote as +1 and a wrong one as −1."
        raise InputError(
            f"The oracle holds {np.count_nonzero(~allowed)} values other than −1 and +1 "
            f"(first: {values[row, member]} at row {row}, member {member}); {remedy}"
        )
    return values.astype(np.int8, copy=False)


def shares(weights: ArrayLike, n: int, *, one_each: str) -> NDArray[np.float64]:
    """Return non-negative weights divided by their sum. Shares below 1e-150 become 0.

    Parameters
    ----------
    weights
        ``(n,)``, non-negative and finite, any positive sum.
    n
        How many there must be.
    one_each
        What each weight belongs to ("row", "member"), for the messages.

    Raises
    ------
    InputError
        Wrong length, not numeric, negative, not finite, or summing to zero.
    """
    values = plain_array("Weights", weights)
    if values.shape != (n,):
        raise InputError(
            f"The weights have shape {values.shape}, the oracle has {n} {one_each}s; "
            f"give one weight per {one_each}."
        )
    if values.dtype.kind not in "biuf":
        raise InputError(f"The weights have dtype {values.dtype}; give numbers of at least 0.")
    values = values.astype(np.float64)
    wrong = ~(np.isfinite(values) & (values >= 0))
    if wrong.any():
        first = int(np.argmax(wrong))
        raise InputError(
            f"The weights hold {np.count_nonzero(wrong)} negative or non-finite values "
            f"(first: {values[first]} at {one_each} {first}); give finite numbers of at least 0."
        )
    largest = values.max()
    if largest == 0:
        raise InputError(
            f"The weights sum to zero, so no {one_each} counts; give at least one positive weight."
        )
    values /= largest  # divided first, so that the sum of huge weights cannot overflow
    values /= values.sum()
    values[values < _NO_WEIGHT] = 0.0
    return values


def label_codes(predictions: ArrayLike) -> tuple[NDArray[np.intp], NDArray[Any]]:
    """Return predicted labels as codes 0…C−1, and the labels that the codes stand for.

    Parameters
    ----------
    predictions
        ``(n_samples, n_members)`` labels of any one kind: integers (−1/+1 and non-contiguous ones
        included), finite floats, booleans or strings.

    Raises
    ------
    InputError
        Not two-dimensional, empty, NaN among the labels, or labels of different kinds.
    """
    values = _two_dimensional("The label matrix", plain_array("Predictions", predictions))
    return coded("The label matrix", values)


def coded(what: str, values: NDArray[Any]) -> tuple[NDArray[np.intp], NDArray[Any]]:
    """Return labels of any shape as positions in their sorted distinct values."""
    if values.dtype.kind == "O":
        if not all(isinstance(label, str) for label in values.flat):
            raise InputError(
                f"{what} mixes kinds of labels or has missing ones; "
                "give all labels as strings or all as numbers."
            )
        values = values.astype(np.str_)
    if values.dtype.kind not in "biufU":
        raise InputError(
            f"{what} has dtype {values.dtype}; give labels as integers, floats or strings."
        )
    if values.dtype.kind == "f" and not np.isfinite(values).all():
        raise InputError(f"{what} holds NaN or infinite values; give every vote a label.")
    if values.dtype.kind in "iu":
        lowest, highest = int(values.min()), int(values.max())
        if highest - lowest < _DENSE_LABELS:
            return _dense_codes(values, lowest)
    found, codes = np.unique(values, return_inverse=True)
    return codes.reshape(values.shape), found


def _dense_codes(values: NDArray[Any], lowest: int) -> tuple[NDArray[np.intp], NDArray[Any]]:
    """Return the codes by counting instead of sorting."""
    shifted = values.astype(np.int64) - lowest
    occurs = np.bincount(shifted.ravel()) > 0
    return (np.cumsum(occurs) - 1)[shifted], np.flatnonzero(occurs) + lowest


def _two_dimensional(what: str, values: NDArray[Any]) -> NDArray[Any]:
    if values.ndim != 2:
        raise InputError(
            f"{what} has {values.ndim} dimensions; give a matrix of shape (n_samples, n_members)."
        )
    if values.size == 0:
        raise InputError(
            f"{what} has shape {values.shape}; at least one sample and one member are needed."
        )
    return values
