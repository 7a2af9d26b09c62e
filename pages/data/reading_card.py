"""A file while it is being read: at once when it is small, otherwise with a Cancel button."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st
from streamlit.runtime import exists, get_instance

from l2dwk_core.bundles import is_bundle
from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.tables.limits import MAX_BYTES
from pages.charts.markdown import escaped
from pages.data.file_readers import STARTING, Readers, TookTooLong
from pages.data.reader_process import CLASS_FILE, DATASET, SECONDS, TABLE
from pages.data.reading_places import FIRST, FIRST_TRY, LONGER, SHORT_TRY, SMALL
from pages.data.uploaded_bytes import uploaded_bytes
from pages.jobs.caches import session_id
from pages.jobs.job_queue import BEGINS, WAITS, JobQueue
from pages.jobs.work_turns import WorkTurns
from pages.runtime.client_address import address_of
from pages.runtime.page_slots import PAGE_SLOTS
from pages.state import session
from pages.state.own_table import OwnTable, Reading
from pages.state.own_votes import OwnVotes

MEGABYTES = MAX_BYTES // 1_000_000
"""The size that a place for a file names. Streamlit's megabytes are a little larger, so that it
takes the largest class file too, which has some bytes more than its table."""
PATIENCE = 1.5
"""Seconds a page waits for a file before it shows the time and a Cancel button."""
MOST_WAITING = 1_000_000
"""Files that are read or wait for a place: one of each session that is open. How many are read at a
time, and which is next, ``reading_places`` says."""
MAX_READ = 200_000_000
"""Bytes of what was read and not taken yet by the page that waits for it."""
AWAY = 5.0
"""Seconds without a request from the page after which it counts as closed."""
_POLL = 0.5
_READS = "is read"


@dataclass(frozen=True)
class Upload:
    """A file to be read. ``dataset`` stands for its bytes in the session that uploaded it.

    ``kind``: a table, models' votes or a class file. Of votes, ``target``: the column of true
    labels, where the reader has chosen it; ``keep``: words that are classes; ``group``: the
    column of the groups of rows. ``session`` waits for the file. ``table``: what becomes a dataset,
    where the file was read before.
    """

    dataset: str
    file_name: str
    reading: Reading
    kind: str = TABLE
    target: str | None = None
    keep: tuple[str, ...] = ()
    group: str | None = None
    session: str = ""
    table: OwnTable | None = field(default=None, compare=False, repr=False)

    @property
    def arguments(self) -> dict[str, Any]:
        """What the reading function gets beside name and bytes."""
        more = {
            "target": self.target or None,
            "keep": self.keep or None,
            "group": self.group,
            "table": self.table,
        }
        chosen = {name: value for name, value in more.items() if value is not None}
        return self.reading.told() | chosen


@dataclass(frozen=True, eq=False)
class Pending:
    """The file a page waits for, and the table or the votes when its file is read again."""

    upload: Upload
    data: bytes
    old: OwnTable | OwnVotes | None


@st.cache_resource(show_spinner=False)
def readers() -> Readers:
    """Return the reading processes of this server."""
    return Readers()


@dataclass(frozen=True)
class _Seen:
    """When the page of each waiting session was last heard of."""

    lock: threading.Lock
    at: dict[str, float]


@st.cache_resource(show_spinner=False)
def _seen() -> _Seen:
    return _Seen(threading.Lock(), {})


@st.cache_resource(show_spinner=False)
def files() -> JobQueue:
    """Return the queue on which files are read. It keeps nothing that the page has taken."""
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
        max_bytes=MAX_READ,
        at_once=MOST_WAITING,
        turns=WorkTurns(1, address_of),
    )


def begin(file_name: str, data: bytes, reading: Reading, old: OwnTable | None, word: str) -> None:
    """Have a table's file read. ``taken`` returns the result."""
    begin_upload(Upload(word, file_name, reading), data, old)


def begin_dataset(table: OwnTable) -> None:
    """Have a table put together as a dataset. ``taken`` returns its profile."""
    # The process needs no file; its bytes say how long the table may take.
    short = replace(table, data=b"")
    begin_upload(Upload(table.word, table.file_name, Reading(), DATASET, table=short), table.data)


def begin_class_file(file: Any) -> bool:
    """Have an uploaded file read when it is a class file that was not read yet; return whether it
    is a class file. What it holds is opened before the page is drawn again."""
    content = uploaded_bytes(file)
    if not is_bundle(content):
        return False
    if file.file_id != st.session_state.get("class_file_id"):
        st.session_state["class_file_id"] = file.file_id
        begin_upload(Upload(file.file_id, file.name, Reading(), CLASS_FILE), content)
        st.rerun()
    return True


def begin_upload(upload: Upload, data: bytes, old: OwnTable | OwnVotes | None = None) -> None:
    """Have a file read. ``taken`` returns the result. What was wrong with a class file is over."""
    leave()
    st.session_state.pop(problem_key(CLASS_FILE), None)
    st.session_state["own_pending"] = Pending(replace(upload, session=session_id()), data, old)


