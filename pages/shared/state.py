"""The session's Choice, kept in step with the address and with the widgets.

The Choice is the truth: widgets that are not on the screen (another page, σ while the kernel is
linear) lose nothing. The address is read when the page opens, when somebody edits it, and when
Back is pressed; it is written after the controls have been drawn.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

import streamlit as st

from pages.shared.choice import Choice, from_address, to_address
from pages.shared.tables import own_tables

STALE = 2.0
"""Seconds an address may lag behind: a slider moved before the browser knew of the last change
still sends the old one, which must not undo the move."""


def choice() -> Choice:
    """The session's current choice."""
    return st.session_state.get("choice") or Choice()


def put(new: Choice) -> None:
    """Replace the choice; every widget shows it in the next run."""
    st.session_state["choice"] = new
    for f in fields(Choice):
        if key_of(f.name) in st.session_state:
            st.session_state[key_of(f.name)] = getattr(new, f.name)


def take_widgets() -> Choice:
    """Take over what the widgets on the screen now say, before they are drawn again: captions and
    conditions then speak of this run, not of the last."""
    present = {
        f.name: st.session_state[key_of(f.name)]
        for f in fields(Choice)
        if key_of(f.name) in st.session_state
    }
    st.session_state["choice"] = replace(choice(), **present)
    return choice()


def key_of(name: str) -> str:
    """Key of the widget of a field."""
    return f"choice.{name}"


def widget_key(name: str) -> str:
    """The same, after giving the widget its value when it is about to appear anew."""
    key = key_of(name)
    if key not in st.session_state:
        st.session_state[key] = getattr(choice(), name)
    return key


def read_address(page: str) -> None:
    """Take over what the address says, unless it only lags behind. Before any widget."""
    state = st.session_state
    query = st.query_params.to_dict()
    first = "choice" not in state
    turned = state.get("page") != page
    state["page"] = page
    if turned and not first:
        # Widgets of the same key on two pages are two widgets to Streamlit: without a value of its
        # own, one that was on the screen before comes back with its first option.
        put(choice())
    if not first and (query == state["address"] or _lags(query)):
        return
    if not first and turned and "v" not in query:
        # The menu leaves the query out; the choice comes along.
        state["address"] = query
        return
    # Names with a dot are a page's own (see page_record), the others make the choice.
    new, notes = from_address({k: v for k, v in query.items() if "." not in k}, own_tables())
    state["address"], state["address_notes"] = query, notes
    state["page_query"] = {k: v for k, v in query.items() if "." in k}
    put(new)


def write_address(new: Choice, more: Mapping[str, str] | None = None) -> None:
    """Keep the choice and show it in the address, with what else the page depends on."""
    state = st.session_state
    state["choice"] = new
    address = to_address(new) | dict(more or {})
    if address != st.query_params.to_dict():
        st.query_params.from_dict(address)
    if address != state.get("address"):
        state["left"] = (state.get("address"), time.monotonic())
        state["address"] = address
        state["address_notes"] = [] if state.get("noted") else state.get("address_notes", [])
        state["noted"] = True


def address_notes() -> list[str]:
    """What of the address could not be used, until a control is moved."""
    return list(st.session_state.get("address_notes", []))


def values_seen(name: str, current: Any) -> set[Any]:
    """Values of a field that a link brought along; a slider keeps offering them."""
    seen: dict[str, set[Any]] = st.session_state.setdefault("seen", {})
    seen.setdefault(name, set()).add(current)
    return seen[name]


def _lags(query: Mapping[str, str]) -> bool:
    left, when = st.session_state.get("left", (None, 0.0))
    return left == query and time.monotonic() - when < STALE
