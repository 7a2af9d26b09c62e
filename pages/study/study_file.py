"""Temporary files of studies made on a page. Those with a session's own table are deleted when the
session ends, the others with the server; what a server left behind that was ended by force, a day
later."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import streamlit as st

from l2dwk_core.common.errors import InputError
from l2dwk_core.study.recipe import StudyRecipe

_PREFIX = "l2dwk_study_"
_OLD = 86_400
"""Seconds after which a folder belongs to no session: a study on a page takes a few hours at
most."""


MAX_FILES = 100
"""Files of studies without a table of somebody's own that are kept: some 100 kB each."""


class _Folder:
    """A temporary folder that is deleted together with this object.

    Raise InputError when it cannot be made.
    """

    def __init__(self) -> None:
        with _explained():
            _delete_old()
            self.path = Path(tempfile.mkdtemp(prefix=_PREFIX))
        weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)

    def file(self, name: str) -> str:
        """Return the path of a file in the folder, which is then not old."""
        with _explained():
            self.path.mkdir(mode=0o700, exist_ok=True)  # after a day another server may delete it
            os.utime(self.path)
        return str(self.path / name)


@contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except OSError as problem:
        raise InputError(
            f"The server has no place for the file of a study ({problem.strerror}). Make room for "
            "temporary files, or start it with TMPDIR set to a folder on a disk with room."
        ) from problem


def study_file(recipe: StudyRecipe, dataset: str) -> str:
    """Return the path of a study's file. The same study on the same own table of this session has
    the same file, so that it is continued after Cancel. Without an own table (*dataset* is empty)
    sessions share it, so that it is also found when the page is loaded again.

    Raise InputError when there is no place for it.
    """
    words = f"{recipe.key} {recipe.datasets} {dataset}"
    name = f"{hashlib.sha256(words.encode()).hexdigest()[:16]}.db"
    if not dataset:
        folder = _shared()
        delete_oldest(folder.path)
        return folder.file(name)
    if "study folder" not in st.session_state:
        st.session_state["study folder"] = _Folder()
    own: _Folder = st.session_state["study folder"]
    return own.file(name)


@st.cache_resource(show_spinner=False)
def _shared() -> _Folder:
    return _Folder()


def delete_oldest(folder: Path, most: int = MAX_FILES) -> None:
    """Delete the files above a number of them: those not written to for longest."""
    with suppress(OSError):
        files = sorted(folder.glob("*.db"), key=lambda file: file.stat().st_mtime)
        for file in files[: max(len(files) - most, 0)]:
            for ending in ("", "-wal", "-shm"):
                Path(f"{file}{ending}").unlink(missing_ok=True)


def _delete_old() -> None:
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError):  # another server may delete it at the same moment
            if time.time() - folder.stat().st_mtime > _OLD:
                shutil.rmtree(folder, ignore_errors=True)
