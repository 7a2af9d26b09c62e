"""An interval for a share of right answers where some rows belong together."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
from scipy import stats


def grouped_interval(
    right: npt.NDArray[np.bool_], group: npt.NDArray[np.intp], level: float = 0.95
) -> tuple[float, float]:
    """Return Wilson's interval for so many rows as the groups are worth.

    Of G groups with n_g rows, s_g of them right, p = Σs_g/n. The variance of p between groups,
    ``v = G/(G − 1) · Σ(s_g − n_g p)²/n²``, makes n rows worth ``p(1 − p)/v`` single ones. To the
    groups that are there, one of the mean size is added, of which half is right: a few groups
    without a mistake do not prove that there is no variance. The rows are worth at least 1 and at
    most n single ones, and the quantile is that of t with G − 1 degrees of freedom.
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
    low, high with ``0 ≤ low ≤ p ≤ high ≤ 1``; 0 and 1 for a single group.
    """
    _, codes = np.unique(group, return_inverse=True)
    n_g = np.bincount(codes).astype(np.float64)
    s_g = np.bincount(codes, right).astype(np.float64)
    n, n_groups, share = float(n_g.sum()), len(n_g), float(right.mean())
    if n_groups < 2:
        return 0.0, 1.0
    size = n / n_groups
    p = (s_g.sum() + size / 2) / (n + size)
    spread = float(((s_g - n_g * p) ** 2).sum()) + (size * p) ** 2 / 2 + (size * (1 - p)) ** 2 / 2
    v = n_groups / (n_groups - 1) * spread / (n + size) ** 2
    worth = min(max(p * (1 - p) / v, 1.0), n)
    z = float(stats.t.ppf((1 + level) / 2, n_groups - 1))
    middle = (share + z * z / (2 * worth)) / (1 + z * z / worth)
    half = (
        z
        / (1 + z * z / worth)
        * math.sqrt(share * (1 - share) / worth + z * z / (4 * worth * worth))
    )
    return max(0.0, min(middle - half, share)), min(1.0, max(middle + half, share))
