"""Pin a run as A, change a control, and see A beside the run on the page, B.

The pinned choice is in the address, with ``pin.`` before each name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

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
from l2dwk_core.runs.kept_records import KeptModels
from l2dwk_core.runs.run import Run
from l2dwk_core.runs.two_runs import RunPair, pair_runs, with_pinned_verdict
from pages.charts import layout
from pages.charts.markdown import escaped
from pages.choices.choice import Choice, from_address, to_address
from pages.choices.dataset_key import FOREIGN_TABLE
from pages.choices.query import ParameterValue, text
from pages.jobs import caches
from pages.jobs.job_card import work_here
from pages.lab.report import PinnedRun
from pages.state import page_record, session, session_address, session_tables
from pages.widgets.choice_widgets import field_label

_START = "pin."


def address_part() -> dict[str, str]:
    """Return the pinned choice as parameters, after reading it from a new address."""
    if (query := page_record.new_query("pin")) is not None:
        open_query(query)
    return in_address()


def open_query(query: Mapping[str, ParameterValue]) -> None:
    """Pin the run that an address names; without one, remove the pin. What cannot be used is
    noted."""
    named = {k.removeprefix(_START): v for k, v in query.items() if k.startswith(_START)}
    words = session_address.own_words(named.get("dataset", ""))
    pinned, notes = (
        from_address(named, {*session_tables.own_tables(), *words}) if named else (None, [])
    )
    _put(pinned)
    if pinned is not None and current() is None and pinned.dataset != session.wanted_table():
        notes.append(f"{FOREIGN_TABLE}; it appears here when the file is open.")
    session_address.note([f"Pinned run: {line}" for line in notes])


def in_address() -> dict[str, str]:
    """Return the pinned choice as parameters."""
    pinned = _kept()
    return {} if pinned is None else {_START + k: v for k, v in to_address(pinned).items()}


def current() -> Choice | None:
    """Return the pinned choice; None without one, and while the session does not have its table."""
    pinned = _kept()
    return None if pinned is None or not session_tables.has(pinned.dataset) else pinned


def _kept() -> Choice | None:
    return st.session_state.get("pinned choice")


def button(place: Any, choice: Choice) -> None:
    """Show in this place the button that pins the run, or removes the pin."""
    if current() is None:
        place.button(
            "Pin this run as A",
            icon=":material/push_pin:",
            key="pin",
            on_click=_put,
            args=(choice,),
            help="Then change a control: A and the new run are shown side by side, below the "
            "figures, and the address holds both.",
        )
        return
    place.button(
        "Remove pin", icon=":material/close:", key="pin_remove", on_click=_put, args=(None,)
    )  # fmt: skip


def show(run: Run, choice: Choice) -> None:
    """Show the comparison with the pinned run; nothing without one."""
    pinned = current()
    if pinned is None:
        return
    with st.container(border=True, key="pin-card"):
        _line(pinned, choice)
        if pinned != choice:
            _compare(pinned, run)


def differences(a: Choice, b: Choice) -> list[str]:
    """Return what changed from a to b: a text ``name: old → new`` for each field."""
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


def for_report(run: Run, choice: Choice) -> PinnedRun | None:
    """Return the pinned run as a report has it; None without one, or where the page itself cannot
    compare it."""
    pinned = current()
    if pinned is None or pinned == choice:
        return None
    prepared = caches.at_once(pinned.recipe())
    if prepared is None:
        return None
    try:
        pair = pair_runs(caches.solve(prepared, pinned), run)
    except InputError:
        return None
    return PinnedRun(pinned, pair, tuple(differences(pinned, choice)))


def with_its_verdict(found: KeptModels, run: Run, choice: Choice) -> KeptModels:
    """Return the kept members of the run, with the verdict of the pinned run where the vote without
    a member is the pinned one."""
    compared = for_report(run, choice)
    return found if compared is None else with_pinned_verdict(found, compared.pair)


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
