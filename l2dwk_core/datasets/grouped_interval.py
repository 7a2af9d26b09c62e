"""An interval for a share of right answers where some rows belong together."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
from scipy import stats

_FEWEST = 1.5
"""With fewer groups nothing is said."""


def grouped_interval(
    right: npt.NDArray[np.bool_], group: npt.NDArray[np.intp], level: float = 0.95
) -> tuple[float, float]:
    """Return Wilson's interval for so many rows as the groups are worth.

    Of groups with n_g rows, s_g of them right, p = Σs_g/n. A row stands in a group of
    ``m = Σn_g²/n`` rows on average, and ``G = n/m`` groups of that size would be worth as much as
    those that are there. The variance of p between groups,
    ``v = G/(G − 1) · Σ(s_g − n_g p)²/n²``, makes n rows worth ``p(1 − p)/v`` single ones. To the
    groups that are there, one of m rows is added, of which half is right: a few groups without a
    mistake do not prove that there is no variance. Few large groups tell little about v: it is at
    least ``p(1 − p)(1 + ρ(m − 1))/n`` with the likeness ρ of rows of a group, 1 minus the variance
    within groups, ``Σ s_g(n_g − s_g)/n_g / Σ(n_g − 1)``, by p(1 − p). The rows are worth at least 1
    and at most n single ones, and the quantile is that of t with G − 1 degrees of freedom.
    Source: Korn & Graubard 1998, with Wilson's interval as in Franco et al. 2019.

    Parameters
    ----------
    right
        (n,) whether each row is right, n ≥ 1.
    group
        (n,) equal entries on rows that belong together.
    level
        Between 0 and 1, both excluded.

    Returns
    -------
    low, high with ``0 ≤ low ≤ p ≤ high ≤ 1``; 0 and 1 where nearly all rows are of one group.
    """
    _, codes = np.unique(group, return_inverse=True)
    n_g = np.bincount(codes).astype(np.float64)
    s_g = np.bincount(codes, right).astype(np.float64)
    n, share = float(n_g.sum()), float(right.mean())
    size = float((n_g**2).sum()) / n
    count = n / size
    if count < _FEWEST:
        return 0.0, 1.0
    p = (s_g.sum() + size / 2) / (n + size)
    spread = float(((s_g - n_g * p) ** 2).sum()) + (size * p) ** 2 / 2 + (size * (1 - p)) ** 2 / 2
    v = count / (count - 1) * spread / (n + size) ** 2
    within = float((s_g * (n_g - s_g) / n_g).sum()) / max(n - len(n_g), 1.0)
    alike = min(max(1 - within / (p * (1 - p)), 0.0), 1.0)
    v = max(v, p * (1 - p) * (1 + alike * (size - 1)) / n)
    worth = min(max(p * (1 - p) / v, 1.0), n)
    z = float(stats.t.ppf((1 + level) / 2, count - 1))
    middle = (share + z * z / (2 * worth)) / (1 + z * z / worth)
    half = (
        z
        / (1 + z * z / worth)
        * math.sqrt(share * (1 - share) / worth + z * z / (4 * worth * worth))
    )
    return max(0.0, min(middle - half, share)), min(1.0, max(middle + half, share))
