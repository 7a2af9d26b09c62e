"""A cache on an object: what follows from the object alone is kept as long as the object is.

Runs, oracles and charts are shared by all sessions and never change. A session that returns to a
choice, or another session with the same choice, finds the figures ready.
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
