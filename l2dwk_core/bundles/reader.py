"""Read a class file: a zip archive that may come from anybody.

Nothing in it is executed, and nothing is written to disk. Each file is unpacked up to its limit and
no further, whatever sizes the archive states. What the table, the votes and the lesson hold is
checked by those who read them.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from typing import IO, Any

from l2dwk_core.bundles.bundle import (
    ABOUT,
    ARGUMENTS,
    FORMAT,
    LESSON,
    MAX_ABOUT,
    MAX_BUNDLE,
    MAX_CLASS_NAME,
    MAX_ENTRIES,
    MAX_PARAMETERS,
    MAX_VALUE,
    Bundle,
    BundledFile,
    check_address,
)
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import one_line, shown
from l2dwk_core.common.toml_reader import TomlError, read_toml
from l2dwk_core.datasets.tables.limits import MAX_BYTES
from l2dwk_core.lessons.reader import MAX_SIGNS

_ZIP = b"PK\x03\x04"
_ENTRY = b"PK\x01\x02"  # the first bytes of each entry in the directory of an archive
_DIRECTORY = 70_000
"""Bytes at the end of an archive in which the directory of a class file stands."""
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,99}")
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_MAX_FILE_NAME = 300
_STEP = 1 << 20
_AGAIN = "make it again with 'Download for the class' in the Lab"


def is_bundle(data: bytes) -> bool:
    """Return whether the bytes look like a class file, rather than a table or votes."""
    return data.startswith(_ZIP) and ABOUT.encode() in data[-_DIRECTORY:]


def read_bundle(data: bytes, name: str = "class file") -> Bundle:
    """Return what the bytes of a class file hold. *name* is the name of the file, for messages.

    Raise InputError when they are no class file, when it is of another version, too large or
    damaged, or when something in it is not allowed.
    """
    name = one_line(name)
    _check_archive(name, data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _bundle(name, archive)
    except InputError:
        raise
    except Exception as problem:
        raise _damaged(name, problem) from problem


def _check_archive(name: str, data: bytes) -> None:
    """Raise InputError for an archive that is too large, or of too many files: zipfile makes a
    record of each before it says how many there are."""
    if len(data) > MAX_BUNDLE:
        raise InputError(
            f"{name!r} has more than {MAX_BUNDLE:,} bytes, the most of a class file. Give a "
            "smaller table."
        )
    if data.count(_ENTRY) > MAX_ENTRIES:
        raise InputError(
            f"{name!r} is an archive of more than {MAX_ENTRIES} files; a class file holds {ABOUT}, "
            f"one table or file of votes, and {LESSON}. Keep these only."
        )


def read_name(file: IO[bytes], name: str) -> str:
    """Return the name of the class in an open class file, without unpacking its data.

    Raise InputError as ``read_bundle`` does.
    """
    data = file.read(MAX_BUNDLE + 1)
    _check_archive(name, data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _class_name(name, _about(name, archive, _entries(name, archive)))
    except InputError:
        raise
    except Exception as problem:
        raise _damaged(name, problem) from problem


def _damaged(name: str, problem: Exception) -> InputError:
    # BadZipFile, errors of the decompressor, or RuntimeError when the file needs a password.
    return InputError(
        f"{name!r} is no class file, or it is damaged or encrypted ({type(problem).__name__}); "
        f"{_AGAIN}."
    )


def _bundle(name: str, archive: zipfile.ZipFile) -> Bundle:
    entries = _entries(name, archive)
    about = _about(name, archive, entries)
    held = about.get("data")
    if held is not None and not isinstance(held, dict):
        raise InputError(f"{name!r}: data in {ABOUT} is {shown(held)}; it is a table, [data].")
    data = None if held is None else _file(name, archive, entries, held)
    expected = {ABOUT, LESSON, *(() if held is None else (held.get("file"),))}
    if unknown := sorted(entries.keys() - expected):
        raise InputError(
            f"{name!r} holds {shown(unknown[0])}, which {ABOUT} does not name; a class file holds "
            f"{ABOUT}, the file that it names, and {LESSON}. Remove it."
        )
    lesson = ""
    if LESSON in entries:
        # A character has at most four bytes.
        content = _content(name, archive, entries[LESSON], 4 * MAX_SIGNS)
        try:
            lesson = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise InputError(f"{name!r}: {LESSON} is no text in UTF-8; save it as UTF-8.") from None
    return Bundle(_class_name(name, about), _address(name, about), data, lesson)


def _entries(name: str, archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """Return the files of the archive by name. A name with a folder is refused."""
    found: dict[str, zipfile.ZipInfo] = {}
    for entry in archive.infolist():
        if not _NAME.fullmatch(entry.filename):
            raise InputError(
                f"{name!r} holds a file named {shown(entry.filename)}; allowed are letters, "
                "digits, '.', '-' and '_', and no folders. Pack the files themselves."
            )
        if entry.filename in found:
            raise InputError(f"{name!r} holds {entry.filename!r} twice; {_AGAIN}.")
        if entry.compress_type not in _METHODS or entry.flag_bits & 1:
            raise InputError(
                f"{name!r} packs {entry.filename!r} in a way that is not read; pack it as an "
                "ordinary zip file without a password."
            )
        found[entry.filename] = entry
    return found


def _content(name: str, archive: zipfile.ZipFile, entry: zipfile.ZipInfo, most: int) -> bytes:
    """Return the content of a file, unpacked piece by piece, of at most *most* bytes."""
    pieces, left = [], most + 1
    with archive.open(entry) as file:
        while left > 0 and (piece := file.read(min(_STEP, left))):
            pieces.append(piece)
            left -= len(piece)
    if left <= 0:
        raise InputError(
            f"{name!r}: {entry.filename} unpacks to more than {most:,} bytes; at most that many "
            "are read. Make it shorter."
        )
    return b"".join(pieces)


def _about(
    name: str, archive: zipfile.ZipFile, entries: Mapping[str, zipfile.ZipInfo]
) -> dict[str, Any]:
    """Return the content of ``bundle.toml`` when it is of this version."""
    if ABOUT not in entries:
        raise InputError(
            f"{name!r} holds no {ABOUT}, so it is no class file; choose the file that 'Download "
            "for the class' in the Lab has made."
        )
    content = _content(name, archive, entries[ABOUT], MAX_ABOUT)
    try:
        about = read_toml(content.decode("utf-8"))
    except (UnicodeDecodeError, TomlError) as problem:
        raise InputError(
            f"{name!r}: {ABOUT} cannot be read ({one_line(problem)}); {_AGAIN}."
        ) from problem
    version = about.get("format")
    if type(version) is not int or version != FORMAT:
        raise InputError(
            f"{name!r} is of format {shown(version)}; this program reads format {FORMAT}. Open it "
            "with the program that made it, or make it again with this one."
        )
    return about


def _class_name(name: str, about: Mapping[str, Any]) -> str:
    found = about.get("name")
    if not isinstance(found, str) or not (line := one_line(found)) or len(line) > MAX_CLASS_NAME:
        raise InputError(
            f"{name!r}: the name of the class is {shown(found)}; allowed is a text of 1 to "
            f"{MAX_CLASS_NAME} characters. Change 'name' in {ABOUT}."
        )
    return line


def _address(name: str, about: Mapping[str, Any]) -> dict[str, str]:
    found = about.get("address", {})
    if (
        not isinstance(found, dict)
        or len(found) > MAX_PARAMETERS
        or not all(
            isinstance(value, str) and len(value) <= MAX_VALUE and len(key) <= MAX_CLASS_NAME
            for key, value in found.items()
        )
    ):
        raise InputError(
            f"{name!r}: address in {ABOUT} is {shown(found)}; allowed is a table of at most "
            f'{MAX_PARAMETERS} texts, such as lam = "2.0", each of at most {MAX_VALUE:,} '
            "characters."
        )
    try:
        check_address(found)
    except InputError as problem:
        raise InputError(f"{name!r}: {problem}") from None
    return found


def _file(
    name: str,
    archive: zipfile.ZipFile,
    entries: Mapping[str, zipfile.ZipInfo],
    held: dict[str, Any],
) -> BundledFile:
    kind, entry = held.get("kind"), held.get("file")
    if not isinstance(kind, str) or kind not in ARGUMENTS:
        raise InputError(
            f"{name!r}: kind of the data is {shown(kind)}; allowed are {', '.join(ARGUMENTS)}."
        )
    if not isinstance(entry, str) or entry not in entries or entry in (ABOUT, LESSON):
        there = ", ".join(sorted(entries.keys() - {ABOUT, LESSON})) or "no such file"
        raise InputError(
            f"{name!r}: {ABOUT} names {shown(entry)} as the file of the {kind}, but the archive "
            f"holds {there}. Put the file in, or remove [data]."
        )
    called = held.get("name", entry)
    if (
        not isinstance(called, str)
        or not called.strip()
        or len(called) > _MAX_FILE_NAME
        or re.search(r"[/\\\x00]", called)
    ):
        raise InputError(
            f"{name!r}: the file of the {kind} is named {shown(called)}; allowed is a name without "
            f"folders, of at most {_MAX_FILE_NAME} characters."
        )
    rest = {key: value for key, value in held.items() if key not in ("kind", "file", "name")}
    arguments = {key: _argument(name, kind, key, value) for key, value in rest.items()}
    return BundledFile(kind, called, _content(name, archive, entries[entry], MAX_BYTES), arguments)


def _argument(name: str, kind: str, key: str, value: object) -> Any:
    """Return an argument of the reading function. Raise InputError for one that it does not have,
    or a value of another type."""
    allowed = ARGUMENTS[kind]
    if key not in allowed:
        raise InputError(
            f"{name!r}: {shown(key)} says nothing about {kind}; known are {', '.join(allowed)}."
        )
    what = allowed[key]
    right = {
        "a text": isinstance(value, str),
        "a whole number": type(value) is int,
        "true or false": isinstance(value, bool),
        "a list of texts": isinstance(value, list) and all(isinstance(one, str) for one in value),
        "a table of texts": isinstance(value, dict)
        and all(isinstance(one, str) for one in value.values()),
    }[what]
    if not right:
        raise InputError(f"{name!r}: {key} of the {kind} is {shown(value)}; it is {what}.")
    return tuple(value) if isinstance(value, list) else value
