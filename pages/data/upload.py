"""A table of the reader's own: upload, how it was read, the roles of its columns, the result."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted
from pages.charts import layout
from pages.charts.markdown import escaped
from pages.choices.choice import START_DATASET
from pages.data import reading_card
from pages.data.reader_process import TABLE
from pages.data.table_columns import class_column, column_roles
from pages.data.table_editors import start_editors
from pages.data.table_outcome import PROBLEM, outcome
from pages.data.table_proposals import proposals
from pages.data.table_reading import TRIED, reading, reading_of_refused
from pages.data.uploaded_bytes import uploaded_bytes
from pages.jobs import caches
from pages.state import session, session_tables
from pages.state.own_table import OwnTable, Reading

_MARKS = {".": "point", ",": "comma"}


def own_table() -> None:
    """Show the whole section."""
    reading_card.readers().prepare()
    st.caption(
        "CSV, TSV, ARFF, libsvm, Parquet or Excel (.xlsx), also as .gz or .zip, up to "
        f"{reading_card.MEGABYTES} MB; or a file for your class. **Your table stays in the memory "
        "of this session**: nothing is written to disk, and nobody else sees it. It is deleted "
        "when you press *Forget it*, **reload the page (F5)** or close it, so a link cannot share "
        "it. To share a run, make a file for the class in the Lab, under *A link or a file for a "
        "class*."
    )
    refused = _take_upload()
    table = session_tables.draft()
    if reading_card.pending(TABLE) is not None:
        return
    if table is None and refused:
        return
    if table is None:
        st.info(
            "Upload a file to begin. A role for each column and the class are then proposed, with "
            "reasons. You can change all of it.",
            icon=":material/upload_file:",
        )
        return
    ready = _understood(table)
    proposals(table)
    table = reading(table)
    table = class_column(table)
    table = column_roles(table)
    outcome(caches.hold(table), ready)


def _take_upload() -> bool:
    """Show the place for a file; return whether the file in it could not be read."""
    file = st.file_uploader("Your file", key="own_file", max_upload_size=reading_card.MEGABYTES)
    if file is not None and reading_card.begin_class_file(file):
        return False
    if file is not None and file.file_id != st.session_state.get("own_file_id"):
        st.session_state["own_file_id"] = file.file_id
        for name in ("own_problem", TRIED):
            st.session_state.pop(name, None)
        reading_card.begin(file.name, uploaded_bytes(file), Reading(), None, file.file_id)
    _take_reading()
    problem = st.session_state.get("own_problem")
    if not problem or file is None:
        return False
    layout.error(problem)
    reading_of_refused(file)
    if (kept := session_tables.draft()) is not None:
        st.caption(f"Still here: **{escaped(kept.file_name)}**, as it was.")
    return True


def _take_reading() -> None:
    """Take over the file when it has been read; until then show that it is being read."""
    now = reading_card.pending(TABLE)
    if now is None:
        return
    draft = None
    try:
        draft = reading_card.taken()
        if draft is None:
            return
        if not isinstance(now.old, OwnTable):
            table = OwnTable.of(now.upload.file_name, now.data, draft, now.upload.reading)
        else:
            table = now.old.inspected(draft, now.upload.reading)
        caches.hold(table)
    except InputError as error:
        if now.old is None:
            st.session_state["own_problem"] = str(error)
            if draft is None:
                st.session_state[TRIED] = now.upload.reading
        else:
            st.session_state["own_refused"] = now.upload.reading, str(error)
        return
    for name in ("own_problem", TRIED):
        st.session_state.pop(name, None)
    start_editors()


def _understood(table: OwnTable) -> DeltaGenerator:
    """Show what was read.

    Return the container for the button that uses the table; what that button does is known only
    further down.
    """
    draft = table.draft
    st.subheader(
        f"{escaped(table.file_name)}: {counted(draft.n_rows, 'row')}, "
        f"{counted(len(draft.columns), 'column')}",
        anchor=False,
    )
    ready = st.container(key="own-ready")
    found = " · ".join(
        f"{name}: **{escaped(_MARKS.get(value, value))}**" for name, value in draft.detected.items()
    )
    row = st.container(
        horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"
    )
    row.markdown(f"Read as {found}", width="content")
    row.button("Forget it", icon=":material/delete:", key="own_forget", on_click=_forget)
    decided = {proposal.text for proposal in draft.proposals}
    layout.notes(line for line in draft.warnings if line not in decided)
    st.dataframe(draft.preview, hide_index=True, height="content")
    st.caption(f"The first {counted(len(draft.preview), 'row')}; an empty cell is missing.")
    return ready


def _forget() -> None:
    word = session.choice().dataset
    if isinstance(session_tables.own(word), OwnTable):
        session.put(replace(session.choice(), dataset=START_DATASET))
    session_tables.forget()
    reading_card.leave()
    for name in ("own_profile", "own_problem", "own_refused", TRIED, PROBLEM):
        st.session_state.pop(name, None)
    start_editors()
