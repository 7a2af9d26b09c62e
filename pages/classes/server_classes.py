"""The classes in the folder of the server: read once, then shared by all sessions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from l2dwk_core.bundles import read_name
from l2dwk_core.bundles.bundle import MAX_BUNDLE
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted
from l2dwk_core.lessons.faults import LessonFileError
from l2dwk_core.lessons.reader import MAX_SIGNS
from pages.choices.field_rules import nearest, shortened
from pages.data.reader_process import CLASS_FILE
from pages.data.reading_card import readers
from pages.lessons.own_lesson import own_lesson, packed
from pages.runtime import class_folder
from pages.runtime.page_slots import PAGE_SLOTS
from pages.state.class_file import ClassFile

MAX_KEPT = 20
"""Classes that are kept; each takes up to 100 MB with its table."""
_LESSON = ".md"
_Stamp = tuple[int, int]


@dataclass(frozen=True)
class Entry:
    """A class in the folder: what it is called, or why it cannot be opened."""

    title: str
    problem: InputError | None = None


def read(name: str) -> ClassFile:
    """Return the class of this name in the address.

    Raise InputError when the server has no such class, or its file cannot be used.
    """
    files = class_folder.files()
    if name not in files:
        hint = nearest(name, list(files)) or "; ask whoever gave you the link."
        raise InputError(f"This server has no class {shortened(name)!r}{hint}")
    with PAGE_SLOTS.released():
        return _read(str(files[name]), _stamp(files[name]))


def entries() -> Mapping[str, Entry]:
    """Return the classes of the folder by their names in the address."""
    return {name: _entry(str(path), _stamp(path)) for name, path in class_folder.files().items()}


@st.cache_resource(show_spinner="Opening the class…", max_entries=MAX_KEPT)
def _read(path: str, stamp: _Stamp) -> ClassFile:
    file = Path(path)
    if file.suffix == _LESSON:
        title, lesson = _lesson(file)
        return ClassFile(title, lesson=lesson)
    content = _bytes(file, MAX_BUNDLE)
    found: ClassFile = readers().read(
        file.name, content, {}, lambda begun: None, file_kind=CLASS_FILE
    )
    return found


@st.cache_resource(show_spinner=False, max_entries=1_000)
def _entry(path: str, stamp: _Stamp) -> Entry:
    file = Path(path)
    try:
        if file.suffix == _LESSON:
            return Entry(_lesson(file)[0])
        with file.open("rb") as content:
            return Entry(read_name(content, file.name))
    except InputError as problem:
        return Entry(file.stem, problem)
    except OSError as problem:
        return Entry(file.stem, InputError(_unreadable(file, problem)))


def _lesson(file: Path) -> tuple[str, str]:
    """Return the title of a lesson, and its packed file. Every error names the file."""
    try:
        content = _bytes(file, 4 * MAX_SIGNS).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{file.name!r} is no text in UTF-8; save it as UTF-8.") from None
    try:
        words = packed(content)
        return own_lesson(words).title, words
    except LessonFileError as error:
        said = f"The lesson {file.name!r} has {counted(len(error.problems), 'fault')}:"
        raise LessonFileError([said, *error.problems], error.more) from error
    except InputError as error:
        raise InputError(f"The lesson {file.name!r} cannot be used. {error}") from error


def _bytes(file: Path, most: int) -> bytes:
    try:
        with file.open("rb") as opened:
            content = opened.read(most + 1)
    except OSError as problem:
        raise InputError(_unreadable(file, problem)) from problem
    if len(content) > most:
        raise InputError(f"{file.name!r} has more than {most:,} bytes; at most that many are read.")
    return content


def _unreadable(file: Path, problem: OSError) -> str:
    return f"{file.name!r} cannot be read ({problem.strerror}); check who may read it."


def _stamp(path: Path) -> _Stamp:
    """Return what changes when the file does."""
    try:
        about = path.stat()
    except OSError:
        return 0, 0
    return about.st_mtime_ns, about.st_size
