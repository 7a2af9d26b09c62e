"""Work whose results are shown while it goes on, and kept when it is cancelled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from pages.jobs.caches import session_id
from pages.jobs.job_card import failed, start, under_way
from pages.jobs.job_queue import JobQueue
from pages.state import session

_POLL_SECONDS = 1.0


def live_work(
    queue: JobQueue,
    recipe: Any,
    sentence: str,
    *,
    label: str,
    key: str,
    show: Callable[[Any], None],
    cancelled: Callable[[Any], str],
    again: str = "",
) -> None:
    """Offer the work a queue does for this recipe, or show how far it is and its results so far.

    ``show`` draws the results so far. ``cancelled`` says in one line how far cancelled work came;
    ``again`` is then the label, "{label} anew" unless given.
    The buttons have the keys ``{key}_run``, ``{key}_cancel`` and ``{key}_again``.
    """
    waits = queue.joined(recipe, session_id()) is not None
    if failed(queue, recipe, key):  # looks second: it notices work that has just ended
        return
    if waits:
        _progress(queue, recipe, key, show)
        return
    so_far = queue.unfinished(recipe)
    with st.container(border=True, key=f"{key}-card"):
        if so_far is not None:
            st.markdown(f"**{cancelled(so_far)}**")
        st.markdown(sentence)
        st.button(
            label if so_far is None else again or f"{label} anew",
            type="primary",
            icon=":material/play_arrow:",
            key=f"{key}_run",
            on_click=start,
            args=(queue, recipe),
        )
    if so_far is not None:
        show(so_far)


@st.fragment(run_every=_POLL_SECONDS)
def _progress(queue: JobQueue, recipe: Any, key: str, show: Callable[[Any], None]) -> None:
    job = queue.job(recipe)
    if job is None or job.finished:
        session.run_again()
    words = f"{job.words[:1].upper()}{job.words[1:]}"
    under_way(queue, recipe, words, key, f"{key}_cancel")
    if job.partial is not None:
        show(job.partial)
