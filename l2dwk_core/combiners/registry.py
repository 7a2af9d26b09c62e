"""Every combiner by name, found in the files that hold them.

The file of a method is in the folder of its family and names its entries in ``METHODS``. To add a
combiner is to add such a file. No list has to be changed.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from l2dwk_core.combiners import l2dwk
from l2dwk_core.combiners.info import FAMILIES, CombinerInfo


def found() -> Iterator[CombinerInfo]:
    """Return the entries of L2DWK and of every file in the families' folders."""
    yield from l2dwk.METHODS
    for family in FAMILIES:
        folder = importlib.import_module(f"l2dwk_core.combiners.{family}")
        for file in pkgutil.iter_modules(folder.__path__, f"{folder.__name__}."):
            yield from importlib.import_module(file.name).METHODS


def _position(info: CombinerInfo) -> tuple[int, int, int, str]:
    return list(FAMILIES).index(info.family), info.place, info.year, info.key


def registry_of(entries: Iterable[CombinerInfo]) -> Mapping[str, CombinerInfo]:
    """Return the entries by key, in the order of family and place. Raise ``ValueError`` where
    two have the same key."""
    by_key: dict[str, CombinerInfo] = {}
    for info in sorted(entries, key=_position):
        if info.key in by_key:
            raise ValueError(
                f"Two methods have the key {info.key!r}: {by_key[info.key].title!r} and "
                f"{info.title!r}; give one of them another key."
            )
        by_key[info.key] = info
    return MappingProxyType(by_key)


COMBINERS = registry_of(found())
"""Every method, by family and place in it."""
