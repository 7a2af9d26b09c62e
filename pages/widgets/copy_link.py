"""The button at the top of every page that copies its address, with the round behind its #."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from pages.choices.dataset_key import OWN

_HERE = Path(__file__)
NAME = "l2dwk_copy_link"
_BUTTON = st.components.v2.component(
    NAME,
    html=_HERE.with_suffix(".html").read_text(encoding="utf-8"),
    css=_HERE.with_suffix(".css").read_text(encoding="utf-8"),
    js=_HERE.with_suffix(".js").read_text(encoding="utf-8"),
)
# The browser finds out whether the address is about an uploaded table: all pages send the same
# data.
_DATA = {"own": f"^{OWN.pattern}$"}


def show() -> None:
    """Show the button. It adds a note when the address is about an uploaded table."""
    _BUTTON(key="copy_link", data=_DATA, width="content")
