"""Rows of a symmetric table, each computed when it is first needed."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.types import Indices

Table = NDArray[np.floating[Any]]


class RowCache:
    """Rows of a table by position. ``compute(positions)`` gives rows that are not yet known.

    Several threads may ask at the same time, for example sessions that share an oracle.
    """

    def __init__(self, compute: Callable[[Indices], Table], n_rows: int) -> None:
        self._compute = compute
        self._position = np.full(n_rows, -1)
        self._store: Table | None = None
        self._lock = threading.Lock()

    def rows(self, members: Indices, /) -> Any:
        """Return the (n, …) rows at the given positions. They must not be written to."""
        with self._lock:
            missing = members[self._position[members] < 0]
            if missing.size:
                fresh = self._compute(missing)
                known = 0 if self._store is None else len(self._store)
                self._position[missing] = np.arange(known, known + missing.size)
                self._store = fresh if self._store is None else np.concatenate([self._store, fresh])
                if missing.size == members.size:
                    return fresh
            assert self._store is not None
            return self._store.take(self._position[members], axis=0)
