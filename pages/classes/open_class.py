"""Open a class: its table, choice, hidden and locked controls, pinned run and lesson."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pages.choices.choice import Choice
from pages.choices.query import ParameterValue
from pages.jobs import caches
from pages.lab import pinned_run
from pages.lessons.lessons import View
from pages.state import opened_class, session, session_address, session_tables
from pages.state.class_file import ClassFile
from pages.state.own_table import OwnTable
from pages.state.own_votes import OwnVotes

_OPENS_ELSEWHERE = ("", "lessons")
"""Pages on which a short link opens the lesson, or else the Lab."""
_VIEWS = {"lab": "views/lab.py", "lessons": "views/lessons.py"}


def open_uploaded(found: ClassFile) -> None:
    """Open a class file that the reader has given, and go to its page."""
    if found.own is not None:
        keep_own(found)
    opened_class.put(found)
    go(found, found.page)


def keep_own(found: ClassFile) -> None:
    """Let the pages of this session use the table or the votes of a class file. Raise InputError
    when there is no room for them."""
    if isinstance(found.own, OwnTable):
        session_tables.keep(caches.hold(found.own))
    if isinstance(found.own, OwnVotes):
        session_tables.keep(caches.hold(found.own))


def put_missing(found: ClassFile) -> None:
    """Open a class file that holds the table of the address. The address says everything else,
    but only that of the Lab says which run is pinned."""
    keep_own(found)
    opened_class.put(found)
    if session.page() != "lab":
        pinned_run.open_query(found.address)
    session.use_missing_table()


def open_named(found: ClassFile, name: str, page: str, query: Mapping[str, ParameterValue]) -> None:
    """Open a class of the server at the address that names it. ``query``: the rest of the address.

    An address that a page has written says everything (it has a version); another one says how it
    differs from the class.
    """
    if found.own is not None:
        # All sessions share it, so nothing is dropped when one of them ends.
        session_tables.keep(found.own)
    opened_class.put(found, name)
    whole = "v" in query
    if not (whole and page == "lab"):
        pinned_run.open_query(found.address)
    if page in _OPENS_ELSEWHERE and not whole:
        go(found, found.page)
        return
    session_address.open_query(query if whole else {**found.query(page), **query}, page)


def go(found: ClassFile, page: str) -> None:
    """Go to the Lab or the lesson of a class, as the class has it. Call it before the page is
    drawn."""
    session_address.open_query(found.query(page), page)
    pinned_run.open_query(found.address)
    if page != session.page():
        session_address.switch_page(_VIEWS[page])


def leave() -> None:
    """Leave the class: its locks, its pinned run and its settings go; its table stays."""
    opened_class.forget()
    session.put_view(View())
    pinned_run.open_query({})
    session.put(replace(Choice(), dataset=session.choice().dataset))
