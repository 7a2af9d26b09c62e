"""How much memory a result takes, about."""

from __future__ import annotations

import pickle
import weakref
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from threading import Lock, RLock
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

from plotly.basedatatypes import BaseFigure

_UNCOUNTED = (
    type, ModuleType, FunctionType, BuiltinFunctionType, MethodType, partial, weakref.ref, Future,
    type(Lock()), type(RLock()),
)  # fmt: skip
FIGURE = 200_000
"""Bytes of the objects that Plotly makes for one figure, beside its data."""


def byte_size(value: object, *apart: object) -> int:
    """Return the bytes in which the value could be written; what it shares counts once.

    Arrays, texts and tables, which are nearly everything that is kept, take as much in memory.
    Functions, locks and the objects ``apart`` count as nothing.
    """
    counter = _Counter()
    # It may hold what is no data, or another thread may be adding to it.
    with suppress(TypeError, AttributeError, RuntimeError, pickle.PicklingError):
        _Sizes(counter, apart).dump(value)
    return counter.size


class _Counter:
    """A file that counts what is written to it and keeps nothing."""

    def __init__(self) -> None:
        self.size = 0

    def write(self, words: Any) -> int:
        n = memoryview(words).nbytes
        self.size += n
        return n


class _Sizes(pickle.Pickler):
    def __init__(self, counter: _Counter, apart: tuple[object, ...]) -> None:
        super().__init__(counter, pickle.HIGHEST_PROTOCOL)
        self._counter, self._apart = counter, apart

    def persistent_id(self, obj: Any) -> Any:
        if isinstance(obj, _UNCOUNTED) or any(obj is one for one in self._apart):
            return 0
        return None

    def reducer_override(self, obj: Any) -> Any:
        if isinstance(obj, BaseFigure):
            # Written in Plotly's own way, every array would be copied first. Parts are read from
            # the object itself, because a ``Drawing`` makes the figure when it is asked for more.
            held = vars(obj)
            self._counter.size += FIGURE
            return list, ([held.get(name) for name in ("_parts", "_data", "_layout")],)
        return NotImplemented
