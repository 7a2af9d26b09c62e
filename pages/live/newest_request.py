"""Work on one request of a page at a time, and only on its newest one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeVar

from starlette.concurrency import run_in_threadpool

T = TypeVar("T")


@dataclass(eq=False)
class _Queue:
    """The requests of one page."""

    newest: str = ""
    waiting: int = 0
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


class NewestRequest:
    """A queue of requests for each page's token. Use it from one event loop only."""

    def __init__(self) -> None:
        self._queues: dict[str, _Queue] = {}

    async def answer(
        self,
        token: str,
        question: str,
        work: Callable[[], T],
        gone: Callable[[], Awaitable[bool]],
    ) -> T | None:
        """Run ``work()`` in a thread, after the work for this token before it; return its result.

        Return None without running it when the token has asked something newer meanwhile, or when
        ``gone()`` says that the client is gone. Several pieces of work may belong to one question:
        all of them run.
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
