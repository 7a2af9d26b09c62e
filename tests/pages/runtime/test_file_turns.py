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

from pages.runtime import file_turns
from pages.runtime.file_turns import AT_ONCE, OF_ADDRESS, OF_SESSION, WAITING, FileTurns


class _Files:
    """Files that are made when they are let go."""

    def __init__(self) -> None:
        self.turns, self.go, self.begun = FileTurns(), threading.Event(), Counter[str]()

    def _make(self, file: str) -> str:
        self.begun[file] += 1
        assert self.go.wait(20)
        if file == "wrong":
            raise ValueError(file)
        return f"/media/{file}"

    def ask(self, file: str, session: str = "", address: str = "many") -> asyncio.Task[str]:
        return asyncio.create_task(
            self.turns.made(session or f"session of {file}", address, file, self._make)
        )


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


def test_a_press_is_answered(monkeypatch):
    """Through Streamlit's own handler, as a session calls it."""

    class _Manager:
        def execute_deferred(self, file: str) -> str:
            if file != "right":
                raise KeyError(file)
            return "/media/right.html"

        def read_file(self, name: str) -> None:
            return None

    class _Runtime:
        media_file_mgr = _Manager()

    monkeypatch.setattr(DeferredFileHandler, "handle", DeferredFileHandler.handle)
    monkeypatch.setattr(file_turns, "get_instance", _Runtime)
    file_turns.install.__wrapped__()
    handler = DeferredFileHandler(_Manager)  # type: ignore[arg-type]

    async def press(file: str) -> Any:
        request = BackendOperationRequest(request_id="7")
        request.deferred_file.file_id = file
        return await handler.handle(request, "session")

    async def look() -> None:
        right, wrong = await press("right"), await press("wrong")
        assert (right.request_id, right.deferred_file.url) == ("7", "/media/right.html")
        assert (right.error_msg, wrong.deferred_file.url) == ("", "")
        assert "could not be made" in wrong.error_msg

    _run(look())
