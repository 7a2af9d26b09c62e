"""Checks of members that a user gives. The messages name the member."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.utils import _safe_indexing

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted, shown
from l2dwk_core.pools.pool import Pool

SUM_TOLERANCE = 1e-4
"""The largest difference from 1 of the sum of the probabilities of a row."""
_LONGEST_REASON = 200


def check_column_names(frame: pd.DataFrame) -> None:
    """Raise ``InputError`` when two columns have the same name, as scikit-learn's check of names
    does not allow it."""
    if not frame.columns.is_unique:
        name = frame.columns[frame.columns.duplicated()][0]
        n = int((frame.columns == name).sum())
        raise InputError(
            f"{shown(name)} is the name of {counted(n, 'column')} of X; give each column a name of "
            "its own."
        )


def check_kinds_of_labels(members: Any, names: Sequence[str] = ()) -> None:
    """Raise ``InputError`` when of these fitted classifiers one answers text and another numbers.

    Anything but a list of fitted classifiers is passed over; other checks refuse it.
    """
    if not isinstance(members, list | tuple):
        return
    who = [repr(name) for name in names] or [f"Member {j}" for j in range(len(members))]
    first: dict[bool, tuple[str, Any]] = {}
    for called, member in zip(who, members, strict=True):
        known = np.asarray(getattr(member, "classes_", []), dtype=object).reshape(-1)
        if known.size:
            first.setdefault(isinstance(known[0], str | bytes), (called, known[0]))
    if len(first) == 2:
        (text, word), (number, value) = first[True], first[False]
        raise InputError(
            f"{text} answers text ({shown(word)}) and {number} other values ({shown(value)}); give "
            "members that were fitted on labels of one kind."
        )


def failing_member(pool: Pool, X: Any) -> InputError | None:
    """Return an error that names the first member that cannot predict the first row of X; None
    when every member can."""
    for name, member, encoding in zip(
        pool.names, pool.members, pool.member_encodings, strict=False
    ):
        if encoding.view != "raw":
            continue
        try:
            member.predict(_safe_indexing(X, [0]))
        except Exception as error:  # a member may raise any exception
            reason = " ".join(str(error).split()) or type(error).__name__
            return InputError(
                f"Member {name!r} ({type(member).__name__}) cannot predict these rows: "
                f"{reason[:_LONGEST_REASON].rstrip('.')}. Give the columns on which it was fitted, "
                "or leave it out."
            )
    return None


def check_distributions(proba: NDArray[np.float32], names: Sequence[str]) -> None:
    """Raise ``InputError`` when (N, L, C) probabilities of some row of some member are not 0 or
    more with sum 1."""
    sums = proba.sum(axis=2)
    # A comparison with NaN is False, so NaN is refused as well.
    fine = (np.abs(sums - 1.0) <= SUM_TOLERANCE) & (proba >= -1e-6).all(axis=2)
    if fine.all():
        return
    member = int(np.flatnonzero(~fine.all(axis=0))[0])
    row = int(np.flatnonzero(~fine[:, member])[0])
    n_bad = int(np.count_nonzero(~fine[:, member]))
    raise InputError(
        f"The probabilities of member {names[member]!r} sum to {sums[row, member]:g} (smallest "
        f"{proba[row, member].min():g}) in row {row + 1:,} (row 1 is the first; "
        f"{counted(n_bad, 'row')} like that); they must be 0 or more with sum 1. Leave the member "
        "out, or let predicted labels decide in place of probabilities."
    )
