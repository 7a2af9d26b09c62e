"""The process that reads files for the server: ``python -m pages.data.reader_process``.

It receives ``(kind, file name, bytes, arguments)``: of ``inspect_table`` for a table, of
``read_draft`` for models' votes, of ``read_class_file`` for a class file, of ``profile_of_table``
for a table that was read and becomes a dataset. It answers
``("done", draft)``, or ``("refused", text)`` for an InputError or too little memory, or
``("failed", text)``. Before the first file it sends ``("ready", None)``. A file can be made to cost
far more than its size, so this process limits its own memory and processor time.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from pages.runtime.worker_connection import WorkerSide

TABLE, VOTES, CLASS_FILE = "table", "votes", "class file"
"""What a file can be."""
DATASET = "dataset"
"""A table that was read before, to be put together as a dataset."""
MEMORY = 1_500_000_000
"""Bytes a file may use, beyond those of the process when it is ready. 50 MB of text with four bytes
a character take 0.7 GB, two million different numbers 0.5 GB."""
SECONDS = 60
"""Seconds of processor time for one file. A workbook of 500,000 cells takes about 10."""
TOO_MUCH_MEMORY = (
    f"The file needs more than {MEMORY / 1e9:g} GB of memory to be read; keep fewer rows or "
    "columns, or save the table as CSV."
)


def main() -> None:
    """Answer requests until the server ends."""
    server = WorkerSide()
    # Arrow's own allocator reserves a gigabyte of addresses at once, which counts as memory.
    os.environ["ARROW_DEFAULT_MEMORY_POOL"] = "system"
    # Imported only here: this takes a second, and the server may end meanwhile.
    import openpyxl  # type: ignore[import-untyped,unused-ignore]  # noqa: F401
    import pyarrow.parquet  # type: ignore[import-untyped,unused-ignore]  # noqa: F401

    from l2dwk_core.common.errors import InputError
    from l2dwk_core.datasets import inspect_table
    from pages.data.table_profile import profile_of_table
    from pages.state.class_file import read_class_file
    from pages.state.own_votes import read_draft

    read: dict[str, Callable[..., Any]] = {
        TABLE: inspect_table,
        VOTES: read_draft,
        CLASS_FILE: read_class_file,
        DATASET: profile_of_table,
    }

    with suppress(OSError):
        os.nice(5)  # pages come first
    gc.collect()
    gc.freeze()
    _limit_memory()
    server.send(("ready", None))
    while True:
        kind, name, data, arguments = server.receive()
        _limit_time()
        try:
            answer: tuple[str, Any] = "done", read[kind](data, name=name, **arguments)
        except InputError as problem:
            answer = "refused", str(problem)
        except MemoryError:
            answer = "refused", TOO_MUCH_MEMORY
        except Exception as problem:
            answer = "failed", f"{type(problem).__name__}: {problem}"
        del data, arguments
        server.send(answer)
        del answer


def _limit_memory() -> None:
    """Limit the memory of this process where the system can (Linux)."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        with open("/proc/self/statm") as about:
            pages = int(about.read().split()[0])
        most = pages * resource.getpagesize() + MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))


def _limit_time() -> None:
    with suppress(ImportError, OSError, ValueError):
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        most = int(used.ru_utime + used.ru_stime) + SECONDS
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (most, hard))


if __name__ == "__main__":
    main()
