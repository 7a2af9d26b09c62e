"""The pages in the menu, looked up once and not in every run."""

from __future__ import annotations

from copy import copy
from functools import cache
from typing import Any

import streamlit as st

Entry = tuple[str, str, str]


def pages(entries: tuple[Entry, ...]) -> list[Any]:
    """A page for each ``(file, title, icon)``, the first one the default. Each run gets pages of
    its own: Streamlit notes in them which one may run."""
    return [copy(page) for page in _pages(entries)]


@cache
def _pages(entries: tuple[Entry, ...]) -> list[Any]:
    return [
        st.Page(file, title=title, icon=icon, default=place == 0)
        for place, (file, title, icon) in enumerate(entries)
    ]
