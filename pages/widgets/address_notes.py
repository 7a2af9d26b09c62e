"""The parts of the address that could not be used, named at the top of every page."""

from __future__ import annotations

import streamlit as st

from pages.charts import layout
from pages.charts.markdown import escaped
from pages.choices.choice import to_address
from pages.choices.dataset_key import FOREIGN_TABLE, VOTES
from pages.state import session, session_tables

_DATA = "data"
_BOXES = 5
"""More notes than these are shown in a drawer."""
_LINES = 40
"""Most notes that are shown one by one. Nobody has typed an address with more."""


def show() -> None:
    """Show a line for each part until a control moves, and a card for a table that is not here."""
    lines = session.address_notes()
    others = [line for line in lines if not line.startswith(FOREIGN_TABLE)]
    if len(others) < len(lines):
        _foreign_table()
    if len(others) <= _BOXES:
        layout.notes(others)
        return
    lines = [f"- {escaped(line)}" for line in others[:_LINES]]
    if len(others) > _LINES:
        lines.append(f"- {len(others) - _LINES} more parts of the address could not be used.")
    with st.expander(
        f"{len(others)} parts of the address could not be used", icon=":material/info:"
    ):
        st.warning("\n".join(lines))


def _foreign_table() -> None:
    of_votes = VOTES.fullmatch(session.wanted_table()) is not None
    section = "votes" if of_votes else "own"
    name = escaped(session_tables.short_title(session.choice().dataset))
    with st.container(border=True, key="foreign-table"):
        st.markdown(
            "**:material/lock: This link is about an uploaded table, and such a table stays with "
            "whoever uploaded it.**  \n"
            "It is kept in that person's browser session and nowhere else, and it is deleted when "
            "the page is reloaded; so a link cannot share it. To see the same run, load the file "
            "here. If it is not yours, ask its owner. "
            f"Until then you see **{name}** instead; everything else is as the link says."
        )
        if session.page() == _DATA:
            place = "Your models' votes" if of_votes else "Your own table"
            st.caption(f"The place for it is *{place}*, below.")
            return
        st.page_link(
            "views/data.py",
            label="Load the table",
            icon=":material/upload_file:",
            query_params=to_address(session.choice()) | {"data.section": section},
        )
