"""What all pages share: names, menu, style, and the choice in the address."""

from __future__ import annotations

import streamlit as st

from pages.shared import glossary, layout, state, turns, warm

st.set_page_config(page_title="L2DWK Explorer", page_icon="🗳️", layout="wide")

PAGES = [
    st.Page("views/start.py", title="Start", icon=":material/home:", default=True),
    st.Page("views/playground.py", title="Playground", icon=":material/toys:"),
    st.Page("views/lab.py", title="Lab", icon=":material/science:"),
    st.Page("views/lessons.py", title="Lessons", icon=":material/school:"),
    st.Page("views/sweep.py", title="Sweep", icon=":material/tune:"),
    st.Page("views/diversity.py", title="Diversity", icon=":material/diversity_3:"),
    st.Page("views/noise.py", title="Noise", icon=":material/blur_on:"),
    st.Page("views/compare.py", title="Compare", icon=":material/leaderboard:"),
    st.Page("views/data.py", title="Data", icon=":material/table:"),
    st.Page("views/paper.py", title="Paper", icon=":material/article:"),
]

warm.up()
lost = state.unknown_page([page.url_path for page in PAGES if page.url_path])
page = st.navigation(PAGES, position="top")
layout.style()
glossary.words()
state.read_address(page.url_path, lost)
with turns.PAGES:
    page.run()
warm.settle(page.url_path)
