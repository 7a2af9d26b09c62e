"""A published comparison of methods over datasets."""

from __future__ import annotations

import numpy as np

# Demšar 2006, JMLR 7, table 6: areas under the ROC curve of C4.5, C4.5 + m, C4.5 + cf and
# C4.5 + m + cf on 14 UCI datasets, as printed.
DEMSAR_2006_PRINTED = np.array([
    [0.763, 0.768, 0.771, 0.798],
    [0.599, 0.591, 0.590, 0.569],
    [0.954, 0.971, 0.968, 0.967],
    [0.628, 0.661, 0.654, 0.657],
    [0.882, 0.888, 0.886, 0.898],
    [0.936, 0.931, 0.916, 0.931],
    [0.661, 0.668, 0.609, 0.685],
    [0.583, 0.583, 0.563, 0.625],
    [0.775, 0.838, 0.866, 0.875],
    [1.000, 1.000, 1.000, 1.000],
    [0.940, 0.962, 0.965, 0.962],
    [0.619, 0.666, 0.614, 0.669],
    [0.972, 0.981, 0.975, 0.975],
    [0.957, 0.978, 0.946, 0.970],
])  # fmt: skip

# The printed mean ranks have ranks 2 and 3 where row 13 shows 0.975 twice: they come from more
# decimals than are printed.
DEMSAR_2006 = DEMSAR_2006_PRINTED.copy()
DEMSAR_2006[12, 2] += 1e-5
