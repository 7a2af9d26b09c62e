"""Work that is done once, when the server starts, and not by every page."""

from __future__ import annotations

import ctypes
import gc
import importlib
import inspect
import pkgutil
import sys
from contextlib import suppress
from functools import cache

from threadpoolctl import threadpool_limits

from l2dwk_core import figures

_HEAVY = (
    "plotly.graph_objects",
    "plotly.io",
    "sklearn.ensemble",
    "sklearn.compose",
    "sklearn.decomposition",
    "streamlit.emojis",
)


TURN = 0.001
"""Seconds after which a thread of the server lets another run; Python's own are 0.005. The loop
that serves everybody waits so long for a thread that computes, after each message it sends. While
150 pages of one address moved their sliders, another's page came in 0.1 s, with Python's in 0.2 to
3.7 s."""
MOST_OPEN = 65_536
"""Open files and connections the server asks for. A session holds some four of them; the usual 256
or 1,024 of a shell are those of a class, or less."""
RETURNED = 1_000_000
"""Bytes. Memory of at least so many is given back to the system as soon as it is free."""
_MMAP_THRESHOLD = -3


@cache
def return_memory() -> None:
    """Have the C library give large blocks back, where it is glibc.

    By itself it raises the size from which it does so to that of the largest block that was freed,
    up to 32 MB. A hundred reports of 5 MB, made and dropped, left 650 MB that nothing used.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").mallopt(_MMAP_THRESHOLD, RETURNED)


@cache
def raise_open_files() -> None:
    """Ask the system for more open files, as far as it allows."""
    if sys.platform == "win32":  # it has no such limit
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_OPEN if hard == resource.RLIM_INFINITY else min(hard, MOST_OPEN)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(ValueError, OSError):  # some systems allow less than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def open_files() -> int:
    """Return how many files and connections the server may have open."""
    if sys.platform == "win32":
        return MOST_OPEN
    import resource

    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST_OPEN if soft == resource.RLIM_INFINITY else soft


def shorten_turns() -> None:
    """Have the threads of the server take shorter turns."""
    sys.setswitchinterval(TURN)


@cache
def import_libraries() -> None:
    """Import the large libraries and exempt their objects from garbage collection.

    Streamlit collects garbage after every rerun; with these objects it took 195 ms each time.
    """
    modules = pkgutil.walk_packages(figures.__path__, f"{figures.__name__}.")
    for name in (*_HEAVY, *(module.name for module in modules)):
        importlib.import_module(name)
    # At the first element Streamlit finds out whether it runs in a console. For that Python looks
    # up the file of every module, once: 190 ms of the first page.
    inspect.stack()
    # The solver's matrix products are small. A second BLAS thread would mostly wait, and take a
    # core from another session. Trees are trained in threads of their own.
    threadpool_limits(limits=1, user_api="blas")
    gc.collect()
    gc.freeze()


@cache
def freeze_page(page: str) -> None:
    """Also exempt what the first run of a page has imported and cached."""
    gc.collect()
    gc.freeze()
