"""How many of two columns' labels are equal by chance, where both keep their frequencies."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.stats import gamma, hypergeom

from l2dwk_core.common.types import Floats


def tails(one: NDArray[np.integer], other: NDArray[np.integer], worth: int) -> tuple[float, float]:
    """Return the probabilities that so few rows, or fewer, have equal labels by chance, and that so
    many have, or more.

    *one* and *other* (n,) are numbers of labels, 0 or more; by chance every order of them is as
    likely as another. The rows count as *worth* independent ones, 1 to n. With two labels it is
    Fisher's exact test; with more the tail of a gamma distribution with the exact mean and variance
    of the number of equal rows.
    """
    n, size = len(one), int(max(one.max(), other.max())) + 1
    first, second = (np.bincount(codes, minlength=size) for codes in (one, other))
    used = np.flatnonzero(first + second)
    if used.size <= 2 and worth == n:
        label = used[-1]
        both = hypergeom(n, int(first[label]), int(second[label]))
        hits = int(np.count_nonzero((one == label) & (other == label)))
        return float(both.cdf(hits)), float(both.sf(hits - 1))
    share = worth / n
    equal = share * np.count_nonzero(one == other)
    a, b = (share * counts.astype(np.float64) for counts in (first, second))
    return _gamma_tails(equal, a, b, step=1 if used.size > 2 else 2)


def _gamma_tails(equal: float, first: Floats, second: Floats, step: int) -> tuple[float, float]:
    """Return both tails at *equal* rows; *first* and *second* (C,) are how often each label is in
    either column, and neighbouring numbers of equal rows are *step* apart.

    With ``S = Σ a_c b_c`` the number of equal rows has mean ``S/n`` and variance
    ``(S − Σ a_c b_c (a_c + b_c)/n + S²/n²)/(n − 1)``. It is at least ``Σ max(0, a_c + b_c − n)``,
    where the gamma distribution begins.
    """
    n = float(first.sum())
    pairs = first * second
    total = float(pairs.sum())
    squares = total - float((pairs * (first + second)).sum()) / n + (total / n) ** 2
    if n <= 1.0 or squares <= 1e-9 * max(total, 1.0):
        return 1.0, 1.0
    variance = squares / (n - 1)
    least = float(np.maximum(first + second - n, 0.0).sum())
    mean = total / n - least
    by_chance = gamma(mean**2 / variance, loc=least, scale=variance / mean)
    return float(by_chance.cdf(equal + step / 2)), float(by_chance.sf(equal - step / 2))
