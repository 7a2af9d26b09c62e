"""Files that were made when their button was pressed: how long they are kept, and how many bytes.

A browser asks for such a file at once. Streamlit keeps it until pages have run twice more, of
whichever session. So where many use the app it may be gone before the browser asks, and where
nobody else does, nothing bounds what is made meanwhile.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections import OrderedDict
from typing import Any, NamedTuple

OF_ADDRESS, TOTAL = 100_000_000, 300_000_000
"""Bytes of files that are kept, for one address and for all. A report has 5 MB. The newest file of
an address is kept whatever its size."""
SECONDS = 60.0
"""How long a file is kept, also when its page is open. Another press makes it again."""
_ATTEMPTS = 3
COLLECTED = 25_000_000
"""Bytes of files after which garbage is collected: a report leaves twice its size."""


_HOLDER = "files made on demand"
"""Stands for a session in Streamlit's store: a file that a session refers to is not removed."""


class _Made(NamedTuple):
    address: str
    size: int
    until: float


class MadeFiles:
    """The files in Streamlit's store that were made on demand. Use it from one event loop only."""

    def __init__(self, manager: Any) -> None:
        self._manager, self._uncollected = manager, 0
        self._made: OrderedDict[str, _Made] = OrderedDict()
        self._timer: asyncio.TimerHandle | None = None

    def make(self, button: str) -> str:
        """Return the path of the file that a button makes. It is held until ``add`` knows it. For
        any thread."""
        manager, path = self._manager, ""
        for _ in range(_ATTEMPTS):
            path = manager.execute_deferred(button)
            name = _name(path)
            with manager._lock:
                # Runs of pages may have ended since it was made, and removed it.
                if name in manager._file_metadata:
                    manager._files_by_session_and_coord[_HOLDER][name] = name
                    break
        return path

    def add(self, url: str, address: str) -> None:
        """Note a file that was made for an address, by the path at which it is; drop older ones."""
        name = _name(url)
        file = self._manager.read_file(name)
        if file is None:
            return
        self._made.pop(name, None)
        self._made[name] = _Made(address, len(file.content), time.monotonic() + SECONDS)
        self._collect(len(file.content))
        for of, most in ((address, OF_ADDRESS), (None, TOTAL)):
            self._make_room(of, most, name)
        self._look_again()

    def _collect(self, size: int) -> None:
        """Free what files were made from: Plotly's figures refer to themselves. Streamlit does so
        when a page has run, but not for a file."""
        self._uncollected += size
        if self._uncollected > COLLECTED:
            self._uncollected = 0
            gc.collect()

    def _make_room(self, of: str | None, most: int, newest: str) -> None:
        mine = {n: made.size for n, made in self._made.items() if of in (None, made.address)}
        total = sum(mine.values())
        for name, size in mine.items():
            if total <= most or name == newest:
                return
            self._drop(name)
            total -= size

    def _drop(self, name: str) -> None:
        del self._made[name]
        manager = self._manager
        with manager._lock:
            manager._files_by_session_and_coord[_HOLDER].pop(name, None)
            # The same file may be on a page, as one that was made with the page.
            if name in manager._file_metadata and name in manager._get_inactive_file_ids():
                manager._delete_file(name)

    def _look_again(self) -> None:
        if self._timer is None and self._made:
            first = next(iter(self._made.values()))
            wait = max(0.0, first.until - time.monotonic())
            self._timer = asyncio.get_running_loop().call_later(wait, self._drop_old)

    def _drop_old(self) -> None:
        self._timer = None
        now = time.monotonic()
        for name in [name for name, made in self._made.items() if made.until <= now]:
            self._drop(name)
        self._look_again()


def _name(url: str) -> str:
    """Return the name of a file in the store, from its path."""
    return url.rpartition("/")[2].partition(".")[0]
