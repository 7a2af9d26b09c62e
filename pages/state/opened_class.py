"""The class that a session has opened."""

from __future__ import annotations

import streamlit as st

from pages.state import session_address
from pages.state.class_file import ClassFile

_KEY = "opened class"


def current() -> ClassFile | None:
    """Return the class of this session; None without one."""
    found: ClassFile | None = st.session_state.get(_KEY)
    return found


def put(found: ClassFile, name: str = "") -> None:
    """Keep the class. ``name``: its name in the address, when it is one of the server."""
    st.session_state[_KEY] = found
    session_address.put_class_name(name)


def forget() -> None:
    """Drop the class, and its name from the address."""
    st.session_state.pop(_KEY, None)
    session_address.put_class_name("")
