"""Temporary files of a session's studies. They are deleted when the session ends; what a server
left behind that was ended by force, a day later."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
import time
import weakref
from contextlib import suppress
from pathlib import Path

import streamlit as st

from l2dwk_core.study.recipe import StudyRecipe

_PREFIX = "l2dwk_study_"
_OLD = 86_400
"""Seconds after which a folder belongs to no session: a study on a page takes a few hours at
most."""


class _Folder:
    """A temporary folder that is deleted together with this object."""

    def __init__(self) -> None:
        _delete_old()
        self.path = Path(tempfile.mkdtemp(prefix=_PREFIX))
        weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)


def study_file(recipe: StudyRecipe, dataset: str) -> str:
    """Return the path of a study's file in this session. The same study on the same own table has
    the same file, so that it is continued after Cancel."""
    if "study folder" not in st.session_state:
        st.session_state["study folder"] = _Folder()
    folder: _Folder = st.session_state["study folder"]
    words = f"{recipe.key} {recipe.datasets} {dataset}"
    return str(folder.path / f"{hashlib.sha256(words.encode()).hexdigest()[:16]}.db")


def _delete_old() -> None:
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError):  # another server may delete it at the same moment
            if time.time() - folder.stat().st_mtime > _OLD:
                shutil.rmtree(folder, ignore_errors=True)
