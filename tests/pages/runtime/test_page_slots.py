"""Which page is next, when more pages want to run than may run at the same time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from pages.runtime.page_slots import FIGURE, OPEN_PAGE, PageSlots

_LONG = 10.0


def _until(holds: Callable[[], bool]) -> None:
    limit = time.monotonic() + _LONG
    while not holds():
        assert time.monotonic() < limit
        time.sleep(0.001)


class _Pages:
    """Threads that want the only slot, and in which order they got it."""

    def __init__(self) -> None:
        self.slots, self.order = PageSlots(1), list[str]()
        self._threads: list[threading.Thread] = []

    def come(self, name: str, head_start: float = 0.0, address: str = "") -> None:
        """A page comes; return when it waits."""

        def run() -> None:
            with self.slots.turn(address, head_start):
                self.order.append(name)

        before = self.n_waiting
        self._start(run)
        _until(lambda: self.n_waiting == before + 1)

    def come_and_wait(self, name: str, over: threading.Event) -> None:
        """A page comes, takes the slot, and gives it away until the event."""
        away = threading.Event()

        def run() -> None:
            with self.slots.turn():
                with self.slots.released():
                    away.set()
                    over.wait(_LONG)
                self.order.append(name)

        self._start(run)
        assert away.wait(_LONG)

    def end(self) -> list[str]:
        """Return the order, when all pages have ended."""
        for thread in self._threads:
            thread.join(_LONG)
        return self.order

    @property
    def n_waiting(self) -> int:
        return len(self.slots._waiting)

    def _start(self, run: Callable[[], None]) -> None:
        self._threads.append(threading.Thread(target=run, daemon=True))
        self._threads[-1].start()


def test_the_page_that_came_first_is_next() -> None:
    pages = _Pages()
    with pages.slots.turn():
        for name in "abcd":
            pages.come(name)
    assert pages.end() == list("abcd")


def test_a_page_that_waited_for_its_run_keeps_its_place() -> None:
    pages, over = _Pages(), threading.Event()
    pages.come_and_wait("first", over)
    with pages.slots.turn():
        pages.come("second")
        over.set()
        _until(lambda: pages.n_waiting == 2)
    assert pages.end() == ["first", "second"]


@pytest.mark.parametrize("head_start", [FIGURE, OPEN_PAGE])
def test_an_answer_to_a_slider_goes_before_another_page(head_start: float) -> None:
    pages = _Pages()
    with pages.slots.turn():
        pages.come("another page")
        pages.come("answer", head_start)
    assert pages.end() == ["answer", "another page"]


def test_another_page_does_not_wait_longer_than_the_head_start() -> None:
    pages = _Pages()
    with pages.slots.turn():
        pages.come("another page")
        time.sleep(0.1)
        pages.come("answer", 0.05)
    assert pages.end() == ["another page", "answer"]


def test_a_page_comes_before_those_of_an_address_that_has_a_slot() -> None:
    pages, over, away = _Pages(), threading.Event(), threading.Event()
    pages.slots = PageSlots(2)

    def hold() -> None:
        with pages.slots.turn("many"):
            away.set()
            over.wait(_LONG)

    holding = threading.Thread(target=hold, daemon=True)
    holding.start()
    assert away.wait(_LONG)
    with pages.slots.turn("many"):
        for name in "abc":
            pages.come(name, address="many")
        pages.come("other", address="one")
    assert pages.end() == ["other", "a", "b", "c"]
    over.set()
    holding.join(_LONG)
    assert not pages.slots._held


def test_a_slot_that_becomes_free_is_not_taken_by_a_page_that_comes_later() -> None:
    pages = _Pages()
    with pages.slots.turn():
        pages.come("waits")
    with pages.slots.turn():
        pages.order.append("later")
    assert pages.end() == ["waits", "later"]


def test_a_page_that_fails_gives_its_slot_back() -> None:
    slots = PageSlots(1)
    with pytest.raises(KeyError), slots.turn():
        raise KeyError
    with pytest.raises(KeyError), slots.turn(), slots.released():
        raise KeyError
    with slots.turn():
        pass


def test_a_thread_without_a_slot_has_none_to_give() -> None:
    slots = PageSlots(1)
    with slots.released(), slots.turn():
        pass
