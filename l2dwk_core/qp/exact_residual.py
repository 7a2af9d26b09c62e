"""Residuals H w − p − level that are right in all digits of a double.

Where H is nearly flat in a direction of curvature c, an error ε of the residual moves the weights
by ε/c. A sum in plain double precision has ε ≈ 1e-16 of its terms, which at c = 1e-10 is 1e-6 in
the weights. So each product is split into its rounded value and its rounding error (Dekker's
product), and all terms of a row are added exactly.
"""

from __future__ import annotations

from math import fsum

import numpy as np

from l2dwk_core.common.types import Floats

_SPLIT = 2.0**27 + 1.0  # Veltkamp: halves of 26 bits, whose products have no rounding error


def exact_residual(H: Floats, weights: Floats, terms: Floats) -> Floats:
    """Return (n,) Σ_j H_ij weights_j − Σ_k terms_ki, each correctly rounded.

    ``H`` (n, n) with entries up to 1e150, ``terms`` (m, n).
    """
    products = H * weights
    head, tail = _halves(H)
    weights_head, weights_tail = _halves(weights)
    errors = head * weights_head - products
    errors += head * weights_tail
    errors += tail * weights_head
    errors += tail * weights_tail
    rows = np.concatenate([products, errors, -terms.T], axis=1)
    return np.array([fsum(row) for row in rows.tolist()])


def _halves(values: Floats) -> tuple[Floats, Floats]:
    scaled = _SPLIT * values
    head = scaled - (scaled - values)
    return head, values - head
