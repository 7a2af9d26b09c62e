"""Labels flipped on purpose, to see what a method does with them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.checks import check_seed, is_number
from l2dwk_core.errors import InputError
from l2dwk_core.wording import shown

_STREAM = 0x6C61_6265_6C  # keeps these draws apart from the split's and the members' of one seed


def check_label_noise(share: Any) -> None:
    """Raise ``InputError`` unless 0 ≤ share < 1."""
    if not is_number(share) or not 0 <= share < 1:
        raise InputError(
            f"label_noise is {shown(share)}; allowed is a share from 0 to below 1; try 0.2."
        )


def flip_labels(
    labels: NDArray[np.str_], rows: NDArray[np.intp], share: float, seed: int = 0
) -> tuple[NDArray[np.str_], NDArray[np.intp]]:
    """Give a share of some rows the label of another class, drawn at random.

    Parameters
    ----------
    labels
        (n,) labels; not changed.
    rows
        Rows that may be flipped. ``round(share · len(rows))`` of them are: no two draws the same,
        every other class of ``labels`` equally likely.
    share
        In [0, 1). With one seed, a larger share flips the rows of a smaller one and more, to the
        same classes, so that shares can be compared.
    seed
        Whole number ≥ 0.

    Returns
    -------
    The labels with the flips, and the flipped rows, ascending.

    Raises
    ------
    InputError
        For a share or seed out of range, or when there is no other class to flip to.
    """
    check_label_noise(share)
    check_seed(seed)
    classes, codes = np.unique(labels, return_inverse=True)
    count = int(np.floor(share * len(rows) + 0.5))
    if count == 0:
        return labels, np.empty(0, dtype=np.intp)
    if len(classes) < 2:
        raise InputError(
            f"label_noise is {share:g}, but all labels are {str(classes[0])!r}; flipping needs a "
            "second class, so set label_noise to 0."
        )
    rng = np.random.default_rng([seed, _STREAM])
    drawn = rows[rng.permutation(len(rows))[:count]]
    steps = rng.integers(1, len(classes), len(rows))[:count]
    flipped = labels.copy()
    flipped[drawn] = classes[(codes[drawn] + steps) % len(classes)]
    return flipped, np.sort(drawn)
