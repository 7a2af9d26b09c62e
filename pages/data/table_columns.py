"""The class column and the role of each column of an uploaded table."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import streamlit as st

from l2dwk_core.datasets import ROLES
from l2dwk_core.datasets.tables.limits import MAX_CLASSES
from l2dwk_core.datasets.tables.roles import IGNORED, USED
from pages.charts.markdown import escaped
from pages.data.table_editors import editor_key
from pages.data.table_proposals import classes_kept
from pages.jobs import caches
from pages.state.own_table import FIRST_BINS, OwnTable


def class_column(table: OwnTable) -> OwnTable:
    """Let a person choose the class column, and whether its numbers are cut into classes."""
    st.subheader("Which column is the class?", anchor=False)
    names = [column.name for column in table.draft.columns]
    left, right = st.columns([2, 3], vertical_alignment="bottom")
    key = editor_key("target")
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
        st.session_state.pop(editor_key("bins"), None)
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
        key=editor_key(f"cut.{target}"),
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
            key=editor_key("bins"),
        )
    return replace(table, bins=bins)


def column_roles(table: OwnTable) -> OwnTable:
    """Show every column with its role, which can be changed."""
    st.subheader("What is each column?", anchor=False)
    key = editor_key("roles")
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
            "column": st.column_config.TextColumn(pinned=True, width=150),
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


def _role_title(role: str | float) -> str:
    role = str(role)
    if role == IGNORED:
        return "left out: no input"
    return role if role in USED else f"left out: {role}"
