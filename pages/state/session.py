"""The Choice of the session, and how its pages are shown.

The Choice is what counts: a widget that is not on the screen (on another page, or σ with the linear
kernel) loses nothing. The address that says the same: ``session_address.py``.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, NoReturn

import streamlit as st

from l2dwk_core.common.errors import InputError
from pages.choices.choice import START_DATASET, Choice, fitted
from pages.choices.dataset_key import OWN, check_dataset
from pages.choices.query import is_allowed
from pages.lessons.lessons import View
from pages.state.session_tables import own_tables
from pages.state.widget_values import give_value, set_widget

_MOST_SEEN = 50
"""Values of links that a slider offers: each run sends all of them."""
_MOST_ONCE = 200
_OWN_CHOICE = "choice before the lesson"


def choice() -> Choice:
    """Return the session's current choice."""
    return st.session_state.get("choice") or Choice()


def put(new: Choice) -> None:
    """Replace the choice. Every widget shows it in the next run."""
    st.session_state["choice"] = new
    for f in fields(Choice):
        set_widget(key_of(f.name), getattr(new, f.name))


def put_for_next_page(new: Choice) -> None:
    """Set the choice that the next page begins with.

    For use before ``switch_page``, when the widgets are drawn already.
    """
    st.session_state["choice"] = new


def wanted_table() -> str:
    """Return the word of the uploaded table that a link was about; empty without one.

    Only when this session did not have that table.
    """
    return str(st.session_state.get("wanted_table", ""))


def missing_table() -> str:
    """Return the word of the uploaded table that the address is about while this session does not
    have it and shows another dataset in its place; otherwise an empty text.

    It ends when the reader chooses a dataset.
    """
    wanted = wanted_table()
    if wanted in own_tables() or st.session_state.get("stands_in") != choice().dataset:
        return ""
    return wanted


def use_missing_table() -> None:
    """Show the table that was missing; this session has it now."""
    st.session_state.pop("stands_in", None)
    put(replace(choice(), dataset=wanted_table()))


def do_without_table() -> None:
    """Stay with the dataset that is shown in the place of an uploaded table."""
    st.session_state.pop("stands_in", None)


def present(wanted: Choice) -> Choice:
    """Return the choice. An uploaded table that this session does not have is replaced and noted;
    see ``missing_table``."""
    state, word = st.session_state, wanted.dataset
    state.pop("stands_in", None)
    if not OWN.fullmatch(word) or word in own_tables():
        return wanted
    state["wanted_table"], state["stands_in"] = word, START_DATASET
    return replace(wanted, dataset=START_DATASET)


def run_again() -> NoReturn:
    """Run the page again, because of something that the reader did not do."""
    st.session_state["automatic_rerun"] = True
    st.rerun()


def read_widgets() -> Choice:
    """Return the choice with the values of the widgets on the screen.

    Call it before they are drawn, so that captions and conditions use the values of this run.
    """
    state, now = st.session_state, choice()
    values = {f.name: state[key_of(f.name)] for f in fields(Choice) if key_of(f.name) in state}
    present = {name: value for name, value in values.items() if may_choose(name, value)}
    for name in values.keys() - present.keys():
        set_widget(key_of(name), getattr(now, name))
    state["choice"] = new = replace(now, **present)
    # The widgets of another base ensemble still show what belonged to the one before.
    if (fitting := fitted(replace(new, pool=now.pool).with_pool(new.pool))) != new:
        put(fitting)
    return choice()


def may_choose(name: str, value: Any) -> bool:
    """Return whether this session may choose this value of a field, as in ``from_address``."""
    if name == "dataset" and value != choice().dataset:
        try:
            check_dataset(value, own_tables())
        except (InputError, TypeError):  # TypeError: the value is not a text
            return False
    return is_allowed(Choice, name, value)


def key_of(name: str) -> str:
    """Return the key of a field's widget."""
    return f"choice.{name}"


def widget_key(name: str) -> str:
    """Return the key of a field's widget. A widget that is not on the screen yet gets its value."""
    return give_value(key_of(name), getattr(choice(), name))


def values_seen(name: str, current: Any) -> list[Any]:
    """Return the last values of a field that came with links. A slider keeps offering them."""
    seen: dict[str, list[Any]] = st.session_state.setdefault("seen", {})
    values = seen.setdefault(name, [])
    if current not in values:
        values.append(current)
        del values[:-_MOST_SEEN]
    return values


def view() -> View:
    """Return how the page is shown: a lesson, and controls that are hidden or locked."""
    return st.session_state.get("view") or View()


def fixed(name: str) -> bool:
    """Return whether a link hides or locks a control; then no button may change it."""
    return name in view().hidden() | view().locked()


def put_view(new: View) -> None:
    """Set how the page is shown from the next run on.

    When a lesson begins, the choice is kept, as each step of a lesson sets another one; see
    ``own_choice``.
    """
    state = st.session_state
    if not new.lesson:
        state.pop(_OWN_CHOICE, None)
    elif not view().lesson and "choice" in state:
        state[_OWN_CHOICE] = choice()
    state["view"] = new


def own_choice() -> Choice:
    """Return the choice that the reader had before the lesson; the defaults where the session began
    with the lesson."""
    return st.session_state.get(_OWN_CHOICE) or Choice()


def page() -> str:
    """Return the page's place in the address; empty on Start."""
    return str(st.session_state.get("page", ""))


def first_time(what: Any) -> bool:
    """Return True when the session asks about it for the first time. It remembers the last 200."""
    done: dict[Any, None] = st.session_state.setdefault("once", {})
    first = what not in done
    done[what] = None
    if len(done) > _MOST_ONCE:
        del done[next(iter(done))]
    return first
