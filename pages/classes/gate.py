"""What happens before a page is drawn: a class is opened, a missing table is asked for."""

from __future__ import annotations

import streamlit as st

from l2dwk_core.common.errors import InputError
from pages.charts import layout
from pages.classes import changed_class, missing_table, open_class, server_classes
from pages.data import reading_card
from pages.data.reader_process import CLASS_FILE
from pages.state import opened_class, session, session_address
from pages.state.class_file import ClassFile

_PROBLEM_PAGE = "page of the problem"


def show() -> None:
    """Open the class that the address names or that was uploaded. Show what went wrong, and ask
    for a table that the address is about and the session does not have."""
    _named()
    _uploaded()
    if changed_class.table_differs() or changed_class.lesson_differs():
        changed_class.show()
    elif session.missing_table():
        missing_table.show()


def _named() -> None:
    query = session_address.class_query()
    if query is None:
        return
    name, page = session_address.class_name(), session.page()
    try:
        found = server_classes.read(name)
    except InputError as problem:
        opened_class.forget()
        session_address.open_query(query, page)
        layout.error(problem)
        return
    open_class.open_named(found, name, page, query)


def _uploaded() -> None:
    """Open a class file when it has been read. Until then show that it is being read."""
    state, key = st.session_state, reading_card.problem_key(CLASS_FILE)
    if reading_card.pending(CLASS_FILE) is not None:
        try:
            found: ClassFile | None = reading_card.taken()
            if found is not None:
                _take(found)
        except InputError as problem:
            state[key] = str(problem)
    if not (said := state.get(key)):
        state.pop(_PROBLEM_PAGE, None)
    elif state.setdefault(_PROBLEM_PAGE, session.page()) == session.page():
        layout.error(said)
    else:  # it was read on the page that the reader has left
        del state[key], state[_PROBLEM_PAGE]


def _take(found: ClassFile) -> None:
    missing = session.missing_table()
    if not missing:
        open_class.open_uploaded(found)
    elif found.own is not None and found.own.word == missing:
        open_class.put_missing(found)
    else:
        missing_table.put_other_class(found)
