"""The address agrees with the Choice of the session, and with how its pages are shown.

It is read when the session begins, when a link leads to a page, and after Back or Forward. It is
written after the controls are drawn, and only when something has changed since it was read. So an
address that says the same in other words, or that cannot be used in part, stays as it was typed,
and one press of Back leaves it. Only another name of a parameter (``lambda``) is replaced by the
name that stands in every address.

An address that names a class of the server (``class``) is taken over when the class is open, before
the page is drawn; see ``classes/gate.py``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.scriptrunner import get_script_run_ctx

from pages.choices.choice import VERSION, Choice, from_address, other_version, to_address
from pages.choices.dataset_key import OWN
from pages.choices.field_rules import nearest, shortened
from pages.choices.query import (
    ParameterValue,
    canonical_names,
    last_value,
    to_query,
    unknown_parameter,
    within_length,
)
from pages.lessons.lessons import View, read_view
from pages.state.session import choice, missing_table, present, put, put_view, read_widgets, view
from pages.state.session_tables import own_tables

_BARE = MappingProxyType({"v": VERSION})
"""The meaning of an address without a query. The menu leaves such an address."""
_UNSHOWN = "address notes not shown yet"
CLASS = "class"
"""The parameter that names a class of the server."""
_VIEW_NAMES = {f.name for f in fields(View)}
_RECORDS = {
    "": ("start",),
    "lab": ("look", "pin"),
    "lessons": ("pair", "lessons"),
    "compare": ("compare", "studies"),
}
"""What a page's own parameters start with, where it is not the page's place in the address."""


def unknown_page(known: Sequence[str]) -> str | None:
    """Return the line for an address whose page is none of *known*; None for a known page.

    Call it before the menu is made. Start is then shown as if it was asked for; Streamlit would
    show a window over it that does not name the page.
    """
    context = get_script_run_ctx()
    manager = None if context is None else context.pages_manager
    if manager is None or manager.intended_page_script_hash or not manager.intended_page_name:
        return None
    name = manager.intended_page_name
    if name in known:
        return None
    manager.set_script_intent("", "")
    hint = nearest(name, known) or f". Pages are /{', /'.join(known)}."
    return f"There is no page {'/' + shortened(name)!r} here; this is Start{hint}"


def switch_page(view: str) -> None:
    """Go to a page as the menu does, with the choice. It may be called in the middle of a run.

    Streamlit would first remove the query from the address, and Back would stop there.
    """
    st.session_state["switched"] = True
    st.switch_page(view, query_params=_address_query())


def read_address(page: str, page_note: str | None = None) -> None:
    """Read the address when it has something new. Call it before any widget is drawn.

    On one page the browser sends its address with every click. Until it has received the last
    change, that is an old address, which must not undo the change. So on one page only Back and
    Forward bring another address; the browser reports them. ``page_note``: from ``unknown_page``.
    """
    state = st.session_state
    typed = _address_query()
    read, too_long = within_length(typed)
    query = canonical_names(read)
    first = "choice" not in state
    page_changed = state.get("page") != page
    state["page"] = page
    automatic = state.pop("automatic_rerun", False)
    # When a run is followed by another one at once, a busy browser may not show the first. The
    # values of that run are then lost, and controls that appeared in it would stay at their first
    # option.
    state["resend_values"] = (
        automatic and state.get("maybe_undelivered", False) and not page_changed
    )
    state["maybe_undelivered"] = page_changed or automatic
    if state["resend_values"]:
        put(read_widgets())
    if page_changed and not first:
        # For Streamlit, widgets with the same key on two pages are two widgets. Without a value set
        # here, a widget that was on the screen before comes back with its first option.
        put(choice())
    if not (first or page_changed or (_history_navigation() and query != state["address"])):
        return
    switched = state.pop("switched", False)
    unshown = address_notes() if switched and state.get(_UNSHOWN) else []
    state["address"], state["address_notes"] = query, []
    note([*([page_note] if page_note else []), *too_long, *unshown])
    state["replace_address"] = query != typed
    if page_changed and not first and (switched or not query) and not _history_navigation():
        # The menu leaves out the query; the choice of the session stays.
        state["written_query"] = _BARE
        if switched:
            state["address"] = {name: [words] for name, words in _BARE.items()}
            state["replace_address"] = True
        return
    state["written_query"] = None
    if CLASS in query:
        # The class is opened before the page is drawn, and with it the rest of the address.
        state["class_name"] = last_value(CLASS, query[CLASS])[0]
        state["class_query"] = {k: v for k, v in query.items() if k != CLASS}
    else:
        if class_name():
            # A link within the app does not name the class.
            state["address"] = {**query, CLASS: [class_name()]}
            state["replace_address"] = True
        open_query(query, page)


def open_query(query: Mapping[str, ParameterValue], page: str) -> None:
    """Take over what an address says: how the page is shown, the choice, and the parameters of a
    page. Parts that cannot be used are noted."""
    state = st.session_state
    if other_version(query.get("v", VERSION)) is not None:
        query = {"v": query["v"]}
    new_view, notes = read_view({k: v for k, v in query.items() if k in _VIEW_NAMES})
    put_view(new_view)
    # Names with a dot belong to a page (see page_record). Some other names say how the page is
    # shown. All others make the choice.
    dotted = {k: v for k, v in query.items() if "." in k}
    starts = tuple(f"{word}." for word in _RECORDS.get(page, (page,)))
    notes += [unknown_parameter(k, []) for k in dotted if not k.startswith(starts)]
    state["page_query"] = {k: v for k, v in dotted.items() if k.startswith(starts)}
    state["page_query_of"] = page
    rest = {k: v for k, v in query.items() if k not in dotted and k not in _VIEW_NAMES}
    new, more = from_address(
        rest, {*own_tables(), *own_words(rest.get("dataset", ""))}, view().base()
    )
    note(notes + more)
    put(present(new))


def own_words(given: ParameterValue) -> set[str]:
    """Return the word in a parameter *dataset* when it stands for an uploaded table."""
    word = last_value("dataset", given)[0]
    return {word} if OWN.fullmatch(word) else set()


def class_query() -> Mapping[str, ParameterValue] | None:
    """Return the rest of an address that names a class, once; None without such an address."""
    found: Mapping[str, ParameterValue] | None = st.session_state.pop("class_query", None)
    return found


def ask_for_class(name: str) -> None:
    """Have a class of the server opened in the next run, as an address with its name does."""
    st.session_state["class_name"], st.session_state["class_query"] = name, {}


def class_name() -> str:
    """Return the name of the class of the server that the session uses; empty without one."""
    return str(st.session_state.get("class_name", ""))


def put_class_name(name: str) -> None:
    """Set the class of the server; its name stands in the address."""
    st.session_state["class_name"] = name


def _address_query() -> dict[str, list[str]]:
    """Return the query of the address."""
    return {name: st.query_params.get_all(name) for name in st.query_params}


def _history_navigation() -> bool:
    """Return whether the browser's Back or Forward led here."""
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


