"""An address that causes much work in reading waits; another is read at once."""

from __future__ import annotations

from typing import Any

import pytest

from pages.runtime import read_turns
from pages.runtime.read_turns import OF_ADDRESS, OF_ADDRESS_A_SECOND, ReadTurns, Work
from tests import event_loop


class _Clock:
    """Stands in for the module ``time``: work takes as long as it says."""

    def __init__(self) -> None:
        self.now, self.worked = 1000.0, 0.0

    def monotonic(self) -> float:
        return self.now

    def thread_time(self) -> float:
        return self.worked


class _Connection:
    def __init__(self, clock: _Clock, work: Work, seconds: float) -> None:
        self.work, self.reads = work, 0
        self._clock, self._seconds = clock, seconds

    def read_part(self) -> None:
        self.reads += 1
        self._clock.worked += self._seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> _Clock:
    clock = _Clock()
    monkeypatch.setattr(read_turns, "time", clock)
    return clock


def _work() -> Work:
    return Work(OF_ADDRESS, OF_ADDRESS_A_SECOND)


async def _give(turns: ReadTurns, clock: _Clock, seconds: float) -> None:
    """Let some time pass."""
    clock.now += seconds
    turns._give()


def test_work_counts_less_as_time_passes():
    work = Work(at_once=2.0, a_second=0.5)
    assert work.wait(10.0) == 0
    work.add(3.0, 10.0)
    assert work.wait(10.0) == pytest.approx(2.0)  # one second too much, half a second forgiven each
    assert work.wait(12.0) == 0
    assert work.seconds(14.0) == pytest.approx(1.0)
    assert work.seconds(100.0) == 0


def test_who_sends_much_waits_and_another_does_not(clock):
    async def look() -> None:
        turns, mine = ReadTurns(), _work()
        busy = [_Connection(clock, mine, OF_ADDRESS / 4) for _ in range(100)]
        at_once = sum(turns.ask(one) for one in busy)
        # All that the address may at once, one that goes beyond, and one for all the busy.
        assert at_once <= 6
        other = _Connection(clock, _work(), 0.001)
        assert turns.ask(other)
        for _ in range(200):
            await _give(turns, clock, 1.0)
        assert {one.reads for one in busy} == {1}

    event_loop.run(look())


def test_of_those_that_wait_the_address_with_least_work_is_next(clock):
    async def look() -> None:
        turns, much, less = ReadTurns(), _work(), _work()
        much.add(100 * OF_ADDRESS, clock.now)
        less.add(10 * OF_ADDRESS, clock.now)
        first = _Connection(clock, much, 0.1)
        turns.ask(first)  # takes what all the busy may
        asked: list[Any] = [_Connection(clock, much, 0.1), _Connection(clock, less, 0.1)]
        assert not any(turns.ask(one) for one in asked)
        await _give(turns, clock, 1.0)
        assert [one.reads for one in asked] == [0, 1]
        turns.forget(asked[0])
        await _give(turns, clock, 10.0)
        assert [one.reads for one in asked] == [0, 1]

    event_loop.run(look())
