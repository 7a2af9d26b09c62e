"""Several tests that are shown together: Holm's correction, and the level of each of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from l2dwk_core.common.types import Floats

LEVEL = 0.05
"""A difference is claimed below this p-value, after Holm's correction."""


def holm(p_values: ArrayLike) -> Floats:
    """Return Holm's adjusted p-values. If all p-values below a level are claimed, the
    probability that any claim is wrong is at most that level, whatever their number. NaN stay
    NaN and do not count. Source: Holm 1979."""
    p = np.asarray(p_values, dtype=np.float64)
    adjusted = np.full(p.shape, np.nan)
    known = np.flatnonzero(~np.isnan(p))
    order = known[np.argsort(p[known], kind="stable")]
    factors = np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(1.0, np.maximum.accumulate(factors * p[order]))
    return adjusted


def tested_at(p_values: Sequence[float], adjusted: Floats) -> Floats:
    """Return the (n,) level of each test in Holm's procedure: ``LEVEL`` divided by the number of
    hypotheses left at its step. For hypotheses that are not rejected it is ``LEVEL`` divided by
    their number."""
    claimed = adjusted < LEVEL
    left = int(np.count_nonzero(~np.isnan(adjusted)))
    levels = np.full(len(adjusted), LEVEL / max(left - int(claimed.sum()), 1))
    for place, i in enumerate(np.argsort(p_values, kind="stable")[: int(claimed.sum())]):
        levels[i] = LEVEL / (left - place)
    return levels
