"""Cluster numbers in a fixed order."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.types import Indices


def renumbered(labels: NDArray[np.integer]) -> Indices:
    """Return the same clusters, numbered in the order of their first member."""
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    place = np.empty(len(first), dtype=np.intp)
    place[np.argsort(first)] = np.arange(len(first))
    return np.asarray(place[inverse.ravel()])
