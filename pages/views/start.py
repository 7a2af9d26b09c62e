"""Start: why a vote helps, before anything is computed, and where to go from here."""

from __future__ import annotations

import streamlit as st

from l2dwk_core.figures.start.vote_formula import vote_formula
from pages.charts import layout
from pages.live import live_route
from pages.models import start_charts
from pages.models.start_charts import START, StartChoice
from pages.state import page_record, session
from pages.widgets import address_notes, fields, lesson_cards

MENU_ICON, MENU_PLACE = ":material/home:", 10


def main() -> None:
    choice = page_record.read(START, StartChoice())
    query = page_record.query(START, choice, StartChoice())
    session.write_address(session.choice(), query)
    questions, plane, voting = start_charts.charts_of(choice).values()
    _head()
    address_notes.show()
    words, picture = st.columns([2, 3], gap="large")
    with words:
        st.markdown(
            "Three voters answer yes–no questions, and the majority decides. Move the sliders: it "
            "is not enough that voters are good. Their mistakes must fall on *different* questions."
        )
        fields.slider(
            START, "accuracy", "Each voter is right on … % of the questions", format="%d%%"
        )
        fields.slider(START, "overlap", format="%d")
        st.caption("−100: kept apart · 0: independent · 100: all make the same mistakes")
        with st.container(key="formula"):
            st.latex(vote_formula(start_charts.voters_of(choice)))
    with picture:
        layout.show(questions)
    left, right = st.columns(2, gap="large")
    with left:
        layout.show(plane)
    with right:
        layout.show(voting)
    live_route.follow(
        START,
        choice,
        start_charts.chart_of,
        {name: name for name in layout.shown()},
        sliders=[page_record.key(START, "accuracy"), page_record.key(START, "overlap")],
    )
    _onwards()


def _head() -> None:
    """Show the title, and beside it the links for those who bring something of their own."""
    row = st.container(horizontal=True, vertical_alignment="center", gap="medium", key="start-head")
    row.title("Why do different classifiers help?", anchor=False, width="content")
    row.page_link(
        "views/data.py",
        label="Begin with your own table",
        icon=":material/upload_file:",
        query_params={"v": "1", "data.section": "own"},
    )
    row.page_link(
        "views/data.py",
        label="Weigh your own models' votes",
        icon=":material/how_to_vote:",
        query_params={"v": "1", "data.section": "votes"},
    )


def _onwards() -> None:
    st.subheader("From three voters to three hundred", anchor=False)
    st.markdown(
        "**L2DWK** looks for the few members of a large ensemble whose votes are accurate *and* "
        "differ, and learns from the rows the vote gets wrong. Watch it round by round on real "
        "data, and see whether it helped: on rows that no member was trained on, beside a uniform "
        "vote, with intervals. Where the printed method fails or makes no difference, the page "
        "says so."
    )
    row = st.container(horizontal=True)
    row.page_link("views/lab.py", label="To the Lab", icon=":material/science:")
    row.page_link(
        "views/lab.py",
        label="An example: glass, Gaussian kernel, λ = 2",
        icon=":material/bolt:",
        query_params={"v": "1", "lam": "2.0"},
    )
    row.page_link(
        "views/paper.py", label="The paper, equation by equation", icon=":material/article:"
    )
    st.subheader("Or take a lesson", anchor=False)
    lesson_cards.lesson_cards()


main()
