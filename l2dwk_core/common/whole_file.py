"""Files that are there as a whole or not at all."""

from __future__ import annotations

import os
import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield the path of a temporary file to write to; at the end of the block it replaces *path*.

    The temporary file is beside *path*: ``.l2dwk-….part``. When the block raises, it is
    deleted and *path* stays as it was. When the process is killed or the disk is full in the middle
    of the writing, *path* stays as it was too, so nobody reads half a file. A link stays a link; a
    device or a pipe is written to directly.

    Raise ``OSError`` as ``open`` and ``os.replace`` do.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        yield target
        return
    part = target.with_name(f".l2dwk-{uuid.uuid4().hex}.part")
    try:
        yield part
        if target.exists():
            shutil.copymode(target, part)
        os.replace(part, target)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise
