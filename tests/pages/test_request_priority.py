"""A page lets pass what its own slider's hand asks for, and nobody else's; never for long."""

from __future__ import annotations

import threading
import time

import pytest

from pages.live import request_priority
from pages.live.request_priority import RequestPriority


@pytest.fixture
def passing(monkeypatch):
    """Hands, and how long a page waits for one of them, in tenths of a second."""
    monkeypatch.setattr(request_priority, "DRAWING", 0.1)
    monkeypatch.setattr(request_priority, "PATIENCE", 0.6)
    some = RequestPriority()

    def tenths(token):
        start = time.monotonic()
        some.wait_for_pending(token)
        return round(10 * (time.monotonic() - start))

    return some, tenths


def test_a_page_nobody_asks_for_does_not_wait(passing):
    some, tenths = passing
    with some.answering("another"):
        assert tenths("mine") == 0


def test_a_page_waits_for_its_answer_and_until_it_is_drawn(passing):
    some, tenths = passing
    answered = threading.Event()

    def answer():
        with some.answering("mine"), some.answering("mine"):
            answered.set()
            time.sleep(0.2)

    thread = threading.Thread(target=answer)
    thread.start()
    answered.wait()
    assert tenths("mine") in (3, 4)
    thread.join()
    assert tenths("mine") == 0


def test_a_page_does_not_wait_for_an_answer_that_does_not_come(passing):
    some, tenths = passing
    with some.answering("mine"):
        assert tenths("mine") in (6, 7)


def test_an_answer_that_fails_is_over_as_well(passing):
    some, tenths = passing
    with pytest.raises(ZeroDivisionError), some.answering("mine"):
        raise ZeroDivisionError
    assert tenths("mine") in (1, 2)


def test_hands_of_long_ago_are_forgotten(passing):
    some, _ = passing
    for token in range(3 * request_priority._KEPT):
        with some.answering(str(token)):
            pass
    assert len(some._answered) == request_priority._KEPT
    assert not some._asking
