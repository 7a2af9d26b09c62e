"""Of one token's questions one is worked on at a time, and only the newest."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeVar

from starlette.concurrency import run_in_threadpool

T = TypeVar("T")


@dataclass(eq=False)
class _Queue:
    """What one token waits for."""

    newest: str = ""
    waiting: int = 0
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


class NewestRequest:
    """Lines of questions, one for each token; to be used from one event loop."""

    def __init__(self) -> None:
        self._queues: dict[str, _Queue] = {}

    async def answer(
        self,
        token: str,
        question: str,
        work: Callable[[], T],
        gone: Callable[[], Awaitable[bool]],
    ) -> T | None:
        """``work()`` in a thread, when the token's work before it has ended.

        None, without working, where the token has asked something else meanwhile, or ``gone()``.
        One question may have several pieces of work, which are all done.
        """
        queue = self._queues.setdefault(token, _Queue())
        queue.newest, queue.waiting = question, queue.waiting + 1
        try:
            async with queue.turn:
                if queue.newest != question or await gone():
                    return None
                return await run_in_threadpool(work)
        finally:
            queue.waiting -= 1
            if not queue.waiting:
                del self._queues[token]
