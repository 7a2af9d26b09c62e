"""What is shown when an address of a class was written before the class was changed."""

from __future__ import annotations

import streamlit as st

from pages.charts.markdown import escaped
from pages.classes import open_class
from pages.lessons.own_lesson import OWN
from pages.state import opened_class, session, session_address


def lesson_differs() -> bool:
    """Return whether the address holds another lesson than the class on the server."""
    found, view = opened_class.current(), session.view()
    if found is None or not session_address.class_name() or not found.lesson:
        return False
    return view.lesson == OWN and view.file != found.lesson


def table_differs() -> bool:
    """Return whether the address is about a table that the session lacks, and the class on the
    server has another one."""
    found, missing = opened_class.current(), session.missing_table()
    if found is None or not session_address.class_name() or found.own is None:
        return False
    return bool(missing) and missing != found.own.word


_TABLE = (
    "has another table than this address.**  \nThe class was changed after the address was "
    "written, or the address is about a table of your own. For your own table, leave the class "
    "(menu *Class*) and give the file again."
)
_LESSON = (
    "has another lesson than this address.**  \nThe class was changed after the address was "
    "written, or the address is about a lesson of its own. Below is the lesson of the address."
)


def show() -> None:
    """Offer to open the class as it is now. Call it before the page is drawn."""
    found = opened_class.current()
    assert found is not None
    with st.container(border=True, key="changed-class"):
        said = _TABLE if table_differs() else _LESSON
        st.markdown(f"**:material/school: The class “{escaped(found.name)}” {said}")
        if st.button("Open the class as it is now", key="class_anew", icon=":material/refresh:"):
            open_class.go(found, found.page)
            st.rerun()
