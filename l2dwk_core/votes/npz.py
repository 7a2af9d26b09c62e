"""The file of votes: a NumPy archive without pickles."""

from __future__ import annotations

import io
import math
import os
import zipfile
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import short_name, shown
from l2dwk_core.common.whole_file import whole_file
from l2dwk_core.datasets.tables.limits import MAX_LABEL_CHARACTERS, MAX_NAME
from l2dwk_core.votes.build import votes_of
from l2dwk_core.votes.votes import Votes

ARRAYS = (
    "predictions", "probabilities", "labels", "models", "classes", "available", "part", "group",
)  # fmt: skip
"""The arrays a file may hold. It must hold labels, and predictions or probabilities."""

MAX_UNPACKED = 400_000_000
"""Largest size of all arrays together, in bytes. 50,000 rows of 1,000 models take 50 to 400
million."""

_MAX_ENTRIES = 100
_ENTRY = b"PK\x01\x02"  # the first bytes of each entry in the directory of an archive
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_STEP = 1 << 20
_LARGEST_EMPTY = 1_000
_LAST_POINT = 0x10FFFF  # of Unicode


def save_votes(path: str | os.PathLike[str] | IO[bytes], votes: Votes) -> None:
    """Write votes to a file that ``read_votes`` reads: a compressed ``.npz`` of plain arrays.

    The file holds ``predictions`` (N, L) and ``labels`` (N,) as labels, ``models`` (L,) and
    ``classes`` (C,). It also holds ``probabilities`` (N, L, C), ``available`` (N, L), ``part`` (N,)
    and ``group`` (N,) when the votes have them. The name and the notes are not written.

    A file that is there is replaced when the new one is complete. Raise ``InputError`` when the
    path does not end in .npz or cannot be written.
    """
    arrays = {name: getattr(votes, name) for name in ARRAYS}
    arrays["models"] = np.array(votes.models)
    kept = {name: values for name, values in arrays.items() if values is not None}
    for name, values in kept.items():
        if values.dtype.kind == "S":
            kept[name] = np.char.decode(values, "utf-8", "replace")
    if isinstance(path, str | os.PathLike):
        if Path(path).suffix.lower() != ".npz":
            raise InputError(f"The file is {os.fspath(path)!r}; give a name that ends in .npz.")
        try:
            with whole_file(path) as part, part.open("wb") as file:
                np.savez_compressed(file, **kept)
        except OSError as problem:
            raise InputError(
                f"{os.fspath(path)!r} cannot be written ({problem.strerror}); check the folder and "
                "the room on its disk."
            ) from problem
    else:
        np.savez_compressed(path, **kept)


def read_archive(title: str, data: bytes) -> Votes:
    """Return the votes in the bytes of such a file. *title* is the name of the file.

    Nothing in the file is executed. At most ``MAX_UNPACKED`` bytes are unpacked, whatever sizes the
    file states. Arrays with other names are ignored, with a note. Raise ``InputError`` when the
    bytes are not such a file.
    """
    if data.count(_ENTRY) > _MAX_ENTRIES:
        raise InputError(
            f"{title!r} is an archive of more than {_MAX_ENTRIES} files; a file of votes has at "
            f"most {len(ARRAYS)}: {', '.join(ARRAYS)}."
        )
    try:
        arrays, others = _arrays(title, data)
    except InputError:
        raise
    except Exception as problem:
        # BadZipFile, errors of the decompressor, or RuntimeError when the file needs a password.
        raise InputError(
            f"{title!r} is a damaged or encrypted archive ({type(problem).__name__}); write it "
            "again with numpy.savez_compressed or save_votes."
        ) from problem
    if "labels" not in arrays:
        raise InputError(
            f"{title!r} holds no array 'labels'; it has {shown(sorted([*arrays, *others]))}. Give "
            "labels, the true class of each row, and predictions or probabilities."
        )
    notes = []
    if others:
        notes.append(f"Arrays that are not used: {shown(others)}.")
    models = arrays.pop("models", None)
    if models is not None:
        if models.ndim != 1:
            raise InputError(f"models has shape {models.shape}; give one name per model.")
        models = [short_name(name, MAX_NAME) for name in models.tolist()]
    return votes_of(
        title.removesuffix(".npz"), arrays.pop("labels"), models=models, notes=notes, **arrays
    )


