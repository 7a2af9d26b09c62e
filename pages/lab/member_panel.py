"""Single members: choose one and see its tree, its weight over the rounds, and its mistakes."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from l2dwk_core.common.text import counted, per_cent
from l2dwk_core.figures.lab.members import (
    kept_members_figure,
    member_tree_figure,
    member_weight_figure,
)
from l2dwk_core.figures.member_names import at_start, own_names
from l2dwk_core.pools.inspection import view_member
from l2dwk_core.pools.recipe import GIVEN
from l2dwk_core.runs.member_mistakes import member_mistakes
from l2dwk_core.runs.run import Run
from l2dwk_core.runs.saved import RecordedRun
from pages.charts import layout, run_values
from pages.charts.markdown import escaped
from pages.lab.selection import PAGE, LabSelection, drawer
from pages.state import page_record


def show(run: Run) -> None:
    """Show the closed drawer.

    It is filled when it is opened, or when a member is in the address.
    """
    look: LabSelection = page_record.current(PAGE)
    place = drawer(
        "Who was kept: look into a member",
        key="members",
        icon=":material/account_tree:",
        opened=look.member is not None,
    )
    if place.open:
        with place:
            _inside(run, look)


def _inside(run: Run, look: LabSelection) -> None:
    weights = run.trace.weights
    order = run.trace.heaviest_first
    member = int(order[0]) if look.member is None else look.member
    if member >= run.n_members:
        layout.notes([f"There is no member {member} among {run.n_members}; the heaviest is shown."])
        member = int(order[0])
        page_record.put(PAGE, member=None)
    right, names = run.oracle.member_accuracy, run.pool.names

    # Out of bag, and with missing votes, each member judges other rows.
    rows = "weighting rows" if run.oracle.available is None else "the weighting rows it judges"

    def described(j: int | None) -> str:
        if j is None:
            first = int(order[0])
            # The placeholder holds no name that somebody else has given.
            named = "" if own_names(names) else f": {names[first].lower()}"
            return f"The heaviest{named} · {shares(first)}"
        return f"{at_start(names[j])} · {shares(j)}"

    def shares(j: int) -> str:
        return f"weight {weights[j]:.3f} · {per_cent(right[j])} of {rows} right"

    st.selectbox(
        "Member",
        [None, *order.tolist()],
        format_func=described,
        # No choice means the heaviest member of each run. The box then shows its placeholder.
        placeholder=described(None),
        key=page_record.key(PAGE, "member"),
        help="Heaviest first."
        if own_names(names)
        else "Members are numbered in training order, the first is 0. Heaviest first.",
    )
    left, other = st.columns(2, gap="large")
    with left:
        layout.show(kept_members_figure(run, member), on_pick=_take_picked)
    with other:
        layout.show(member_weight_figure(run, member))
    _learned(run, member)
    _mistakes(run, member)


def _take_picked() -> None:
    member = layout.picked("kept_members")
    if member is not None:
        page_record.put_picked(PAGE, "member", member)


def _learned(run: Run, member: int) -> None:
    if run.prepared.recipe.pool.kind == GIVEN:
        st.caption("Of this model only its votes are known, so what it has learned is not shown.")
        return
    if isinstance(run.prepared, RecordedRun):
        st.info(
            "The members' answers were computed earlier. Press Run at the top to train them here; "
            "then their trees can be shown.",
            icon=":material/account_tree:",
        )
        return
    view = view_member(run.pool, member)
    if view.nodes:
        layout.show(member_tree_figure(view, run.pool.names[member]), wide=True)
    st.markdown(escaped(view.sentence))
    if view.table is not None:
        st.dataframe(view.table, hide_index=True)
    if view.text is not None:
        with st.popover("The whole tree as text", icon=":material/notes:"):
            st.code(view.text, language=None)


def _mistakes(run: Run, member: int) -> None:
    found, names = member_mistakes(run, member), run_values.row_names(run)
    st.markdown(
        f"**{escaped(at_start(run.pool.names[member]))} is wrong on {len(found.rows)} of "
        f"{counted(found.n_judged, 'weighting row')} it judges; the vote is wrong on "
        f"{found.n_vote_wrong} of them as well.**"
    )
    table = pd.DataFrame(
        {
            "weighting row": [names[k] for k in found.rows],
            "this member answers": found.answers,
            "the vote is": ["wrong" if wrong else "right" for wrong in found.vote_wrong],
            "kernel weight α": found.alpha,
            "members wrong": found.difficulty,
        }
    )
    st.dataframe(
        table,
        hide_index=True,
        height=min(38 + 35 * max(len(table), 1), 260),
        column_config={"members wrong": st.column_config.NumberColumn(format="percent")},
    )
