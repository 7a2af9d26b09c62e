"""The objects of some kinds that a process holds, those among them that no collection looks at."""

from __future__ import annotations

import gc
from typing import Any


def living(kinds: type | tuple[type, ...]) -> list[Any]:
    """Every object of these kinds that is not garbage.

    The app and the tests exempt what is there when they start from garbage collection; that is
    taken back meanwhile only: Streamlit collects garbage after every rerun.
    """
    gc.unfreeze()
    gc.collect()
    found = [thing for thing in gc.get_objects() if isinstance(thing, kinds)]
    gc.freeze()
    return found
