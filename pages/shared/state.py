"""The session's Choice, kept in step with the address and with the widgets.

The Choice is the truth: widgets that are not on the screen (another page, σ while the kernel is
linear) lose nothing. The address is read when the page opens, when somebody edits it, and when
Back is pressed; it is written after the controls have been drawn.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import partial
from typing import Any, TypeVar

import streamlit as st

from pages.shared import page_choices
from pages.shared.choice import VERSION, Choice, from_address, to_address
from pages.shared.codec import from_query, to_query
from pages.shared.lessons import View, check_view

Own = TypeVar("Own")

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
    if not first and (query == state["address"] or _lags(query)):
        return
    if not first and turned and "v" not in query:
        # The menu leaves the query out; the choice comes along.
        state["address"] = query
        return
    rest = dict(query)
    notes = _take(View(), rest, check_view)
    if page in page_choices.KINDS:
        kind = page_choices.KINDS[page]
        notes += _take(own(View).record(kind), rest, partial(page_choices.check, kind))
    new, more = from_address(rest, own(View).base())
    state["address"], state["address_notes"] = query, more + notes
    state["noted"] = False
    put(new)


def _take(base: Any, query: dict[str, str], check: Callable[[str, Any], None]) -> list[str]:
    """Move a record's own parameters out of the query and keep what they say."""
    mine = {f.name: query.pop(f.name) for f in fields(base) if f.name in query}
    if query.get("v", VERSION) != VERSION:
        mine = {}  # the note about the version says it all
    record, notes = from_query(base, mine, check)
    put_own(record)
    return notes


def own(kind: type[Own]) -> Own:
    """The session's record of one page, or of the view."""
    found: Own | None = st.session_state.get(f"own.{kind.__name__}")
    return kind() if found is None else found


def put_own(record: Any) -> None:
    """Replace a page's record; its widgets show it in the next run."""
    st.session_state[f"own.{type(record).__name__}"] = record
    for f in fields(record):
        key = f"{type(record).__name__}.{f.name}"
        if key in st.session_state:
            st.session_state[key] = getattr(record, f.name)


def own_key(kind: type, name: str) -> str:
    """Key of the widget of a page's field, with its value when it is about to appear anew."""
    key = f"{kind.__name__}.{name}"
    if key not in st.session_state:
        st.session_state[key] = getattr(own(kind), name)
    return key


def take_own(kind: type[Own]) -> Own:
    """Take over what a page's widgets now say, before they are drawn again."""
    record: Any = own(kind)
    present = {
        f.name: st.session_state[f"{kind.__name__}.{f.name}"]
        for f in fields(record)
        if f"{kind.__name__}.{f.name}" in st.session_state
    }
    st.session_state[f"own.{kind.__name__}"] = taken = replace(record, **present)
    return taken


def write_address(new: Choice, page: Any = None) -> None:
    """Keep the choice and show it in the address, with the view and the page's own record."""
    state = st.session_state
    state["choice"] = new
    view = own(View)
    address = to_address(new, view.base()) | to_query(view, View())
    if page is not None:
        address |= to_query(page, view.record(type(page)))
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
