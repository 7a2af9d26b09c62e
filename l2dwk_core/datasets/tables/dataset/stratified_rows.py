"""A random sample of rows with each class in proportion."""

from __future__ import annotations

import numpy as np

from l2dwk_core.datasets.tables.limits import (
    MIN_CLASS_ROWS,
)


def stratified_rows(y: np.ndarray, n: int, seed: int) -> np.ndarray:
    """Return sorted positions of n rows, with each class in proportion and none lost (largest
    remainders)."""
    classes, codes, counts = np.unique(y, return_inverse=True, return_counts=True)
    share = counts * n / counts.sum()
    take = np.maximum(np.floor(share).astype(int), np.minimum(counts, MIN_CLASS_ROWS))
    for at in np.argsort(-(share - np.floor(share)), kind="stable"):
        if take.sum() < n and take[at] < counts[at]:
            take[at] += 1
    while take.sum() > n and take.max() > 1:  # many small classes were topped up
        take[np.argmax(take)] -= 1
    stream = np.random.default_rng(seed)
    kept = [
        stream.choice(np.flatnonzero(codes == code), take[code], replace=False)
        for code in range(len(classes))
    ]
    return np.sort(np.concatenate(kept))
