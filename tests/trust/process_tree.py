"""Memory and processor time of a process and all that it has started, from /proc (Linux)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path


def tree(root: int) -> list[int]:
    """Return the numbers of the process and of everything below it."""
    parents: dict[int, int] = {}
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[int(place.name)] = int(_fields(int(place.name))[1])
    found = [root]
    for pid in found:
        found += [child for child, parent in parents.items() if parent == pid]
    return found


def megabytes(root: int) -> float:
    """Return the memory of the tree; what processes share is counted once (PSS)."""
    return sum(_lines(pid, "smaps_rollup", "Pss:") for pid in tree(root)) / 1024


def processor_seconds(root: int, *, alone: bool = False) -> float:
    """Return the processor time that the tree's processes, or the first ``alone``, have used."""
    ticks = 0.0
    for pid in [root] if alone else tree(root):
        with suppress(OSError):
            ticks += sum(map(int, _fields(pid)[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def _fields(pid: int) -> list[str]:
    # The name of the program, in brackets, may hold spaces.
    return Path(f"/proc/{pid}/stat").read_text("latin-1").rpartition(")")[2].split()


def _lines(pid: int, file: str, name: str) -> float:
    with suppress(OSError):
        return sum(_values(Path(f"/proc/{pid}/{file}").read_text(), name))
    return 0.0


def _values(text: str, name: str) -> Iterator[float]:
    for line in text.splitlines():
        if line.startswith(name):
            yield float(line.split()[1])
