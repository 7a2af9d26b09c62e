"""Controls of the fields of a page's record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from pages.choices.field_rules import limits
from pages.state import page_record


def slider(page: str, name: str, label: str = "", *, place: Any = st, **more: Any) -> Any:
    """Draw a slider for a field of the page's record, with the field's own limits and label.

    ``place``: a container to draw it in. Return the value.
    """
    rule = limits(type(page_record.current(page)), name)
    return place.slider(
        label or rule["label"], rule["low"], rule["high"], step=rule["step"],
        key=page_record.key(page, name), **more,
    )  # fmt: skip


def segments(
    page: str, name: str, titles: Mapping[Any, str], label: str, *, place: Any = st, **more: Any
) -> Any:
    """Draw a row of buttons, one of which is always pressed; return its key.

    ``titles``: by value of the field, what its button says. Only screen readers read ``label``,
    unless ``label_visibility`` is given.
    """
    more = {"label_visibility": "collapsed"} | more
    return place.segmented_control(
        label, list(titles), format_func=titles.__getitem__, key=page_record.key(page, name),
        required=True, **more,
    )  # fmt: skip
