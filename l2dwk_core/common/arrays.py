"""Conversion of what callers pass (lists, Series, masked or object arrays) to plain arrays, with
clear errors."""

from __future__ import annotations

import contextlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted, shown


def plain_array(what: str, values: Any, instead: str = "leave those rows out") -> NDArray[Any]:
    """Return *values* as an array without a mask. *what* begins the error message, for example
    "Labels".

    *instead* is what to do about masked entries, at the end of the error message.

    Raises
    ------
    InputError
        For rows of different lengths, for masked entries, whose mask would be lost, and for texts
        that end with the character NUL, which would be lost.
    """
    if isinstance(values, np.ma.MaskedArray):
        masked = int(np.ma.getmaskarray(values).sum())
        if masked:
            raise InputError(
                f"{what} have {counted(masked, 'masked entry', 'masked entries')} of "
                f"{values.size}; {instead}."
            )
        values = values.data
    if hasattr(values, "todense"):
        raise InputError(f"{what} are a sparse matrix; give a dense one, values.toarray().")
    try:
        found = np.asarray(values)
    except (ValueError, TypeError) as problem:
        raise InputError(
            f"{what} ({shown(values)}) are no array; give rows of one length."
        ) from problem
    if found.dtype.kind in "US":
        check_ends(what, values)
    return found


def check_ends(what: str, values: Any) -> None:
    """Raise ``InputError`` when a text ends with the character NUL.

    NumPy's arrays of text fill up with it, so that this text would be equal to the one without it.
    """
    if isinstance(values, np.ndarray) and values.dtype != object:
        return
    for text in np.asarray(values, dtype=object).flat:
        if isinstance(text, str | bytes) and text[-1:] in ("\0", b"\0"):
            raise InputError(
                f"{what} hold {shown(text)}, which ends with the character NUL; arrays of text do "
                "not keep that. Take it off, or give that class another name."
            )


def label_array(
    what: str, values: Any, instead: str = "leave those rows out or label them"
) -> NDArray[Any]:
    """Return class labels of any shape as an array of texts, truth values or whole numbers.

    *instead* is what to do about missing ones, at the end of the error message.

    Raises
    ------
    InputError
        For missing or infinite labels, fractions, mixtures of text with numbers, and other types.
    """
    labels = plain_array(what, values, instead)
    if labels.dtype.kind in "biuUS":
        return labels
    if labels.dtype.kind == "O":
        labels = _from_objects(what, labels, instead)
    if labels.dtype.kind == "f":
        absent = np.isnan(labels)
        if absent.any():
            raise _missing(what, absent, instead)
        whole = np.isfinite(labels) & (labels == np.floor(labels))
        if not whole.all():
            first = float(labels[~whole][0])
            raise InputError(
                f"{what} hold the value {first:g}; classes must be text "
                "or whole numbers. Give classes, not probabilities; cut a continuous target into "
                "classes first."
            )
    elif labels.dtype.kind not in "biuUS":
        raise InputError(f"{what} are of type {labels.dtype}; they must be text or whole numbers.")
    return labels


def number_array(what: str, values: Any) -> NDArray[np.float64]:
    """Return finite real numbers of any shape as a contiguous float64 array.

    Raises
    ------
    InputError
        For text, complex or missing numbers, infinities, and rows of different lengths.
    """
    found = plain_array(what, values)
    if found.dtype.kind == "O":
        with contextlib.suppress(TypeError, ValueError):  # the error below names the type
            found = found.astype(np.float64)
    if found.dtype.kind not in "biuf":
        raise InputError(f"{what} are of type {found.dtype}; give real numbers.")
    numbers = np.ascontiguousarray(found, dtype=np.float64).reshape(found.shape)
    if not np.isfinite(numbers).all():
        bad = int(np.count_nonzero(~np.isfinite(numbers)))
        raise InputError(
            f"{what}: {counted(bad, 'value is', 'values are')} not finite; replace or remove "
            f"{'it' if bad == 1 else 'them'}."
        )
    return numbers


def _from_objects(what: str, labels: NDArray[Any], instead: str) -> NDArray[Any]:
    """Return an object array as an array of the type that its entries have."""
    import pandas as pd  # only for objects: what counts as missing among them

    absent = pd.isna(labels)
    if absent.any():
        raise _missing(what, absent, instead)
    kinds = {"text" if isinstance(label, str | bytes) else "other" for label in labels.flat}
    if len(kinds) > 1:
        raise InputError(
            f"{what} mix text with other values; turn all of them into text or numbers."
        )
    check_ends(what, labels)
    try:
        made = np.array(labels.tolist())
    except ValueError:
        made = labels.reshape(-1)[:0]
    if made.shape != labels.shape:
        raise InputError(f"{what} are not single values; give one label per entry.")
    return made


def _missing(what: str, absent: NDArray[np.bool_], instead: str) -> InputError:
    places = np.argwhere(absent)
    row = f" (first in row {places[0][0] + 1:,}; row 1 is the first)" if absent.ndim else ""
    verb = "is" if len(places) == 1 else "are"
    return InputError(
        f"{len(places)} of {counted(absent.size, what.lower()[:-1])} {verb} missing{row}; "
        f"{instead}."
    )


def n_rows_of(X: Any) -> int:
    """Return the number of rows of a table. Raise ``InputError`` for what is no table."""
    shape = getattr(X, "shape", None)
    if shape:
        return int(shape[0])
    if shape is None and not hasattr(X, "__len__") and hasattr(X, "__array__"):
        return len(np.asarray(X))
    if not hasattr(X, "__len__") or shape == ():
        raise InputError(f"X is {shown(X)}; give a table of rows × columns.")
    return len(X)
