"""A cache on an object: what depends on the object alone is kept as long as the object.

Runs, oracles and charts are shared by all sessions and never change. When a session returns to a
choice, or another session makes the same choice, the figures are ready.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from l2dwk_core.common.object_cache import ObjectCache
from pages.runtime.byte_size import byte_size

T = TypeVar("T")
MAX_BYTES = 200_000_000
"""Bytes of all that is kept on objects: figures, packed figures, and what they are made from."""
_CACHE = ObjectCache(MAX_BYTES)


def cached_on(owner: object, name: Hashable, make: Callable[[], T]) -> T:
    """Return what is cached on the owner under this name; call ``make()`` the first time.

    ``make()`` must depend on the owner and the name alone; it is called again when what it made was
    dropped for something newer. Two threads that ask at the same moment may both call it.
    """
    found: tuple[T] | None = _CACHE.get(owner, name)
    if found is None:
        found = (make(),)
        _CACHE.put(owner, name, found, byte_size(found, owner))
    return found[0]
