"""Chosen weighting rows: their kernel weight round by round, their features, who answers what."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import streamlit as st

from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.lab.chosen_rows import (
    informative_rows,
    kernel_weights_of_chosen_rows_figure,
)
from l2dwk_core.figures.lab.kernel_weights import difficulty_order
from l2dwk_core.figures.lab.row_votes import row_answers_figure
from l2dwk_core.figures.member_names import name_columns
from l2dwk_core.pools.recipe import GIVEN
from l2dwk_core.runs.row_votes import row_answers
from l2dwk_core.runs.run import Run
from pages.charts import layout, run_charts
from pages.charts.markdown import escaped
from pages.charts.packing import PackedChart
from pages.lab.selection import MOST_ROWS, ONLY, PAGE, LabSelection, drawer
from pages.runtime.object_cache import cached_on
from pages.state import page_record


def lines(run: Run, names: list[str]) -> bool:
    """Show the figure of α over the rounds for the chosen rows. Return whether it depends on the
    run alone, because no row is chosen."""
    look = page_record.current(PAGE)
    rows = tuple(chosen(run, look))
    layout.show(_figure(run, rows, names))
    missing = set(look.rows) - _places(run).keys()
    said = (
        "Row 1 is the first row of data; rows that are left out, or not drawn, keep their number."
    )
    if missing:
        listed = ", ".join(sorted(_number(run, row) for row in missing))
        said += f" Not among the weighting rows of this run: row {escaped(listed)}."
    st.caption(said)
    return not look.rows


def _figure(run: Run, rows: tuple[int, ...], names: list[str]) -> Chart | PackedChart:
    if not rows:
        return run_charts.shown(run, "kernel_weights_of_chosen_rows")
    return cached_on(
        run,
        ("lines", rows),
        lambda: kernel_weights_of_chosen_rows_figure(run.trace, list(rows), names),
    )


def chosen(run: Run, look: LabSelection) -> list[int]:
    """Return the places of the chosen rows among the weighting rows."""
    places = _places(run)
    return [places[row] for row in look.rows if row in places]


def _rows(run: Run, look: LabSelection, difficulty: np.ndarray) -> list[int]:
    return chosen(run, look) or informative_rows(run.trace, difficulty)


def details(run: Run, names: list[str], difficulty: np.ndarray) -> None:
    """Show the closed drawer: controls that choose rows, the rows' features and answers."""
    look: LabSelection = page_record.current(PAGE)
    place = drawer(
        "Choose rows to follow, and see their features and who answers what",
        key="row_drawer",
        icon=":material/table_rows:",
        opened=replace(look, member=None) != LabSelection(),
    )
    if place.open:
        with place:
            _controls(run, names, difficulty, look)
            _inside(run, _rows(run, look, difficulty), names)


def _places(run: Run) -> dict[str, int]:
    """Return the first place of each dataset row among the weighting rows.

    The keys are positions in the dataset as text, as they stand in the address.
    """
    rows = run.prepared.weighting_rows
    last = len(rows) - 1
    return cached_on(run.prepared, "places", lambda: {str(rows[k]): k for k in range(last, -1, -1)})


def _number(run: Run, row: str) -> str:
    """Return the number that a reader is shown for a row of the address, which any text may be."""
    dataset = run.prepared.dataset
    if not (row.isascii() and row.isdigit()):
        return row
    place = int(row)
    return str(dataset.numbers_of(place) if place < len(dataset.y) else place + 1)


def offered(run: Run, names: list[str], difficulty: np.ndarray, look: LabSelection) -> list[str]:
    """Return the positions of the rows that fit the search, the hardest first.

    Rows that are already chosen stay among them.
    """
    places = _places(run)
    final = run.trace.returned
    keep = {
        "all": np.ones(len(names), dtype=bool),
        "wrong": final.wrong,
        "flipped": run.prepared.flipped,
    }[look.only]
    words = look.find.lower().split()
    rows = {place: row for row, place in places.items()}
    found = [
        rows[k]
        for k in difficulty_order(run.trace, difficulty).tolist()
        if k in rows and keep[k] and all(word in names[k].lower() for word in words)
    ]
    return [*[row for row in look.rows if row not in found], *found]


def _controls(run: Run, names: list[str], difficulty: np.ndarray, look: LabSelection) -> None:
    places = _places(run)
    options = offered(run, names, difficulty, look)
    left, right = st.columns([2, 3], vertical_alignment="bottom")
    left.text_input(
        "Find rows",
        key=page_record.key(PAGE, "find"),
        placeholder="number or class",
        label_visibility="collapsed",
    )
    kinds = [name for name in ONLY if name != "flipped" or run.prepared.flipped.any()]
    if look.only not in kinds:
        kinds.append(look.only)
    right.segmented_control(
        "Rows offered",
        kinds,
        format_func=ONLY.__getitem__,
        required=True,
        key=page_record.key(PAGE, "only"),
        label_visibility="collapsed",
    )
    st.multiselect(
        "Rows to follow",
        options,
        format_func=lambda row: names[places[row]] if row in places else f"row {_number(run, row)}",
        key=page_record.key(PAGE, "rows"),
        placeholder=f"Rows to follow: a few informative ones, or choose from {len(options)}",
        label_visibility="collapsed",
        max_selections=MOST_ROWS,
    )


def _features(run: Run, rows: list[int], names: list[str]) -> None:
    if run.prepared.recipe.pool.kind == GIVEN:
        st.caption("Of these rows only the models' votes are known, so there are no features.")
        return
    st.markdown("**Their features**")
    # As text, because a column of this table holds numbers and words.
    features = run.prepared.dataset.X.iloc[run.prepared.weighting_rows[rows]].astype(str).T
    features.columns = [names[k] for k in rows]
    st.dataframe(features)


def _inside(run: Run, rows: list[int], names: list[str]) -> None:
    answers = row_answers(run, rows)
    layout.show(row_answers_figure(run, answers, [names[k] for k in rows]), wide=True)
    classes = run.oracle.classes
    left, right = st.columns(2, gap="large")
    with left:
        _features(run, rows, names)
    with right:
        st.markdown("**Every member's answer**, heaviest first")
        order = run.trace.heaviest_first
        table = pd.DataFrame(
            name_columns(run.pool.names, member=order) | {"weight": run.trace.weights[order]}
        )
        # A name says more than a number, and the table is narrow.
        table = table.drop(columns="member") if "member_name" in table else table
        told = np.append(classes, "may not judge")[answers.members[:, order]]
        for name, column in zip([names[k] for k in rows], told, strict=True):
            table[name] = column
        st.dataframe(table, hide_index=True)
