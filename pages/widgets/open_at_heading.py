"""An address that names a heading behind its # opens the page there."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_OPENING = st.components.v2.component(
    "l2dwk_open_at_heading", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)


def show() -> None:
    """Scroll to the heading that the address names, also while figures above it are drawn."""
    _OPENING(key="open_at_heading")
