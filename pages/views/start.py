"""Start: what this is, and why a vote helps at all."""

from __future__ import annotations

import streamlit as st

from l2dwk_core.figures import voting_figure
from pages.shared import layout

st.title("Why do different classifiers help?")
st.markdown(
    "An ensemble lets many classifiers vote. **L2DWK** looks for the few whose votes are accurate "
    "*and* differ, and learns from the rows the vote gets wrong.  \n"
    "Here you train an ensemble on real data, watch that search round by round, and see whether it "
    "helped: measured on rows nobody trained on, beside a plain vote, with intervals.  \n"
    "Nothing is hidden: where the printed method stumbles or makes no difference, the page says so."
)
words, picture = st.columns([1, 2], gap="large", vertical_alignment="center")
with words:
    accuracy = st.slider(
        "Each voter is right on … % of the questions", 40, 90, 60, format="%d %%", key="voter"
    )
    with st.container(border=True):
        st.markdown(
            "##### Open the Lab\nPick a dataset, a base ensemble, a kernel and λ, and press Run."
        )
        st.page_link("views/lab.py", label="To the Lab", icon=":material/science:")
        st.page_link(
            "views/lab.py",
            label="An example: glass, Gaussian kernel, λ = 2",
            icon=":material/bolt:",
            query_params={"v": "1", "lam": "2.0"},
        )
with picture:
    layout.show(voting_figure(accuracy / 100))
