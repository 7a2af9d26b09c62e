"""The run a page shows, or what the reader has to do first."""

from __future__ import annotations

import streamlit as st

from l2dwk_core.common.errors import InputError
from l2dwk_core.runs.run import Run
from pages.charts import layout
from pages.choices.choice import Choice
from pages.jobs import caches
from pages.jobs.job_card import train_here
from pages.jobs.prepared_runs import Prepared


def settings_fit(choice: Choice) -> bool:
    """Return whether the settings of a choice fit together; show the reason when they do not."""
    try:
        choice.settings()
    except InputError as problem:
        layout.error(problem)
        return False
    return True


def solved(prepared: Prepared, choice: Choice) -> Run | None:
    """Return the run of a choice; show the reason and return None when it is refused."""
    try:
        if prepared.is_long(choice.settings(), caches.size(prepared, choice)):
            with st.spinner("Learning the weights. Long runs take turns.", show_time=True):
                return caches.solve(prepared, choice)
        return caches.solve(prepared, choice)
    except InputError as problem:
        layout.error(problem)
        return None


def trained_run(choice: Choice, preview: str) -> Run | None:
    """Return the run of a choice whose members are trained.

    Otherwise show why it is refused, or offer the training with ``preview`` below; return None.
    """
    if not settings_fit(choice):
        return None
    prepared = caches.run_jobs().prepared(choice.recipe())
    if prepared is None:
        train_here(choice.recipe())
        st.markdown(preview)
        return None
    return solved(prepared, choice)
