"""How large Spearman's rank correlation gets by chance, also of few pairs and far from 0.

On Fisher's scale the coefficient is nearly normal, but not in the tails: of 8 pairs in random order
a value that the normal distribution gives a probability of 0.27 % comes in 0.45 % of cases. Where
many coefficients are looked at together, the tails decide.
"""

from __future__ import annotations

import numpy as np
from scipy import stats
from scipy.optimize import brentq


def spearman_tail(value: float, n: float) -> float:
    """Return the probability that n pairs in random order have a rank correlation of *value* or
    more, in [0, 1].

    The Edgeworth series with six terms in ``x = value √(n − 1)``. Source: Best & Roberts 1975
    (AS 89).

    Parameters
    ----------
    value
        In [0, 1].
    n
        Pairs, 7 or more; need not be whole.
    """
    x, b = value * np.sqrt(n - 1), 1 / n
    y = x * x
    inner = 0.0879 + 0.0151 * b - y * (0.0072 - 0.0831 * b + y * b * (0.0131 - 4.6e-4 * y))
    middle = -0.0758 + b * (0.1033 + 0.3932 * b) - y * b * inner
    more = x * b * (0.2274 + b * (0.2531 + 0.1745 * b) + y * middle)
    return float(np.clip(stats.norm.sf(x) + more * np.exp(-y / 2), 0.0, 1.0))


def spearman_quantile(tail: float, n: float) -> float:
    """Return the rank correlation in [0, 1] that n pairs in random order exceed with probability
    *tail*, in (0, ½); 1 where even a perfect order is likelier than that. n as in
    ``spearman_tail``."""
    if spearman_tail(1.0, n) >= tail:
        return 1.0
    return float(brentq(lambda value: spearman_tail(value, n) - tail, 0.0, 1.0, xtol=1e-9))
