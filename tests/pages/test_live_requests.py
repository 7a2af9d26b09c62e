"""The route of figures that follow a slider answers pages that are open, and each one question at a
time: the newest."""

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlencode

import anyio.to_thread
import pytest
from starlette.requests import Request

from pages.choices.query import MAX_PARAMETERS, MAX_QUERY
from pages.jobs import caches
from pages.live import live_route, request_priority
from pages.live.newest_request import OF_ADDRESS, NewestRequest
from pages.live.request_priority import RequestPriority
from tests import page_apps as apps


class Server:
    """The route with two open pages, and what it works on."""

    def __init__(self) -> None:
        self.worked: list[dict[str, str]] = []
        self.at_once = self.most_at_once = 0
        self.closed: set[str] = set()
        self._lock = threading.Lock()

    def packed(self, page: str, name: str, query: dict[str, str]) -> bytes:
        with self._lock:
            self.worked.append({"name": name, **query})
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
        time.sleep(0.05)
        with self._lock:
            self.at_once -= 1
        return name.encode()

    async def get(self, token: str | None, name: str = "plane", gone: bool = False, **query: str):
        words = query if token is None else {**query, "token": token}

        async def receive() -> dict[str, Any]:
            if not gone:
                await asyncio.sleep(60)
            return {"type": "http.disconnect"}

        scope = {
            "type": "http", "method": "GET", "headers": [], "path": f"/live/playground/{name}",
            "query_string": urlencode(words).encode(),
            "path_params": {"page": "playground", "name": name},
        }  # fmt: skip
        return await live_route._answer(Request(scope, receive))


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    found, known = Server(), RequestPriority()
    monkeypatch.setattr(live_route, "PRIORITY", known)
    monkeypatch.setattr(live_route, "_REQUESTS", NewestRequest())
    monkeypatch.setattr(live_route.chart_registry, "packed", found.packed)
    monkeypatch.setattr(caches, "is_open", lambda session: session not in found.closed)
    for session in ("one", "other"):
        known.register(f"token of {session}", session, caches.is_open)
    return found


def _all(*asked: Any) -> list[Any]:
    async def together() -> list[Any]:
        return list(await asyncio.gather(*asked))

    # In a thread of its own: a browser test before it leaves its loop running in this one.
    with ThreadPoolExecutor(1) as one:
        return one.submit(asyncio.run, together()).result()


@pytest.mark.parametrize("token", [None, "", "guessed"])
def test_nothing_is_computed_for_a_token_no_page_was_given(server, token):
    answers = _all(*(server.get(token, seed=str(seed)) for seed in range(40)))
    assert {answer.status_code for answer in answers} == {403}
    assert server.worked == []


def test_nothing_is_computed_for_a_page_that_was_closed(server):
    server.closed.add("one")
    (answer,) = _all(server.get("token of one"))
    assert (answer.status_code, server.worked) == (403, [])


def test_nothing_is_computed_for_a_query_longer_than_a_page_reads(server):
    fits = {f"p{i:03}": "x" for i in range(MAX_PARAMETERS)}
    long = {"lam": "x" * (MAX_QUERY - 5)}
    asked = [fits, fits | {"one": "more"}, long, {"lam": long["lam"] + "x"}]
    answers = [_all(server.get("token of one", **query))[0].status_code for query in asked]
    assert answers == [200, 204, 200, 204]
    assert [len(worked) - 1 for worked in server.worked] == [MAX_PARAMETERS, 1]


def test_of_forty_questions_the_newest_is_answered(server):
    answers = _all(*(server.get("token of one", seed=str(seed)) for seed in range(40)))
    assert answers[-1].status_code == 200
    assert server.worked[-1]["seed"] == "39"
    assert len(server.worked) <= 2  # the one begun before the others came, and the newest
    assert {answer.status_code for answer in answers[1:-1]} == {204}


def test_the_figures_of_one_question_all_come_one_after_the_other(server):
    answers = _all(*(server.get("token of one", f"figure {i}", lam="2") for i in range(5)))
    assert [answer.body for answer in answers] == [f"figure {i}".encode() for i in range(5)]
    assert server.most_at_once == 1
    assert live_route._REQUESTS._queues == {}  # nothing stays behind


def test_one_page_does_not_wait_for_another(server):
    answers = _all(*(server.get(f"token of {one}", lam="2") for one in ("one", "other")))
    assert {answer.status_code for answer in answers} == {200}
    assert server.most_at_once == 2


def test_nothing_is_computed_for_a_client_that_is_gone(server):
    answers = _all(*(server.get("token of one", gone=True, seed=str(s)) for s in range(40)))
    assert server.worked == []
    assert {answer.status_code for answer in answers} == {204}


def test_work_that_fails_lets_the_next_pass(server, monkeypatch):
    def fails(*given: Any) -> bytes:
        raise ZeroDivisionError

    monkeypatch.setattr(live_route.chart_registry, "packed", fails)
    with pytest.raises(ZeroDivisionError):
        _all(server.get("token of one"))
    monkeypatch.setattr(live_route.chart_registry, "packed", server.packed)
    assert _all(server.get("token of one"))[0].status_code == 200


