"""What the browser does on every page: a new page begins at its top, on a narrow screen the
sidebar is folded at first, and on a phone the menu closes when it has led to a page."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_FRAME = st.components.v2.component(
    "l2dwk_page_frame", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)


def show(page: str) -> None:
    """Add the script to the page with this address. Call it once a run."""
    _FRAME(key="page_frame", data=page)
