"""Turns: so many of one address and of all; addresses take turns; nothing stays taken."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from pages.runtime.address_turns import AddressTurns, Place


def _run(work: Coroutine[Any, Any, Any]) -> Any:
    """Run it in a thread of its own: a browser test of the same process may have left a loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def _has_turn(place: Place) -> bool:
    return place.given.done() and not place.given.cancelled()


async def _in_order(places: dict[str, Place]) -> list[str]:
    """End each turn when it comes. Return in which order they came."""
    order: list[str] = []

    async def take(name: str) -> None:
        await places[name].given
        order.append(name)
        places[name].end()

    async with asyncio.timeout(10):
        await asyncio.gather(*map(take, places))
    return order


def test_one_address_has_its_share_and_no_more():
    async def look() -> list[bool]:
        turns = AddressTurns(of_address=2, at_once=10)
        places = [turns.ask("a") for _ in range(4)]
        before = [_has_turn(place) for place in places]
        places[0].end()
        return [*before, *(_has_turn(place) for place in places)]

    assert _run(look()) == [True, True, False, False, True, True, True, False]


def test_all_together_have_so_many_and_an_address_without_one_has_one_more():
    async def look() -> tuple[list[int], list[bool]]:
        turns = AddressTurns(of_address=3, at_once=4)
        places = {name: [turns.ask(name) for _ in range(3)] for name in "abcd"}
        found = [sum(map(_has_turn, of)) for of in places.values()]
        others = [turns.ask(name) for name in "efgh"]
        return found, [_has_turn(place) for place in others]

    # Never more than twice four.
    assert _run(look()) == ([3, 1, 1, 1], [True, True, False, False])


def test_a_turn_goes_to_the_address_that_has_fewest_then_to_the_one_that_waited_longest():
    async def look() -> list[str]:
        turns = AddressTurns(of_address=1, at_once=1)
        names = ("a1", "a2", "a3", "a4", "b1", "b2", "c1")
        places = {name: turns.ask(name[0]) for name in names}
        return await _in_order(places)

    assert _run(look()) == ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]


def test_of_one_address_the_least_rank_comes_first_then_who_asked_first():
    async def look() -> list[str]:
        turns = AddressTurns(of_address=1, at_once=1)
        ranks = {"first": 9, "later": 5, "quiet": 1, "quiet too": 1, "last": 7}
        places = {name: turns.ask("a", rank) for name, rank in ranks.items()}
        return await _in_order(places)

    assert _run(look()) == ["first", "quiet", "quiet too", "later", "last"]


@pytest.mark.parametrize(
    "leave",
    [
        Place.end,
        lambda place: place.given.cancel(),  # as the end of the task that awaits it does
        lambda place: place.given.set_result(None),  # as the end of a connection does
    ],
)
def test_who_waits_no_longer_is_passed_over(leave: Callable[[Place], object]):
    async def look() -> bool:
        turns = AddressTurns(of_address=1, at_once=1)
        has, gone, waits = (turns.ask("a") for _ in range(3))
        leave(gone)
        has.end()
        return _has_turn(waits) and turns.running == {waits}

    assert _run(look())


def test_a_turn_that_takes_too_long_counts_no_more():
    async def look() -> tuple[bool, bool]:
        turns = AddressTurns(of_address=1, at_once=1, seconds=0.05)
        long, waits = turns.ask("a"), turns.ask("a")
        before = _has_turn(waits)
        async with asyncio.timeout(10):
            await waits.given
        return before, long.counts

    assert _run(look()) == (False, False)


def test_a_turn_may_count_for_a_while_after_its_end():
    async def look() -> list[bool]:
        turns = AddressTurns(of_address=1, at_once=1)
        has, waits = turns.ask("a"), turns.ask("a")
        has.end(after=0.05)
        before = _has_turn(waits)
        async with asyncio.timeout(10):
            await waits.given
        return [before, _has_turn(waits)]

    assert _run(look()) == [False, True]


def test_nothing_is_kept_of_addresses_that_come_no_more():
    async def look() -> AddressTurns:
        turns = AddressTurns(of_address=1, at_once=1)
        for number in range(3000):
            turns.ask(f"address {number}").end()
        return turns

    turns = _run(look())
    assert not turns.running
    assert not turns._waiting
    assert len(turns._last) <= 1000
