"""Caches that know of which dataset an entry is, so that what came of a table goes with it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import TypeVar
from weakref import WeakSet

from pages.runtime.bounded_cache import BoundedCache
from pages.runtime.byte_size import byte_size

T = TypeVar("T")
MAX_BYTES = 50_000_000
"""Bytes of one cache; one entry stays whatever its size."""


class DatasetCache:
    """What pages computed, by dataset and key, at most ``limit`` entries; safe in threads.

    Like ``st.cache_resource`` it hands out the object itself, which must not be changed.
    """

    def __init__(self, limit: int) -> None:
        self._kept = BoundedCache(MAX_BYTES, limit)
        self._lock = threading.Lock()
        _ALL.add(self)

    def get(self, dataset: str, key: Hashable, make: Callable[[], T]) -> T:
        """Return what is kept; call ``make()`` where there is nothing. Two threads that ask at the
        same moment may both call it."""
        place = dataset, key
        with self._lock:
            if place in self._kept:
                return self._kept.get(place)  # type: ignore[no-any-return]
        made = make()
        size = byte_size(made)
        with self._lock:
            self._kept.put(place, made, size)
        return made

    def forget(self, dataset: str) -> None:
        """Drop everything of a dataset that is no longer there."""
        with self._lock:
            for place in [place for place in self._kept if place[0] == dataset]:
                self._kept.pop(place)


_ALL: WeakSet[DatasetCache] = WeakSet()


def forget(dataset: str) -> None:
    """Drop everything of a dataset from every cache there is."""
    for cache in list(_ALL):
        cache.forget(dataset)
