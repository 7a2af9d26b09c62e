"""The choices of a page beside the common ``Choice``: a frozen record, in session and address.

A field stands in the address as ``page.field``. That is also the key of its widget.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, TypeVar

import streamlit as st

from pages.choices.query import ParameterValue, fitted, from_query, is_allowed, to_query
from pages.state import session_address, widget_values

Record = TypeVar("Record")


def read(page: str, default: Record) -> Record:
    """Return the session's record, updated from the address and the page's widgets.

    Call it before any widget of the page is drawn.
    """
    state = st.session_state
    record: Any = state.get(_state_key(page), default)
    start = f"{page}."
    if (query := new_query(page)) is not None:
        named = {k.removeprefix(start): v for k, v in query.items() if k.startswith(start)}
        record, notes = from_query(default, named, start)
        record, unfit = fitted(record, start)
        session_address.note(notes + unfit)
        for f in fields(record):
            widget_values.set_widget(start + f.name, getattr(record, f.name))
    state[_state_key(page)] = record
    record = read_drawn(page)
    for f in fields(record):
        value = state.get(start + f.name)
        if value is not None and not is_allowed(type(record), f.name, _frozen(value)):
            widget_values.set_widget(start + f.name, getattr(record, f.name))
    if state.get("resend_values"):  # see session_address.read_address
        put(page, **vars(record))
    found: Record = record
    return found


def read_drawn(page: str) -> Any:
    """Return the record with the values of the widgets, also of those drawn in this run."""
    state = st.session_state
    record = state[_state_key(page)]
    names = {f.name: f"{page}.{f.name}" for f in fields(record)}
    values = {name: _frozen(state[key]) for name, key in names.items() if _has_value(key)}
    present = {
        name: value for name, value in values.items() if is_allowed(type(record), name, value)
    }
    state[_state_key(page)] = replace(record, **present)
    return state[_state_key(page)]


def new_query(reader: str) -> Mapping[str, ParameterValue] | None:
    """Return the parameters with a dot, if the address was read since this reader last asked.

    Several readers may ask on one page.
    """
    state = st.session_state
    query: Mapping[str, ParameterValue] | None = state.get("page_query")
    if query is None or state.get("page_query_of") != state.get("page"):
        return None
    if state.get(f"last read by {reader}") is query:
        return None
    state[f"last read by {reader}"] = query
    return query


def _has_value(name: str) -> bool:
    """Return whether the widget of this key holds a value.

    When a run ends before it draws a widget, the widget may come back empty (None). No field of a
    page can be None, so such a value is not the reader's.
    """
    return st.session_state.get(name) is not None


def _frozen(value: Any) -> Any:
    """Return the value as a frozen record holds it: a tuple for a list, which a multiselect gives,
    and 0.0 for minus zero."""
    if isinstance(value, float):
        return value + 0.0
    return tuple(value) if isinstance(value, list) else value


def key(page: str, name: str) -> str:
    """Return the key of a field's widget. A widget that is not on the screen yet gets its value."""
    name_in_address, value = f"{page}.{name}", getattr(st.session_state[_state_key(page)], name)
    if not _has_value(name_in_address):
        st.session_state[name_in_address] = value
    return widget_values.give_value(name_in_address, value)


def put(page: str, **changes: Any) -> None:
    """Change the record from a callback. Widgets on the screen show it in the next run."""
    state = st.session_state
    state[_state_key(page)] = replace(state[_state_key(page)], **changes)
    for name, value in changes.items():
        widget_values.set_widget(f"{page}.{name}", value)


def put_picked(page: str, name: str, value: Any) -> None:
    """Change a field to what was clicked in a figure. Nothing happens when it is not allowed.

    The client may not be a browser, so the value is checked as that of a widget is.
    """
    if is_allowed(type(current(page)), name, value):
        put(page, **{name: value})


def query(page: str, record: Any, default: Any) -> dict[str, str]:
    """Return the part of the address in which the record differs from the default."""
    return {f"{page}.{name}": words for name, words in to_query(record, default).items()}


def _state_key(page: str) -> str:
    return f"record of {page}"


def current(page: str) -> Any:
    """Return the session's record as it is now."""
    return st.session_state[_state_key(page)]
