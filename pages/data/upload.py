"""A table of the reader's own: upload, how it was read, the roles of its columns, the result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted
from l2dwk_core.datasets import ROLES, Dataset
from l2dwk_core.datasets.tables.decoding.decode import ENCODINGS
from l2dwk_core.datasets.tables.limits import MAX_CLASSES
from l2dwk_core.datasets.tables.roles import IGNORED, USED
from pages.charts import layout
from pages.charts.markdown import escaped
from pages.choices.choice import START_DATASET
from pages.data import reading_card
from pages.data.dataset_card import figures, trains_soon, use_in_lab
from pages.data.reader_process import DATASET, TABLE
from pages.data.table_profile import Profile, make_profile
from pages.data.table_proposals import classes_kept, proposals, read_as, start_editors
from pages.data.uploaded_bytes import uploaded_bytes
from pages.jobs import caches
from pages.state import session, session_tables
from pages.state.own_table import FIRST_BINS, OwnTable, Reading

_FOUND_OUT = "found out"
_READING: Mapping[str, dict[str, Any]] = {
    "header": {_FOUND_OUT: None, "first line has the names": True, "no names": False},
    "delimiter": {
        _FOUND_OUT: None, "comma": ",", "semicolon": ";", "tab": "\t", "bar |": "|", "space": " ",
    },
    "units": {_FOUND_OUT: None, "holds units": True, "holds values": False},
    "trim": {_FOUND_OUT: None, "read": False},
    "decimal": {_FOUND_OUT: None, "point 1.5": ".", "comma 1,5": ","},
    "encoding": {_FOUND_OUT: None, **{name: name for name in ENCODINGS}},
}  # fmt: skip
_MARKS = {".": "point", ",": "comma"}
_SUSPICIOUS = (
    "stands one to one",
    "tells the class",
    "are missing from some part",
    "exact copies of",
)
"""Words of notes that are warnings."""
_READING_LABELS = {
    "header": "Column names", "delimiter": "Delimiter", "decimal": "Decimal mark",
    "encoding": "Encoding", "units": "Line under the names",
    "trim": "Around the table",
}  # fmt: skip
_READ_FROM = {
    "delimited text": ("header", "delimiter", "decimal", "encoding", "skip", "units", "trim"),
    "Excel": ("header", "sheet", "decimal", "skip", "units", "trim"),
    "libsvm": ("encoding", "skip"),
    "ARFF": ("encoding", "decimal"),
    "sparse ARFF": ("encoding", "decimal"),
}
"""What a reader can set for each format."""
MAX_SKIP = 1_000_000
_PROBLEM = reading_card.problem_key(DATASET)


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
    _take_upload()
    table = session_tables.draft()
    if reading_card.pending(TABLE) is not None:
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
    table = _reading(table)
    table = _target(table)
    table = _roles(table)
    _outcome(caches.hold(table), ready)


def _take_upload() -> None:
    file = st.file_uploader("Your file", key="own_file", max_upload_size=reading_card.MEGABYTES)
    if file is not None and reading_card.begin_class_file(file):
        return
    if file is not None and file.file_id != st.session_state.get("own_file_id"):
        st.session_state["own_file_id"] = file.file_id
        st.session_state.pop("own_problem", None)
        reading_card.begin(file.name, uploaded_bytes(file), Reading(), None, file.file_id)
    _take_reading()
    problem = st.session_state.get("own_problem")
    if problem and file is not None:
        layout.error(problem)
        if (kept := session_tables.draft()) is not None:
            st.caption(f"Still here: **{escaped(kept.file_name)}**, as it was.")


def _take_reading() -> None:
    """Take over the file when it has been read; until then show that it is being read."""
    now = reading_card.pending(TABLE)
    if now is None:
        return
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
        else:
            st.session_state["own_refused"] = now.upload.reading, str(error)
        return
    st.session_state.pop("own_problem", None)
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


def _reading(table: OwnTable) -> OwnTable:
    found = table.draft.detected
    names = _READ_FROM.get(found["format"], ())
    if not names:
        return table
    chosen: dict[str, Any] = {}
    with st.expander("Read wrongly? Say how the file is written", icon=":material/tune:"):
        for name, column in zip(names, st.columns(len(names)), strict=True):
            now = getattr(table.reading, name)
            if name == "sheet":
                chosen[name] = column.text_input(
                    "Worksheet", value=now or "", key=_editor(name), placeholder=found["sheet"]
                ) or None  # fmt: skip
            elif name == "skip":
                chosen[name] = column.number_input(
                    "Lines before the table", 0, MAX_SKIP, value=now, step=1, key=_editor(name),
                    placeholder=_FOUND_OUT,
                )  # fmt: skip
            else:
                options = _READING[name]
                values = list(options.values())
                chosen[name] = options[
                    column.selectbox(
                        _READING_LABELS[name],
                        list(options),
                        index=values.index(now),
                        key=_editor(name),
                    )
                ]
    wanted = replace(table.reading, **chosen)
    if wanted == table.reading:
        return table
    refused = st.session_state.get("own_refused")
    if refused is not None and refused[0] == wanted:
        layout.error(refused[1])
        return table
    read_as(table, wanted)
    return st.rerun()


def _target(table: OwnTable) -> OwnTable:
    st.subheader("Which column is the class?", anchor=False)
    names = [column.name for column in table.draft.columns]
    left, right = st.columns([2, 3], vertical_alignment="bottom")
    key = _editor("target")
    target = left.selectbox(
        "Class",
        names,
        index=names.index(table.target) if table.target in names else None,
        key=key,
        placeholder="Choose a column",
        label_visibility="collapsed",
    )
    if target != table.target:
        table = table.aimed_at(target)
        st.session_state.pop(_editor("bins"), None)
    reason = table.draft.target_reason
    if target == table.draft.target and target is not None:
        right.markdown(f"Proposed: {escaped(reason)}")
    elif table.draft.target is None:
        right.markdown(escaped(reason))
    classes_kept(table)
    if not table.target_is_numeric:
        return table
    distinct = next(c.n_distinct for c in table.draft.columns if c.name == target)
    cut = left.toggle(
        "Cut its numbers into classes of equal frequency",
        value=table.bins is not None,
        key=_editor(f"cut.{target}"),
        help="Low, middle and high thirds, for instance. A class vote needs classes.",
    )
    bins = None
    if cut:
        bins = right.number_input(
            f"Classes to cut {distinct:,} different numbers into",
            2,
            MAX_CLASSES,
            value=table.bins or FIRST_BINS,
            step=1,
            key=_editor("bins"),
        )
    return replace(table, bins=bins)


def _roles(table: OwnTable) -> OwnTable:
    st.subheader("What is each column?", anchor=False)
    key = _editor("roles")
    if key not in st.session_state or "own_roles_from" not in st.session_state:
        # The editor keeps its edits only while it gets the same table.
        st.session_state["own_roles_from"] = dict(table.roles)
    start = st.session_state["own_roles_from"]
    columns = table.draft.columns
    frame = pd.DataFrame(
        {
            "column": [column.name for column in columns],
            "role": [start.get(column.name, column.role) for column in columns],
            "lowest": [column.lowest for column in columns],
            "highest": [column.highest for column in columns],
            "missing": [column.n_missing for column in columns],
            "different": [column.n_distinct for column in columns],
            "why it was proposed": [column.reason for column in columns],
            "examples": [", ".join(column.examples) for column in columns],
        }
    )
    edited = st.data_editor(
        frame,
        key=key,
        hide_index=True,
        height=min(420, 40 + 36 * len(frame)),
        disabled=[str(name) for name in frame if name != "role"],
        column_config={
            "column": st.column_config.TextColumn(pinned=True, width="small"),
            "role": st.column_config.SelectboxColumn(
                "role (double-click to change)",
                options=list(ROLES),
                format_func=_role_title,
                required=True,
                width="medium",
            ),
            "missing": st.column_config.NumberColumn(width="small"),
            "different": st.column_config.NumberColumn(width="small"),
            "lowest": st.column_config.TextColumn(width="small"),
            "highest": st.column_config.TextColumn(width="small"),
        },
    )
    changed = table.with_roles(dict(zip(edited["column"], edited["role"], strict=True)))
    if changed.target_is_numeric != table.target_is_numeric:
        # The controls of the class column stand above, so they have to be drawn again.
        caches.hold(changed)
        return st.rerun()
    return changed


def _outcome(table: OwnTable, ready: DeltaGenerator) -> None:
    with ready:
        dataset = _ready(table)
    if dataset is None:
        return
    st.subheader("What it becomes", anchor=False)
    notes = dataset.notes[len(table.draft.warnings) :]
    warnings = [note for note in notes if any(words in note for words in _SUSPICIOUS)]
    layout.notes(warnings)
    told = [note for note in notes if note not in warnings]
    if told:
        st.markdown("\n".join(f"- {escaped(note)}" for note in told))
    elif not warnings:
        st.markdown("Every row and column is used. Missing cells, if there are any, stay missing.")
    profile = st.session_state.get("own_profile")
    if profile is None or profile.dataset is not dataset:
        with st.spinner("Counting classes and gaps…", show_time=True):
            profile = make_profile(dataset)
        st.session_state["own_profile"] = profile
    figures(table.word, profile)


def _ready(table: OwnTable) -> Dataset | None:
    """Show the button that uses the table, or what prevents its use."""
    if table.target is None:
        st.info(
            f"{escaped(table.draft.target_reason)} Choose the class below, under *Which "
            "column is the class?*; then the table can be used.",
            icon=":material/arrow_downward:",
        )
        return None
    try:
        dataset = _put_together(table)
    except InputError as problem:
        layout.error(problem)
        return None
    if dataset is None:
        return None
    row = st.container(horizontal=True, vertical_alignment="center")
    with row:
        use_in_lab(table.word)
    _compared_with_link(table)
    what = (
        "Trains an ensemble on it and shows the run"
        if trains_soon(dataset)
        else "Takes it to the Lab; training on so large a table takes minutes and starts there "
        "with *Run*"
    )
    row.markdown(
        f"{what}: **{escaped(table.target)}** is the class, predicted from "
        f"{counted(dataset.X.shape[1], 'column')}."
    )
    return dataset


def _put_together(table: OwnTable) -> Dataset | None:
    """Return the dataset of the table; None while a process puts a large one together.

    Raise InputError when the columns cannot be used like this.
    """
    if not table.is_large:
        with st.spinner("Putting the columns together…", show_time=True):
            return table.dataset
    state = st.session_state
    profile: Profile | None = state.get("own_profile")
    if table.is_ready and profile is not None and profile.dataset is table.dataset:
        return table.dataset
    if state.get("own_put_together") == table.word and (problem := state.get(_PROBLEM)):
        raise _not_put_together(problem)
    now = reading_card.pending(DATASET)
    if now is None or now.upload.dataset != table.word:
        state["own_put_together"] = table.word
        state.pop(_PROBLEM, None)
        reading_card.begin_dataset(table)
    try:
        profile = reading_card.taken()
    except InputError as problem:
        state[_PROBLEM] = str(problem)
        raise _not_put_together(str(problem)) from problem
    if profile is None:
        return None
    state["own_profile"] = profile
    table.take(profile.dataset)
    return table.dataset


def _not_put_together(problem: str) -> InputError:
    """Show a button to try again, and return the error."""
    st.button("Try again", icon=":material/refresh:", key="own_again", on_click=_again)
    return InputError(problem)


def _again() -> None:
    st.session_state.pop(_PROBLEM, None)


def _compared_with_link(table: OwnTable) -> None:
    """Say whether this is the table of the link: only then are the numbers those of the link."""
    if not (wanted := session.wanted_table()):
        return
    if table.word == wanted:
        st.success("This is the table your link is about.", icon=":material/check:")
        return
    st.warning(
        "This is not the table your link is about, or it is used differently. Name and content of "
        "the file must be the same, and so must its class, its roles and how it is read. The "
        "numbers will differ from those of the link.",
        icon=":material/info:",
    )


def _role_title(role: str | float) -> str:
    role = str(role)
    if role == IGNORED:
        return "left out: no input"
    return role if role in USED else f"left out: {role}"


def _editor(name: str) -> str:
    """Return the key of a widget of this file. Another file or another reading gets new widgets."""
    return f"own.{st.session_state.get('own_editors', 0)}.{name}"


def _forget() -> None:
    word = session.choice().dataset
    if isinstance(session_tables.own(word), OwnTable):
        session.put(replace(session.choice(), dataset=START_DATASET))
    session_tables.forget()
    reading_card.leave()
    for name in ("own_profile", "own_problem", "own_refused", _PROBLEM):
        st.session_state.pop(name, None)
    start_editors()
