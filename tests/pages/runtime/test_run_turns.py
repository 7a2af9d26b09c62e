"""A run of a page begins while few others are under way."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from pages.runtime import run_turns
from pages.runtime.run_turns import (
    FIRST,
    FIRST_OF_ADDRESS,
    LATER_OF_ADDRESS,
    ConnectionRuns,
    RunTurns,
    begins_run,
)
from pages.runtime.stream_pace import AddressPace, PacedStream


def _run(work: Coroutine[Any, Any, Any]) -> Any:
    """Run it in a thread of its own: a browser test of the same process may have left a loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def _ended(status: int = ForwardMsg.FINISHED_SUCCESSFULLY) -> bytes:
    message = ForwardMsg(hash="0123456789abcdef0123456789abcdef")
    message.script_finished = status
    message.metadata.cacheable = False
    return message.SerializeToString()


def _asked(**kind: Any) -> bytes:
    message = BackMsg(**kind)
    if not kind:
        message.rerun_script.query_string = "v=1"
    return message.SerializeToString()


def _begin(turns: RunTurns, count: int, address: str = "a") -> list[ConnectionRuns]:
    """Return connections of which each asks for a run."""
    runs = [ConnectionRuns(turns, address) for _ in range(count)]
    for one in runs:
        one.ask(1)
    return runs


def _under_way(runs: list[ConnectionRuns]) -> int:
    return sum(one.ask(1).done() for one in runs)


def test_of_a_hundred_first_runs_of_one_address_few_are_under_way():
    async def look() -> list[int]:
        turns = RunTurns()
        runs = _begin(turns, 100)
        found = [_under_way(runs)]
        runs[0].note(_ended())
        found.append(_under_way(runs[1:]))
        others = [_begin(turns, 100, address) for address in "bc"]
        return found + [_under_way(of) for of in others]

    assert _run(look()) == [FIRST_OF_ADDRESS, FIRST_OF_ADDRESS, FIRST - FIRST_OF_ADDRESS, 1]


def test_every_first_run_has_its_turn_when_those_before_have_ended():
    async def look() -> int:
        runs, ended = _begin(RunTurns(), 100), 0
        while waits := [one for one in runs if one.ask(1).done()]:
            for one in waits:
                one.note(_ended())
                runs.remove(one)
                ended += 1
        return ended

    assert _run(look()) == 100


def test_a_moved_slider_does_not_wait_for_first_runs():
    async def look() -> bool:
        turns = RunTurns()
        (open_page,) = _begin(turns, 1)
        open_page.note(_ended())
        _begin(turns, 100)
        return open_page.ask(1).done()

    assert _run(look())


def test_later_runs_have_a_limit_as_well():
    async def look() -> int:
        runs = _begin(RunTurns(), FIRST_OF_ADDRESS)
        while len(runs) < 100:
            for one in runs:
                one.note(_ended())
            runs += _begin(runs[0]._turns, FIRST_OF_ADDRESS)
        for one in runs:
            one.note(_ended())
        return _under_way(runs)

    assert _run(look()) == LATER_OF_ADDRESS


def test_a_run_that_follows_takes_the_turn_of_the_one_it_ends():
    async def look() -> bool:
        turns = RunTurns()
        runs = _begin(turns, FIRST_OF_ADDRESS)
        return all(one.ask(1).done() for one in runs) and len(turns.first.running) == len(runs)

    assert _run(look())


@pytest.mark.parametrize(
    ("words", "ends"),
    [
        (_ended(), True),
        (_ended(ForwardMsg.FINISHED_WITH_COMPILE_ERROR), True),
        (_ended(ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY), True),
        # another run of the same message follows
        (_ended(ForwardMsg.FINISHED_EARLY_FOR_RERUN), False),
        (ForwardMsg(ref_hash="x").SerializeToString(), False),
        (b"x" * 100_000, False),
        (None, False),
    ],
)
def test_a_run_is_under_way_until_the_server_says_that_it_has_ended(words, ends):
    async def look() -> bool:
        runs = _begin(RunTurns(), FIRST_OF_ADDRESS + 1)
        runs[0].note(words)
        return runs[-1].ask(1).done()

    assert _run(look()) is ends


def test_a_run_that_waits_for_a_process_counts_no_more(monkeypatch):
    monkeypatch.setattr(run_turns, "LONGEST", 0.05)

    async def look() -> None:
        runs = _begin(RunTurns(), FIRST_OF_ADDRESS + 1)
        async with asyncio.timeout(10):
            await runs[-1].ask(1)

    _run(look())


def test_the_end_of_a_long_run_does_not_give_up_the_turn_that_the_next_one_waits_for(monkeypatch):
    monkeypatch.setattr(run_turns, "LONGEST", 0.05)
    monkeypatch.setattr(run_turns, "LATER_OF_ADDRESS", 1)

    async def look() -> list[bool]:
        turns = RunTurns()
        one, other = _begin(turns, 2)
        await asyncio.sleep(0.1)  # both count no more
        has, waits = one.ask(1), other.ask(1)
        other.note(_ended())
        return [has.done(), waits.done()]

    assert _run(look()) == [True, False]


