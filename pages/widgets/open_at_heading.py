"""An address that names a place of its page opens the page there."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_OPENING = st.components.v2.component(
    "l2dwk_open_at_heading", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)


def show(key: str = "") -> None:
    """Scroll to the container with this key when the page opens, also while figures above it are
    drawn; without a key, to the heading that the address names behind its #."""
    _OPENING(key="open_at_heading", data=key)
