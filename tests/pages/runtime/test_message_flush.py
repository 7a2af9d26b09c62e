"""How often the loop goes round while the messages of all sessions are sent."""

from __future__ import annotations

import asyncio
import time

import pytest
from streamlit.runtime import runtime

from pages.runtime import message_flush
from pages.runtime.message_flush import AT_ONCE, LONGEST, Flush
from tests import event_loop


async def _rounds(flush: Flush, messages: int, each: float = 0.0) -> int:
    """Return how often another task has its turn while messages are sent."""
    rounds = 0

    async def another() -> None:
        nonlocal rounds
        while True:
            rounds += 1
            await asyncio.sleep(0)

    task = asyncio.create_task(another())
    for _ in range(messages):
        time.sleep(each)
        await flush.sleep(0)
    task.cancel()
    return rounds


def test_several_messages_are_sent_in_one_round():
    assert event_loop.run(_rounds(Flush(), AT_ONCE - 1)) == 0
    assert event_loop.run(_rounds(Flush(), 5 * AT_ONCE)) >= 1


def test_after_messages_that_take_long_there_is_a_round():
    assert event_loop.run(_rounds(Flush(), 3, each=LONGEST)) >= 2


def test_other_times_are_slept():
    async def slept() -> float:
        begun = time.monotonic()
        await Flush().sleep(0.05)
        return time.monotonic() - begun

    assert event_loop.run(slept()) >= 0.05


@pytest.fixture
def _installed(monkeypatch):
    monkeypatch.setattr(runtime, "asyncio", asyncio)
    message_flush.install.cache_clear()
    message_flush.install()
    yield
    message_flush.install.cache_clear()


@pytest.mark.usefixtures("_installed")
def test_streamlits_runtime_sleeps_so_and_nothing_else_does():
    assert runtime.asyncio.sleep.__func__ is Flush.sleep
    assert runtime.asyncio.Future is asyncio.Future
    assert asyncio.sleep.__module__ == "asyncio.tasks"
