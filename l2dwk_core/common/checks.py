"""Checks of single arguments that several parts of the core share."""

from __future__ import annotations

import math
from collections.abc import Collection
from numbers import Integral, Real
from typing import Any

import numpy as np

from l2dwk_core.common.errors import InputError, unknown_choice
from l2dwk_core.common.text import shown


def is_number(value: Any) -> bool:
    """Return whether *value* is one finite real number. Truth values, texts and arrays are not."""
    real = isinstance(value, Real) and not isinstance(value, bool | np.bool_)
    return real and math.isfinite(value)


def check_whole(name: str, value: Any, low: int, high: int | None = None) -> int:
    """Return *value* as an int between *low* and *high*, both included. None as *high* means no
    upper limit.

    Raises
    ------
    InputError
        When it is no whole number or out of range; *name* starts the message, the nearest allowed
        number ends it.
    """
    whole = isinstance(value, Integral) and not isinstance(value, bool | np.bool_)
    if not whole or value < low or (high is not None and value > high):
        allowed = f"at least {low}" if high is None else f"from {low} to {high}"
        near = low
        if is_number(value):
            near = max(low, round(value)) if high is None else min(max(low, round(value)), high)
        raise InputError(
            f"{name} is {shown(value)}; it must be a whole number {allowed}; try {near}."
        )
    return int(value)


def check_choice(what: str, value: Any, allowed: Collection[str]) -> str:
    """Return *value* when it is one of the names *allowed*. Raise ``InputError`` otherwise."""
    if not isinstance(value, str) or value not in allowed:
        raise unknown_choice(what, value, allowed)
    return value


def check_seed(seed: Any) -> int:
    """Return *seed* as an int from 0 to 2³² − 1, the range that NumPy and scikit-learn share.

    Raises
    ------
    InputError
        When it is anything else.
    """
    return check_whole("seed", seed, 0, 2**32 - 1)
