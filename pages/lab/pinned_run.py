"""Pin a run as A, change a control, and see A and the run on the page, B, side by side.

The pinned choice is in the address: ``pin.`` before each name.
"""

from __future__ import annotations

from dataclasses import fields

import streamlit as st

from l2dwk_core.common.errors import InputError
from l2dwk_core.figures.lab.two_runs import (
    common_members_figure,
    common_sentence,
    run_pair_same_sentence,
    run_pair_sentence,
    run_pair_table,
    run_paths_figure,
)
from l2dwk_core.runs.run import Run
from l2dwk_core.runs.two_runs import RunPair, pair_runs
from pages.charts import layout
from pages.charts.markdown import escaped
from pages.choices.choice import Choice, from_address, to_address
from pages.choices.query import text
from pages.jobs import caches
from pages.jobs.job_card import work_here
from pages.state import page_record, session, session_tables
from pages.widgets.controls import field_label

_START = "pin."


def address_part() -> dict[str, str]:
    """What of the pin stands in the address, after taking over a newly read one."""
    if (query := page_record.new_query("pin")) is not None:
        named = {k.removeprefix(_START): v for k, v in query.items() if k.startswith(_START)}
        pinned, notes = from_address(named, session_tables.own_tables()) if named else (None, [])
        _put(pinned)
        st.session_state["address_notes"] = [
            *session.address_notes(), *(f"Pinned run: {note}" for note in notes)
        ]  # fmt: skip
    pinned = current()
    return {} if pinned is None else {_START + k: v for k, v in to_address(pinned).items()}


def current() -> Choice | None:
    """The pinned choice."""
    return st.session_state.get("pinned choice")


def show(run: Run, choice: Choice) -> None:
    """The button to pin this run, or the comparison with the pinned one."""
    pinned = current()
    if pinned is None:
        st.button(
            "Pin this run as A",
            icon=":material/push_pin:",
            key="pin",
            on_click=_put,
            args=(choice,),
            help="Then change a control: A and the new run are shown side by side, and the address "
            "holds both.",
        )
        return
    with st.container(border=True, key="pin-card"):
        _line(pinned, choice)
        if pinned != choice:
            _compare(pinned, run)


def differences(a: Choice, b: Choice) -> list[str]:
    """What was changed from a to b, one ``name: old → new`` a field."""
    return [
        f"{field_label(f.name)}: {text(getattr(a, f.name))} → {text(getattr(b, f.name))}"
        for f in fields(Choice)
        if getattr(a, f.name) != getattr(b, f.name)
    ]


def _line(pinned: Choice, choice: Choice) -> None:
    changed = differences(pinned, choice)
    words = (
        f"**A is pinned.** B, the run on this page, differs in {escaped('; '.join(changed))}"
        if changed
        else "**This run is pinned as A.** Change a control, and the new run appears beside it as "
        "B."
    )
    row = st.container(horizontal=True, vertical_alignment="center", key="pin-line")
    row.markdown(words)
    fixed = any(
        session.fixed(f.name) and getattr(pinned, f.name) != getattr(choice, f.name)
        for f in fields(Choice)
    )
    if changed and not fixed:
        row.button(
            "Back to A",
            icon=":material/undo:",
            key="pin_back",
            on_click=session.put,
            args=(pinned,),
        )
    row.button(
        "Remove pin", icon=":material/close:", key="pin_remove", on_click=_put, args=(None,)
    )  # fmt: skip


def _compare(pinned: Choice, run: Run) -> None:
    prepared = caches.at_once(pinned.recipe())
    if prepared is None:
        work_here(
            caches.run_jobs(),
            pinned.recipe(),
            "The members of A are not trained on this server.",
            label="Train A",
            key="run_pin",
            cancel_key="cancel_pin",
        )
        return
    try:
        pair = pair_runs(caches.solve(prepared, pinned), run)
    except InputError as problem:
        layout.error(problem)
        return
    _side_by_side(pair)


def _side_by_side(pair: RunPair) -> None:
    st.table(run_pair_table(pair).set_index(""))
    if same := run_pair_same_sentence(pair):
        st.caption(same)
    st.markdown(f"**{run_pair_sentence(pair)}**")
    left, right = st.columns(2, gap="large")
    with left:
        layout.show(run_paths_figure(pair))
    with right:
        if pair.members_differ is None:
            layout.show(common_members_figure(pair))
        st.markdown(common_sentence(pair))


def _put(pinned: Choice | None) -> None:
    st.session_state["pinned choice"] = pinned
