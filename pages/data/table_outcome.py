"""What an uploaded table becomes, and the button that uses it."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted
from l2dwk_core.datasets import Dataset
from pages.charts import layout
from pages.charts.markdown import escaped
from pages.data import reading_card
from pages.data.dataset_card import figures, trains_soon, use_in_lab
from pages.data.reader_process import DATASET
from pages.data.table_profile import Profile, make_profile
from pages.state import session
from pages.state.own_table import OwnTable

_SUSPICIOUS = (
    "stands one to one",
    "tells the class",
    "tell the class",
    "exactly one of the columns",
    "are missing from some part",
    "exact copies of",
)
"""Words of notes that are warnings."""
PROBLEM = reading_card.problem_key(DATASET)


def outcome(table: OwnTable, ready: DeltaGenerator) -> None:
    """Show the button that uses the table, in *ready*, and what the table becomes."""
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
    if state.get("own_put_together") == table.word and (problem := state.get(PROBLEM)):
        raise _not_put_together(problem)
    now = reading_card.pending(DATASET)
    if now is None or now.upload.dataset != table.word:
        state["own_put_together"] = table.word
        state.pop(PROBLEM, None)
        reading_card.begin_dataset(table)
    try:
        profile = reading_card.taken()
    except InputError as problem:
        state[PROBLEM] = str(problem)
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
    st.session_state.pop(PROBLEM, None)


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
