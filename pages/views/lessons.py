"""Lessons: the cards of all six, and the panel of the lesson that needs no run."""

from __future__ import annotations

import dataclasses

import streamlit as st

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted
from l2dwk_core.diversity.pair_counts import oracle_of_counts
from l2dwk_core.oracle.oracle import Oracle
from pages.charts import layout
from pages.choices.pair_choice import PAIR, PairChoice
from pages.lessons.lessons import PANEL
from pages.live import live_route
from pages.models import pair_panel
from pages.state import page_record, session
from pages.widgets import address_notes, fields, lesson_banner, lesson_cards

MENU_ICON, MENU_PLACE = ":material/school:", 40

_COUNTS = tuple(field.name for field in dataclasses.fields(PairChoice))


def main() -> None:
    base = session.view().pair()
    pair = page_record.read(PAIR, base)
    session.write_address(session.choice(), page_record.query(PAIR, pair, base))
    address_notes.show()
    if session.view().on(PANEL) is not None:
        lesson_banner.show(PANEL)
    else:
        st.title("What can six lessons show?", anchor=False)
        st.markdown(
            "Each lesson sets the controls for you, says what to look for, and ends with a "
            "question. The answer is in the figures. A lesson takes a few minutes; take them in "
            "any order."
        )
        lesson_banner.show(PANEL)
        lesson_cards.finished_card()
        lesson_cards.lesson_cards()
        st.divider()
    panel(pair)


def panel(pair: PairChoice) -> None:
    """Show two members given by four counts, and the values of the measures."""
    left, right = st.columns([1, 2], gap="large")
    with left:
        st.subheader("Two members on the same rows", anchor=False)
        for name in _COUNTS:
            fields.slider(PAIR, name)
        try:
            oracle = oracle_of_counts(pair.both, pair.first, pair.second, pair.neither)
        except InputError as problem:
            layout.error(problem)
            return
        first, second = Oracle.from_matrix(oracle).member_accuracy
        st.caption(
            f"{counted(len(oracle), 'row')}; the first member is right on {first:.0%}, "
            f"the second on {second:.0%}."
        )
    with right:
        chart = pair_panel.pair_chart(pair)
        layout.show(chart)
    live_route.follow(
        PAIR,
        pair,
        pair_panel.chart_of,
        {chart.name: chart.name},
        sliders=[f"{PAIR}.{name}" for name in _COUNTS],
    )


main()
