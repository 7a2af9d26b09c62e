"""A page's file while it is being read: at once when it is small, else with a way to cancel it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import streamlit as st
from streamlit.runtime import exists, get_instance

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets import TableDraft
from pages.charts.markdown import escaped
from pages.data.file_readers import STARTING, Readers
from pages.data.reader_process import SECONDS
from pages.jobs.caches import session_id
from pages.jobs.job_queue import BEGINS, JobQueue
from pages.runtime.page_slots import PAGE_SLOTS
from pages.state import session
from pages.state.own_table import OwnTable, Reading

PATIENCE = 1.5
"""Seconds a page waits for a file before it shows how long it has been read, and Cancel."""
AT_ONCE = 3
"""Files read at the same time; reading takes from the pages what processor time they leave."""
AWAY = 5.0
"""Seconds without a word from the page until it counts as left."""
_POLL = 0.5
_READS = "is read"


@dataclass(frozen=True)
class Upload:
    """A file to be read; ``dataset`` stands for its bytes in the session that brought it."""

    dataset: str
    file_name: str
    reading: Reading


@dataclass(frozen=True, eq=False)
class Pending:
    """What the page waits for, and the table it is read anew for, if it is."""

    upload: Upload
    data: bytes
    old: OwnTable | None
    since: float


@st.cache_resource(show_spinner=False)
def readers() -> Readers:
    """The processes of this server."""
    return Readers()


@dataclass(frozen=True)
class _Seen:
    """When each session's page was last heard of while it waits."""

    lock: threading.Lock
    at: dict[str, float]


@st.cache_resource(show_spinner=False)
def _seen() -> _Seen:
    return _Seen(threading.Lock(), {})


@st.cache_resource(show_spinner=False)
def files() -> JobQueue:
    """The queue on which files are read; nothing stays on it once the page has taken it."""
    seen = _seen()

    def waits(session: str) -> bool:
        with seen.lock:
            lately = time.monotonic() - seen.at.get(session, 0.0) < AWAY
        return lately and (get_instance().is_active_session(session) if exists() else True)

    return JobQueue(
        waits,
        _read,
        find=lambda word: pending_data(word),
        keep=lambda found, seconds: found,
        limit=100,
        at_once=AT_ONCE,
    )


def begin(file_name: str, data: bytes, reading: Reading, old: OwnTable | None, word: str) -> None:
    """Have a file read; ``taken`` gives what comes of it."""
    leave()
    upload = Upload(word, file_name, reading)
    st.session_state["own_pending"] = Pending(upload, data, old, time.monotonic())


def pending() -> Pending | None:
    """What this session waits for."""
    found: Pending | None = st.session_state.get("own_pending")
    return found


def pending_data(word: str) -> bytes:
    """The bytes of the file this session waits for."""
    now = pending()
    if now is None or now.upload.dataset != word:
        raise InputError("The file is not in this session any more; choose it again.")
    return now.data


def leave() -> None:
    """Wait no longer: the process ends at once."""
    now = pending()
    if now is not None:
        files().leave(now.upload, session_id())
        files().forget(now.upload.dataset)
        st.session_state.pop("own_pending", None)


def taken() -> TableDraft | None:
    """What came of the file; None while it is still read, which the page then shows.

    Raises ``InputError`` with the diagnosis.
    """
    now = pending()
    if now is None:
        return None
    queue, session = files(), session_id()
    _mark(session)
    found = queue.prepared(now.upload)
    job = None if found is not None else queue.start(now.upload, session)
    limit, begun = time.monotonic() + STARTING, False
    if job is not None:
        with st.spinner(f"Reading {escaped(now.upload.file_name)}…"), PAGE_SLOTS.released():
            # The start of the very first process is not the file's fault.
            while (found := queue.prepared(now.upload)) is None and job.error is None:
                if job.what != BEGINS and not begun:
                    limit, begun = time.monotonic() + PATIENCE, True
                if time.monotonic() > limit or job.cancelled:
                    break
                _mark(session)
                time.sleep(0.01)
    if found is not None:
        queue.forget(now.upload.dataset)
        st.session_state.pop("own_pending", None)
        return found  # type: ignore[no-any-return]
    if job is not None and job.error is not None:
        queue.forget_error(now.upload)
        st.session_state.pop("own_pending", None)
        raise InputError(job.error)
    _progress(now, _cancelled)
    return None


def _cancelled() -> None:
    now = pending()
    leave()
    if now is not None:
        st.session_state["own_problem"] = (
            f"Reading {now.upload.file_name!r} was cancelled; choose the file again to read it."
        )


@st.fragment(run_every=_POLL)
def _progress(now: Pending, cancel: Callable[[], None]) -> None:
    _mark(session_id())
    queue = files()
    job = queue.job(now.upload)
    if job is None or job.finished:
        session.run_again()
    with st.container(border=True, key="own-reading-card"):
        spent = time.monotonic() - now.since
        st.progress(
            min(1.0, spent / SECONDS),
            text=f"Reading {escaped(now.upload.file_name)}: {spent:.0f} s; it is ended "
            f"after {SECONDS} s. The other pages are not held up.",
        )
        st.button("Cancel", icon=":material/stop:", key="own_cancel", on_click=cancel)


def _mark(session: str) -> None:
    seen, now = _seen(), time.monotonic()
    with seen.lock:
        seen.at[session] = now
        for other in [name for name, at in seen.at.items() if now - at > 60]:
            del seen.at[other]


def _read(
    dataset: bytes, file_name: str, reading: Reading, progress: Callable[..., Any]
) -> TableDraft:
    def wanted(begun: bool) -> None:
        progress(_READS if begun else BEGINS, 0, 0)

    return readers().read(file_name, dataset, reading.told(), wanted)
