"""A cache on an object: what depends on the object alone is kept as long as the object.

Runs, oracles and charts are shared by all sessions and never change. When a session returns to a
choice, or another session makes the same choice, the figures are ready.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

T = TypeVar("T")
_CACHE: WeakKeyDictionary[Any, dict[Any, Any]] = WeakKeyDictionary()


def cached_on(owner: object, name: object, make: Callable[[], T]) -> T:
    """Return what is cached on the owner under this name; call ``make()`` the first time.

    ``make()`` must depend on the owner and the name alone. Two threads that ask at the same moment
    may both call it.
    """
    found = _CACHE.setdefault(owner, {})
    if name not in found:
        found[name] = make()
    return found[name]  # type: ignore[no-any-return]
