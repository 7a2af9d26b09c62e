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

from pages.shared.choice import VERSION, Choice, from_address, to_address
from pages.shared.codec import from_query, to_query
from pages.shared.lessons import View, check_view
from pages.shared.tables import own_tables

STALE = 2.0
"""Seconds an address may lag behind: a slider moved before the browser knew of the last change
still sends the old one, which must not undo the move."""

_VIEW_NAMES = {f.name for f in fields(View)}


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
    # Names with a dot are a page's own (see page_record); some say how it is shown; the others make
    # the choice.
    seen = {f.name: query[f.name] for f in fields(View) if f.name in query}
    if query.get("v", VERSION) != VERSION:
        seen = {}
    state["view"], view_notes = from_query(View(), seen, check_view)
    rest = {k: v for k, v in query.items() if "." not in k and k not in _VIEW_NAMES}
    new, notes = from_address(rest, own_tables(), view().base())
    state["address"], state["address_notes"] = query, view_notes + notes
    state["noted"] = False
    state["page_query"] = {k: v for k, v in query.items() if "." in k}
    state["page_query_of"] = page
    put(new)


def write_address(new: Choice, more: Mapping[str, str] | None = None) -> None:
    """Keep the choice and show it in the address, with what else the page depends on."""
    state = st.session_state
    state["choice"] = new
    address = to_address(new, view().base()) | to_query(view(), View()) | dict(more or {})
    if address != st.query_params.to_dict():
        st.query_params.from_dict(address)
    if address != state.get("address"):
        now = time.monotonic()
        recent = [(old, when) for old, when in state.get("left", []) if now - when < STALE]
        state["left"] = [*recent, (state.get("address"), now)]
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


def view() -> View:
    """How the page is shown: a lesson, and controls that are hidden or locked."""
    return st.session_state.get("view") or View()


def put_view(new: View) -> None:
    """Show the page in another way from the next run on."""
    st.session_state["view"] = new


def page() -> str:
    """The page's place in the address; empty on the Start page."""
    return str(st.session_state.get("page", ""))


def once(what: Any) -> bool:
    """True the first time this session asks about it."""
    done: set[Any] = st.session_state.setdefault("once", set())
    first = what not in done
    done.add(what)
    return first


def _lags(query: Mapping[str, str]) -> bool:
    # A slider moved step by step leaves several addresses behind before the browser hears of any.
    now = time.monotonic()
    left = st.session_state.get("left", [])
    return any(old == query and now - when < STALE for old, when in left)
