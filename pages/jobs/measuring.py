"""A page that waits for members to be measured, without a button: with a spinner."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from typing import Any

import streamlit as st

from l2dwk_core.common.errors import InputError
from pages.jobs import caches, measure_work
from pages.jobs.measure_work import Measurement
from pages.runtime.page_slots import PAGE_SLOTS

_POLL = 0.05
_WAITED_FOR = "measured beside"


def measured(dataset: str, key: Hashable, measure: Callable[[], Any], seconds: float) -> Any:
    """Return ``measure()``. What is estimated to take long is computed beside the server.

    Other pages run meanwhile. Sessions that ask for the same wait for one process; one that goes
    on to ask for something else no longer waits. Raise InputError when the work fails.
    """
    if seconds <= measure_work.MAX_SECONDS_HERE:
        return measure()
    queue, session = caches.measurements(), caches.session_id()
    wanted = Measurement(dataset, key, measure)
    before = st.session_state.get(_WAITED_FOR)
    if before not in (None, wanted):
        queue.leave(before, session)
    st.session_state[_WAITED_FOR] = wanted
    with st.spinner("Measuring the members"), PAGE_SLOTS.released():
        while (found := queue.prepared(wanted)) is None:
            job = queue.start(wanted, session)
            while not job.finished and not job.cancelled:
                time.sleep(_POLL)
                st.session_state.get(_WAITED_FOR)  # here a run ends that is no longer wanted
            if job.error is not None:
                queue.forget_error(wanted)
                raise InputError(job.error)
    st.session_state.pop(_WAITED_FOR, None)
    return found