def _arrays(title: str, data: bytes) -> tuple[dict[str, Any], list[str]]:
    """Return the arrays named in ``ARRAYS`` that the archive holds, and the names of the others."""
    found: dict[str, Any] = {}
    others = []
    room = MAX_UNPACKED
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for entry in archive.infolist():
            name = entry.filename.removesuffix(".npy")
            if name not in ARRAYS or name in found:
                others.append(name)
                continue
            if entry.compress_type not in _METHODS:
                raise InputError(
                    f"{title!r} packs {entry.filename} in a way NumPy does not; write it with "
                    "numpy.savez_compressed."
                )
            with archive.open(entry) as file:
                found[name] = _array(title, name, file, room)
            room -= found[name].nbytes
    return found, others


def _array(title: str, name: str, file: IO[bytes], room: int) -> NDArray[Any]:
    """Return one array of numbers, truth values or text that takes at most *room* bytes."""
    try:
        version = npy.read_magic(file)
        read = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}[version]
        shape, by_columns, dtype = read(file)
    except Exception as problem:
        raise InputError(
            f"{title!r}: {name} is no NumPy array that can be read ({type(problem).__name__}); "
            "write it with numpy.savez_compressed."
        ) from problem
    if dtype.hasobject or dtype.kind not in "biufU" or dtype.itemsize == 0:
        raise InputError(
            f"{title!r}: {name} is of type {shown(str(dtype))}; allowed are numbers, truth values "
            "and text (str), not Python objects: convert it, for example with astype(str)."
        )
    if dtype.kind == "U" and dtype.itemsize > 4 * MAX_LABEL_CHARACTERS:
        raise InputError(
            f"{title!r}: {name} holds texts of up to {dtype.itemsize // 4:,} characters; names "
            f"have at most {MAX_LABEL_CHARACTERS}."
        )
    if (
        0 in shape and max(shape) > _LARGEST_EMPTY
    ):  # it takes no byte, but its rows have to be named
        raise InputError(f"{title!r}: {name} has shape {shown(shape)}, so it is empty; fill it.")
    cells = math.prod(shape)
    size = cells * dtype.itemsize
    if min(shape, default=0) < 0 or len(shape) > 3 or size > room:
        raise InputError(
            f"{title!r}: {name} has shape {shown(shape)}, {size:,} bytes; all arrays together may "
            f"take {MAX_UNPACKED:,}, in at most 3 dimensions. Keep fewer rows or models."
        )
    content = _content(file, size)
    if len(content) != size:
        raise InputError(
            f"{title!r}: {name} should have {size:,} bytes by its header but has "
            f"{'more' if len(content) > size else f'{len(content):,}'}; write the file again."
        )
    made = np.frombuffer(content, dtype=dtype).reshape(shape, order="F" if by_columns else "C")
    made = np.ascontiguousarray(made, dtype=dtype.newbyteorder("=")).reshape(shape)
    if dtype.kind == "U":
        points = made.reshape(-1).view(np.uint32)
        if ((points > _LAST_POINT) | ((points >= 0xD800) & (points <= 0xDFFF))).any():
            raise InputError(f"{title!r}: {name} holds no valid text; write the file again.")
    return made


def _content(file: IO[bytes], size: int) -> bytes:
    """Return the content, unpacked piece by piece, up to one byte more than *size*."""
    pieces, left = [], size + 1
    while left > 0 and (piece := file.read(min(_STEP, left))):
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces)