def test_a_run_may_be_ended_at_once_when_no_other_page_of_the_address_waits():
    async def look() -> bool:
        turns = RunTurns()
        one, *_ = _begin(turns, FIRST_OF_ADDRESS)
        _begin(turns, 3 * FIRST, "b")  # of these some wait
        return one.ending().done()

    assert _run(look())


def test_a_run_goes_on_to_its_end_while_others_wait():
    async def look() -> list[bool]:
        one, *_ = _begin(RunTurns(), FIRST_OF_ADDRESS + 1)
        ending = one.ending()
        found = [ending.done()]
        one.note(_ended())
        return [*found, ending.done()]

    assert _run(look()) == [False, True]


def test_a_run_that_takes_long_may_be_ended_while_others_wait(monkeypatch):
    monkeypatch.setattr(run_turns, "SUPERSEDED", 0.05)

    async def look() -> bool:
        one, *_ = _begin(RunTurns(), FIRST_OF_ADDRESS + 1)
        async with asyncio.timeout(10):
            await one.ending()
        return one.ask(1).done()

    assert _run(look())


def test_a_run_whose_reader_has_left_counts_until_it_can_have_noticed(monkeypatch):
    monkeypatch.setattr(run_turns, "_LEAVING", 0.05)

    async def look() -> bool:
        runs = _begin(RunTurns(), FIRST_OF_ADDRESS + 1)
        runs[0].close()
        at_once = runs[-1].ask(1).done()
        async with asyncio.timeout(10):
            await runs[-1].ask(1)
        return at_once

    assert not _run(look())


def test_which_messages_ask_for_a_run():
    assert begins_run(_asked())
    assert not begins_run(_asked(app_heartbeat=True))
    assert not begins_run(_asked(stop_script=True))
    assert not begins_run(b"\xff\xff")
    assert not begins_run(None)


class _Client:
    """A connection of which the messages are there; it notes what the server is given."""

    def __init__(self, turns: RunTurns, *words: bytes) -> None:
        self._messages: list[dict[str, Any]] = [{"type": "websocket.connect"}]
        self._messages += [{"type": "websocket.receive", "bytes": one} for one in words]
        self.given: list[Any] = []
        self.left = asyncio.Event()
        runs = ConnectionRuns(turns, "a")
        self.stream = PacedStream(self._receive, self._send, AddressPace(1000, 1000), runs)
        self.task = asyncio.create_task(self._serve())

    async def _receive(self) -> dict[str, Any]:
        if self._messages:
            return self._messages.pop(0)
        await self.left.wait()
        return {"type": "websocket.disconnect", "code": 1005}

    async def _send(self, message: Any) -> None:
        pass

    async def _serve(self) -> None:
        message: Any = {}
        while message.get("type") != "websocket.disconnect":
            message = await self.stream.receive()
            self.given.append(message.get("bytes", message["type"]))
        await self.stream.close()


async def _settled(*clients: _Client) -> None:
    for _ in range(20 * len(clients)):
        await asyncio.sleep(0)


def test_a_message_waits_as_long_as_enough_runs_are_under_way():
    async def look() -> list[int]:
        turns, counts = RunTurns(), []
        clients = [_Client(turns, _asked()) for _ in range(FIRST_OF_ADDRESS + 3)]
        await _settled(*clients)
        counts.append(sum(_asked() in one.given for one in clients))
        await clients[0].stream.send({"type": "websocket.send", "bytes": _ended()})
        await _settled(*clients)
        counts.append(sum(_asked() in one.given for one in clients))
        for one in clients:
            one.task.cancel()
        return counts

    assert _run(look()) == [FIRST_OF_ADDRESS, FIRST_OF_ADDRESS + 1]


def test_what_asks_for_no_run_does_not_wait_for_runs():
    async def look() -> list[Any]:
        turns, beat = RunTurns(), _asked(app_heartbeat=True)
        _begin(turns, 100)
        client = _Client(turns, beat, _asked(stop_script=True))
        await _settled(client)
        client.task.cancel()
        return client.given[1:]

    assert _run(look()) == [_asked(app_heartbeat=True), _asked(stop_script=True)]


def test_a_connection_that_ends_while_it_waits_is_told_so_and_leaves_no_place_taken():
    async def look() -> list[Any]:
        turns = RunTurns()
        _begin(turns, FIRST_OF_ADDRESS)
        client = _Client(turns, _asked())
        await _settled(client)
        client.left.set()
        async with asyncio.timeout(10):
            await client.task
        assert len(turns.first.running) == FIRST_OF_ADDRESS
        return client.given

    assert _run(look()) == ["websocket.connect", "websocket.disconnect"]
