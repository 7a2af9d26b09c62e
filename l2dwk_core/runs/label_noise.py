"""Labels flipped on purpose, to see what a method does with them.

At random here; near the class boundary in ``boundary_noise``, which needs trained members.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.checks import check_choice, check_seed, is_number
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import shown

_STREAM = 0x6C61_6265_6C  # keeps these draws apart from the split's and the members' of one seed

NOISE_KINDS: Mapping[str, str] = MappingProxyType(
    {
        "random": "any row, each as likely as another, to any other class",
        "boundary": "the rows of which a forest is least sure, to the class it mistakes them for",
    }
)
"""Which labels are flipped and to what, with a one-line explanation."""


def check_label_noise(share: Any) -> None:
    """Raise ``InputError`` unless 0 ≤ share < 1."""
    if not is_number(share) or not 0 <= share < 1:
        raise InputError(
            f"label_noise is {shown(share)}; allowed is a share from 0 to below 1; try 0.2."
        )


def check_noise_kind(kind: Any) -> None:
    """Raise ``InputError`` unless it is a key of ``NOISE_KINDS``."""
    check_choice("noise kind", kind, NOISE_KINDS)


def flip_count(labels: NDArray[np.str_], n_rows: int, share: float, seed: int) -> int:
    """How many of ``n_rows`` rows are flipped: ``round(share · n_rows)``, halves up.

    Raise ``InputError`` for a share or seed out of range, or when there is no class to flip to.
    """
    check_label_noise(share)
    check_seed(seed)
    count = int(np.floor(share * n_rows + 0.5))
    if count and (labels == labels[0]).all():
        raise InputError(
            f"label_noise is {share:g}, but all labels are {str(labels[0])!r}; flipping needs a "
            "second class, so set label_noise to 0."
        )
    return count


def noise_draws(seed: int) -> np.random.Generator:
    """The random numbers of label noise alone."""
    return np.random.default_rng([seed, _STREAM])


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
    count = flip_count(labels, len(rows), share, seed)
    if count == 0:
        return labels, np.empty(0, dtype=np.intp)
    classes, codes = np.unique(labels, return_inverse=True)
    rng = noise_draws(seed)
    drawn = rows[rng.permutation(len(rows))[:count]]
    steps = rng.integers(1, len(classes), len(rows))[:count]
    flipped = labels.copy()
    flipped[drawn] = classes[(codes[drawn] + steps) % len(classes)]
    return flipped, np.sort(drawn)
