"""Checks of single arguments that several parts of the core share."""

from __future__ import annotations

from typing import Any

import numpy as np

from l2dwk_core.errors import InputError


def check_whole(name: str, value: Any, low: int, high: int | None = None) -> int:
    """*value* as an int between *low* and *high* (both included; no upper limit when None).

    Raises
    ------
    InputError
        When it is no whole number or out of range; *name* starts the message.
    """
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not whole or value < low or (high is not None and value > high):
        allowed = f"at least {low}" if high is None else f"from {low} to {high}"
        raise InputError(f"{name} is {value!r}; it must be a whole number {allowed}.")
    return int(value)


def check_seed(seed: Any) -> int:
    """*seed* as an int from 0 to 2³² − 1, the range that NumPy and scikit-learn share.

    Raises
    ------
    InputError
        When it is anything else.
    """
    return check_whole("seed", seed, 0, 2**32 - 1)
