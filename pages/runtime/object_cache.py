"""What follows from an object alone, kept as long as the object is.

Runs, oracles and charts are shared by all sessions and never change; a session that comes back to
a choice, or another one that makes it, finds the figures ready.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

T = TypeVar("T")
_CACHE: WeakKeyDictionary[Any, dict[Any, Any]] = WeakKeyDictionary()


def cached_on(owner: object, name: object, make: Callable[[], T]) -> T:
    """``make()``, which must depend on the owner and the name alone.

    Two sessions that ask at the same moment may both make it; they get the same.
    """
    found = _CACHE.setdefault(owner, {})
    if name not in found:
        found[name] = make()
    return found[name]  # type: ignore[no-any-return]
