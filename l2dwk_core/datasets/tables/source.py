"""From a path, bytes or an upload to the bytes of a table."""

from __future__ import annotations

import os
import zlib
from pathlib import Path, PurePath
from typing import IO, Any

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.tables.limits import MAX_BYTES, MAX_GZIP_PARTS
from l2dwk_core.datasets.tables.other_formats import refuse_other_formats

Source = str | os.PathLike[str] | bytes | IO[bytes] | IO[str]

GZIP = b"\x1f\x8b"
ZIP = b"PK\x03\x04"
PARQUET = b"PAR1"

# What is unpacked at a time. What follows a member is copied, so a large piece costs each member.
_CHUNK = 65_536


def read_source(source: Source, name: str | None) -> tuple[str, bytes]:
    """Return the table's name (without folders) and its bytes, unpacked when they are gzipped."""
    title, data = read_bytes(source)
    title = PurePath(name or title).name or "table"
    if len(data) > MAX_BYTES:
        raise InputError(
            f"{title!r} has more than {MAX_BYTES:,} bytes; at most that many are read. Keep fewer "
            "rows or columns."
        )
    if data.startswith(GZIP):
        data = _gunzip(data, title)
        title = title.removesuffix(".gz")
    if not data.strip():
        raise InputError(f"{title!r} is empty; give a file with a header line and rows.")
    refuse_other_formats(title, data)
    return title, data


def read_bytes(source: Source) -> tuple[str, bytes]:
    """The file's name and its bytes as they are, of a larger file one more than ``MAX_BYTES``."""
    if isinstance(source, bytes):
        return "table", source
    if isinstance(source, str | os.PathLike):
        path = Path(source)
        try:
            if path.is_dir():
                raise InputError(f"{str(path)!r} is a folder; give a file.")
            with path.open("rb") as file:
                return path.name, file.read(MAX_BYTES + 1)
        except (OSError, ValueError) as problem:
            if isinstance(problem, InputError):
                raise
            reason = getattr(problem, "strerror", None) or str(problem)
            raise InputError(
                f"{str(path)!r} cannot be read ({reason}); check the path and try again."
            ) from problem
    if hasattr(source, "read"):
        return _from_buffer(source)
    hint = ", such as the bytes df.to_csv(index=False).encode()" * hasattr(source, "to_csv")
    raise InputError(
        f"A table cannot be read from {type(source).__name__}; give a path, bytes or an open file"
        f"{hint}."
    )


def _from_buffer(buffer: Any) -> tuple[str, bytes]:
    title = getattr(buffer, "name", None)
    # An upload that was read before stands at its end.
    if hasattr(buffer, "seekable") and buffer.seekable():
        buffer.seek(0)
    data = buffer.read(MAX_BYTES + 1)
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogatepass")
    return (title if isinstance(title, str) else "table"), bytes(data)


def _gunzip(data: bytes, title: str) -> bytes:
    """Unpack without ever holding more than the limit, and in time that grows with the size."""
    parts: list[bytes] = []
    room = MAX_BYTES + 1
    members = at = 0
    waiting = b""  # read but not unpacked
    try:
        while room > 0 and (waiting or at < len(data)):
            members += 1
            if members > MAX_GZIP_PARTS:
                raise InputError(
                    f"{title!r} is packed in more than {MAX_GZIP_PARTS:,} pieces; at most that "
                    "many are unpacked. Compress it again or give it unpacked."
                )
            unpacker = zlib.decompressobj(wbits=31)
            while not unpacker.eof and room > 0:
                if not waiting:
                    waiting, at = data[at : at + _CHUNK], at + _CHUNK
                    if not waiting:
                        raise zlib.error("it ends too early")
                part = unpacker.decompress(waiting, room)
                parts.append(part)
                room -= len(part)
                waiting = unpacker.unconsumed_tail
            # A gzip file may hold several members; zeros may pad its end.
            waiting = unpacker.unused_data.lstrip(b"\0")
            while not waiting and at < len(data):
                waiting, at = data[at : at + _CHUNK].lstrip(b"\0"), at + _CHUNK
    except zlib.error as problem:
        raise InputError(
            f"{title!r} is a damaged gzip file ({problem}); compress it again or give it unpacked."
        ) from problem
    if room <= 0:
        raise InputError(
            f"{title!r} unpacks to more than {MAX_BYTES:,} bytes; at most that many are read. Keep "
            "fewer rows or columns."
        )
    return b"".join(parts)
