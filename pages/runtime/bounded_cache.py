"""A cache that is bounded in bytes: what was used last stays longest."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterator
from typing import Any


class BoundedCache:
    """Values by key, at most ``max_entries`` and ``max_bytes``; one stays whatever its size.

    The caller holds a lock where threads share the cache.
    """

    def __init__(self, max_bytes: int, max_entries: int | None = None) -> None:
        self._max_bytes, self._max_entries = max_bytes, max_entries
        self._kept: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self.bytes = 0

    def __contains__(self, key: Hashable) -> bool:
        return key in self._kept

    def __iter__(self) -> Iterator[Any]:
        return iter(list(self._kept))

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Hashable) -> Any:
        """Return the value; None without one."""
        if key not in self._kept:
            return None
        self._kept.move_to_end(key)
        return self._kept[key][0]

    def put(self, key: Hashable, value: Any, size: int) -> None:
        """Keep a value of so many bytes, and drop the oldest above the limits."""
        self.pop(key)
        self._kept[key] = value, size
        self.bytes += size
        while len(self._kept) > 1 and (
            self.bytes > self._max_bytes or len(self._kept) > (self._max_entries or len(self._kept))
        ):
            self.pop(next(iter(self._kept)))

    def pop(self, key: Hashable) -> Any:
        """Drop a value and return it; None without one."""
        value, size = self._kept.pop(key, (None, 0))
        self.bytes -= size
        return value