class Hands:
    """Pages of which each asks for figures; the work on them ends when it is told to."""

    def __init__(self) -> None:
        self.requests, self.begun = NewestRequest(), list[str]()
        self.may_end = threading.Semaphore(0)

    def ask(self, token: str, question: str, address: str) -> asyncio.Task[str | None]:
        def work() -> str:
            self.begun.append(question)
            assert self.may_end.acquire(timeout=20)
            return question

        async def here() -> bool:
            return False

        return asyncio.create_task(self.requests.answer(token, question, work, here, address))

    async def wait(self, begun: int) -> list[str]:
        """Return what was begun, when it is so much."""
        async with asyncio.timeout(10):
            while len(self.begun) < begun:
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)
        return self.begun

    async def end(self, *asked: asyncio.Task[str | None]) -> list[str | None]:
        """Return all answers."""
        for _ in asked:
            self.may_end.release()
        return list(await asyncio.gather(*asked))


def test_many_pages_of_one_address_hold_up_neither_files_nor_another_address():
    async def look() -> None:
        hands = Hands()
        many = [hands.ask(f"page {n}", f"many {n}", "a") for n in range(100)]
        assert len(await hands.wait(OF_ADDRESS)) == OF_ADDRESS
        # Starlette opens files in the threads that all requests share.
        async with asyncio.timeout(10):
            assert await anyio.to_thread.run_sync(lambda: "a file") == "a file"
        other = hands.ask("another page", "other", "b")
        assert (await hands.wait(OF_ADDRESS + 1))[-1] == "other"
        answers = await hands.end(*many, other)
        assert answers == [f"many {n}" for n in range(100)] + ["other"]

    _all(look())


def test_addresses_take_turns_with_their_figures():
    async def look() -> list[str]:
        hands = Hands()
        asked = [hands.ask(f"a {n}", "a", "a") for n in range(3 * OF_ADDRESS)]
        await hands.wait(OF_ADDRESS)
        asked += [hands.ask(f"b {n}", "b", "b") for n in range(OF_ADDRESS)]
        await hands.wait(2 * OF_ADDRESS)
        asked += [hands.ask(f"c {n}", "c", "c") for n in range(2)]
        await hands.wait(2 * OF_ADDRESS + 1)  # one more than all may have, of an address with none
        hands.may_end.release(2)
        begun = list(await hands.wait(2 * OF_ADDRESS + 2))
        await hands.end(*asked)
        return begun[2 * OF_ADDRESS :]

    assert _all(look())[0] == ["c", "c"]


def test_a_page_that_asks_something_newer_while_it_waits_keeps_its_place():
    async def look() -> list[str | None]:
        hands = Hands()
        first = [hands.ask(f"page {n}", f"first {n}", "a") for n in range(OF_ADDRESS)]
        await hands.wait(OF_ADDRESS)
        older = hands.ask("mine", "older", "a")
        await asyncio.sleep(0.05)
        others = [hands.ask(f"other page {n}", f"other {n}", "a") for n in range(5)]
        newer = hands.ask("mine", "newer", "a")
        hands.may_end.release()
        begun = await hands.wait(OF_ADDRESS + 1)
        assert begun[-1] == "newer"
        answers = await hands.end(*first, older, *others, newer)
        assert "older" not in begun
        return [answers[OF_ADDRESS], answers[-1]]

    assert _all(look())[0] == [None, "newer"]


def test_a_page_that_stops_to_wait_leaves_no_place_taken():
    async def look() -> None:
        hands = Hands()
        first = [hands.ask(f"page {n}", "first", "a") for n in range(OF_ADDRESS)]
        await hands.wait(OF_ADDRESS)
        gone = [hands.ask("mine", f"gone {n}", "a") for n in range(3)]
        await asyncio.sleep(0.05)
        for one in gone:
            one.cancel()
        await asyncio.gather(*gone, return_exceptions=True)
        assert await hands.end(*first, hands.ask("mine", "after", "a"))
        turns = hands.requests._turns
        assert not turns.running
        assert not turns._waiting

    _all(look())


def test_a_page_is_given_a_token_that_the_server_knows():
    app = apps.open_page("start.py")
    token = apps.following(app)["token"]
    assert request_priority.PRIORITY.session(token) is not None
    assert len(token) == 32
    assert apps.following(apps.open_page("start.py"))["token"] != token
    assert apps.following(app.run())["token"] == token


def test_tokens_of_closed_pages_are_forgotten(monkeypatch):
    monkeypatch.setattr(request_priority, "MAX_TOKENS", 5)
    some = RequestPriority()
    for number in range(50):
        some.register(f"token {number}", f"session {number}", lambda one: one == "session 0")
    assert some.session("token 0") == "session 0"
    assert some.session("token 49") == "session 49"
    assert some.session("token 20") is None
    assert len(some._sessions) <= 5
