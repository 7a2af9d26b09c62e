"""Files are made by turns of addresses, few for each; one that is asked for twice is made once."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from streamlit.proto.BackMsg_pb2 import BackendOperationRequest
from streamlit.runtime.backend_operation_handler import DeferredFileHandler
from streamlit.runtime.media_file_manager import MediaFileManager
from streamlit.runtime.memory_media_file_storage import MemoryMediaFileStorage

from pages.runtime import file_turns
from pages.runtime.file_turns import AT_ONCE, OF_ADDRESS, OF_SESSION, WAITING, FileTurns


class _Files:
    """Files that are made when they are let go."""

    def __init__(self) -> None:
        self.turns, self.go, self.begun = FileTurns(self), threading.Event(), Counter[str]()
        self.noted = Counter[tuple[str, str]]()

    def make(self, file: str) -> str:
        self.begun[file] += 1
        assert self.go.wait(20)
        if file == "wrong":
            raise ValueError(file)
        return f"/media/{file}"

    def add(self, url: str, address: str) -> None:
        self.noted[url, address] += 1

    def ask(self, file: str, session: str = "", address: str = "many") -> asyncio.Task[str]:
        return asyncio.create_task(self.turns.made(session or f"session of {file}", address, file))


def _run(work: Any) -> Any:
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


async def _begun(files: _Files, count: int) -> None:
    for _ in range(200):
        if files.begun.total() >= count:
            break
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.05)
    assert files.begun.total() == count


def test_an_address_has_few_at_a_time_and_another_is_not_behind_it():
    async def look() -> None:
        files = _Files()
        asked = [files.ask(str(n)) for n in range(WAITING)]
        await _begun(files, OF_ADDRESS)
        asked.append(files.ask("mine", address="other"))
        await _begun(files, OF_ADDRESS + 1)
        assert files.begun["mine"] == 1
        files.go.set()
        assert await asyncio.gather(*asked) == [
            *(f"/media/{n}" for n in range(WAITING)),
            "/media/mine",
        ]

    _run(look())


def test_all_together_have_a_limit():
    async def look() -> None:
        files = _Files()
        asked = [files.ask(str(n), address=str(n)) for n in range(4 * AT_ONCE)]
        await _begun(files, 2 * AT_ONCE)  # one of each address
        files.go.set()
        assert all(await asyncio.gather(*asked))

    _run(look())


def test_a_file_that_is_asked_for_again_is_made_once():
    async def look() -> None:
        files = _Files()
        asked = [files.ask("one") for _ in range(500)]
        await _begun(files, 1)
        asked[0].cancel()  # another that waits for it still gets it
        files.go.set()
        found = await asyncio.gather(*asked, return_exceptions=True)
        assert found[1:] == ["/media/one"] * 499
        assert await files.ask("one") == "/media/one"  # pressed again later: made again
        assert files.begun["one"] == 2
        assert files.noted == {("/media/one", "many"): 2}

    _run(look())


def test_a_session_and_an_address_may_ask_for_so_many():
    async def look() -> None:
        files = _Files()
        of_session = [files.ask(str(n), "same") for n in range(OF_SESSION)]
        assert await files.ask("one more", "same") == ""
        of_address = [files.ask(f"{n} of another") for n in range(WAITING - OF_SESSION)]
        assert await files.ask("one more") == ""
        of_another = files.ask("mine", address="other")
        files.go.set()
        assert all(await asyncio.gather(*of_session, *of_address, of_another))
        assert await files.ask("one more", "same") == "/media/one more"

    _run(look())


def test_a_file_that_fails_leaves_no_place_taken():
    async def look() -> None:
        files = _Files()
        files.go.set()
        for _ in range(WAITING + 1):
            with pytest.raises(ValueError, match="wrong"):
                await files.ask("wrong")
        assert await files.ask("right") == "/media/right"

    _run(look())


def test_a_file_nobody_waits_for_any_more_is_noted_too():
    async def look() -> None:
        files = _Files()
        asked = files.ask("one")
        await _begun(files, 1)
        asked.cancel()
        files.go.set()
        for _ in range(200):
            if files.noted:
                break
            await asyncio.sleep(0.01)
        assert files.noted == {("/media/one", "many"): 1}

    _run(look())


def test_a_press_is_answered(monkeypatch):
    """Through Streamlit's own handler, as a session calls it."""

    manager = MediaFileManager(MemoryMediaFileStorage("/media"))
    right = manager.add_deferred(lambda: b"right", "text/html", "1", "right.html")
    wrong = manager.add_deferred(lambda: {}["right"], "text/html", "2")

    class _Runtime:
        media_file_mgr = manager

    monkeypatch.setattr(DeferredFileHandler, "handle", DeferredFileHandler.handle)
    monkeypatch.setattr(file_turns, "get_instance", _Runtime)
    file_turns.install.__wrapped__()
    handler = DeferredFileHandler(lambda: manager)  # type: ignore[arg-type]

    async def press(file: str) -> Any:
        request = BackendOperationRequest(request_id="7")
        request.deferred_file.file_id = file
        return await handler.handle(request, "session")

    async def look() -> None:
        made, failed, gone = await press(right), await press(wrong), await press("0" * 32)
        assert made.request_id == "7"
        assert made.error_msg == failed.deferred_file.url == gone.deferred_file.url == ""
        file = manager.read_file(made.deferred_file.url.rpartition("/")[2].partition(".")[0])
        assert file.content == b"right"
        assert "could not be made" in failed.error_msg
        assert "Press again" in gone.error_msg

    _run(look())
