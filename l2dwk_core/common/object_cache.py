"""What is kept on an object: it goes with the object, and the oldest goes above so many bytes."""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from collections.abc import Hashable
from typing import Any
from weakref import WeakKeyDictionary, finalize, ref

_Place = tuple[int, Hashable]


class ObjectCache:
    """Values by owner and name, at most ``max_bytes`` of all owners together; safe in threads.

    What was used last stays longest; one value stays whatever its size. An owner must have a weak
    reference, and is compared by identity.
    """

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes
        self._lock = threading.Lock()
        self._kept: WeakKeyDictionary[Any, dict[Hashable, Any]] = WeakKeyDictionary()
        self._order: OrderedDict[_Place, tuple[ref[Any], int]] = OrderedDict()
        self._bytes = 0
        # Owners may end at any moment, also while this thread holds the lock.
        self._ended: deque[int] = deque()
        self._places: dict[int, set[_Place]] = {}

    @property
    def bytes(self) -> int:
        """Return the bytes of all values."""
        with self._lock:
            self._forget_ended()
            return self._bytes

    def get(self, owner: object, name: Hashable) -> Any:
        """Return what is kept on the owner under this name; None without anything."""
        with self._lock:
            found = self._kept.get(owner, {})
            if name not in found:
                return None
            self._order.move_to_end((id(owner), name))
            return found[name]

    def put(self, owner: object, name: Hashable, value: Any, size: int) -> None:
        """Keep a value of so many bytes, and drop the oldest above the limit."""
        place = id(owner), name
        with self._lock:
            self._forget_ended()
            self._drop(place)
            if id(owner) not in self._places:
                self._places[id(owner)] = set()
                finalize(owner, self._ended.append, id(owner)).atexit = False
            self._kept.setdefault(owner, {})[name] = value
            self._places[id(owner)].add(place)
            self._order[place] = ref(owner), size
            self._bytes += size
            while self._bytes > self.max_bytes and len(self._order) > 1:
                self._drop(next(iter(self._order)))

    def names(self, owner: object) -> list[Hashable]:
        """Return the names under which something is kept on the owner, the oldest first."""
        with self._lock:
            return [name for number, name in self._order if number == id(owner)]

    def _drop(self, place: _Place) -> None:
        found = self._order.pop(place, None)
        if found is None:
            return
        owner, size = found[0](), found[1]
        self._bytes -= size
        self._places[place[0]].discard(place)
        if owner is not None:
            self._kept.get(owner, {}).pop(place[1], None)

    def _forget_ended(self) -> None:
        # A new object may have the number of one that has ended: so this comes before any use.
        while self._ended:
            for place in self._places.pop(self._ended.popleft(), set()):
                self._bytes -= self._order.pop(place)[1]
