"""What was decided about an uploaded table. Each decision has a button that changes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from l2dwk_core.common.text import counted
from l2dwk_core.datasets.tables.roles import IGNORED, NUMERIC, SYMBOLIC
from l2dwk_core.datasets.tables.values import may_be_an_answer
from pages.charts import layout
from pages.charts.markdown import escaped
from pages.data import reading_card
from pages.data.table_editors import start_editors
from pages.jobs import caches
from pages.state import session_tables
from pages.state.own_table import OwnTable, Reading

_CHOSEN = {NUMERIC: "used as numbers", SYMBOLIC: "used as categories", IGNORED: "left out"}
_MOST = 8
"""Most decisions about columns that are shown. The table of columns has all of them."""


def proposals(table: OwnTable) -> None:
    """Show every decision about the file, and the first ones about its columns."""
    found = table.draft.proposals
    about_file = list(dict.fromkeys(p.text for p in found if not p.column))
    about_columns = [p for p in found if p.column and p.column != table.target]
    if not about_file and not about_columns:
        return
    with st.container(border=True, key="own-proposals"):
        st.markdown("**Decided for you.** A click takes the other way.")
        for text in about_file:
            row = _row(text)
            for at, proposal in enumerate(found):
                if proposal.text == text:
                    row.button(
                        escaped(proposal.undo),
                        key=f"own_undo.{at}",
                        on_click=_undo,
                        args=(dict(proposal.reading),),
                    )
        refused = st.session_state.get("own_refused")
        offered = [_otherwise(table, p.reading) for p in found if not p.column]
        if refused is not None and refused[0] in offered:
            layout.error(refused[1])
        for proposal in about_columns[:_MOST]:
            at = found.index(proposal)
            if table.role(proposal.column) == proposal.role:
                row = _row(f"{proposal.column}: {_CHOSEN[proposal.role]}, as you chose.")
                row.button(
                    "As proposed", key=f"own_undo.{at}", on_click=_use, args=(proposal.column, "")
                )
            else:
                row = _row(proposal.text)
                row.button(
                    proposal.undo,
                    key=f"own_undo.{at}",
                    on_click=_use,
                    args=(proposal.column, proposal.role),
                )
        if about_columns[_MOST:]:
            left = counted(len(about_columns) - _MOST, "more column")
            st.caption(f"{left}: see the table of columns below.")


def classes_kept(table: OwnTable) -> None:
    """Show the words of the class column that count as missing.

    Each has a button that keeps it as a class.
    """
    column = table.target_column
    if column is None:
        return
    for at, (word, rows) in enumerate(column.missing_words):
        if not may_be_an_answer(word) or table.target_is_numeric:
            continue
        name, kept = escaped(word), word in table.keep
        row = _row(
            f"{word!r} in {counted(rows, 'row')} is a class, as you chose."
            if kept
            else f"{word!r} in {counted(rows, 'row')} counts as missing; those rows are left out."
        )
        row.button(
            f"Count {name} as missing" if kept else f"Keep {name} as a class",
            key=f"own_keep.{at}",
            on_click=_keep,
            args=(word, not kept),
        )


def read_as(table: OwnTable, wanted: Reading) -> None:
    """Have the file of the table read in another way."""
    st.session_state.pop("own_refused", None)
    reading_card.begin(
        table.file_name, table.data, wanted, table, f"anew {id(table)} {wanted.told()}"
    )


def _row(text: str) -> DeltaGenerator:
    """Show a decision; return the place for its buttons."""
    left, right = st.columns([4, 1], vertical_alignment="center")
    left.markdown(escaped(text))
    return right


def _undo(arguments: dict[str, object]) -> None:
    table = session_tables.draft()
    if table is not None:
        read_as(table, _otherwise(table, arguments))


def _otherwise(table: OwnTable, arguments: Mapping[str, object]) -> Reading:
    return replace(table.reading, **arguments)  # type: ignore[arg-type]


def _use(column: str, role: str) -> None:
    """Give a column a role; "" is the proposed one."""
    table = session_tables.draft()
    if table is not None:
        now = {c.name: table.role(c.name) for c in table.draft.columns}
        proposed = {c.name: c.role for c in table.draft.columns}
        caches.hold(table.with_roles({**now, column: role or proposed[column]}))
        start_editors()


def _keep(word: str, kept: bool) -> None:
    table = session_tables.draft()
    if table is not None:
        others = tuple(other for other in table.keep if other != word)
        caches.hold(replace(table, keep=(*others, word) if kept else others))
        start_editors()
