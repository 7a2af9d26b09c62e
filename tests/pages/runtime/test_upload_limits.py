"""Uploaded files stay within the limits of a session and of the server."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from pages.runtime import upload_limits
from pages.runtime.upload_limits import MOST_BYTES, MOST_FILES, MOST_GIVEN, KeptFiles


@pytest.fixture
def store() -> MemoryUploadedFileManager:
    return MemoryUploadedFileManager("/_stcore/upload_file")


def _kept(store: MemoryUploadedFileManager, total: int) -> KeptFiles:
    """Return the files of sessions "a", "b", … which each have an address of their own; "a2" has
    that of "a"."""
    return KeptFiles(store, total, address_of=lambda session: session[0])


def _put(kept: KeptFiles, store: MemoryUploadedFileManager, session: str, size: int) -> str:
    """Upload a file as the server does; return its id, or raise ValueError when it is refused."""
    file = store.get_upload_urls(session, ["x.csv"])[0].file_id
    refused = kept.refusal(session, file, size)
    if refused is not None:
        raise ValueError(refused[1])
    upload = object()
    kept.begin(upload, session, size)
    has_room = kept.arrived(upload, size)
    if has_room:
        store.add_file(session, UploadedFileRec(file, "x.csv", "text/csv", bytes(size)))
    kept.end(upload, session, file)
    if not has_room:
        raise ValueError("no room")
    return file


def test_more_files_than_a_session_may_have_take_the_place_of_the_oldest(store):
    kept = _kept(store, MOST_BYTES)
    names = [_put(kept, store, "a", 1000) for _ in range(MOST_FILES + 3)]
    other = _put(kept, store, "b", 1000)
    assert list(store.file_storage["a"]) == names[3:]
    assert list(store.file_storage["b"]) == [other]


def test_a_file_that_is_sent_again_takes_no_other_place(store):
    kept = _kept(store, MOST_BYTES)
    names = [_put(kept, store, "a", 1000) for _ in range(MOST_FILES)]
    assert kept.refusal("a", names[-1], 1000) is None
    assert list(store.file_storage["a"]) == names


def test_files_that_arrive_count_for_their_session(store):
    kept = _kept(store, 10 * MOST_BYTES)
    file = store.get_upload_urls("a", ["x.csv"])[0].file_id
    kept.begin("first", "a", MOST_BYTES)
    status, _ = kept.refusal("a", file, MOST_BYTES)
    assert status == 413
    kept.end("first", "a", "other")
    assert kept.refusal("a", file, MOST_BYTES) is None


def test_all_sessions_together_have_a_limit(store, monkeypatch):
    kept = _kept(store, 10_000)
    for session in "abc":
        _put(kept, store, session, 3000)
    with pytest.raises(ValueError, match="no room"):
        _put(kept, store, "d", 3000)
    monkeypatch.setattr(upload_limits, "NEW", 0.0)  # as if time had passed
    new = _put(kept, store, "d", 3000)
    assert list(store.file_storage["d"]) == [new]
    assert not store.file_storage["a"]


def test_an_id_that_was_not_given_is_refused(store):
    kept = _kept(store, MOST_BYTES)
    mine = store.get_upload_urls("a", ["x.csv"])[0].file_id
    assert kept.refusal("a", "made up", 10)[0] == 403
    assert kept.refusal("b", mine, 10)[0] == 403
    assert len(store.get_upload_urls("a", ["x"] * 1000)) == MOST_GIVEN
    assert kept.refusal("a", mine, 10)[0] == 403  # others were asked for since


async def _silence() -> object:
    return await asyncio.Event().wait()


async def _drip() -> object:
    await asyncio.sleep(0.05)
    return {"type": "http.request", "body": b"x", "more_body": True}


@pytest.mark.parametrize("after", [_silence, _drip])
def test_a_file_that_comes_no_further_gives_up_its_room(store, monkeypatch, after):
    monkeypatch.setattr(upload_limits, "PATIENCE", 0.3)
    kept = _kept(store, 10 * MOST_BYTES)
    file = store.get_upload_urls("a", ["x.csv"])[0].file_id
    sent: list[dict[str, object]] = []
    # What has come before is no reason to wait longer.
    parts = [{"type": "http.request", "body": bytes(10_000_000), "more_body": True}] * 9

    async def receive():
        return parts.pop() if parts else await after()

    async def send(message):
        sent.append(message)

    async def app(scope, receive, send):
        while (await receive())["type"] != "http.disconnect":
            pass

    scope = {"type": "http", "method": "PUT", "headers": [(b"content-length", b"99000000")]}
    work = upload_limits._UploadLimits(app)._put(kept, ("a", file), scope, receive, send)
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result(5)
    assert sent[0]["status"] == 408
    assert not kept._arriving
    assert kept.refusal("a", file, MOST_BYTES) is None


def test_the_files_of_one_address_take_half_of_the_room(store, monkeypatch):
    kept = _kept(store, 1000)
    _put(kept, store, "a", 400)
    with pytest.raises(ValueError, match="no room"):
        _put(kept, store, "a2", 200)
    file = store.get_upload_urls("a2", ["x.csv"])[0].file_id
    kept.begin("arrives", "a2", 0)
    assert kept.arrived("arrives", 90)
    assert not kept.arrived("arrives", 90)
    assert kept.refusal("a2", file, 2_000_000) is not None
    _put(kept, store, "b", 400)
    kept.end("arrives", "a2", file)
    monkeypatch.setattr(upload_limits, "NEW", -1.0)
    _put(kept, store, "a2", 200)
    assert not store.file_storage["a"]
    assert store.file_storage["b"]
