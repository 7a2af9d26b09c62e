"""Temporary files of a session's studies. They are deleted when the session ends."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
import weakref
from pathlib import Path

import streamlit as st

from l2dwk_core.study.recipe import StudyRecipe


class _Folder:
    """A temporary folder that is deleted together with this object."""

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="l2dwk_study_"))
        weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)


def study_file(recipe: StudyRecipe, dataset: str) -> str:
    """Return the path of a study's file in this session. The same study on the same own table has
    the same file, so that it is continued after Cancel."""
    if "study folder" not in st.session_state:
        st.session_state["study folder"] = _Folder()
    folder: _Folder = st.session_state["study folder"]
    words = f"{recipe.key} {recipe.datasets} {dataset}"
    return str(folder.path / f"{hashlib.sha256(words.encode()).hexdigest()[:16]}.db")
