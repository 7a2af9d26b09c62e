"""A zip archive with one table in it, as web sites and programs for e-mail pack it."""

from __future__ import annotations

import io
import zipfile
from pathlib import PurePosixPath

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted, shown
from l2dwk_core.datasets.tables.limits import MAX_BYTES, MAX_ZIP_ENTRIES

_ENTRY = b"PK\x01\x02"  # the first bytes of each entry in the directory of an archive
_END = b"PK\x05\x06"
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_STEP = 1 << 16
_LISTED = 5
_ENCRYPTED = 1
# What macOS and Windows add.
_ADDED_FOLDER = "__MACOSX"
_ADDED = frozenset({"thumbs.db", "desktop.ini"})
# A text may also be a description.
_TEXT = (".txt", ".data", ".dat")


def unzipped(title: str, data: bytes, endings: tuple[str, ...]) -> tuple[str, bytes, str]:
    """Return the name and the bytes of the only table in a zip archive, and a note.

    Tables are the files with one of these *endings*, perhaps behind it .gz; beside one with
    another ending, .txt, .data and .dat are none. At most ``MAX_BYTES`` are unpacked. Workbooks are
    archives too: they are returned as they are, without a note.

    Raise ``InputError`` when the archive holds several tables or none, is too large, is protected
    by a password or packed in another way.
    """
    if _END not in data:
        if title.lower().endswith(".zip"):
            raise InputError(
                f"{title!r} is a damaged zip archive (its end is lacking); pack it again or give "
                "the table itself."
            )
        return title, data, ""
    if (entries := data.count(_ENTRY)) > MAX_ZIP_ENTRIES:
        raise InputError(
            f"{title!r} is an archive of {entries:,} files; at most {MAX_ZIP_ENTRIES:,} are looked "
            "at. Give the table itself."
        )
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            if _is_of_a_program({member.filename for member in members}):
                return title, data, ""
            member, others = _only_table(title, members, endings)
            content = _content(title, archive, member)
    except InputError:
        raise
    except Exception as problem:
        # BadZipFile, or whatever the decompressor met.
        raise InputError(
            f"{title!r} is a damaged zip archive ({type(problem).__name__}); pack it again or give "
            "the table itself."
        ) from problem
    note = f"{shown(member.filename)} was read from the archive {shown(title)}"
    if others:
        note += f"; {counted(others, 'other file was', 'other files were')} not"
    return PurePosixPath(member.filename).name, content, f"{note}."


def _is_of_a_program(names: set[str]) -> bool:
    """Return whether the archive is an Excel workbook or another document of an office program."""
    return "[Content_Types].xml" in names or {"mimetype", "content.xml"} <= names


def _only_table(
    title: str, members: list[zipfile.ZipInfo], endings: tuple[str, ...]
) -> tuple[zipfile.ZipInfo, int]:
    """Return the only table and how many other files there are."""
    files = [member for member in members if not _is_added(PurePosixPath(member.filename))]
    named = [m for m in files if m.filename.lower().removesuffix(".gz").endswith(endings)]
    sure = [m for m in named if not m.filename.lower().removesuffix(".gz").endswith(_TEXT)]
    tables = sure or named
    if len(tables) == 1:
        return tables[0], len(files) - 1
    if not tables:
        inside = f" ({_listed(files)})" if files else ""
        raise InputError(
            f"{title!r} is a zip archive but no Excel workbook, and no file in it is a table by "
            f"its ending{inside}; unpack it and give the table itself."
        )
    raise InputError(
        f"{title!r} is an archive of {len(tables)} tables ({_listed(tables)}); one is read. Unpack "
        "it and give the one that is meant."
    )


def _is_added(path: PurePosixPath) -> bool:
    return _ADDED_FOLDER in path.parts or path.name.startswith(".") or path.name.lower() in _ADDED


def _listed(members: list[zipfile.ZipInfo]) -> str:
    named = ", ".join(shown(member.filename) for member in members[:_LISTED])
    more = len(members) - _LISTED
    return named + (f" and {more} more" if more > 0 else "")


def _content(title: str, archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    if member.flag_bits & _ENCRYPTED:
        raise InputError(
            f"{title!r} is protected by a password; pack it without one or give the table itself."
        )
    if member.compress_type not in _METHODS:
        raise InputError(
            f"{title!r} packs {shown(member.filename)} in a way that is not read; give the table "
            "itself."
        )
    pieces: list[bytes] = []
    room = MAX_BYTES
    with archive.open(member) as file:
        while piece := file.read(_STEP):  # the size in the directory may be false
            pieces.append(piece)
            room -= len(piece)
            if room < 0:
                raise InputError(
                    f"{title!r} unpacks to more than {MAX_BYTES:,} bytes; at most that many are "
                    "read. Keep fewer rows or columns."
                )
    return b"".join(pieces)
