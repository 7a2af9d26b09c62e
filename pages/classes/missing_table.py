"""The card that asks for an uploaded table that the address is about and the session lacks."""

from __future__ import annotations

from typing import Any

import streamlit as st

from l2dwk_core.common.errors import InputError
from pages.charts import layout
from pages.charts.markdown import escaped
from pages.choices.choice import to_address
from pages.choices.dataset_key import VOTES as VOTES_WORD
from pages.choices.query import to_query
from pages.classes import open_class
from pages.data import reading_card
from pages.data.reader_process import DATASET, TABLE, VOTES
from pages.data.reading_card import MEGABYTES, Pending, Upload
from pages.data.uploaded_bytes import uploaded_bytes
from pages.jobs import caches
from pages.lessons.lessons import View
from pages.runtime.client_address import address_of
from pages.state import session, session_tables
from pages.state.class_file import ClassFile
from pages.state.own_table import OwnTable, Reading
from pages.state.own_votes import OwnVotes
from pages.state.table_limits import TABLES

_DATA, _LAB, _LESSONS = "data", "lab", "lessons"
_OTHER = "other class file"
_SAID = "said of the missing table"
_UNLIKE = (
    "This is not the file that the address is about, or its class, its columns or its reading were "
    "chosen in another way there. Choose them as they were."
)


def show() -> None:
    """Take a file that was read, or show the card."""
    kind = VOTES if VOTES_WORD.fullmatch(session.missing_table()) else TABLE
    # On the page of data, the place for a file takes it.
    now = reading_card.pending(kind)
    becomes = reading_card.pending(DATASET)
    if becomes is not None and becomes.upload.dataset == session.missing_table():
        now = becomes
    if now is not None and session.page() != _DATA:
        _take(now)
    if session.missing_table():
        with st.container(border=True, key="foreign-table"):
            _card(kind)


def put_other_class(found: ClassFile) -> None:
    """Keep a class file that holds another table, and offer to open it as it is. Raise InputError
    when there is no room for the table."""
    if found.own is not None:
        TABLES.take(found.own, address_of(caches.session_id()))
    st.session_state[_OTHER] = found


def _take(now: Pending) -> None:
    """Use the table or the votes when they have been read and are those of the address."""
    try:
        draft: Any = reading_card.taken()
        if draft is None:
            return
        own: OwnTable | OwnVotes
        upload = now.upload
        if upload.kind == DATASET:
            held = session_tables.own(upload.dataset)
            assert isinstance(held, OwnTable)  # it was held when this began
            held.take(draft.dataset)
            own = held
        elif upload.kind == VOTES:
            own = caches.hold(OwnVotes(upload.file_name, now.data, draft))
        else:
            own = caches.hold(OwnTable.of(upload.file_name, now.data, draft, upload.reading))
    except InputError as problem:
        st.session_state[_SAID] = str(problem)
        return
    if own.word == session.missing_table():
        if isinstance(own, OwnTable) and not own.is_ready:
            reading_card.begin_dataset(own)
            st.rerun()
        session_tables.keep(own)
        session.use_missing_table()
    else:
        st.session_state[_SAID] = _UNLIKE


def _card(kind: str) -> None:
    what = "models' votes" if kind == VOTES else "table"
    stays = "Such votes stay" if kind == VOTES else "Such a table stays"
    shown = escaped(session_tables.short_title(session.choice().dataset))
    # A step of a lesson about the table shows nothing until it is there.
    until = "" if session.page() == _LESSONS else f" Until then you see **{shown}** instead."
    # Only the Lab's address holds a pinned run.
    if session.page() == _LAB:
        holds = (
            "The choices, the hidden and locked controls and the pinned run of this address then"
        )
    else:
        holds = (
            "The choices and the hidden and locked controls of this address, and with the class "
            "file also its pinned run, then"
        )
    st.markdown(
        f"**:material/upload_file: This address is about {'' if kind == VOTES else 'a '}{what} "
        f"that somebody uploaded. Give the file here.**  \n{stays} with whoever uploaded it, only "
        "until the page is reloaded, so a link cannot share it. Choose the file for your class, or "
        f"the file of the {what}. {holds} hold for it.{until}"
    )
    row = st.container(horizontal=True, vertical_alignment="center")
    if session.page() == _DATA:
        place = "Your models' votes" if kind == VOTES else "Your own table"
        row.caption(f"The place for it is *{place}*, below.")
    else:
        _place(kind)
        row = st.container(horizontal=True, vertical_alignment="center")
        row.page_link(
            "views/data.py",
            label="Load it on the Data page",
            icon=":material/table:",
            query_params=to_address(session.choice())
            | to_query(session.view().without_lesson(), View())
            | {"dataset": session.missing_table()}
            | {"data.section": "votes" if kind == VOTES else "own"},
        )
    # A step of a lesson has no other dataset.
    if session.page() != _LESSONS:
        row.button(
            f"Go on with {shown}", key="missing_without", type="tertiary",
            on_click=session.do_without_table,
        )  # fmt: skip


def _place(kind: str) -> None:
    state = st.session_state
    file = st.file_uploader(
        "File for the class, or the file itself", key="missing_file",
        max_upload_size=MEGABYTES, label_visibility="collapsed",
    )  # fmt: skip
    if file is None:
        state.pop(_SAID, None)
        state.pop(_OTHER, None)
        return
    if not reading_card.begin_class_file(file) and file.file_id != state.get("missing_file_id"):
        state["missing_file_id"] = file.file_id
        state.pop(_SAID, None)
        upload = Upload(file.file_id, file.name, Reading(), kind)
        reading_card.begin_upload(upload, uploaded_bytes(file))
        st.rerun()
    if said := state.get(_SAID):
        layout.error(said)
    if (other := state.get(_OTHER)) is not None:
        st.warning(f"The file of {escaped(other.name)!r} holds another table, or none.")
        if st.button("Open this file as it is", key="missing_other", icon=":material/school:"):
            state.pop(_OTHER)
            open_class.open_uploaded(other)
            st.rerun()
