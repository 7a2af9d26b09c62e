"""How much memory the uploaded tables and votes of all sessions take together."""

from __future__ import annotations

import threading
import weakref

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.tables.limits import MAX_ROWS
from pages.runtime.byte_size import byte_size
from pages.runtime.upload_limits import total_bytes
from pages.state.own_table import OwnTable
from pages.state.own_votes import OwnVotes

TOTAL_BYTES = 2_000_000_000
"""Bytes of all sessions together, on a computer with at least 8 GB; otherwise a quarter of its
memory. One address has at most half of it."""
_TEXT, _NUMBER = 60, 8
"""Bytes of a text beside its letters, and of a number."""


def bytes_of(table: OwnTable | OwnVotes) -> int:
    """Return the bytes that a table, or votes, take with the file, about.

    What is made from a table later counts too: a number for each cell that is used.
    """
    size = len(table.data) + byte_size(table.draft)
    if isinstance(table, OwnTable):
        texts = sum(len(column.levels) for column in table.draft.cells)
        cells = min(table.draft.n_rows, MAX_ROWS) * len(table.draft.columns)
        size += _TEXT * texts + _NUMBER * cells
    return size


class TableLimits:
    """The tables and votes that sessions hold, with their bytes. Any thread may call it.

    ``total``: bytes of all of them. What sessions make from one reading of a file shares the file
    and its cells, so it counts once, until the last of it is given up.
    """

    def __init__(self, total: int) -> None:
        self._total = total
        self._lock = threading.Lock()
        self._held: dict[int, tuple[str, int]] = {}

    @property
    def held(self) -> int:
        """Bytes of all tables and votes that are held."""
        return sum(size for _, size in list(self._held.values()))

    def take(
        self, table: OwnTable | OwnVotes, address: str, instead: OwnTable | OwnVotes | None = None
    ) -> None:
        """Count a table of a session at this address, unless its reading is counted already.

        ``instead``: what the session gives up for it. Raise InputError when there is no room.
        """
        key = id(table.draft)
        if key in self._held:
            return
        size = bytes_of(table)
        with self._lock:
            _, freed = ("", 0) if instead is None else self._held.get(id(instead.draft), ("", 0))
            held = list(self._held.values())
            of_address = sum(n for where, n in held if where == address) - freed
            of_all = sum(n for _, n in held) - freed
            if of_address + size > self._total // 2:
                raise _refusal(size, "of your network address", of_address, self._total // 2)
            if of_all + size > self._total:
                raise _refusal(size, "of all visitors", of_all, self._total)
            self._held[key] = address, size
        # It runs in whatever thread drops the last table, perhaps one that has the lock: no lock.
        weakref.finalize(table.draft, self._held.pop, key, None).atexit = False


def _refusal(size: int, whose: str, held: int, most: int) -> InputError:
    return InputError(
        f"There is no room for this file: it takes {_megabytes(size)} of memory, the tables and "
        f"votes {whose} take {_megabytes(held)}, and at most {_megabytes(most)} are allowed. Press "
        "“Forget it” where a table is no longer needed, keep fewer rows or columns, or try later."
    )


def _megabytes(size: int) -> str:
    return f"{max(1, round(size / 1e6)):,} MB" if size else "0 MB"


TABLES = TableLimits(total_bytes(TOTAL_BYTES))
"""The tables and votes of this server."""
