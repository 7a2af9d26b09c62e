"""The same cases several times, one below the other, as votes of repeated cross-validation are when
they are put together without a column that names the cases."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.text import counted
from l2dwk_core.votes.votes import Votes

_FEWEST = 10
_BY_CHANCE = 1e-4


def stacked_findings(votes: Votes) -> tuple[str, ...]:
    """Return one line when the true labels of the first rows come again, in their order, down to
    the last row; empty otherwise, and where groups or a column of cases are known.

    They do so at a place by chance with the probability q = Σ_c f_c², f_c the share of class c; so
    at all places with q^(N − n), n the rows before they come again. This must be below 1e-4, summed
    over all n that were tried. Labels that follow each other in a short cycle, as rows that were
    sorted so, come again without being the same cases.
    """
    if votes.group is not None or votes.cases_column:
        return ()
    n_rows = _rows_before_they_repeat(votes.label_codes)
    if n_rows is None:
        return ()
    times = votes.n_rows // n_rows
    return (
        f"The true labels of the first {n_rows:,} rows come again in the same order, "
        f"{counted(times, 'time')} in all. If these are the same cases, answered by other runs of "
        "the models, the rows of one case can be on both sides of a split, and differences are "
        "claimed too easily: add a column 'group' with the number of the case, or keep one run.",
    )


def _rows_before_they_repeat(codes: NDArray[np.integer]) -> int | None:
    """Return the smallest number of rows after which the codes (N,) repeat to the end, or None."""
    n = len(codes)
    sizes = [size for size in range(1, n // 2 + 1) if n % size == 0]
    size = next((s for s in sizes if np.array_equal(codes[s:], codes[:-s])), None)
    if size is None or size < _FEWEST:
        return None
    shares = np.bincount(codes) / n
    chance = float(np.sum(shares**2)) ** (n - size)
    return size if chance * len(sizes) < _BY_CHANCE else None
