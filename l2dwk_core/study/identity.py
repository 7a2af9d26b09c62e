"""On what the numbers of a study depend besides its recipe: versions, and the content of tables."""

from __future__ import annotations

import hashlib
import platform
from importlib.metadata import version

import pandas as pd

from l2dwk_core import __version__
from l2dwk_core.datasets import Dataset

_PACKAGES = ("numpy", "scipy", "scikit-learn", "pandas")


def versions() -> dict[str, str]:
    """Return the versions on which the last digits of a record depend."""
    found = {name: version(name) for name in _PACKAGES}
    return {"l2dwk": __version__, "python": platform.python_version(), **found}


def digest(data: Dataset) -> str:
    """Return a text that tells the content of one table from another."""
    columns = pd.util.hash_pandas_object(data.X.astype(object), index=False).to_numpy()
    parts = [" ".join(map(str, data.X.columns)).encode(), columns.tobytes()]
    parts.append("\0".join(map(str, data.y)).encode())
    return hashlib.sha256(b"\1".join(parts)).hexdigest()[:16]
