"""An order of the members in which similar members are next to each other."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.cluster.hierarchy import leaves_list, linkage
from scipy.spatial.distance import squareform

from l2dwk_core.common.errors import InputError


def cluster_order(matrix: ArrayLike, direction: Literal["up", "down"] = "up") -> NDArray[np.intp]:
    """Return ``(L,)`` members in the order of an average-linkage tree, with neighbours as similar
    as the tree allows.

    Distance is the measure itself where more means more diverse ("up"), its negative otherwise,
    shifted to start at 0. Pairs without a value count as average.

    Parameters
    ----------
    matrix
        ``(L, L)`` symmetric values of a pairwise measure, NaN where undefined; the diagonal is not
        looked at.

    Raises
    ------
    InputError
        The matrix is not square.

    Source: average linkage, Sokal & Michener 1958; order of leaves, Bar-Joseph et al. 2001.
    """
    values = np.array(matrix, dtype=np.float64)
    if values.ndim != 2 or values.shape[0] != values.shape[1] or values.shape[0] < 1:
        raise InputError(f"The pairs have shape {values.shape}; give a square matrix.")
    if len(values) < 3:
        return np.arange(len(values))
    distance = squareform(values if direction == "up" else -values, checks=False)
    missing = np.isnan(distance)
    if missing.all():
        return np.arange(len(values))
    distance[missing] = distance[~missing].mean()
    distance -= distance.min()
    tree = linkage(distance, "average", optimal_ordering=len(values) <= _ORDERED)
    return np.asarray(leaves_list(tree), dtype=np.intp)


_ORDERED = 400
"""Leaves are ordered up to this number of members. It took 0.3 s for 301 members, and the time
grows with the square."""
