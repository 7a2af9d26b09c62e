"""The Run button, and what is seen while members are trained."""

from __future__ import annotations

import streamlit as st

from l2dwk_core.pool_kinds import POOL_KINDS
from l2dwk_core.runner import RunRecipe
from pages.shared import layout
from pages.shared.compute import board, session_id

_POLL_SECONDS = 0.5


def train_here(recipe: RunRecipe) -> None:
    """Offer to train the recipe, or show how far its training is; reruns the page when done."""
    job = board().job(recipe)
    if job is not None and job.error is not None:
        layout.error(job.error)
        st.button("Try again", on_click=board().forget_error, args=(recipe,))
        return
    if job is None or session_id() not in job.watchers:
        with st.container(border=True, key="run-card"):
            kind = POOL_KINDS[recipe.pool].label
            st.markdown(
                f"**{recipe.dataset} · {kind} · {recipe.n_members} members** are not trained yet. "
                "Small datasets take a few seconds; everything after that answers at once."
            )
            st.button(
                "Run",
                type="primary",
                icon=":material/play_arrow:",
                key="run",
                on_click=board().start,
                args=(recipe, session_id()),
            )
        return
    _progress(recipe)


@st.fragment(run_every=_POLL_SECONDS)
def _progress(recipe: RunRecipe) -> None:
    job = board().job(recipe)
    if job is None or job.finished:
        st.rerun()
    left = job.seconds_left
    estimate = "" if left is None else f" · about {max(1, round(left))} s left"
    count = f": {job.done} of {job.total}" if job.total else ""
    with st.container(border=True, key="run-card"):
        st.progress(job.fraction, text=f"Training {job.what}{count}{estimate}")
        st.button(
            "Cancel",
            icon=":material/stop:",
            key="cancel",
            on_click=board().leave,
            args=(recipe, session_id()),
        )
