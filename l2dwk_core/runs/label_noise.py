"""Labels that are flipped on purpose, to study how a method reacts to label noise.

Here the rows are drawn at random. ``boundary_noise`` flips rows near the class boundary, for which
it trains a forest.
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

_STREAM = 0x6C61_6265_6C  # so that these random numbers differ from those of split and members

NOISE_KINDS: Mapping[str, str] = MappingProxyType(
    {
        "random": "any row, each as likely as another, to any other class",
        "boundary": "the rows of which a forest is least sure, to the class it mistakes them for",
    }
)
"""The kinds of label noise, each with a one-line explanation."""


def check_label_noise(share: Any) -> None:
    """Raise ``InputError`` unless 0 ≤ share < 1."""
    if not is_number(share) or not 0 <= share < 1:
        raise InputError(
            f"label_noise is {shown(share)}; allowed is a share from 0 to below 1; try 0.2."
        )


def check_noise_kind(kind: Any) -> None:
    """Raise ``InputError`` unless *kind* is a key of ``NOISE_KINDS``."""
    check_choice("noise kind", kind, NOISE_KINDS)


def flip_count(labels: NDArray[np.str_], n_rows: int, share: float, seed: int) -> int:
    """Return how many of ``n_rows`` rows are flipped: ``round(share · n_rows)``, halves upwards.

    Raise ``InputError`` when the share or the seed is out of range, or when there is no other
    class.
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
    """Return a generator of random numbers that only label noise uses."""
    return np.random.default_rng([seed, _STREAM])


def flip_labels(
    labels: NDArray[np.str_], rows: NDArray[np.intp], share: float, seed: int = 0
) -> tuple[NDArray[np.str_], NDArray[np.intp]]:
    """Give some rows, drawn at random, the label of another class.

    Parameters
    ----------
    labels
        (n,) labels. They are not changed.
    rows
        The rows whose labels may be flipped. ``round(share · len(rows))`` different rows are
        flipped. Every other class of ``labels`` is equally likely.
    share
        The share of the rows to flip, in [0, 1). With the same seed, a larger share flips all rows
        that a smaller share flips, to the same classes, and some more. So shares can be compared.
    seed
        A whole number ≥ 0.

    Returns
    -------
    The labels after flipping, and the flipped rows in ascending order.

    Raises
    ------
    InputError
        When the share or the seed is out of range, or when there is no other class.
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
