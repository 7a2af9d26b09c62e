"""Caches that know of which dataset an entry is, so that what came of a table goes with it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar
from weakref import WeakSet

T = TypeVar("T")


class DatasetCache:
    """What pages computed, by dataset and key, at most ``limit`` entries; safe in threads.

    Like ``st.cache_resource`` it hands out the object itself, which must not be changed.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._kept: OrderedDict[tuple[str, Hashable], Any] = OrderedDict()
        self._lock = threading.Lock()
        _ALL.add(self)

    def get(self, dataset: str, key: Hashable, make: Callable[[], T]) -> T:
        """Return what is kept; call ``make()`` where there is nothing. Two threads that ask at the
        same moment may both call it."""
        place = dataset, key
        with self._lock:
            if place in self._kept:
                self._kept.move_to_end(place)
                return self._kept[place]  # type: ignore[no-any-return]
        made = make()
        with self._lock:
            self._kept[place] = made
            while len(self._kept) > self._limit:
                self._kept.popitem(last=False)
        return made

    def forget(self, dataset: str) -> None:
        """Drop everything of a dataset that is no longer there."""
        with self._lock:
            for place in [place for place in self._kept if place[0] == dataset]:
                del self._kept[place]


_ALL: WeakSet[DatasetCache] = WeakSet()


def forget(dataset: str) -> None:
    """Drop everything of a dataset from every cache there is."""
    for cache in list(_ALL):
        cache.forget(dataset)
