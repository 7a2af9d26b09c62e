"""Data: the paper's datasets, teaching sets, a table or models' votes of one's own."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st
from pandas.io.formats.style import Styler

from l2dwk_core.datasets import DATASETS, TEACHING_SETS
from pages.charts import layout
from pages.data import dataset_card
from pages.data.catalogue_view import (
    GAPS,
    OF_THE_PAPER,
    PAGE,
    SECTIONS,
    SIZES,
    DataView,
    filtered,
)
from pages.data.upload import own_table
from pages.data.votes_upload import own_votes
from pages.state import page_record, session, session_address
from pages.widgets import address_notes, fields

MENU_ICON, MENU_PLACE = ":material/table:", 90


def _count(label: str, width: int) -> Any:
    return st.column_config.NumberColumn(label, width=width)


_COLUMNS = {
    "name": st.column_config.TextColumn("name", pinned=True, width=115),
    "rows": _count("rows", 62),
    "rows (paper)": _count("paper", 65),
    "columns": _count("columns", 80),
    "columns (paper)": _count("paper", 65),
    "classes": _count("classes", 75),
    "classes (paper)": _count("paper", 65),
    "missing cells": _count("missing cells", 105),
    "reason": st.column_config.TextColumn("why the paper differs", width=720),
}


def main() -> None:
    page_record.read(PAGE, DataView())
    st.title("What is in the data?", anchor=False)
    address_notes.show()
    fields.segments(PAGE, "section", SECTIONS, "Kind of data")
    view: DataView = page_record.read_drawn(PAGE)
    if view.section == "catalogue":
        _catalogue(view)
    elif view.section == "teaching":
        _teaching(view)
    elif view.section == "votes":
        own_votes()
    else:
        own_table()
    session_address.write_address(session.choice(), page_record.query(PAGE, view, DataView()))


def _catalogue(view: DataView) -> None:
    st.markdown(
        f"The paper's table names {len(OF_THE_PAPER)} datasets. Here are their real sizes beside "
        "the sizes it prints, and why the two differ. Pick a line to see its card below."
    )
    _filters()
    table = filtered(view)
    if table.empty:
        layout.notes(["No dataset passes these filters; widen one of them."])
    else:
        st.session_state["data_lines"] = list(table.index)
        st.dataframe(
            _marked(table),
            column_order=list(_COLUMNS),
            column_config=_COLUMNS,
            height=min(430, 38 + 35 * len(table)),
            on_select=_picked,
            selection_mode="single-row",
            placeholder="–",  # for a dataset that the paper does not list
            key="data_table",
        )
        st.caption(
            f"{len(table)} of {len(DATASETS)} datasets. Click a column's name to sort; "
            "sizes that the paper gives differently are coloured; double-click a reason to read "
            "all of it."
        )
    name = st.selectbox(
        "Card of",
        list(DATASETS),
        key=page_record.key(PAGE, "show"),
        format_func=lambda key: f"{key} ({DATASETS[key].title})",
    )
    dataset_card.provenance(DATASETS[name])
    dataset_card.use_in_lab(name)
    profile = dataset_card.catalogue_profile(name)
    if profile is not None:
        # What was changed stands above.
        layout.notes(n for n in profile.dataset.notes if n not in DATASETS[name].changes)
        dataset_card.figures(name, profile)


def _filters() -> None:
    find, low, high, classes, gaps = st.columns([3, 2, 2, 3, 3], vertical_alignment="bottom")
    find.text_input(
        "Search", key=page_record.key(PAGE, "find"), placeholder="Name or what it is about"
    )
    low.selectbox(
        "Rows from", SIZES, key=page_record.key(PAGE, "min_rows"), format_func="{:,}".format
    )
    high.selectbox(
        "Rows to", SIZES, key=page_record.key(PAGE, "max_rows"), format_func="{:,}".format
    )
    fields.slider(PAGE, "max_classes", place=classes)
    gaps.selectbox(
        "Missing cells", list(GAPS), format_func=GAPS.__getitem__, key=page_record.key(PAGE, "gaps")
    )


def _marked(table: pd.DataFrame) -> Styler:
    """Return the table with the sizes coloured that differ in the paper."""

    def colours(line: pd.Series) -> list[str]:
        return [
            "color: #D55E00; font-weight: bold"
            if name.endswith(" (paper)")
            and pd.notna(line[name])
            and line[name] != line[name.removesuffix(" (paper)")]
            else ""
            for name in line.index
        ]

    return table.style.apply(colours, axis=1)


def _picked() -> None:
    rows = st.session_state["data_table"]["selection"]["rows"]
    lines = st.session_state["data_lines"]
    # The client may not be a browser, and may name a line that the table does not have.
    if rows and rows[0] in range(len(lines)):
        page_record.put(PAGE, show=lines[rows[0]])


def _teaching(view: DataView) -> None:
    kind, rows, noise, labels, seed = st.columns([2, 3, 3, 3, 2], vertical_alignment="bottom")
    kind.selectbox(
        "Shape",
        list(TEACHING_SETS),
        format_func=lambda name: TEACHING_SETS[name].title,
        key=page_record.key(PAGE, "kind"),
    )
    fields.slider(PAGE, "n_rows", place=rows)
    fields.slider(
        PAGE,
        "noise",
        place=noise,
        help="Standard deviation by which each point is moved, in the unit of the plot.",
    )
    fields.slider(
        PAGE,
        "label_noise",
        place=labels,
        format="percent",
        help="Chance that a point gets one of the other classes. The points stay where they are.",
    )
    seed.number_input("Seed", 0, 2**32 - 1, step=1, key=page_record.key(PAGE, "seed"))
    teaching = view.teaching
    shape = TEACHING_SETS[teaching.kind]
    profile = dataset_card.profile_of(str(teaching))
    st.markdown(" ".join([f"**{shape.title}.** {shape.about}", *profile.dataset.notes]))
    dataset_card.use_in_lab(str(teaching))
    dataset_card.figures(str(teaching), profile)


main()
