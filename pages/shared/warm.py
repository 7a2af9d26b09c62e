"""What is paid once, when the server imports this, and not by every page."""

from __future__ import annotations

import gc
from functools import cache

# The heavy libraries, imported before the objects they leave behind are frozen.
import plotly.graph_objects
import sklearn.ensemble  # noqa: F401

import l2dwk_core.figures
import l2dwk_core.runner  # noqa: F401


@cache
def up() -> None:
    """Take what the libraries left behind out of garbage collection.

    Streamlit collects after every rerun; walking the libraries' objects each time took 195 ms.
    """
    gc.collect()
    gc.freeze()
