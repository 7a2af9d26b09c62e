"""From a method on a dataset to the run in the Lab, or to the methods on that dataset."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from l2dwk_core.figures.compare.method_titles import method_titles
from l2dwk_core.study.results import StudyTable
from pages.charts import layout
from pages.models.compare import CHOOSABLE, PAGE
from pages.models.lab_choice import lab_choice
from pages.models.studies import ONE, STUDIES, Results, StudiesView
from pages.state import page_record, session, session_address, session_tables

_TO_LAB = "study cell opens the Lab"


def take_picked(view: StudiesView, results: Results, table: StudyTable) -> None:
    """Open the cell of the heat map that was clicked. The figure calls it."""
    picked = layout.picked("rank_map")
    if isinstance(picked, str) and "|" in picked:
        open_cell(view, results, table, *picked.rsplit("|", 1))


def open_cell(
    view: StudiesView, results: Results, table: StudyTable, dataset: str, method: str
) -> None:
    """Open a cell: a run of L2DWK in the Lab, another method on this page, on its dataset alone.

    For callbacks: the page that runs next is another one, or shows something else.
    """
    if dataset not in table.datasets or method not in table.methods:
        return
    word = results.words[dataset]
    choice = lab_choice(results.recipe, table.records, dataset, view.pool, view.weighting, method)
    if choice is not None:
        st.session_state[_TO_LAB] = replace(choice, dataset=word)
        return
    session.put(replace(session.choice().with_pool(view.pool), dataset=word))
    key = method.partition("(")[0]
    if key in CHOOSABLE:
        page_record.put(PAGE, methods=(key,))
    page_record.put(STUDIES, show=ONE)


def go_to_lab() -> None:
    """Go to the Lab if a cell was opened that belongs there."""
    choice = st.session_state.pop(_TO_LAB, None)
    if choice is None:
        return
    if session.fixed("dataset"):
        st.info("A link fixes the dataset of the Lab, so this run is not opened there.")
        return
    session.put(choice)
    session_address.switch_page("views/lab.py")


def menu(view: StudiesView, results: Results, table: StudyTable) -> None:
    """Show the same as menus, for readers without a pointer."""
    titles = method_titles(table.methods)
    names = {name: session_tables.short_title(results.words[name]) for name in table.datasets}
    with st.popover("Open a run", icon=":material/open_in_new:"):
        st.caption(
            "The same as a click on a cell. The Lab shows an L2DWK with the study's members and "
            "settings on one division of the rows into training and test part, so its accuracy is "
            "not the mean over folds. What was chosen by cross-validation is what was chosen most "
            "often. Any other method is opened here, on its dataset alone."
        )
        dataset = st.selectbox(
            "Dataset",
            table.datasets,
            key="open_dataset",
            format_func=names.__getitem__,
        )
        method = st.selectbox(
            "Method", table.methods, key="open_method", format_func=titles.__getitem__
        )
        st.button(
            "Open",
            key="open_cell",
            type="primary",
            on_click=open_cell,
            args=(view, results, table, dataset, method),
        )
