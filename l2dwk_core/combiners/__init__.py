"""Ways to combine the members of a pool. Each is a scikit-learn classifier, and all are in one
registry.

``COMBINERS[key]`` describes a method and creates its classifier. The registry is imported when
first used, because the methods themselves are imported from this package.
"""

from __future__ import annotations

import importlib
from typing import Any

_HOME = {
    "COMBINERS": "registry",
    "FAMILIES": "info",
    "Combiner": "base",
    "CombinerInfo": "info",
    "Combination": "combiner_input",
    "CombinerInput": "combiner_input",
}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
