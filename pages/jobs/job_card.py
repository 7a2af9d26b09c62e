"""The button that starts long work, and what is shown while the work goes on."""

from __future__ import annotations

import time
from typing import Any

import streamlit as st

from l2dwk_core.common.text import counted
from l2dwk_core.pools.kinds import POOL_KINDS
from l2dwk_core.pools.recipe import GIVEN
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.runs.saved import RecordedRun
from pages.charts import layout
from pages.charts.markdown import escaped
from pages.jobs.caches import at_once, run_jobs, session_id
from pages.jobs.job_queue import JobQueue
from pages.state import session, session_tables

_POLL_SECONDS = 0.5
_PATIENCE = 2.0
"""Seconds a page waits for the votes to be divided before it shows a progress bar."""


def train_here(recipe: RunRecipe, sentence: str = "", *, in_one_row: bool = False) -> None:
    """Offer to train the recipe, or show how far the training is. Run the page again at its end.

    ``sentence`` says what there is so far; without it, that nothing is trained yet. ``in_one_row``:
    the button stands beside the sentence, where there is little room.
    """
    if recipe.pool.kind == GIVEN:
        _take_votes(recipe)
        return
    kept = None if sentence else at_once(recipe)
    if kept is not None and isinstance(kept.run, RecordedRun):
        # The Lab has shown this very run, so "not trained yet" alone would puzzle.
        sentence = (
            "The Lab's first picture was computed earlier and kept. This page needs the members "
            f"themselves: **Run trains the {counted(recipe.pool.n_members, 'member')} here**"
            f"{_used(recipe)}. {_duration(recipe)} After that every slider works at once."
        )
    kind = POOL_KINDS[recipe.pool.kind].label
    name = escaped(session_tables.short_title(recipe.dataset))
    work_here(
        run_jobs(),
        recipe,
        sentence
        or f"**{name} · {kind} · {counted(recipe.pool.n_members, 'member')}** are not trained yet"
        f"{_used(recipe)}. "
        f"{_duration(recipe)} After that every slider works at once.",
        label="Run",
        key="run",
        cancel_key="cancel",
        in_one_row=in_one_row,
    )


def begin_unasked(recipe: RunRecipe) -> None:
    """Train the recipe without a button: for a lesson's step, or a dataset taken to the Lab.

    If another training that began like this is not finished, the session no longer waits for it.
    """
    before = st.session_state.get("trained unasked")
    if before not in (None, recipe):
        run_jobs().leave(before, session_id())
    st.session_state["trained unasked"] = recipe
    run_jobs().start(recipe, session_id())


def _take_votes(recipe: RunRecipe) -> None:
    """Divide the rows of given votes and run the page again; that needs no button."""
    queue = run_jobs()
    job = queue.job(recipe)
    if job is None:
        begin_unasked(recipe)
        job = queue.job(recipe)
    limit = time.monotonic() + _PATIENCE
    while job is not None and not job.finished and time.monotonic() < limit:
        time.sleep(0.01)
        job = queue.job(recipe)
    work_here(queue, recipe, "", label="Run", key="run", cancel_key="cancel")


def _duration(recipe: RunRecipe) -> str:
    """Return a sentence on how long the training takes."""
    if not POOL_KINDS[recipe.pool.kind].by_recipe:
        return "Small datasets take a few seconds."
    folds = (
        f"without each of {recipe.n_folds} folds and on all training rows"
        if recipe.weighting == "out_of_fold"
        else "on the training rows"
    )
    return f"Each is fitted {folds}; small datasets take about half a minute."


def _used(recipe: RunRecipe) -> str:
    """Return the words for a choice that uses fewer members than are trained."""
    used = session.choice().n_members
    return f"; the first {used} of them are used" if used < recipe.pool.n_members else ""


def work_here(
    queue: JobQueue,
    recipe: Any,
    sentence: str,
    *,
    label: str,
    key: str,
    cancel_key: str,
    in_one_row: bool = False,
) -> None:
    """Offer the work a queue does for this recipe, or show how far it is."""
    waits = queue.joined(recipe, session_id()) is not None
    if failed(queue, recipe, key):  # looks second: it notices work that has just ended
        return
    if not waits:
        with st.container(
            border=not in_one_row,
            horizontal=in_one_row,
            vertical_alignment="center" if in_one_row else "top",
            key=f"{key}-card",
        ):
            st.markdown(sentence)
            st.button(
                label,
                type="primary",
                icon=":material/play_arrow:",
                key=key,
                on_click=start,
                args=(queue, recipe),
            )
        return
    _progress(queue, recipe, key, cancel_key)


def failed(queue: JobQueue, recipe: Any, key: str) -> bool:
    """Return whether this work failed; if so, show why, with a button to try again.

    Work that has just ended well runs the page again.
    """
    job = queue.job(recipe)
    if job is not None and job.error is not None:
        layout.error(job.error)
        st.button("Try again", key=f"{key}_again", on_click=queue.forget_error, args=(recipe,))
        return True
    if job is None and queue.prepared(recipe) is not None:
        session.run_again()  # it ended after the page had looked
    return False


def start(queue: JobQueue, recipe: Any) -> None:
    """Start this work for the session. Buttons call it."""
    queue.start(recipe, session_id())


@st.fragment(run_every=_POLL_SECONDS)
def _progress(queue: JobQueue, recipe: Any, key: str, cancel_key: str) -> None:
    job = queue.job(recipe)
    if job is None or job.finished:
        session.run_again()
    under_way(queue, recipe, f"Training {job.words}", key, cancel_key)


def under_way(queue: JobQueue, recipe: Any, words: str, key: str, cancel_key: str) -> None:
    """Show how far the work is, with a button that ends it for this session."""
    job = queue.job(recipe)
    with st.container(border=True, key=f"{key}-card"):
        st.progress(1.0 if job is None else job.fraction, text=words)
        st.button(
            "Cancel",
            icon=":material/stop:",
            key=cancel_key,
            on_click=queue.leave,
            args=(recipe, session_id()),
        )
