"""Outlines of regions on a grid: lines along the edges between cells that differ."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Line = tuple[NDArray[np.float32], NDArray[np.float32]]


def outline(winner: NDArray[Any], x: NDArray[np.float64], y: NDArray[np.float64]) -> Line:
    """Return the line between neighbouring cells that are won by different classes.

    Parameters
    ----------
    winner
        (len(y), len(x)) class of each cell.
    x, y
        Evenly spaced centres of the cells.

    Returns
    -------
    Coordinates of one line, in the unit of the grid: straight runs along the cells' edges, with a
    NaN after each. They lie at most half a cell from the true outline.
    """
    upright, along, until = _runs(winner[:, 1:] != winner[:, :-1])
    level, left, right = _runs((winner[1:] != winner[:-1]).T)
    x_edge, y_edge = _edges(x), _edges(y)
    across = (x_edge[upright + 1], x_edge[upright + 1], y_edge[along], y_edge[until])
    down = (x_edge[left], x_edge[right], y_edge[level + 1], y_edge[level + 1])
    parts = [np.concatenate(pair) for pair in zip(across, down, strict=True)]
    gap = np.full(len(parts[0]), np.nan)
    return (
        np.column_stack([parts[0], parts[1], gap]).ravel().astype(np.float32),
        np.column_stack([parts[2], parts[3], gap]).ravel().astype(np.float32),
    )


def _runs(marked: NDArray[np.bool_]) -> tuple[NDArray[np.intp], ...]:
    """Return runs of True down the columns: column, first row, row after the last."""
    columns = np.pad(marked.T, ((0, 0), (1, 1))).astype(np.int8)
    turns = np.diff(columns, axis=1)
    column, first = np.nonzero(turns == 1)
    return column, first, np.nonzero(turns == -1)[1]


def _edges(centres: NDArray[np.float64]) -> NDArray[np.float64]:
    half = (centres[1] - centres[0]) / 2.0
    return np.append(centres - half, centres[-1] + half)
