"""Two members given by four counts, the smallest ensemble on which a pairwise measure can be
tried."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.checks import check_whole
from l2dwk_core.common.errors import InputError


def oracle_of_counts(both: int, first: int, second: int, neither: int) -> NDArray[np.int8]:
    """Return the (N, 2) oracle in {−1, +1} of two members.

    ``both``, ``first``, ``second``, ``neither``: rows on which both, only the first, only the
    second, or neither of them is right (a, b, c, d of the measures). N is their sum.

    Raise ``InputError`` when a count is negative or all are 0.
    """
    counts = [
        check_whole(name, value, 0)
        for name, value in zip(
            ("both", "first", "second", "neither"), (both, first, second, neither), strict=True
        )
    ]
    if sum(counts) == 0:
        raise InputError("All four counts are 0: there is no row to judge by; raise one of them.")
    cells = np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]], dtype=np.int8)
    return np.repeat(cells, counts, axis=0)
