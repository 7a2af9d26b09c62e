"""The pages in the menu: one for each file in ``views/``.

A page's name in the menu is that of its file. The file itself says which icon the page has and
where it stands: ``MENU_ICON, MENU_PLACE = ":material/tune:", 50``. The menu is in the order of the
places. The first page is the one that an address without a page shows.
"""

from __future__ import annotations

import ast
from copy import copy
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import streamlit as st

from l2dwk_core.common.python_syntax import parsed

VIEWS = Path(__file__).resolve().parents[1] / "views"
_DECLARATION = ("MENU_ICON", "MENU_PLACE")


class Entry(NamedTuple):
    """One page: its place in the menu, its file from ``shell.py``, its name and its icon."""

    place: float
    file: str
    title: str
    icon: str


def pages() -> list[Any]:
    """Return a page for each file in ``views/``, in the order of the menu, the first the default.

    Files are read once. Each run gets pages of its own: Streamlit notes in them which one may run.
    """
    return [copy(page) for page in _pages()]


def entries(folder: Path = VIEWS) -> list[Entry]:
    """Return the entry of each page in the folder, in the order of the menu.

    Raise ValueError when a file does not say its icon and its place.
    """
    return sorted(_entry(path) for path in folder.glob("*.py"))


def _entry(path: Path) -> Entry:
    # The file is read, not imported, because a page draws itself when it is imported.
    for statement in parsed(path.read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Tuple):
            names = tuple(ast.unparse(name) for name in statement.targets[0].elts)
            if names == _DECLARATION:
                icon, place = ast.literal_eval(statement.value)
                title = path.stem.replace("_", " ").capitalize()
                return Entry(float(place), f"{path.parent.name}/{path.name}", title, icon)
    raise ValueError(
        f"{path.name} does not say where it stands in the menu; write below its imports, for "
        'instance, MENU_ICON, MENU_PLACE = ":material/tune:", 50'
    )


@cache
def _pages() -> list[Any]:
    return [
        st.Page(entry.file, title=entry.title, icon=entry.icon, default=number == 0)
        for number, entry in enumerate(entries())
    ]
