"""Principal components of a table of many columns, read from the products of its rows.

The columns are encoded as ``profile.projection`` says, some at a time. A table of 400 rows and
5,000 columns of categories has 155,000 indicators, which take half a gigabyte when all are made at
once.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pandas as pd

_CELLS_AT_A_TIME = 2_000_000
"""Numbers of encoded columns that are made at a time: 16 MB."""
_Columns = np.ndarray | tuple[np.ndarray, np.ndarray]
"""``(n_rows, k)`` standardised numbers; or ``(n_rows,)`` codes of the values of a category column
and ``(n_values,)`` one over the standard deviation of the indicator of each, 0 of a constant."""


def wide_projection(X: pd.DataFrame, max_levels: int) -> tuple[np.ndarray, np.ndarray]:
    """Return ``(n_rows, 2)`` the rows on the two directions of largest variance, and ``(2,)`` each
    direction's share of the variance.

    With Z (n, p) the standardised columns, the directions are u of Z Zᵀ u = s² u, the rows lie at
    s·u, and the shares are s² / trace(Z Zᵀ). The sign of a direction makes its largest loading in
    Zᵀ u positive.

    Parameters
    ----------
    X
        ``float64`` and ``category`` columns, at least two rows.
    max_levels
        Indicators of a category column; the rarest values beyond share one.
    """
    n_rows = len(X)
    columns = [_encoded(X.iloc[:, place], max_levels) for place in range(X.shape[1])]
    products = np.zeros((n_rows, n_rows))
    for block in _blocks(columns, n_rows):
        products += block @ block.T
    # Indicators are not centred one by one: this does it for all.
    products -= products.mean(axis=0)
    products -= products.mean(axis=1)[:, None]
    total = float(np.trace(products))
    values, vectors = np.linalg.eigh((products + products.T) / 2)
    largest, directions = np.maximum(values[:-3:-1], 0.0), vectors[:, :-3:-1]
    signs = [_sign(columns, direction - direction.mean()) for direction in directions.T]
    return directions * np.sqrt(largest) * signs, largest / total if total > 0 else np.zeros(2)


def _sign(columns: list[_Columns], direction: np.ndarray) -> float:
    """Return the sign of the loading of a direction that is farthest from 0."""
    farthest = 0.0
    for part in columns:
        if isinstance(part, tuple):
            codes, scale = part
            loadings = np.bincount(codes, direction, len(scale)) * scale
        else:
            loadings = direction @ part
        here = float(loadings[np.abs(loadings).argmax()])
        farthest = here if abs(here) > abs(farthest) else farthest
    return -1.0 if farthest < 0 else 1.0


def _blocks(columns: list[_Columns], n_rows: int) -> Iterator[np.ndarray]:
    """Yield the encoded columns, some at a time, each block ``(n_rows, n_columns)``."""
    rows, width = np.arange(n_rows), max(1, _CELLS_AT_A_TIME // n_rows)
    block, used = np.zeros((n_rows, width)), 0
    for part in columns:
        n = len(part[1]) if isinstance(part, tuple) else part.shape[1]
        if used + n > width and used:
            yield block[:, :used]
            block, used = np.zeros((n_rows, max(width, n))), 0
        if n > block.shape[1]:
            block = np.zeros((n_rows, n))
        if isinstance(part, tuple):
            codes, scale = part
            block[rows, used + codes] = scale[codes]
        else:
            block[:, used : used + n] = part
        used += n
    yield block[:, :used]


def _encoded(column: pd.Series, max_levels: int) -> _Columns:
    """Return the numbers, missing ones as the median; or an indicator for each value that
    occurs."""
    if column.dtype == np.float64:
        numbers = column.to_numpy()
        missing = np.isnan(numbers)
        if not missing.any():
            return _standardised(numbers[:, None])
        middle = 0.0 if missing.all() else np.median(numbers[~missing])
        return _standardised(np.where(missing, middle, numbers)[:, None])
    # A missing cell is a value of its own, the last one.
    codes = column.cat.codes.to_numpy().astype(np.intp)
    codes = np.where(codes < 0, len(column.cat.categories), codes)
    found, codes, counts = np.unique(codes, return_inverse=True, return_counts=True)
    if len(found) > max_levels:
        rare = np.argsort(counts, kind="stable")[: len(found) - max_levels + 1]
        places = np.full(len(found), max_levels - 1)
        places[np.setdiff1d(np.arange(len(found)), rare)] = np.arange(max_levels - 1)
        codes = places[codes]
        counts = np.bincount(codes)
    share = counts / len(codes)
    constant = counts == len(codes)
    return codes, np.where(constant, 0.0, 1.0 / np.sqrt(np.where(constant, 1.0, share - share**2)))


def _standardised(block: np.ndarray) -> np.ndarray:
    """Return columns of mean 0 and variance 1. A column of one value becomes zeros."""
    largest = np.abs(block).max(axis=0)
    block = block - block.mean(axis=0)
    spread = block.std(axis=0)
    constant = spread <= 1e-14 * largest
    standard: np.ndarray = np.where(constant, 0.0, block / np.where(constant, 1.0, spread))
    return standard