def write_address(
    new: Choice, more: Mapping[str, str] | None = None, place: str = "address"
) -> None:
    """Keep the choice and write it into the address, with the page's own parameters.

    It takes the same one place on the page in every run, with a script in it or without. Otherwise
    all that follows would be drawn anew, and a control would lose the keyboard. ``place``: its key,
    another one for a part of the page that writes the address too.
    """
    state, script_place = st.session_state, st.container(key=place)
    state["choice"] = new
    if missing := missing_table():
        # So the table can be given after the page was reloaded.
        new = replace(new, dataset=missing)
    now = to_address(new, view().base()) | to_query(view(), View()) | dict(more or {})
    if class_name():
        now[CLASS] = class_name()
    before = state["written_query"]
    if before is None:
        state["written_query"] = now
    elif now != before:
        state["written_query"] = now
        if not state.get(_UNSHOWN):
            state["address_notes"] = []
        state["address"] = {name: [words] for name, words in now.items()}
        if before is _BARE:
            _replace_address(now, script_place)
            return
    if state.pop("replace_address", False):
        _replace_address(state["address"], script_place)
    elif state["address"] != _address_query():
        st.query_params.from_dict(state["address"])


def _replace_address(query: Mapping[str, Any], script_place: DeltaGenerator) -> None:
    """Replace the address.

    Streamlit's own way would keep the old address in the history, and Back would stop there.
    """
    words = json.dumps("?" + urlencode(query, doseq=True))
    # The browser runs a script only when it differs from the script it had in this place. The page
    # before may have had the same script, so a number is added.
    state = st.session_state
    state["replaced"] = state.get("replaced", 0) + 1
    script_place.html(
        f"<script>history.replaceState(history.state, '', {words}) // {state['replaced']}</script>",
        unsafe_allow_javascript=True,
    )


def note(lines: Sequence[str]) -> None:
    """Keep lines on parts of an address that could not be used: until they were shown, also on the
    page that the session is switched to, and then until a control moves."""
    found = address_notes()
    # A class and the page it leads to may both read one part.
    found += [line for line in lines if line not in found]
    st.session_state["address_notes"] = found
    if lines:
        st.session_state[_UNSHOWN] = True


def address_notes() -> list[str]:
    """Return the lines on parts of the address that could not be used, until a control moves."""
    return list(st.session_state.get("address_notes", []))


def notes_to_show() -> list[str]:
    """Return the same lines for a page that shows them now."""
    st.session_state.pop(_UNSHOWN, None)
    return address_notes()
