"""Results of functions that are kept for all sessions, bounded in bytes."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from pages.runtime.bounded_cache import BoundedCache
from pages.runtime.byte_size import byte_size

P = ParamSpec("P")
T = TypeVar("T")


def kept_up_to(
    max_bytes: int, max_entries: int | None = None
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Return a decorator that keeps a function's latest results, at most so many and so many bytes.

    As with ``st.cache_resource``, arguments whose names begin with an underscore are no part of the
    key, every caller gets the object itself, which must not be changed, and sessions that ask at
    the same moment have the work done once. What a result shares with such an argument does not
    count. An exception is not kept.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        kept, lock = BoundedCache(max_bytes, max_entries), threading.Lock()
        working: dict[Any, threading.Lock] = {}
        names = list(inspect.signature(function).parameters)

        @wraps(function)
        def cached(*arguments: P.args, **named: P.kwargs) -> T:
            by_name = dict(zip(names, arguments, strict=False)) | named
            key = tuple((n, by_name[n]) for n in names if n in by_name and n[0] != "_")
            shared = [value for name, value in by_name.items() if name[0] == "_"]
            with lock:
                mine = working.setdefault(key, threading.Lock())
            with mine:
                with lock:
                    if key in kept:
                        return kept.get(key)[0]  # type: ignore[no-any-return]
                try:
                    found = function(*arguments, **named)
                    size = byte_size(found, *shared)
                    with lock:
                        kept.put(key, (found,), size)
                finally:
                    with lock:
                        working.pop(key, None)
                return found

        return cached

    return decorate