def pending(kind: str | None = None) -> Pending | None:
    """Return the file that this session waits for; with ``kind`` only when it is of this kind."""
    found: Pending | None = st.session_state.get("own_pending")
    return None if found is None or kind not in (None, found.upload.kind) else found


def problem_key(kind: str) -> str:
    """Return where the session keeps why a file of this kind was not read."""
    return "own_problem" if kind == TABLE else f"{kind}_problem"


def pending_data(word: str) -> bytes:
    """Return the bytes of the file that this session waits for."""
    now = pending()
    if now is None or now.upload.dataset != word:
        raise InputError("The file is not in this session any more; choose it again.")
    return now.data


def leave() -> None:
    """Stop waiting. The process ends at once."""
    now = pending()
    if now is not None:
        files().leave(now.upload, session_id())
        files().forget(now.upload.dataset)
        st.session_state.pop("own_pending", None)


def taken() -> Any:
    """Return what was read; None while the file is still read, and show that on the page.

    Raise InputError when the file cannot be read.
    """
    now = pending()
    if now is None:
        return None
    queue, session = files(), session_id()
    _mark(session)
    found = queue.prepared(now.upload)
    job = None if found is not None else queue.job(now.upload)
    # A file that could not be read is not read again: its error is raised below.
    if found is None and (job is None or job.error is None):
        job = queue.start(now.upload, session)
    limit, begun = time.monotonic() + STARTING, False
    if job is not None:
        doing = _doing(now.upload, escaped(now.upload.file_name))
        with st.spinner(f"{doing}…"), PAGE_SLOTS.released():
            # The time in which the first process starts does not count for the file.
            while (found := queue.prepared(now.upload)) is None and job.error is None:
                if job.what != BEGINS and not begun:  # it is read, or waits
                    limit, begun = time.monotonic() + PATIENCE, True
                if time.monotonic() > limit or job.cancelled:
                    break
                _mark(session)
                time.sleep(0.01)
    if found is not None:
        queue.forget(now.upload.dataset)
        st.session_state.pop("own_pending", None)
        return found
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
        again = "choose the file again to read it"
        if now.upload.kind == DATASET:
            again = "press 'Try again' to do it"
        doing = _doing(now.upload, repr(now.upload.file_name))
        st.session_state[problem_key(now.upload.kind)] = f"{doing} was cancelled; {again}."


def _doing(upload: Upload, name: str) -> str:
    """Return what is done with a file, which is called by this name."""
    return (
        f"Putting the columns of {name} together" if upload.kind == DATASET else f"Reading {name}"
    )


@st.fragment(run_every=_POLL)
def _progress(now: Pending, cancel: Callable[[], None]) -> None:
    _mark(session_id())
    queue = files()
    job = queue.job(now.upload)
    if job is None or job.finished:
        session.run_again()
    with st.container(border=True, key="own-reading-card"):
        name, spent = escaped(now.upload.file_name), 0
        doing = _doing(now.upload, name)
        if job is not None and job.what == _READS:
            spent = job.done
            text = f"{doing}: {spent} s; it is ended after {SECONDS} s."
        elif job is not None and job.what == BEGINS:
            text = f"{doing} begins."
        else:
            text = f"{name} waits until other files have been read."
        st.progress(min(1.0, spent / SECONDS), text=f"{text} The other pages are not held up.")
        st.button("Cancel", icon=":material/stop:", key="own_cancel", on_click=cancel)


def _mark(session: str) -> None:
    seen, now = _seen(), time.monotonic()
    with seen.lock:
        seen.at[session] = now
        for other in [name for name, at in seen.at.items() if now - at > 60]:
            del seen.at[other]


def _read(
    dataset: bytes,
    file_name: str,
    reading: Reading,
    kind: str,
    target: str | None,
    keep: tuple[str, ...],
    group: str | None,
    session: str,
    table: OwnTable | None,
    progress: Callable[..., Any],
) -> Any:
    upload = Upload("", file_name, reading, kind, target, keep, group, table=table)

    def waits() -> None:
        progress(WAITS, 0, 0)

    def in_place(seconds: float) -> Any:
        since: float | None = None

        def wanted(begun: bool) -> None:
            nonlocal since
            if not begun:
                progress(BEGINS, 0, 0)
                return
            since = since or time.monotonic()
            spent = time.monotonic() - since
            progress(_READS, int(spent), SECONDS)
            if seconds == FIRST_TRY and spent > SHORT_TRY and FIRST.are_wanted():
                raise TookTooLong("Others wait for the place of a first try.")

        return readers().read(
            file_name, dataset, upload.arguments, wanted, seconds=seconds, file_kind=kind
        )

    with LONGER.free_place(session) as is_free:
        if is_free:
            return in_place(SECONDS)
    if len(dataset) <= SMALL:
        with suppress(TookTooLong), FIRST.place(session, waits):
            return in_place(FIRST_TRY)
    with LONGER.place(session, waits):
        return in_place(SECONDS)
