"""Whether accuracies are drawn as they are or against the uniform vote."""

from __future__ import annotations

import streamlit as st

from pages.state import page_record

SCALES = {"accuracy": "Test accuracy", "difference": "Difference to the uniform vote"}


def relative(page: str) -> bool:
    """Draw the control of a page whose record has a ``scale``; whether differences are wanted."""
    chosen = st.segmented_control(
        "Scale",
        list(SCALES),
        format_func=SCALES.__getitem__,
        key=page_record.key(page, "scale"),
        required=True,
        label_visibility="collapsed",
    )
    return bool(chosen == "difference")
